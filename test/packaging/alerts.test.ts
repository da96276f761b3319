import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkout } from '../service/nsimbi-command.ts';
import { metrics, seriesOf } from './metrics.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const { groups }: { readonly groups: readonly { readonly rules: readonly Rule[] }[] } = parse(
  readFileSync(join(checkout, 'deploy/monitoring/alerts.yaml'), 'utf8'),
);
const rules = groups.flatMap((group) => group.rules);
const runbook = readFileSync(join(checkout, 'docs/runbook.md'), 'utf8');

describe('the alerting rules', () => {
  test('have an entry each in the runbook, in the same order, and no other entry is there', () => {
    const entries = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(rules.length).toBeGreaterThan(10);
    expect(entries).toEqual(rules.map(({ alert }) => alert));
  });

  test.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s says what it means and links its entry',
    (name, rule) => {
      expect(rule.annotations.runbook).toBe(`docs/runbook.md#${name.toLowerCase()}`);
      expect(rule.annotations.summary).toMatch(/^[A-Z].*\.$/);
      expect(['page', 'ticket']).toContain(rule.labels.severity);
      const entry = runbook.split(/^## /m).find((one) => one.startsWith(`${name}\n`)) ?? '';
      for (const part of ['**Meaning.**', '**Check.**', '**Do.**']) expect(entry).toContain(part);
    },
  );

  test('use metrics that the program registers, and rates of counters alone', () => {
    const unknown = rules.flatMap(({ expr }) => seriesOf(expr)).filter((name) => !metrics.has(name));
    expect(unknown).toEqual([]);
    const counted = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/(?:rate|increase)\((\w+)/g)].map(([, name = '']) => name),
    );
    expect(counted.filter((name) => metrics.get(name) !== 'Counter')).toEqual([]);
  });

  test('the runbook names metrics that the program registers', () => {
    const unknown = seriesOf(runbook).filter((name) => !metrics.has(name));
    expect(unknown).toEqual([]);
  });
});

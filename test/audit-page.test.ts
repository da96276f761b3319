import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addedUp, allChecks } from '../src/audit/audit.ts';
import { rulesBySubject } from '../src/audit/rules.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/audit.md'), 'utf8');

test('docs/audit.md has each rule of the audit with its sentence', () => {
  const subjects = Object.entries(rulesBySubject).map(([subject, rules]) =>
    [`### ${subject}\n`, ...Object.entries(rules).map(([rule, sentence]) => `- \`${rule}\`: ${sentence}`)].join('\n'),
  );
  expect(page.split('## Rules\n\n')[1]).toBe(`${subjects.join('\n\n')}\n`);
});

test('each rule has a check, and each check is of a rule', () => {
  const checked = new Set([
    ...allChecks.flatMap(({ rules }) => rules),
    ...addedUp.map(([rule]) => rule),
    'moved_runs_are_their_records',
  ]);
  expect([...checked].toSorted()).toEqual(
    Object.values(rulesBySubject)
      .flatMap((rules) => Object.keys(rules))
      .toSorted(),
  );
});

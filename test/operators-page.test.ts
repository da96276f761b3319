import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operatorOfKey, settingsOf } from '../src/operators/registry.ts';
import { settings } from '../src/settings/settings.ts';
import { failureSentences } from '../src/settlement/failure-sentences.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/operators.md'), 'utf8');

/** The first cells of the table below a heading, without backquotes. */
function firstCells(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell]) => cell ?? '');
}

test('docs/operators.md says of every setting of the operators where it comes from, once', () => {
  const ofOperators = settingsOf().map(({ name }) => name);
  expect(firstCells('Settings').sort()).toEqual([...ofOperators, 'NSIMBI_FLOAT_ALERT', 'NSIMBI_PUBLIC_URL'].sort());
});

test('docs/operators.md explains every reason why a payment fails, once', () => {
  expect(
    firstCells('Why a payment failed')
      .filter((cell) => cell !== 'failure_code')
      .sort(),
  ).toEqual(Object.keys(failureSentences).sort());
});

test('docs/operators.md names the paths of callbacks', () => {
  expect(page).toContain(`\`${operatorOfKey('mtn').callbackPath}/…\``);
  expect(page).toContain(`\`${operatorOfKey('airtel').callbackPath}\``);
});

test('every setting, metric and command that docs/operators.md names exists', () => {
  const known = [...Object.values(settings), ...settingsOf()].map(({ name }) => name);
  for (const [name] of page.matchAll(/NSIMBI_[A-Z_]+[A-Z]/g)) expect(known).toContain(name);
  const commands = readFileSync(join(import.meta.dirname, '../docs/cli.md'), 'utf8');
  for (const [, words] of page.matchAll(/`nsimbi ([a-z]+(?: [a-z]+)?)/g)) expect(commands).toContain(`\n## ${words}`);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsOf } from './page.ts';

test('the drill of docs/restore.md has eight steps, each with its commands', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/restore.md'), 'utf8');
  const steps = commandsOf(page, 'The drill');
  expect(steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(steps[2]?.commands).toContain('--type=time --target="$RESTORE_TO"');
  expect(steps[5]?.commands).toBe('npm run --silent nsimbi -- audit\n');
});

test('only the commands of the section count, and a step without any is an error', () => {
  const page = '## A\n**1. One.**\n```sh\na\n```\nand\n```sh\nb\n```\n## B\n**1. Two.**\n```sh\nc\n```\n';
  expect(commandsOf(page, 'A')).toEqual([{ step: 1, commands: 'a\nb\n' }]);
  expect(commandsOf(page, 'B')).toEqual([{ step: 1, commands: 'c\n' }]);
  expect(() => commandsOf(page, 'C')).toThrow('the page has no section C');
  expect(() => commandsOf('## A\n**1. One.**\nNothing.\n', 'A')).toThrow('step 1 has no commands');
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkout, entry } from './service/nsimbi-command.ts';

test('a Node that is too old is refused before anything else of the program is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-entry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Alone in a folder: whatever it read besides itself would not be there.
  copyFileSync(entry, join(folder, 'nsimbi.mjs'));
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });";
  const run = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(older)}`, join(folder, 'nsimbi.mjs'), 'start'],
    { encoding: 'utf8' },
  );
  expect([run.status, run.stdout]).toEqual([1, '']);
  expect(run.stderr).toMatch(/^Nsimbi needs Node 22\.19 or newer and this is 20\.20\.2\. Install a newer Node/);
});

test('names the same oldest Node in the package, in the README and in the refusal', () => {
  const { engines } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  expect(engines.node).toBe('>=22.19');
  expect(readFileSync(join(checkout, 'README.md'), 'utf8')).toContain('Node 22.19 or newer');
});

test('npx finds the command in node_modules/.bin, and does not install the package somewhere else first', () => {
  expect(realpathSync(join(checkout, 'node_modules/.bin/nsimbi'))).toBe(realpathSync(entry));
  // npx installs a package whose own manifest has the command, with all its dependencies, before it runs it.
  expect(JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))).not.toHaveProperty('bin');
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../test/cli/terminal.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { readLastBackupCheck } from '../backup/last-check.ts';

let database: TestDatabase;
let terminal: Terminal;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-backup-'));
  terminal = openTerminal(database, { PATH: `${folder}:${process.env.PATH}` });
});

afterAll(async () => {
  terminal.close();
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Puts a program in the place of pgBackRest, which prints `text` and ends with `exitCode`. */
function answer(text: string, exitCode = 0): void {
  writeFileSync(join(folder, 'answer'), text);
  writeFileSync(join(folder, 'pgbackrest'), `#!/bin/sh\ncat ${folder}/answer\nexit ${exitCode}\n`, { mode: 0o755 });
}

function stanzaWithBackup(ageSeconds: number): string {
  const stop = Math.round(Date.now() / 1_000) - ageSeconds;
  const backup = [{ label: '20261125-013000F', error: false, timestamp: { start: stop - 60, stop } }];
  return JSON.stringify([{ name: 'nsimbi', status: { code: 0, message: 'ok' }, backup, archive: [] }]);
}

test('a backup of two minutes ago is well, and its age is shown', async () => {
  answer(stanzaWithBackup(120));
  const [found] = await terminal.ask('backup', 'check');
  expect(found).toMatchObject({
    stanza: 'nsimbi',
    last_backup: '20261125-013000F',
    segments_behind: null,
    problem: null,
  });
  expect(found.age_seconds).toBeGreaterThanOrEqual(119);
});

test('what was found is stored for the checklist of live mode, in place of what was found before', async () => {
  answer(stanzaWithBackup(3_600));
  await terminal.run('backup', 'check');
  expect(await readLastBackupCheck(database.pool)).toMatchObject({
    problem: expect.stringMatching(/^the latest restorable point is 36\d\d s old/),
  });
  answer(stanzaWithBackup(120));
  await terminal.ask('backup', 'check');
  const stored = await readLastBackupCheck(database.pool);
  expect(stored).toMatchObject({ problem: null, checkedMsAgo: expect.any(Number) });
  expect(stored?.restorableMsAgo).toBeGreaterThanOrEqual(119_000);
  const empty = { name: 'nsimbi', status: { code: 2, message: 'no valid backups' }, backup: [], archive: [] };
  answer(JSON.stringify([empty]));
  await terminal.run('backup', 'check');
  expect(await readLastBackupCheck(database.pool)).toMatchObject({
    restorableMsAgo: null,
    problem: 'stanza nsimbi has no usable backup (no valid backups)',
  });
});

test('a restorable point of an hour ago is a problem, unless that much is allowed', async () => {
  answer(stanzaWithBackup(3_600));
  const { exitCode, lines } = await terminal.run('backup', 'check');
  expect(exitCode).toBe(1);
  expect(lines.join('\n')).toMatch(/problem +the latest restorable point is 36\d\d s old, and 900 s are allowed/);
  expect((await terminal.run('backup', 'check', '--max-age', '2h')).exitCode).toBe(0);
});

test('without any backup there is no restorable point', async () => {
  const status = { code: 2, message: 'no valid backups' };
  answer(JSON.stringify([{ name: 'nsimbi', status, backup: [], archive: [] }]));
  const { exitCode, lines } = await terminal.run('backup', 'check', '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    restorable_until: null,
    problem: 'stanza nsimbi has no usable backup (no valid backups)',
  });
});

test('what pgBackRest says of an error is shown', async () => {
  answer('ERROR: [055]: unable to open the repository', 55);
  const { exitCode, errors } = await terminal.run('backup', 'check');
  expect(exitCode).toBe(1);
  expect(errors).toEqual(['nsimbi: pgbackrest info failed: ERROR: [055]: unable to open the repository']);
});

test('a machine without pgBackRest', async () => {
  const elsewhere = openTerminal(database, { PATH: folder });
  rmSync(join(folder, 'pgbackrest'), { force: true });
  const { exitCode, errors } = await elsewhere.run('backup', 'check');
  elsewhere.close();
  expect(exitCode).toBe(1);
  expect(errors).toEqual(['nsimbi: there is no program pgbackrest: run this on a host that has it']);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetUnfinished, readUnfinished, storeUnfinished, type UnfinishedAudit } from './resume.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const unfinished: UnfinishedAudit = {
  installationId: '5f3b9c1e-0000-4000-8000-000000000001',
  version: '1.0.0',
  startedAt: '2026-11-25T09:00:00.000Z',
  progress: { books: { walletsDone: 400, walletsTotal: 900, walletsUpTo: '1000400' }, rounds: null },
  findings: [{ rule: 'clearing_is_zero', detail: 'clearing of test holds 7' }],
};

test('an audit that was cut off is read as it was stored last, also into a new data folder', () => {
  const dataDir = join(folder, 'data');
  storeUnfinished(dataDir, { ...unfinished, findings: [] });
  storeUnfinished(dataDir, unfinished);
  expect(readUnfinished(dataDir, unfinished)).toEqual(unfinished);
});

test.each([
  ['of another database', { installationId: '5f3b9c1e-0000-4000-8000-000000000002' }, 'read another database'],
  ['of another version', { version: '1.1.0' }, 'was of version 1.0.0, whose rules differ'],
])('one %s is not continued', (_whose, other, why) => {
  storeUnfinished(folder, unfinished);
  expect(() => readUnfinished(folder, { ...unfinished, ...other })).toThrow(why);
});

test('without one, after its end, and where its file is damaged, the reason is said', () => {
  expect(() => readUnfinished(folder, unfinished)).toThrow('no audit was cut off');
  storeUnfinished(folder, unfinished);
  forgetUnfinished(folder);
  expect(() => readUnfinished(folder, unfinished)).toThrow('no audit was cut off');
  writeFileSync(join(folder, 'audit-progress.json'), '{');
  expect(() => readUnfinished(folder, unfinished)).toThrow('cannot be read');
});

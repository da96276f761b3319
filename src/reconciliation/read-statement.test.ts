import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { holdsOpen } from '../../test/service/open-files.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import { mtnMomo } from '../operators/mtn-momo/operator.ts';
import { HeadingNotFound, readStatement } from './read-statement.ts';

const folder = mkdtempSync(join(tmpdir(), 'nsimbi-statement-test-'));
const path = join(folder, 'statement.csv');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['that is none', 'no statement at all\n', HeadingNotFound],
  ['that nobody reads to its end', 'Id,Amount,Status\n', null],
])('holds no statement open %s', async (_, heading, refusal) => {
  writeFileSync(path, `${heading}${'1,5000,Successful\n'.repeat(50_000)}`);
  const rows = readStatement(path, mtnMomo.statements.columns, { bytes: 0, sha256: null });
  if (refusal === null) {
    expect((await rows.next()).done).toBe(false);
    await rows.return(undefined);
  } else {
    await expect(rows.next()).rejects.toThrow(refusal);
  }
  await waitUntil('the file is closed', async () => !holdsOpen(folder));
});

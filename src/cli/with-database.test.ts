import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NsimbiProcess } from '../../test/service/nsimbi-process.ts';
import { waitUntil } from '../../test/service/wait-until.ts';

test('a command that is interrupted while its database starts leaves no server behind', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nsimbi-interrupted-'));
  chmodSync(dataDir, 0o755);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = join(dataDir, 'postgres/cluster/postmaster.pid');
  const migrate = new NsimbiProcess(['migrate'], { NSIMBI_DATA_DIR: dataDir });
  await waitUntil('the server starts', () => existsSync(server));
  migrate.signal('SIGTERM');
  expect(await migrate.end()).toBe(143);
  expect(existsSync(server)).toBe(false);
});

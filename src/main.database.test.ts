import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { run, signedInAs } from '../test/postgres-server.ts';
import { freePort } from '../test/service/free-port.ts';
import { startService } from '../test/service/service-process.ts';
import { testFolderMark } from './postgres/open-database.ts';

it('starts on a machine so crowded that loading its code takes longer than a connection may', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-slow-load-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, testFolderMark), '');
  try {
    const service = await startService({
      port: await freePort(),
      logFile: join(folder, 'service.log'),
      settings: { ...database.settings, NSIMBI_DATA_DIR: dataDir },
      nodeArguments: ['--import', loadingSlowly('/src/service/run-service.ts', 6_000)],
    });
    expect(service.readyAfterMs).toBeGreaterThan(6_000);
    await service.end('SIGTERM');
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
});

it('warns at its start of a login that can become the owner, serves with it, and shows no password', async () => {
  const database = await createTestDatabase();
  const login = `nsimbi_both_${randomBytes(5).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-owner-login-'));
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'service.log');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, testFolderMark), '');
  await run(
    database.target,
    `CREATE ROLE ${login} LOGIN PASSWORD 'shown-nowhere'; GRANT nsimbi_owner, nsimbi_service, nsimbi_reader TO ${login}`,
  );
  try {
    const { connectionString } = signedInAs(database.target, login, 'shown-nowhere');
    const service = await startService({
      port: await freePort(),
      logFile,
      settings: { DATABASE_URL: connectionString, NSIMBI_DATA_DIR: dataDir },
    });
    await service.end('SIGTERM');
    const log = readFileSync(logFile, 'utf8');
    expect(log).toContain(`the login ${login} of DATABASE_URL can become nsimbi_owner, which owns the tables`);
    expect(log).toContain('live operations are refused');
    expect(log).not.toContain('shown-nowhere');
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await run(database.target, `DROP ROLE ${login}`);
    await database.drop();
  }
});

/** A module that keeps Node's thread for so long when a file is loaded. */
function loadingSlowly(path: string, forMs: number): string {
  const module = `
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context);
        if (url.endsWith('${path}')) {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${forMs});
        }
        return loaded;
      },
    });
  `;
  return `data:text/javascript,${encodeURIComponent(module)}`;
}

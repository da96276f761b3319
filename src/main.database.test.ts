import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
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

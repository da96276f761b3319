import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolderMark } from '../../src/postgres/open-database.ts';
import { listProcesses } from '../../src/postgres/processes.ts';
import { createTestDatabase } from '../database.ts';
import { PaymentLoad } from '../faults/payment-load.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { freePort } from '../service/free-port.ts';
import { seedClients } from '../service/seeded-clients.ts';
import { startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';

test('after SIGTERM under load a process is not ready, serves every request until its load balancer has seen that, and ends', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-drain-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, testFolderMark), '');
  const settings = { ...database.settings, NSIMBI_DATA_DIR: dataDir, NSIMBI_DRAIN: '20s' };
  try {
    const clients = await seedClients(4, 1_000_000_000, settings);
    const service = await startService({ port: await freePort(), logFile: join(folder, 'log'), settings });
    const load = new PaymentLoad(service.baseUrl, clients, 'inside');
    load.start(4);
    await waitUntil('payments flow', () => load.acknowledged().length > 20);
    const ended = service.end('SIGTERM');
    const readiness = await waitUntil('it is not ready', async () => {
      const response = await fetch(`${service.baseUrl}/readyz`);
      return response.status === 503 && ((await response.json()) as { details: { start: string } });
    });
    expect(readiness.details.start).toBe('stopping');
    // Its own /readyz says so before its next heartbeat is committed.
    await waitUntil('the others see that it stops', async () => {
      const [registered] = await listProcesses(database.pool);
      return registered?.state === 'stopping';
    });
    const before = load.acknowledged().length;
    await waitUntil('payments still flow', () => load.acknowledged().length > before + 20);
    // The load balancer sends nothing more.
    await load.stop();
    expect(load.tries.filter(({ status }) => status !== 200)).toEqual([]);
    await ended;
    await load.close();
    expect(await listProcesses(database.pool)).toEqual([]);
    expect(await auditFindings(database.pool)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedEncryptionKeys } from '../journeys/world.ts';
import { freePort } from '../service/free-port.ts';
import type { OwnPostgres } from '../service/own-postgres.ts';
import { createOwnPostgres } from '../service/own-postgres.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectCleanAudit, expectSameAnswersAgain, learnTheRest } from './books.ts';
import { PaymentLoad, type Try } from './payment-load.ts';
import type { World } from './world.ts';
import { createFolder, createWorld } from './world.ts';

let folder: string;
let postgres: OwnPostgres;
let world: World;
let neighbour: ServiceProcess;

beforeAll(async () => {
  folder = createFolder();
  postgres = await createOwnPostgres(folder);
  world = await createWorld({ ...postgres.settings, NSIMBI_ENCRYPTION_KEYS: sharedEncryptionKeys });
  const settings = { ...world.settings, NSIMBI_DATA_DIR: join(folder, 'neighbour') };
  neighbour = await startService({ port: await freePort(), logFile: join(folder, 'neighbour.log'), settings });
});

afterAll(async () => {
  await neighbour.end('SIGTERM');
  await world.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a frozen neighbour stops only payments of the wallets that it had locked, and these not for long', async () => {
  const [theirs, others] = [world.clients.slice(0, 5), world.clients.slice(5)];
  const atNeighbour = new PaymentLoad(neighbour.baseUrl, theirs, 'inside', 'neighbour');
  const sameWallets = new PaymentLoad(world.service.baseUrl, theirs, 'inside', 'same');
  const otherWallets = new PaymentLoad(world.service.baseUrl, others, 'inside', 'other');
  const loads = [atNeighbour, sameWallets, otherWallets];
  let caught = 0;
  for (let freeze = 1; freeze <= 30 && caught < 3; freeze += 1) {
    const before = otherWallets.tries.length;
    for (const load of loads) load.start(8);
    await waitUntil('payments flow', () => otherWallets.tries.length > before + 50 + 7 * freeze);
    process.kill(neighbour.pid, 'SIGSTOP');
    const frozenAtMs = performance.now();
    if (await holdsLocks()) {
      caught += 1;
      await sleep(6_000);
    }
    // Also those that were under way when it was frozen.
    const whileFrozen = (load: PaymentLoad) =>
      load.tries.filter(({ sentAtMs, tookMs }) => sentAtMs + tookMs > frozenAtMs);
    const [unrelated, related] = [whileFrozen(otherWallets), whileFrozen(sameWallets)];
    process.kill(neighbour.pid, 'SIGCONT');
    await Promise.all(loads.map((load) => load.stop()));
    expect(unrelated.filter(isRefused)).toEqual([]);
    if (unrelated.length > 0) expect(Math.max(...unrelated.map(({ tookMs }) => tookMs))).toBeLessThan(3_000);
    // The frozen writer is ended after three seconds, and then these go on too.
    expect(related.filter((once) => once.sentAtMs > frozenAtMs + 4_500 && isRefused(once))).toEqual([]);
  }
  expect(caught).toBe(3);
  for (const load of loads) {
    await learnTheRest(load);
    await expectSameAnswersAgain(load, load.payments);
    await load.close();
  }
  await expectCleanAudit(world.settings);
});

/** Whether the neighbour was stopped while it held the locks of a batch: both services have a writer, and only one is alive. */
async function holdsLocks(): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgres.urlOf('nsimbi') });
  await client.connect();
  try {
    // A batch takes milliseconds: what is still there after a while belongs to the process that is stopped.
    await sleep(500);
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE starts_with(application_name, 'nsimbi writer')
          AND xact_start < clock_timestamp() - interval '400 milliseconds' AND wait_event_type = 'Client'`,
    );
    return (rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}

function isRefused({ status }: Try): boolean {
  return status !== 200;
}

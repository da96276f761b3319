import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OwnPostgres } from '../service/own-postgres.ts';
import { createOwnPostgres } from '../service/own-postgres.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, expectSameAnswersAgain, learnTheRest } from './books.ts';
import { PaymentLoad } from './payment-load.ts';
import type { World } from './world.ts';
import { createFolder, createWorld, opening } from './world.ts';

let folder: string;
let postgres: OwnPostgres;
let world: World;

beforeEach(async () => {
  folder = createFolder();
  postgres = await createOwnPostgres(folder);
  world = await createWorld(postgres.settings);
});

afterEach(async () => {
  await world.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  { how: 'stopped', end: () => postgres.stop() },
  { how: 'killed with kill -9', end: () => postgres.kill() },
])(
  'PostgreSQL $how under load: 503 within five seconds, then on again by itself with nothing lost',
  async ({ end }) => {
    const load = new PaymentLoad(world.service.baseUrl, world.clients, 'inside');
    load.start();
    await waitUntil('payments flow', () => load.acknowledged().length > 500);

    await end();
    const awayFromMs = performance.now();
    const triesWhileAway = () =>
      load.tries.filter((once) => once.sentAtMs > awayFromMs && once.sentAtMs + once.tookMs < awayUntilMs);
    let awayUntilMs = Number.POSITIVE_INFINITY;
    await waitUntil('many requests were answered without a database', () => triesWhileAway().length >= 300);
    await expectAnswersWithoutDatabase(load, world);
    awayUntilMs = performance.now();

    await postgres.start();
    const before = load.acknowledged().length;
    await waitUntil('payments flow again', () => load.acknowledged().length > before + 500);
    await load.stop();

    expect(triesWhileAway().filter((once) => once.status !== 503)).toEqual([]);
    expect(load.tries.filter((once) => once.status !== 200 && once.status !== 503)).toEqual([]);
    expect(Math.max(...load.tries.map((once) => once.tookMs))).toBeLessThan(5_000);
    await expectSameAnswersAgain(load, load.acknowledged());
    await learnTheRest(load);
    await expectBooks(load, world.clients, opening, world.settings);
    await load.close();
  },
);

/** The process lives and says that it is not ready; whoever asks for a balance is told to come back. */
async function expectAnswersWithoutDatabase(load: PaymentLoad, { service, clients }: World): Promise<void> {
  const client = clients[0];
  if (client === undefined) throw new Error('the world has no client');
  expect((await load.get(client, '/healthz')).status).toBe(200);
  expect((await load.get(client, '/readyz')).status).toBe(503);
  const balance = await fetch(`${service.baseUrl}/api/v1/wallet/balance`, {
    headers: { authorization: `Bearer ${client.apiKey}` },
  });
  expect(balance.status).toBe(503);
  expect(balance.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await balance.json()).toMatchObject({ success: false, code: 'database_unavailable' });
}

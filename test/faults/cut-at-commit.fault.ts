import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atPort } from '../postgres-server.ts';
import type { OwnPostgres } from '../service/own-postgres.ts';
import { createOwnPostgres } from '../service/own-postgres.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, expectSameAnswersAgain, learnTheRest } from './books.ts';
import type { Cut, CuttingProxy } from './cutting-proxy.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { PaymentLoad } from './payment-load.ts';
import type { World } from './world.ts';
import { createFolder, createWorld, opening } from './world.ts';

let folder: string;
let postgres: OwnPostgres;
let proxy: CuttingProxy;
let world: World;

beforeAll(async () => {
  folder = createFolder();
  postgres = await createOwnPostgres(folder);
  proxy = await startCuttingProxy(() => ({ path: join(postgres.cluster.socketFolder, '.s.PGSQL.5432') }));
  const { DATABASE_URL } = postgres.settings;
  world = await createWorld({
    ...postgres.settings,
    DATABASE_URL: atPort({ connectionString: DATABASE_URL }, proxy.port).connectionString,
  });
});

afterAll(async () => {
  await world.close();
  await proxy.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('sixty connections cut exactly at COMMIT, before, while and after the server does it: each payment is made once', async () => {
  const load = new PaymentLoad(world.service.baseUrl, world.clients, 'inside_and_outside');
  load.start();
  const cuts: readonly Cut[] = ['before', 'during', 'after'];
  for (let n = 0; n < 60; n++) {
    const before = load.acknowledged().length;
    await waitUntil('payments flow', () => load.acknowledged().length > before + 30);
    await proxy.cutNextCommit(cuts[n % cuts.length] ?? 'before');
  }
  await load.stop();
  expect(load.tries.filter((once) => once.status === null)).toEqual([]);
  await expectSameAnswersAgain(load, load.acknowledged());
  await learnTheRest(load);
  await expectBooks(load, world.clients, opening, world.settings);
  await load.close();
});

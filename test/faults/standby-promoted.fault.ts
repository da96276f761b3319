import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Servers } from '../campaign/servers.ts';
import { atPort } from '../postgres-server.ts';
import { createLiveClients } from '../service/live-clients.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, expectSameAnswersAgain, learnTheRest } from './books.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { PaymentLoad } from './payment-load.ts';
import { createFolder, createWorld, opening, type World } from './world.ts';

let folder: string;
let servers: Servers;
let proxy: CuttingProxy;
let world: World;

beforeEach(async () => {
  folder = createFolder();
  servers = await Servers.open(join(folder, 'servers'), { withClock: false, withStandby: true, number: 1 });
  proxy = await startCuttingProxy(() => servers.socket);
  const throughProxy = (url: string) => atPort({ connectionString: url }, proxy.port).connectionString;
  world = await createWorld({
    DATABASE_URL: throughProxy(servers.primary.settings.DATABASE_URL),
    NSIMBI_OWNER_DATABASE_URL: throughProxy(servers.primary.settings.NSIMBI_OWNER_DATABASE_URL),
    NSIMBI_REQUIRE_STANDBY: 'on',
  });
});

afterEach(async () => {
  await world.close();
  await proxy.close();
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
});

// `npm run failover` has the same with Patroni on three hosts.
test('the primary is killed under load and its synchronous standby promoted: no acknowledged live payment is lost', async () => {
  const clients = await createLiveClients(4, opening, world.settings);
  const load = new PaymentLoad(world.service.baseUrl, clients, 'inside');
  load.start();
  await waitUntil('payments flow', () => load.acknowledged().length > 300);

  await servers.promote();
  const promotedAtMs = performance.now();
  const sentSince = () => load.tries.filter(({ sentAtMs }) => sentAtMs > promotedAtMs);
  await waitUntil('requests are refused', () => sentSince().filter(({ status }) => status === 503).length > 50);
  // The new primary has no standby yet.
  expect(sentSince().filter(({ status }) => status === 200)).toEqual([]);

  await servers.addStandby();
  const before = load.acknowledged().length;
  await waitUntil('payments flow again', () => load.acknowledged().length > before + 300);
  await load.stop();
  expect(load.tries.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  await expectSameAnswersAgain(load, load.acknowledged());
  await learnTheRest(load);
  await expectBooks(load, clients, opening, world.settings);
  await load.close();
});

import { afterAll, beforeAll, test } from 'vitest';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, expectSameAnswersAgain, learnTheRest } from './books.ts';
import { PaymentLoad } from './payment-load.ts';
import type { World } from './world.ts';
import { createWorld, opening } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

afterAll(async () => {
  await world.close();
});

test('kill -9 of the service under load, ten times over, loses no acknowledged payment and pays none twice', async () => {
  const load = new PaymentLoad(world.service.baseUrl, world.clients, 'inside_and_outside');
  for (let kill = 1; kill <= 10; kill++) {
    const before = load.acknowledged().length;
    load.start();
    await waitUntil('payments flow', () => load.acknowledged().length > before + 300 + 17 * kill);
    await world.service.end('SIGKILL');
    await load.stop();
    await world.startAgain();
  }
  const acknowledged = load.acknowledged();
  await expectSameAnswersAgain(load, acknowledged);
  await learnTheRest(load);
  await expectBooks(load, world.clients, opening, world.settings);
  await load.close();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, learnTheRest } from './books.ts';
import { PaymentLoad } from './payment-load.ts';
import { WebhookWorld } from './webhook-world.ts';
import type { World } from './world.ts';
import { createWorld, opening } from './world.ts';

let world: World;
let webhooks: WebhookWorld;

beforeAll(async () => {
  world = await createWorld();
  webhooks = await WebhookWorld.open(world.service.baseUrl, world.clients);
});

afterAll(async () => {
  await webhooks.close();
  await world.close();
});

test('kill -9 of the service under load, five times over: every event is heard, and only what was in flight twice', async () => {
  const load = new PaymentLoad(world.service.baseUrl, world.clients, 'inside');
  for (let kill = 1; kill <= 5; kill += 1) {
    const [paid, heard] = [load.acknowledged().length, webhooks.receiver.received.length];
    load.start(8);
    await waitUntil('payments and webhooks flow', () => {
      const { received } = webhooks.receiver;
      return load.acknowledged().length > paid + 200 && received.length > heard + 200;
    });
    await world.service.end('SIGKILL');
    await load.stop();
    await world.startAgain();
  }
  await learnTheRest(load);
  await webhooks.expectAllReceived();
  const repeated = [...webhooks.timesReceived().values()].filter((times) => times > 1);
  // Each kill cuts at most what one process makes at the same time.
  expect(repeated.length).toBeLessThanOrEqual(5 * 1_024);
  expect(Math.max(1, ...repeated)).toBeLessThanOrEqual(6);
  await expectBooks(load, world.clients, opening, world.settings);
  await load.close();
});

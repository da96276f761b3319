import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwnPostgres, type OwnPostgres } from '../service/own-postgres.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, learnTheRest } from './books.ts';
import { PaymentLoad } from './payment-load.ts';
import { WebhookWorld } from './webhook-world.ts';
import type { World } from './world.ts';
import { createFolder, createWorld, opening } from './world.ts';

let folder: string;
let postgres: OwnPostgres;
let world: World;
let webhooks: WebhookWorld;

beforeAll(async () => {
  folder = createFolder();
  postgres = await createOwnPostgres(folder);
  world = await createWorld(postgres.settings);
  webhooks = await WebhookWorld.open(world.service.baseUrl, world.clients);
});

afterAll(async () => {
  await webhooks.close();
  await world.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('PostgreSQL stopped and killed while webhooks flow: every event is heard, none twice', async () => {
  const load = new PaymentLoad(world.service.baseUrl, world.clients, 'inside');
  load.start(8);
  for (const end of [() => postgres.stop(), () => postgres.kill()]) {
    const heard = webhooks.receiver.received.length;
    await waitUntil('webhooks flow', () => webhooks.receiver.received.length > heard + 500);
    await end();
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await postgres.start();
  }
  const heard = webhooks.receiver.received.length;
  await waitUntil('webhooks flow again', () => webhooks.receiver.received.length > heard + 500);
  await load.stop();
  await learnTheRest(load);
  await webhooks.expectAllReceived();
  // The process lived, so every answer that it received was recorded in the end.
  expect([...webhooks.timesReceived().values()].filter((times) => times > 1)).toEqual([]);
  await expectBooks(load, world.clients, opening, world.settings);
  await load.close();
});

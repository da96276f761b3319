import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, learnTheRest } from './books.ts';
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

test('three hundred clients that never finish their headers or bodies neither hold up payments nor stay connected', async () => {
  const port = Number(new URL(world.service.baseUrl).port);
  const key = world.clients[0]?.apiKey;
  const headers = `POST /api/v1/wallet/send-money HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`;
  const slow = [
    ...Array.from({ length: 150 }, () => dawdle(port, headers)),
    ...Array.from({ length: 150 }, () =>
      dawdle(port, `${headers}Content-Type: application/json\r\nContent-Length: 60\r\n\r\n{"recipient`),
    ),
  ];
  const load = new PaymentLoad(world.service.baseUrl, world.clients, 'inside');
  load.start(8);
  await waitUntil('payments flow beside the slow clients', () => load.acknowledged().length > 1000);
  await load.stop();
  expect(load.tries.filter((once) => once.status !== 200)).toEqual([]);
  await waitUntil('the service has cut the slow clients off', () => slow.every((socket) => socket.closed));
  await learnTheRest(load);
  await expectBooks(load, world.clients, opening, world.settings);
  await load.close();
});

/** Sends the beginning of a request and then one byte a second: a client that keeps the connection just alive. */
function dawdle(port: number, beginning: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(beginning));
  const drip = setInterval(() => socket.write('a'), 1000);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => clearInterval(drip));
  socket.resume();
  return socket;
}

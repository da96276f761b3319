import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeParts, fakeWallet, testKey } from '../../test/http/fakes.ts';
import { listen } from './listening.ts';
import { createServer } from './server.ts';

const servers: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const host = '127.0.0.1';

async function startServer(readBalance?: () => Promise<{ balance: number }>) {
  const server = await createServer(
    fakeParts(readBalance === undefined ? {} : { wallet: fakeWallet({ readBalance }) }),
  );
  servers.push(server);
  return { server, port: await listen(server, { host, port: 0 }) };
}

/** Enough that some come through every listening socket: which one takes a connection is the system's choice. */
const many = 64;

function connectMany(port: number): Socket[] {
  const connected = Array.from({ length: many }, () => connect(port, host));
  sockets.push(...connected);
  return connected;
}

async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

const askBalance = `GET /api/v1/wallet/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKey}\r\n`;

describe.runIf(process.platform === 'linux')('connections that come while the process is busy', () => {
  it('are taken several in one round', async () => {
    const { server, port } = await startServer();
    let round = 0;
    const taken = new Map<number, number>();
    const next = () => {
      round += 1;
      counting = setImmediate(next);
    };
    let counting = setImmediate(next);
    server.server.on('connection', () => taken.set(round, (taken.get(round) ?? 0) + 1));
    connectMany(port);
    await expect.poll(() => [...taken.values()].reduce((sum, count) => sum + count, 0)).toBe(many);
    clearImmediate(counting);
    expect(taken.size).toBeLessThan(many / 2);
  });

  it('are requests of the one server, whichever socket took them', async () => {
    const { port } = await startServer();
    const answers = await Promise.all(
      connectMany(port).map((socket, index) => {
        socket.write(index % 2 === 0 ? `${askBalance}Connection: close\r\n\r\n` : 'GARBAGE\r\n\r\n');
        return readToEnd(socket);
      }),
    );
    for (const [index, answer] of answers.entries()) {
      if (index % 2 === 0) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      else expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"code":"malformed_json"/s);
    }
  });
});

/** Closes a server on a clock of its own. `passed` is called when `ms` have passed since it began to close. */
async function closeWithin(server: FastifyInstance, ms: number, passed: () => void = () => undefined) {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  try {
    const closed = server.close();
    while (server.server.listening) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(ms);
    passed();
    await vi.advanceTimersByTimeAsync(200);
    await closed;
  } finally {
    vi.useRealTimers();
  }
}

describe('closing', () => {
  it('waits for the answers under way on every socket, and takes no new connection', async () => {
    const finish: (() => void)[] = [];
    const { server, port } = await startServer(
      () => new Promise((resolve) => finish.push(() => resolve({ balance: 5 }))),
    );
    const answers = connectMany(port).map((socket) => {
      socket.write(`${askBalance}\r\n`);
      return readToEnd(socket);
    });
    await expect.poll(() => finish).toHaveLength(many);
    let isClosed = false;
    const closed = server.close().then(() => {
      isClosed = true;
    });
    const refusalOfLate = async () => {
      const late = connect(port, host);
      sockets.push(late);
      return once(late, 'connect').then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error.code,
      );
    };
    await expect.poll(refusalOfLate).toBe('ECONNREFUSED');
    const last = finish.pop();
    for (const end of finish) end();
    await expect.poll(() => sockets.filter((socket) => !socket.destroyed)).toHaveLength(1);
    await sleep(100);
    expect(isClosed).toBe(false);
    last?.();
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await closed;
  });

  it('ends connections on which nothing is under way', async () => {
    const { server, port } = await startServer();
    const clients = connectMany(port);
    const answered = clients.map(async (socket) => {
      socket.write(`${askBalance}\r\n`);
      await once(socket, 'data');
    });
    await Promise.all(answered);
    const ended = Promise.all(clients.map((socket) => once(socket, 'close')));
    await server.close();
    await ended;
  });

  it.each<[string, string]>([
    ['says nothing', ''],
    ['was answered and is idle', `${askBalance}\r\n`],
  ])('ends a connection that %s at once', async (_name, bytes) => {
    const { server, port } = await startServer();
    const socket = connect(port, host);
    const taken = once(server.server, 'connection');
    sockets.push(socket);
    socket.write(bytes);
    await taken;
    if (bytes !== '') await once(socket, 'data');
    await closeWithin(server, 0);
  });

  it.each<[string, string]>([
    ['half a head', askBalance],
    [
      'half a body',
      `POST /api/v1/wallet/send-money${askBalance.slice(askBalance.indexOf(' HTTP'))}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
    ['half a second request', `${askBalance}\r\n${askBalance}`],
  ])('gives a client that has sent %s two seconds for the rest', async (_name, bytes) => {
    const { server, port } = await startServer();
    const socket = connect(port, host);
    sockets.push(socket);
    socket.resume().write(bytes);
    const [taken] = await once(server.server, 'connection');
    await expect.poll(() => taken.bytesRead).toBe(bytes.length);
    await closeWithin(server, 1_900, () => expect(taken.destroyed).toBe(false));
  });
});

describe('a port on which a service listens', () => {
  it('is refused to a second one', async () => {
    const { port } = await startServer();
    const second = await createServer(fakeParts());
    servers.push(second);
    await expect(listen(second, { host, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('is free again when that has closed', async () => {
    const { server, port } = await startServer();
    await server.close();
    const second = await createServer(fakeParts());
    servers.push(second);
    await listen(second, { host, port });
    expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
  });
});

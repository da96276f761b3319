import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServices, principalOf, testKey } from '../../test/http/fakes.ts';
import type { StreamStep } from '../events/stream.ts';
import { listen } from './listening.ts';
import { defaultConnectionLimits, noteAuthenticated, OpenConnections } from './open-connections.ts';
import { lastOwedAnswer, noteOwedAnswers } from './owed-answers.ts';
import { createServer } from './server.ts';
import type { HttpServices, HttpSettings } from './services.ts';

vi.mock('./owed-answers.ts', { spy: true });

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** A client's connection with what the server took from it. */
interface Connected {
  readonly client: Socket;
  readonly taken: Socket;
}

/** Connects from an address of this machine, and waits until the server has taken the connection. */
async function connectTo(server: Server, port: number, from = '127.0.0.1'): Promise<Connected> {
  const accepted = once(server, 'connection');
  // A client that never ends its half by itself.
  const client = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  client.on('error', () => client.destroy());
  ended.push(() => client.destroy());
  const [taken] = await accepted;
  return { client, taken };
}

async function startService(
  settings: Partial<HttpSettings> = {},
  services: Partial<HttpServices> = {},
): Promise<{ service: FastifyInstance; open: (from?: string) => Promise<Connected> }> {
  const fakes = fakeServices(services);
  const service = await createServer({ ...fakes, settings: { ...fakes.settings, ...settings } });
  ended.push(() => service.close());
  const port = await listen(service, { port: 0, host: '127.0.0.1' });
  return { service, open: (from) => connectTo(service.server, port, from) };
}

const askBalance = `GET /api/v1/wallet/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKey}\r\n\r\n`;

async function answered({ client }: Connected, request = askBalance): Promise<string> {
  client.write(request);
  const [bytes] = await once(client, 'data');
  return String(bytes);
}

const areOpen = (connections: readonly Connected[]) => connections.map(({ taken }) => !taken.destroyed);

describe('a request that does not arrive whole', () => {
  const head = `POST /api/v1/wallet/send-money HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKey}\r\n`;
  const requests: [string, string][] = [
    ['a head', head],
    ['a body', `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"recipient`],
  ];

  /** Sends the beginning of a request and then a byte at a time, whatever comes back. */
  function dawdle({ client }: Connected, beginning: string): void {
    client.write(beginning);
    const drip = setInterval(() => client.write('a'), 100);
    ended.push(() => clearInterval(drip));
  }

  it.each(requests)(
    'is answered 408 and its connection destroyed at the limit, though %s goes on',
    async (_name, beginning) => {
      const { service, open } = await startService();
      service.server.headersTimeout = 200;
      service.server.requestTimeout = 300;
      const slow = await open();
      const text = slow.client.toArray();
      dawdle(slow, beginning);
      await expect.poll(() => slow.taken.destroyed).toBe(true);
      expect((await text).join('')).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    },
  );

  it('is destroyed behind an answer that was going out when its time was up', async () => {
    const finished = Promise.withResolvers<void>();
    const { service, open } = await startService(
      {},
      {
        eventStreams: {
          open: async () => ({
            steps: (async function* () {
              yield { events: [], sequence: 1 };
              await finished.promise;
            })(),
            ended: new AbortController().signal,
            end: () => undefined,
          }),
          stop: () => undefined,
        },
      },
    );
    service.server.headersTimeout = 200;
    const slow = await open();
    await answered(slow, askBalance.replace('wallet/balance', 'events/stream'));
    const timedOut = once(service.server, 'clientError');
    dawdle(slow, head);
    await timedOut;
    expect(slow.taken.destroyed).toBe(false);
    finished.resolve();
    await expect.poll(() => slow.taken.destroyed).toBe(true);
  });

  it('is destroyed with the limits as they are', async () => {
    const { open } = await startService();
    const slow = [await open(), await open()];
    for (const [index, [, beginning]] of requests.entries()) {
      const connected = slow[index];
      if (connected !== undefined) dawdle(connected, beginning);
    }
    await expect.poll(() => areOpen(slow)).toEqual([false, false]);
  });
});

/** Runs a test on a clock of its own, with the limits as they are. */
async function onItsOwnClock(run: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  try {
    await run();
  } finally {
    vi.useRealTimers();
  }
}

describe('connections of one address', () => {
  /** When the next look at the connections closes those that have had their time to authenticate. */
  const looked = () => vi.advanceTimersByTimeAsync(3_000);

  it('above the limit the oldest that say nothing are closed after two seconds, and the new ones served', () =>
    onItsOwnClock(async () => {
      const { open } = await startService({ connectionsPerAddress: 3 });
      const connections = [await open(), await open(), await open(), await open(), await open()];
      await vi.advanceTimersByTimeAsync(1_000);
      expect(areOpen(connections)).toEqual([true, true, true, true, true]);
      await looked();
      expect(areOpen(connections)).toEqual([false, false, true, true, true]);
      const another = await open();
      expect(await answered(another)).toMatch(/^HTTP\/1\.1 200 /);
    }));

  it('those of another address have a limit of their own', () =>
    onItsOwnClock(async () => {
      const { open } = await startService({ connectionsPerAddress: 2 });
      const connections = [await open(), await open(), await open('127.0.0.2'), await open('127.0.0.2')];
      await looked();
      expect(areOpen(connections)).toEqual([true, true, true, true]);
    }));

  it('those over which a valid key came are not counted', () =>
    onItsOwnClock(async () => {
      const { open } = await startService({ connectionsPerAddress: 2 });
      const paying = [await open(), await open(), await open(), await open(), await open()];
      for (const connection of paying) await answered(connection);
      const silent = [await open(), await open(), await open()];
      await looked();
      expect(areOpen(paying)).toEqual([true, true, true, true, true]);
      expect(areOpen(silent)).toEqual([false, true, true]);
    }));

  it('those over which a wrong key came are', () =>
    onItsOwnClock(async () => {
      const { open } = await startService({ connectionsPerAddress: 1 });
      const known = await open();
      expect(await answered(known)).toMatch(/^HTTP\/1\.1 200 /);
      const wrong = await open();
      expect(await answered(wrong, askBalance.replace(testKey, 'guess'))).toMatch(/^HTTP\/1\.1 401 /);
      await open();
      await looked();
      expect(areOpen([known, wrong])).toEqual([true, false]);
    }));

  it('a request for which we work keeps its connection', () =>
    onItsOwnClock(async () => {
      const asked = Promise.withResolvers<void>();
      const known = Promise.withResolvers<ReturnType<typeof principalOf>>();
      const { open } = await startService(
        { connectionsPerAddress: 1 },
        {
          authenticate: () => {
            asked.resolve();
            return known.promise;
          },
        },
      );
      const waiting = await open();
      const answer = answered(waiting);
      await asked.promise;
      const silent = await open();
      await looked();
      expect(areOpen([waiting, silent])).toEqual([true, false]);
      known.resolve(principalOf('test'));
      expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    }));

  it('a trusted proxy, which carries many clients, has no limit', () =>
    onItsOwnClock(async () => {
      const { open } = await startService({ connectionsPerAddress: 1, trustProxy: ['127.0.0.2'] });
      const connections = [await open('127.0.0.2'), await open('127.0.0.2'), await open(), await open()];
      await looked();
      expect(areOpen(connections)).toEqual([true, true, false, true]);
    }));

  it('a connection that has closed counts no more', () =>
    onItsOwnClock(async () => {
      const { open } = await startService({ connectionsPerAddress: 2 });
      const [kept, left] = [await open(), await open()];
      const closed = once(left.taken, 'close');
      left.client.destroy();
      await closed;
      await open();
      await looked();
      expect(areOpen([kept])).toEqual([true]);
    }));
});

describe('connections of all addresses', () => {
  /** A server on which `GET /sign-in` is all that it takes to have authenticated. */
  async function startWithLimits(unauthenticated: number, total: number, perAddress = 10) {
    const server = createHttpServer((request, response) => {
      if (request.url === '/never-answered') return;
      if (request.url === '/sign-in') noteAuthenticated(request.socket);
      response.end('{}');
    });
    noteOwedAnswers(server);
    const registry = new Registry();
    const limits = { ...defaultConnectionLimits, perAddress, unauthenticated, total };
    const connections = new OpenConnections(server, limits, () => false, registry);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ended.push(
      () => server.close(),
      () => connections.close(),
    );
    const { port } = server.address() as AddressInfo;
    const open = (from?: string) => connectTo(server, port, from);
    return {
      registry,
      open,
      openAtWork: async () => {
        const connection = await open();
        const asked = once(server, 'request');
        connection.client.write('GET /never-answered HTTP/1.1\r\nHost: x\r\n\r\n');
        await asked;
        return connection;
      },
      openAuthenticated: async () => {
        const connection = await open();
        await answered(connection, 'GET /sign-in HTTP/1.1\r\nHost: x\r\n\r\n');
        return connection;
      },
    };
  }

  it('those without authentication make room for each other, whatever their address', async () => {
    const { open } = await startWithLimits(3, 10);
    const silent = [await open('127.0.0.2'), await open('127.0.0.3'), await open('127.0.0.4'), await open('127.0.0.5')];
    expect(areOpen(silent)).toEqual([false, true, true, true]);
  });

  it('those without authentication leave room for those that have it', async () => {
    const { open, openAuthenticated } = await startWithLimits(2, 4);
    const silent = [await open(), await open()];
    const paying = [await openAuthenticated(), await openAuthenticated()];
    expect(areOpen(paying)).toEqual([true, true]);
    // The first of them needed a place before it had shown its key.
    expect(areOpen(silent)).toEqual([false, true]);
    await openAuthenticated();
    expect(areOpen(silent)).toEqual([false, true]);
    await openAuthenticated();
    expect(areOpen([...silent, ...paying])).toEqual([false, false, true, true]);
  });

  it('where all have authenticated, the oldest idle one makes room', async () => {
    const { openAuthenticated } = await startWithLimits(2, 3);
    const paying = [await openAuthenticated(), await openAuthenticated(), await openAuthenticated()];
    await openAuthenticated();
    expect(areOpen(paying)).toEqual([false, true, true]);
  });

  it('an address that has too many displaces its own first', async () => {
    const { open } = await startWithLimits(4, 10, 2);
    const quiet = await open('127.0.0.2');
    const crowd = [await open('127.0.0.3'), await open('127.0.0.3'), await open('127.0.0.3')];
    await open('127.0.0.3');
    expect(areOpen([quiet, ...crowd])).toEqual([true, false, true, true]);
  });

  it('a new one costs the same however many are at work, and the next one looks at others', async () => {
    const { open, openAtWork } = await startWithLimits(102, 200);
    const atWork = [];
    for (let n = 0; n < 100; n += 1) atWork.push(await openAtWork());
    const silent = [await open(), await open()];
    const looked = vi.mocked(lastOwedAnswer);
    looked.mockClear();
    const refused = await open();
    expect(looked.mock.calls.length).toBeLessThanOrEqual(64);
    expect(areOpen([refused, ...silent])).toEqual([false, true, true]);
    looked.mockClear();
    const letIn = await open();
    expect(looked.mock.calls.length).toBeLessThanOrEqual(64);
    expect(areOpen([letIn, ...silent])).toEqual([true, false, true]);
    expect(areOpen(atWork)).toEqual(atWork.map(() => true));
  });

  it('are counted, and so are those that were closed', async () => {
    const { registry, open, openAuthenticated } = await startWithLimits(2, 10);
    await openAuthenticated();
    for (let n = 0; n < 3; n += 1) await open();
    const metrics = await registry.metrics();
    expect(metrics).toContain('nsimbi_http_connections{authenticated="yes"} 1');
    expect(metrics).toContain('nsimbi_http_connections{authenticated="no"} 2');
    expect(metrics).toContain('nsimbi_http_connections_closed_total{why="total_limit"} 1');
  });
});

describe('a reader that does not take its answer', () => {
  const requestsAtOnce = 20;

  /** Waits for a condition in real time, while the clock of the service stands still. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** What the system has taken from the service for a connection. */
  const takenBytes = ({ taken }: Connected) => taken.bytesWritten - taken.writableLength;

  async function readScriptManyTimes(service: FastifyInstance, reader: Connected): Promise<number> {
    const page = (await service.inject('/docs/')).body;
    const path = /<script src="([^"]+)"/.exec(page)?.[1] ?? '';
    const { length } = (await service.inject(path)).rawPayload;
    reader.client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requestsAtOnce));
    // The system keeps some megabytes for a connection; after them the service has to wait.
    await until(() => reader.taken.writableLength > 0 && reader.taken.writableNeedDrain);
    return length * requestsAtOnce;
  }

  it('costs little memory, however much it has asked for, and is cut off after 30 seconds without progress', () =>
    onItsOwnClock(async () => {
      const { service, open } = await startService();
      const reader = await open();
      const asked = await readScriptManyTimes(service, reader);
      expect(asked).toBeGreaterThan(50_000_000);
      expect(reader.taken.writableLength).toBeLessThan(1_000_000);
      await vi.advanceTimersByTimeAsync(29_000);
      expect(reader.taken.destroyed).toBe(false);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(reader.taken.destroyed).toBe(true);
    }));

  it('is cut off also where it goes on sending', () =>
    onItsOwnClock(async () => {
      const { service, open } = await startService();
      const reader = await open();
      await readScriptManyTimes(service, reader);
      for (let second = 0; second < 32 && !reader.taken.destroyed; second += 1) {
        reader.client.write('GET');
        await vi.advanceTimersByTimeAsync(1_000);
      }
      expect(reader.taken.destroyed).toBe(true);
    }));

  it('is not cut off while it takes some of it', () =>
    onItsOwnClock(async () => {
      const { service, open } = await startService();
      const reader = await open();
      await readScriptManyTimes(service, reader);
      for (let minute = 0; minute < 3; minute += 1) {
        const before = takenBytes(reader);
        reader.client.resume();
        await until(() => takenBytes(reader) > before);
        reader.client.pause();
        await until(() => reader.taken.writableNeedDrain);
        await vi.advanceTimersByTimeAsync(20_000);
        expect(reader.taken.destroyed).toBe(false);
      }
      await vi.advanceTimersByTimeAsync(32_000);
      expect(reader.taken.destroyed).toBe(true);
    }));

  it('of an event stream is read no more events for, and cut off', () =>
    onItsOwnClock(async () => {
      let steps = 0;
      const end = vi.fn();
      async function* endless(): AsyncGenerator<StreamStep> {
        const event = { sequence: 1, type: 'wallet.credited', data: 'x'.repeat(100_000) };
        for (;;) {
          steps += 1;
          yield { events: [event], sequence: 1 } as unknown as StreamStep;
        }
      }
      const { open } = await startService(
        {},
        {
          eventStreams: {
            open: async () => ({ steps: endless(), ended: new AbortController().signal, end }),
            stop: () => undefined,
          },
        },
      );
      const reader = await open();
      reader.client.write(askBalance.replace('wallet/balance', 'events/stream'));
      await until(() => reader.taken.writableNeedDrain);
      const read = steps;
      await vi.advanceTimersByTimeAsync(29_000);
      expect(steps).toBeLessThan(read + 5);
      expect(reader.taken.writableLength).toBeLessThan(1_000_000);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(reader.taken.destroyed).toBe(true);
      await until(() => end.mock.calls.length > 0);
    }));
});

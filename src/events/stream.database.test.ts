import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { fakeParts, testKey } from '../../test/http/fakes.ts';
import { type FixtureWallet, openWallet } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { createServer } from '../http/server.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { ugx } from '../money/ugx.ts';
import { type EventStream, EventStreams, type StreamLimits, type StreamRequest, type StreamStep } from './stream.ts';

let database: TestDatabase;
let writer: Writer;
let wallet: FixtureWallet;
let streams: EventStreams | undefined;
let server: FastifyInstance | undefined;

/** How often the feed was read, and whether the next reads fail. */
let reads = 0;
let isAway = false;
const complaints: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target, limits: { deadlineMs: 60_000, queueMax: 20_000 } });
  wallet = await openWallet(database, 'Streamed', '256772000701', 0);
});
afterEach(async () => {
  streams?.stop();
  await server?.close();
  server = undefined;
  isAway = false;
  reads = 0;
  complaints.length = 0;
});
afterAll(async () => {
  await writer.close();
  await database.drop();
});

function createStreams(limits: Partial<StreamLimits> = {}): EventStreams {
  const { pool } = database;
  const counted = new Proxy(pool.query, {
    apply: (query, _pool, asked) => {
      reads += 1;
      return isAway ? Promise.reject(new Error('the database is away')) : Reflect.apply(query, pool, asked);
    },
  });
  streams = new EventStreams({ ...recordsIn(pool), query: counted }, (error) => complaints.push(error), limits);
  return streams;
}

function open(
  from: EventStreams,
  after: number | null,
  reader = 'api_key:1',
  over: Partial<StreamRequest> = {},
): Promise<EventStream> {
  return from.open({
    walletId: wallet.walletId,
    reader,
    clientId: 1,
    clientStreamsMax: null,
    after,
    names: null,
    isStillAllowed: () => true,
    ...over,
  });
}

/** Top-ups of a shilling: four events each. */
async function topUp(count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, () =>
      writer.submit({
        kind: 'adjust',
        walletId: wallet.walletId,
        mode: 'test',
        type: 'deposit',
        direction: 'in',
        amount: ugx(1),
        reason: 'A reason of some length, so that events fill the buffers of a connection. '.repeat(3),
        maker: 'test',
        approver: null,
        externalReference: null,
        apiKeyId: null,
        apiTriggered: false,
        idempotency: null,
      }),
    ),
  );
}

async function latest(): Promise<number> {
  const { rows } = await database.pool.query<{ event_sequence: string }>(
    'SELECT event_sequence FROM wallet WHERE wallet_id = $1',
    [wallet.walletId],
  );
  return Number(rows[0]?.event_sequence);
}

async function next(stream: EventStream): Promise<StreamStep> {
  for await (const step of { [Symbol.asyncIterator]: () => iteratorOf(stream) }) return step;
  throw new Error('the stream has ended');
}

/** A stream is read once, so leaving a loop over it must not end it. */
function iteratorOf(stream: EventStream): AsyncIterator<StreamStep> {
  const iterator = stream.steps[Symbol.asyncIterator]();
  return { next: () => iterator.next() };
}

describe('a stream of events', () => {
  test('says where it begins, gives what is committed and woken, and signs of life in silence', async () => {
    const created = createStreams({ heartbeatMs: 50 });
    const stream = await open(created, null);
    const before = await latest();
    expect(await next(stream)).toEqual({ events: [], sequence: before });
    expect(await next(stream)).toEqual({ events: [], sequence: before });
    await topUp(1);
    created.wake([wallet]);
    let step = await next(stream);
    while (step.events.length === 0) step = await next(stream);
    expect(step).toMatchObject({ sequence: before + 4, events: [1, 2, 3, 4].map((n) => ({ sequence: before + n })) });
    stream.end();
    await expect(next(stream)).rejects.toThrow('the stream has ended');
    expect(created.count).toBe(0);
  });

  test('goes on when the database is back, without a wake and without a gap', async () => {
    const created = createStreams({ lookEveryMs: 20 });
    const stream = await open(created, await latest());
    const before = (await next(stream)).sequence;
    isAway = true;
    const step = next(stream);
    await topUp(1);
    created.wake([wallet]);
    await expect.poll(() => complaints.length).toBeGreaterThan(0);
    isAway = false;
    expect(await step).toMatchObject({ sequence: before + 4, events: [{ sequence: before + 1 }, {}, {}, {}] });
    stream.end();
  });

  test('a place is given back when opening fails', async () => {
    const created = createStreams({ streamsMax: 1 });
    isAway = true;
    await expect(open(created, null)).rejects.toThrow('the database is away');
    isAway = false;
    const stream = await open(created, null);
    expect(created.count).toBe(1);
    stream.end();
    stream.end();
    expect(created.count).toBe(0);
  });

  test('there are at most so many of one reader, and of all readers together', async () => {
    const created = createStreams({ streamsMax: 3, streamsPerReaderMax: 2 });
    const opened = [await open(created, 0, 'api_key:1'), await open(created, 0, 'api_key:1')];
    await expect(open(created, 0, 'api_key:1')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'You have 2 event streams open, which is the limit; close one and try again.',
    });
    opened.push(await open(created, 0, 'api_key:2'));
    await expect(open(created, 0, 'api_key:3')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'The limit of open event streams is reached; try again, or read GET /api/v1/events.',
    });
    for (const stream of opened) stream.end();
    expect(created.count).toBe(0);
  });

  test('there are at most so many of one client, whichever of its keys reads', async () => {
    const created = createStreams({ streamsPerClientMax: 2 });
    const opened = [await open(created, 0, 'api_key:1'), await open(created, 0, 'api_key:2')];
    await expect(open(created, 0, 'api_key:3')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 5,
      message:
        'Your keys and people have 2 event streams open together, which is the limit; close one and try again, or ask an administrator for a higher limit.',
    });
    opened.push(await open(created, 0, 'api_key:4', { clientId: 2 }));
    opened.push(await open(created, 0, 'api_key:3', { clientStreamsMax: 3 }));
    for (const stream of opened) stream.end();
    (await open(created, 0, 'api_key:3')).end();
    expect(created.count).toBe(0);
  });

  test('one that is opened while the service stops says where it is, and ends', async () => {
    const created = createStreams();
    created.stop();
    const stream = await open(created, 7);
    expect(await next(stream)).toEqual({ events: [], sequence: 7 });
    await expect(next(stream)).rejects.toThrow('the stream has ended');
    stream.end();
  });
});

describe('over HTTP, "one slow reader costs bounded memory"', () => {
  const transactions = 1_500;
  const pages = (transactions * 4) / 50;

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nsimbi-stream-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** On a Unix socket, whose buffers have a fixed size: those of TCP grow with the machine's memory and settings. */
  async function listen(created: EventStreams): Promise<string> {
    server = await createServer(
      fakeParts({
        eventStreams: {
          open: (request) => created.open({ ...request, walletId: wallet.walletId }),
          stop: () => created.stop(),
        },
      }),
    );
    const socketPath = join(folder, 'socket');
    await server.listen({ path: socketPath });
    return socketPath;
  }

  async function ask(socketPath: string, after: number): Promise<IncomingMessage> {
    const asked = get({
      socketPath,
      path: `/api/v1/events/stream?after=${after}`,
      agent: false,
      headers: { authorization: `Bearer ${testKey}` },
    });
    asked.on('error', () => undefined);
    const [response] = await once(asked, 'response');
    return response;
  }

  /** Reads until an event with this sequence came, and gives the ids of all events. */
  async function idsUpTo(response: IncomingMessage, last: number): Promise<number[]> {
    const pieces: string[] = [];
    let end = '';
    response.setEncoding('utf8');
    for await (const piece of response) {
      pieces.push(piece);
      end = (end + piece).slice(-10_000);
      if (end.includes(`\nid: ${last}\nevent: `) && end.endsWith('\n\n')) break;
    }
    return [...pieces.join('').matchAll(/^id: (\d+)\nevent: /gm)].map(([, id]) => Number(id));
  }

  async function openConnections(): Promise<number> {
    return await new Promise((resolve) => server?.server.getConnections((_error, count) => resolve(count)));
  }

  test('what a reader does not take is not read for it; it gets all of it when it goes on', async () => {
    const before = await latest();
    await topUp(transactions);
    const socketPath = await listen(createStreams({ lookEveryMs: 3_600_000 }));
    const slow = await ask(socketPath, before);
    const last = await latest();
    const expected = Array.from({ length: last - before }, (_, index) => before + 1 + index);
    expect(await idsUpTo(await ask(socketPath, before), last)).toEqual(expected);
    // Both had the same time; the buffers of a connection take some hundred kilobytes.
    const readForSlow = reads - pages;
    expect(readForSlow).toBeGreaterThan(0);
    expect(readForSlow).toBeLessThan(pages / 2);
    expect(await idsUpTo(slow, last)).toEqual(expected);
  });

  test('a stream that we end is cut when its reader takes nothing, so that closing waits for nobody', async () => {
    const created = createStreams({ lookEveryMs: 3_600_000 });
    const socketPath = await listen(created);
    const last = await latest();
    await ask(socketPath, 0);
    await idsUpTo(await ask(socketPath, 0), last);
    await expect.poll(openConnections).toBe(1);
    // The slot of a stream is released a moment after its connection has closed.
    await expect.poll(() => created.count).toBe(1);
    created.stop();
    await expect.poll(openConnections).toBe(0);
    await expect.poll(() => created.count).toBe(0);
  });
});

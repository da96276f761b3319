import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventNames } from '../../src/ledger/event-names.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { freePort } from '../service/free-port.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { StreamReader } from './stream-reader.ts';
import { anInteger, type Business, type Speaker, World } from './world.ts';

let world: World;
let otherUrl: string;
let shop: Business;
let seller: Speaker;
let friend: Business;

const approves = '256770000001';
const customer = '256701234567';

beforeAll(async () => {
  world = await World.open();
  otherUrl = await world.startAnother();
  shop = await world.business('Streaming Shop', 10_000_000);
  seller = await world.as(shop);
  friend = await world.business('Friend');
});
afterAll(() => world.close());

async function listenTo(query = '', headers: Record<string, string> = {}): Promise<StreamReader> {
  const reader = await StreamReader.open(world.baseUrl, seller.apiKey, query, headers);
  expect(reader.status).toBe(200);
  return await reader.ready();
}

/** The service as a process of its own, on the world's database. */
async function startChild(port: number): Promise<ServiceProcess> {
  return await startService({
    port,
    logFile: join(world.dataDir, 'service.log'),
    settings: { ...world.database.settings, NSIMBI_DATA_DIR: world.dataDir },
  });
}

async function latestSequence(): Promise<number> {
  return (await seller.events()).length;
}

describe('interface-decisions 7, "GET /api/v1/events/stream (server-sent events)"', () => {
  test('each event has its sequence as id, its name as event, and the event of the feed as data', async () => {
    const before = await latestSequence();
    const reader = await listenTo();
    expect(reader.blocks).toEqual([{ retry: '1000', id: String(before) }]);
    await seller.send(friend.phone, 1_000);
    await reader.received(4);
    reader.leave();
    const fed = (await seller.events()).slice(before);
    expect(reader.blocks.slice(1)).toEqual(
      fed.map((event) => ({ id: String(event.sequence), event: event.type, data: JSON.stringify(event) })),
    );
    expect(fed.map(({ type }) => type)).toEqual([
      'transaction.created',
      'wallet.debited',
      'transaction.completed',
      'send_money.completed',
    ]);
  });

  test('its answer carries the headers of every answer and those of a stream', async () => {
    const reader = await listenTo('', { 'x-request-id': 'my-stream-1' });
    reader.leave();
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-request-id': 'my-stream-1',
      'x-ratelimit-limit': '1000000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
    });
  });

  test('an empty events= counts as left out: every name comes', async () => {
    const all = await seller.events();
    const reader = await listenTo('?after=0&events=');
    expect(await reader.received(all.length)).toEqual(all);
    reader.leave();
  });

  test('after= begins behind a sequence, also in the middle of a moment; Last-Event-ID wins over it', async () => {
    const all = await seller.events();
    for (const [query, headers, after] of [
      ['?after=0', {}, 0],
      ['?after=2', {}, 2],
      ['?after=0', { 'last-event-id': '3' }, 3],
      ['', { 'last-event-id': String(all.length - 1) }, all.length - 1],
      ['?after=1', { 'last-event-id': '' }, 1],
    ] as const) {
      const reader = await listenTo(query, headers);
      expect(await reader.received(all.length - after)).toEqual(all.slice(after));
      reader.leave();
    }
  });

  test('events= lets only those names through, and the id goes on over the others', async () => {
    const before = await latestSequence();
    const all = await StreamReader.open(world.baseUrl, seller.apiKey, `?after=${before}`);
    const some = await listenTo(`?after=${before}&events=wallet.credited,deposit.failed`);
    await seller.end((await seller.collect('256770000002', 1_000)).body.data.transaction_id);
    await seller.end((await seller.collect(approves, 1_000)).body.data.transaction_id);
    expect((await some.received(2)).map(({ type }) => type)).toEqual(['deposit.failed', 'wallet.credited']);
    expect(await some.received(2)).toEqual(
      (await all.received(7)).filter(({ type }) => type === 'wallet.credited' || type === 'deposit.failed'),
    );
    some.leave();
    all.leave();
  });

  test.each([
    ['?events=transaction.completed,', 'events'],
    ['?events=payment.done', 'events'],
    ['?events=wallet.credited,wallet.credited', 'events'],
    ['?after=-1', 'after'],
    ['?after=x', 'after'],
  ])('%s is refused with 422 and names %s', async (query, field) => {
    const answer = await seller.get(`/events/stream${query}`);
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([
      422,
      'invalid_request',
      [field],
    ]);
    if (field === 'events') expect(answer.body.message).toContain(eventNames.join(', '));
  });

  test('a Last-Event-ID that is none is refused with 422', async () => {
    const answer = await fetch(`${world.baseUrl}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${seller.apiKey}`, 'last-event-id': 'evt_1' },
    });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: { 'last-event-id': [expect.stringContaining('Last-Event-ID')] },
    });
  });

  test('it needs webhooks:read, which webhooks:write includes', async () => {
    const reading = await world.as(shop, { permissions: ['wallet:read'] });
    expect(await reading.get('/events/stream')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const writing = await world.as(shop, { permissions: ['webhooks:write'] });
    const reader = await StreamReader.open(world.baseUrl, writing.apiKey);
    expect(reader.status).toBe(200);
    reader.leave();
  });

  test('it counts as a webhook operation of interface-decisions 9', async () => {
    const limited = await world.as(shop, { rateLimits: { webhooks: 1 } });
    const reader = await StreamReader.open(world.baseUrl, limited.apiKey);
    expect(reader.headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' });
    reader.leave();
    expect(await limited.get('/events/stream')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });

  test('a wallet hears nothing of another, nor of its own other mode', async () => {
    const stranger = await world.as(await world.business('Stranger'));
    const live = await world.as(shop, { mode: 'live' });
    const readers = await Promise.all(
      [stranger, live].map(async ({ apiKey }) => (await StreamReader.open(world.baseUrl, apiKey, '?after=0')).ready()),
    );
    const own = await listenTo();
    await seller.send(friend.phone, 1_000);
    await own.received(4);
    await world.fund(shop, 'live', 5_000);
    await readers[1]?.received(4);
    expect(readers[0]?.events).toEqual([]);
    expect(new Set(readers[1]?.events.map(({ data }) => data.mode))).toEqual(new Set(['live']));
    for (const reader of [...readers, own]) reader.leave();
  });

  test('what another process commits is heard too', async () => {
    const reader = await listenTo();
    const { body } = await seller.at(otherUrl).send(friend.phone, 2_000);
    const events = await reader.received(4);
    reader.leave();
    expect(events.map(({ data }) => data.id)).toEqual(Array.from({ length: 4 }, () => body.data.transaction_id));
  });

  test('under payments of all kinds, whoever leaves and comes again with the last id misses nothing', async () => {
    const before = await latestSequence();
    let last = String(before);
    let paying = true;
    const heard: number[] = [];
    const listening = (async () => {
      for (let turn = 0; paying || heard.length < (await latestSequence()) - before; turn += 1) {
        const url = turn % 2 === 0 ? world.baseUrl : otherUrl;
        const reader = await StreamReader.open(url, seller.apiKey, '', { 'last-event-id': last });
        await reader.received(Math.min(1 + (turn % 5), (await latestSequence()) - Number(last)));
        reader.leave();
        heard.push(...reader.events.map(({ sequence }) => sequence));
        last = reader.lastId ?? last;
      }
    })();
    const payments = [
      () => seller.send(friend.phone, 1_000),
      () => seller.send(customer, 1_000),
      () => seller.collect(customer, 1_000),
      () => seller.withdraw('256770000002', 1_000),
    ];
    for (let round = 0; round < 10; round += 1) await Promise.all(payments.map((pay) => pay()));
    await expect
      .poll(async () => (await seller.get('/wallet/transactions?status=processing')).body.data.length)
      .toBe(0);
    paying = false;
    await listening;
    const { length } = await seller.events();
    expect(heard).toEqual(Array.from({ length: length - before }, (_, index) => before + index + 1));
  });
});

describe('issue 3, "server-sent events": readers are bounded', () => {
  test('an eleventh stream of one key is refused with 429 and a sentence; a place that was left can be taken', async () => {
    const { apiKey } = await world.as(shop);
    const readers = await Promise.all(Array.from({ length: 10 }, () => StreamReader.open(world.baseUrl, apiKey)));
    const refused = await fetch(`${world.baseUrl}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({
      code: 'rate_limited',
      message: 'You have 10 event streams open, which is the limit; close one and try again.',
    });
    const another = await listenTo();
    another.leave();
    readers[0]?.leave();
    await expect
      .poll(async () => {
        const reader = await StreamReader.open(world.baseUrl, apiKey);
        readers.push(reader);
        return reader.status;
      })
      .toBe(200);
    for (const reader of readers) reader.leave();
  });

  test('the stream of a revoked key ends', async () => {
    const { apiKey, apiKeyId } = await world.key(shop);
    const readers = await Promise.all([world.baseUrl, otherUrl].map((url) => StreamReader.open(url, apiKey)));
    const kept = await listenTo();
    await world.terminal.ask('key', 'revoke', String(apiKeyId));
    await Promise.all(readers.map((reader) => reader.end()));
    expect((await StreamReader.open(world.baseUrl, apiKey)).status).toBe(401);
    expect(kept.ended).toBe(false);
    kept.leave();
  });

  test('the stream of a key that expires ends', async () => {
    const { apiKey } = await world.key(shop, { expiresAtMs: Date.now() + 5_000 });
    const reader = await StreamReader.open(world.baseUrl, apiKey);
    expect(reader.status).toBe(200);
    await reader.end();
  });
});

test('a stream tells the metrics that it is open', async () => {
  const reader = await listenTo();
  const metrics = await (await fetch(`${world.baseUrl}/metrics`)).text();
  const open = Number(/^nsimbi_event_streams (\d+)$/m.exec(metrics)?.[1]);
  expect(open).toEqual(anInteger);
  expect(open).toBeGreaterThanOrEqual(1);
  reader.leave();
});

test('stopping the service ends its streams in order, and does not wait for their readers', async () => {
  const service = await startChild(await freePort());
  const reader = await StreamReader.open(service.baseUrl, seller.apiKey);
  await reader.ready();
  await service.end('SIGTERM');
  await reader.end();
  expect(reader.complete).toBe(true);
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

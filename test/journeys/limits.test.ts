import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { StreamReader } from './stream-reader.ts';
import type { Answer, Business } from './world.ts';
import { World } from './world.ts';

let world: World;
let neighbour: Business;

beforeAll(async () => {
  world = await World.open();
  neighbour = await world.business('Neighbour');
});
afterAll(() => world.close());

const external = '256701234567';

/** Runs `nsimbi client …` for a test wallet. */
const set = (business: Business, command: string, ...words: string[]) =>
  world.terminal.ask('client', command, '--client', String(business.clientId), '--mode', 'test', ...words);

const codeOf = ({ status, body }: Answer) => [status, body.code];

describe('interface-decisions 5, "a new client has no limits and an empty wallet"', () => {
  test('nothing is there, and 5,000,000 may leave at once, again and again', async () => {
    const fresh = await world.business('Fresh Start');
    const speaker = await world.as(fresh);
    expect(await speaker.money()).toEqual({ balance: 0, held: 0 });
    await world.fund(fresh, 'test', 20_000_000);
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await speaker.send(neighbour.phone, 5_000_000)).status).toBe(200);
    }
  });
});

describe('issue 2, "limits per client: per transaction"; "all limits compare the gross amount"', () => {
  test('a limit of 10,600 lets 10,000 and its fee of 600 through, and not a shilling more', async () => {
    const shop = await world.business('Limited Shop', 1_000_000);
    const speaker = await world.as(shop);
    await set(shop, 'limit', '--per-transaction', '10600');
    const before = await world.transactionCount(shop.wallets.test);
    const above = await speaker.send(external, 10_001);
    expect(codeOf(above)).toEqual([422, 'limit_exceeded']);
    expect(above.body.data).toBeUndefined();
    expect(codeOf(await speaker.send(neighbour.phone, 10_601))).toEqual([422, 'limit_exceeded']);
    expect(codeOf(await speaker.withdraw(external, 10_300))).toEqual([422, 'limit_exceeded']);
    expect(await world.transactionCount(shop.wallets.test)).toBe(before);
    const allowed = await speaker.send(external, 10_000);
    expect([allowed.status, allowed.body.data.total_deducted]).toEqual([200, 10_600]);
    expect((await speaker.send(neighbour.phone, 10_600)).status).toBe(200);
    // Money that comes in is not limited.
    expect((await speaker.collect(external, 50_000)).status).toBe(200);
    await set(shop, 'limit', '--per-transaction', 'none');
    expect((await speaker.send(neighbour.phone, 20_000)).status).toBe(200);
    await speaker.end(allowed.body.data.transaction_id);
  });
});

describe('issue 2, "per day out (Kampala day, UTC+3)"', () => {
  test('all that leaves on a day counts gross, what failed gives its room back, and the next day begins anew', async () => {
    const shop = await world.business('Daily Shop', 1_000_000);
    const speaker = await world.as(shop);
    await set(shop, 'limit', '--per-day', '100000');
    expect((await speaker.send(neighbour.phone, 50_000)).status).toBe(200);
    const { body: held } = await speaker.send('256770000009', 30_000);
    expect(held.data.total_deducted).toBe(31_800);
    const refused = await speaker.withdraw(external, 20_000);
    expect(codeOf(refused)).toEqual([422, 'limit_exceeded']);
    expect(refused.body.message).toContain('may still send UGX 18,200');
    expect(codeOf(await speaker.send(neighbour.phone, 18_201))).toEqual([422, 'limit_exceeded']);

    const [prompt] = (await speaker.get('/test/prompts')).body.data;
    await speaker.post(`/test/prompts/${prompt.id}/decline`, {});
    expect((await speaker.end(held.data.transaction_id)).status).toBe('failed');
    expect(codeOf(await speaker.send(neighbour.phone, 50_001))).toEqual([422, 'limit_exceeded']);
    expect((await speaker.send('256770000002', 10_000)).body.data.status).toBe('failed');
    expect((await speaker.send(neighbour.phone, 50_000)).status).toBe(200);
    expect(codeOf(await speaker.send(neighbour.phone, 500))).toEqual([422, 'limit_exceeded']);

    // As if all this had been yesterday in Kampala.
    await world.database.pool.query('UPDATE wallet SET day = day - 1 WHERE wallet_id = $1', [shop.wallets.test]);
    expect((await speaker.send(neighbour.phone, 100_000)).status).toBe(200);
    expect(codeOf(await speaker.send(neighbour.phone, 500))).toEqual([422, 'limit_exceeded']);
    // The audit adds up the payments by their times, which are all of today.
    await world.database.pool.query('UPDATE wallet SET day_out = 200000 WHERE wallet_id = $1', [shop.wallets.test]);
  });

  test('two payments at once cannot both take the last room of a day', async () => {
    const shop = await world.business('Crowded Shop', 1_000_000);
    const speaker = await world.as(shop);
    await set(shop, 'limit', '--per-day', '10000');
    const answers = await Promise.all(Array.from({ length: 10 }, () => speaker.send(neighbour.phone, 3_000)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(7).fill(422)]);
    expect((await speaker.money()).balance).toBe(991_000);
  });
});

describe('interface-decisions 3, "A client can restrict withdrawals to registered numbers"', () => {
  test('off by default; on, only listed numbers get withdrawals, and payments go anywhere', async () => {
    const shop = await world.business('Careful Shop', 1_000_000);
    const speaker = await world.as(shop);
    expect((await speaker.withdraw('256771111111', 1_000)).status).toBe(200);
    await set(shop, 'withdrawal-numbers', '--add', external, '--only-listed');
    const before = await world.transactionCount(shop.wallets.test);
    const refused = await speaker.withdraw('256771111111', 1_000);
    expect(codeOf(refused)).toEqual([422, 'number_not_listed']);
    expect(await world.transactionCount(shop.wallets.test)).toBe(before);
    const listed = await speaker.withdraw(external, 1_000);
    expect(listed.status).toBe(200);
    expect((await speaker.send('256771111111', 1_000)).status).toBe(200);
    await speaker.end(listed.body.data.transaction_id);
  });
});

describe('interface-decisions 1, "wallet_frozen"', () => {
  test('frozen, nothing new leaves; money comes in, what is on its way settles, and thawed it goes on', async () => {
    const shop = await world.business('Frozen Shop', 1_000_000);
    const speaker = await world.as(shop);
    const { body: underWay } = await speaker.send('256770000009', 10_000);
    await set(shop, 'freeze');
    const before = await world.transactionCount(shop.wallets.test);
    for (const answer of [
      await speaker.send(external, 1_000),
      await speaker.send(neighbour.phone, 1_000),
      await speaker.withdraw(external, 1_000),
    ]) {
      expect(codeOf(answer)).toEqual([422, 'wallet_frozen']);
    }
    expect(await world.transactionCount(shop.wallets.test)).toBe(before);

    const { body: collected } = await speaker.collect(external, 10_000);
    expect((await speaker.end(collected.data.transaction_id)).status).toBe('completed');
    const friend = await world.as(await world.business('Friend', 10_000));
    expect((await friend.send(shop.phone, 5_000)).body.data.status).toBe('completed');
    const [prompt] = (await speaker.get('/test/prompts')).body.data;
    await speaker.post(`/test/prompts/${prompt.id}/approve`, {});
    expect((await speaker.end(underWay.data.transaction_id)).status).toBe('completed');
    expect(await speaker.money()).toEqual({ balance: 1_000_000 - 10_600 + 9_500 + 5_000, held: 0 });

    await set(shop, 'unfreeze');
    expect((await speaker.send(neighbour.phone, 1_000)).status).toBe(200);
  });
});

describe('interface-decisions 9, "Limits"', () => {
  test.each([
    { name: 'balance', limit: 60, path: '/wallet/balance' },
    { name: 'history', limit: 30, path: '/wallet/transactions' },
    { name: 'transaction: /transactions/{id} has a window of its own', limit: 300, path: '/wallet/transactions/1' },
    { name: 'collection status', limit: 300, path: '/wallet/collections/1/status' },
    { name: 'fees', limit: 60, path: '/wallet/fees?operation=withdrawal&amount=1000' },
    { name: 'lookup', limit: 60, path: '/wallet/lookup?phone=256701234567' },
    { name: 'events count as webhooks', limit: 60, path: '/events' },
    { name: '/test/* counts as webhooks', limit: 60, path: '/test/prompts' },
  ])('$name: $limit a minute', async ({ limit, path }) => {
    const speaker = await world.as(neighbour, { rateLimits: {} });
    const { headers } = await speaker.get(path);
    const shown = ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
    expect(shown.slice(0, 2)).toEqual([limit, limit - 1]);
    // The unix second at which this minute ends.
    expect((shown[2] ?? 0) % 60).toBe(0);
    expect((shown[2] ?? 0) * 1_000 - Date.now()).toBeLessThanOrEqual(60_000);
    expect((shown[2] ?? 0) * 1_000 - Date.now()).toBeGreaterThan(-5_000);
  });

  test('send money 10, withdrawals 5, collections 60 a minute', async () => {
    const speaker = await world.as(neighbour, { rateLimits: {} });
    const limits = [
      await speaker.send('x', 1_000),
      await speaker.withdraw('x', 1_000),
      await speaker.collect('x', 1_000),
    ].map(({ headers }) => headers.get('x-ratelimit-limit'));
    expect(limits).toEqual(['10', '5', '60']);
  });

  test('the request above the limit: 429 with Retry-After, and it writes nothing; another operation goes on', async () => {
    const shop = await world.business('Busy Shop', 1_000_000);
    const speaker = await world.as(shop, { rateLimits: { send_money: 3 } });
    const answers: Answer[] = [];
    // A minute may end between two of them.
    while (answers.at(-1)?.status !== 429) answers.push(await speaker.send(neighbour.phone, 1_000));
    expect(answers.length).toBeGreaterThanOrEqual(4);
    const last = answers.at(-1);
    expect(last?.body.code).toBe('rate_limited');
    expect(last?.headers.get('x-ratelimit-remaining')).toBe('0');
    const wait = Number(last?.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await speaker.money()).balance).toBe(1_000_000 - (answers.length - 1) * 1_000);
  });

  test('"per client or per key (the key’s wins)"', async () => {
    const shop = await world.business('Ranked Shop');
    await world.terminal.ask(
      ...['client', 'rate-limit', '--client', String(shop.clientId)],
      ...['--rate-limit', 'balance=7', '--rate-limit', 'lookup=8'],
    );
    const speaker = await world.as(shop, { rateLimits: { balance: 9 } });
    const limitOf = async (path: string) => (await speaker.get(path)).headers.get('x-ratelimit-limit');
    expect(await limitOf('/wallet/balance')).toBe('9');
    expect(await limitOf('/wallet/lookup?phone=256701234567')).toBe('8');
    expect(await limitOf('/wallet/transactions')).toBe('30');
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

describe('interface-decisions 11, "Limits per client"', () => {
  const quota = (business: Business, ...words: string[]) =>
    world.terminal.ask('client', 'quota', '--client', String(business.clientId), ...words);

  test('all keys of a client together have ten windows of a key; the eleventh key is refused, in one mode', async () => {
    const rateLimits = { withdrawal: 1 };
    const askOnceByEach = async () => {
      const crowd = await world.business('Crowd');
      const keys = await Promise.all(Array.from({ length: 11 }, () => world.as(crowd, { rateLimits })));
      const live = await world.as(crowd, { rateLimits, mode: 'live' });
      const answers: Answer[] = [];
      for (const key of keys) answers.push(await key.withdraw(external, 1));
      return { answers, live };
    };
    const minutes = ({ answers }: { answers: Answer[] }) =>
      new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size;
    let asked = await askOnceByEach();
    // Where a minute ended in between, the windows began anew.
    while (minutes(asked) > 1) asked = await askOnceByEach();
    const { answers, live } = asked;
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429]);
    const refused = answers.at(-1);
    expect(refused?.body.message).toContain(
      'The API keys of this client have together reached the limit of requests per minute',
    );
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('10');
    expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await live.withdraw(external, 1)).status).toBe(422);
  });

  test('all keys of a client together have so many event streams, and an administrator can allow more', async () => {
    const crowd = await world.business('Listeners');
    await quota(crowd, '--event-streams', '2');
    const keys = await Promise.all(Array.from({ length: 3 }, () => world.as(crowd)));
    const open = (index: number) => StreamReader.open(world.baseUrl, keys[index]?.apiKey ?? '');
    const readers = [await open(0), await open(1), await open(2)];
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(readers[2]?.headers['retry-after']).toBe('5');
    await quota(crowd, '--event-streams', 'default');
    await expect
      .poll(async () => {
        const reader = await open(2);
        readers.push(reader);
        return reader.status;
      })
      .toBe(200);
    for (const reader of readers) reader.leave();
  });
});

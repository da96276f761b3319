import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let market: Business;
let stall: Business;
let trader: Speaker;
let neighbour: Speaker;

beforeAll(async () => {
  world = await World.open();
  market = await world.business('Owino Market', 2_000_000);
  stall = await world.business('Stall 17');
  trader = await world.as(market);
  neighbour = await world.as(stall);
});
afterAll(() => world.close());

describe('interface-decisions 3, "GET /api/v1/wallet/transactions"', () => {
  test('newest first, by keyset: pages read while payments go on have neither gaps nor repeats', async () => {
    for (let number = 1; number <= 23; number += 1) await trader.send(stall.phone, 1_000 + number);
    const known = await ids(trader, '?limit=100');
    expect(known).toHaveLength(24);
    expect(known).toEqual(known.toSorted((a, b) => b - a));

    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Json = await trader.get(
        `/wallet/transactions?limit=5${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      expect(page.status).toBe(200);
      expect(Object.keys(page.body)).toEqual(['success', 'message', 'data', 'pagination']);
      expect(Object.keys(page.body.pagination)).toEqual(['next_cursor', 'has_more']);
      expect(page.body.pagination.has_more).toBe(page.body.pagination.next_cursor !== null);
      seen.push(...page.body.data.map(({ id }: { id: number }) => id));
      cursor = page.body.pagination.next_cursor;
      // They are newer than every page that is still to come.
      await Promise.all([trader.send(stall.phone, 500), trader.send(stall.phone, 500)]);
    } while (cursor !== null);
    expect(seen).toEqual(known);
  });

  test('a page that ends with the last transaction says that there is no more', async () => {
    const quiet = await world.as(await world.business('Quiet Corner', 5_000));
    const { body: empty } = await quiet.get('/wallet/transactions?type=refund');
    expect(empty).toStrictEqual({
      success: true,
      message: 'Transactions retrieved.',
      data: [],
      pagination: { next_cursor: null, has_more: false },
    });
    const { body: exact } = await quiet.get('/wallet/transactions?limit=1');
    expect(exact.data).toHaveLength(1);
    expect(exact.pagination).toEqual({ next_cursor: null, has_more: false });
  });

  test('25 are on a page when nothing is said', async () => {
    expect((await trader.get('/wallet/transactions')).body.data).toHaveLength(25);
  });

  test.each(['0', '101', '-1', '2.5', 'many'])('limit=%s is refused', async (limit) => {
    const { status, body } = await trader.get(`/wallet/transactions?limit=${limit}`);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_request', ['limit']]);
  });

  test.each(['x', 'dA', '99'])('the invented cursor %s is refused', async (cursor) => {
    const { status, body } = await trader.get(`/wallet/transactions?cursor=${cursor}`);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_request', ['cursor']]);
  });
});

describe('interface-decisions 3, the filters of "GET /api/v1/wallet/transactions"', () => {
  let shop: Speaker;
  let all: Json[];

  beforeAll(async () => {
    shop = await world.as(await world.business('Filtered Shop', 1_000_000));
    const made = [
      await shop.send(stall.phone, 1_000),
      await shop.send('256701234567', 2_000),
      await shop.withdraw('256701234567', 3_000),
      await shop.collect('256771234567', 4_000),
      await shop.collect('256770000005', 5_000),
      await shop.withdraw('256770000002', 6_000),
      await shop.withdraw('256771234567', 7_000),
    ];
    for (const [index, { body }] of made.entries()) {
      expect(body.data.transaction_id).toBeGreaterThan(0);
      if (index !== 4) await shop.end(body.data.transaction_id);
    }
    all = (await shop.get('/wallet/transactions')).body.data;
    expect(all).toHaveLength(8);
  });

  test.each<[string, (one: Json) => boolean, number]>([
    ['type=withdrawal', (one) => one.type === 'withdrawal', 3],
    ['type=payment_sent', (one) => one.type === 'payment_sent', 2],
    ['type=collection', (one) => one.type === 'collection', 2],
    ['type=deposit', (one) => one.type === 'deposit', 1],
    ['type=payment_received', () => false, 0],
    ['status=completed', (one) => one.status === 'completed', 6],
    ['status=failed', (one) => one.status === 'failed', 1],
    ['status=processing', (one) => one.status === 'processing', 1],
    ['status=pending', () => false, 0],
    ['phone=256701234567', (one) => one.metadata.recipient_phone === '256701234567', 2],
    ['phone=256771234567', (one) => Object.values(one.metadata).includes('256771234567'), 2],
    [
      'type=withdrawal&status=completed&phone=256771234567',
      (one) => one.type === 'withdrawal' && one.metadata.recipient_phone === '256771234567',
      1,
    ],
  ])('%s', async (query, isAsked, count) => {
    const { status, body } = await shop.get(`/wallet/transactions?${query}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(all.filter(isAsked));
    expect(body.data).toHaveLength(count);
  });

  test('reference finds the one, and nobody else’s', async () => {
    for (const one of all) {
      const { body } = await shop.get(`/wallet/transactions?reference=${one.reference}`);
      expect(body.data).toEqual([one]);
      expect((await neighbour.get(`/wallet/transactions?reference=${one.reference}`)).body.data).toEqual([]);
    }
    const [newest] = all;
    const otherSecond = newest.reference.replace(/_\d{10}_/, '_1600000000_');
    expect((await shop.get(`/wallet/transactions?reference=${otherSecond}`)).body.data).toEqual([]);
    const otherType = `/wallet/transactions?reference=${newest.reference}&type=deposit`;
    expect((await shop.get(otherType)).body.data).toEqual([]);
  });

  test('from and to are half-open: from belongs to it, to does not', async () => {
    const middle = all[3].created_at;
    const after = all.filter(({ created_at: at }) => at >= middle);
    const before = all.filter(({ created_at: at }) => at < middle);
    expect([after.length > 0, before.length > 0]).toEqual([true, true]);
    expect((await shop.get(`/wallet/transactions?from=${middle}`)).body.data).toEqual(after);
    expect((await shop.get(`/wallet/transactions?to=${middle}`)).body.data).toEqual(before);
    expect((await shop.get(`/wallet/transactions?from=${middle}&to=${middle}`)).body.data).toEqual([]);
    const last = all.at(-1).created_at;
    const between = `/wallet/transactions?from=${last}&to=${middle}&status=completed`;
    expect((await shop.get(between)).body.data).toEqual(before.filter(({ status }) => status === 'completed'));
    const reference = `/wallet/transactions?reference=${all[0].reference}`;
    expect((await shop.get(`${reference}&to=${all[0].created_at}`)).body.data).toEqual([]);
    expect((await shop.get(`${reference}&from=${all[0].created_at}`)).body.data).toEqual([all[0]]);
  });

  test('filters keep through pages', async () => {
    const { body: first } = await shop.get('/wallet/transactions?type=withdrawal&limit=2');
    const next = `/wallet/transactions?type=withdrawal&limit=2&cursor=${first.pagination.next_cursor}`;
    const { body: second } = await shop.get(next);
    expect([...first.data, ...second.data]).toEqual(all.filter(({ type }) => type === 'withdrawal'));
    expect(second.pagination.has_more).toBe(false);
  });

  test.each([
    'type=gift',
    'status=done',
    'from=yesterday',
    'to=2026-02-31T00:00:00Z',
    'phone=0701234567',
    'reference=x',
  ])('%s is refused by name', async (query) => {
    const { status, body } = await shop.get(`/wallet/transactions?${query}`);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_request', [query.split('=')[0]]]);
  });
});

describe('interface-decisions 3, "GET /api/v1/wallet/transactions/{id}"', () => {
  test('one transaction, as the list shows it', async () => {
    const { body } = await trader.get('/wallet/transactions?limit=1');
    const { status, body: one } = await trader.get(`/wallet/transactions/${body.data[0].id}`);
    expect(status).toBe(200);
    expect(one).toStrictEqual({ success: true, message: 'Transaction retrieved.', data: body.data[0] });
  });

  test('interface-decisions 1, "404 not_found (somebody else’s resource too)"', async () => {
    const [mine] = await ids(trader, '?limit=1');
    const stranger = await neighbour.get(`/wallet/transactions/${mine}`);
    const nobody = await neighbour.get('/wallet/transactions/999999999');
    expect([stranger.status, stranger.body.code]).toEqual([404, 'not_found']);
    expect([nobody.status, nobody.body.message]).toEqual([404, stranger.body.message]);
  });

  test('all amounts are gross = net + fee', async () => {
    const { body } = await trader.get('/wallet/transactions?limit=100');
    for (const one of body.data) expect(one.amount).toBe(one.net_amount + one.fee_amount);
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

async function ids(speaker: Speaker, query: string): Promise<number[]> {
  return (await speaker.get(`/wallet/transactions${query}`)).body.data.map(({ id }: { id: number }) => id);
}

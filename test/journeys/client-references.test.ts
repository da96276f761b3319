import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Answer, type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let shop: Business;
let seller: Speaker;
let supplier: Business;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 1_000_000);
  seller = await world.as(shop);
  supplier = await world.business('Maize Supplier');
});
afterAll(() => world.close());

const codeOf = ({ status, body }: Answer) => [status, body.code];
const idsOf = (list: readonly Json[]) => list.map(({ id }) => id);

/** All pages of the history that a filter asks for. */
async function list(speaker: Speaker, query: string, limit = 100): Promise<Json[]> {
  const all: Json[] = [];
  for (let cursor = ''; ; ) {
    const page = (await speaker.get(`/wallet/transactions?limit=${limit}&${query}${cursor}`)).body;
    all.push(...page.data);
    if (page.pagination.next_cursor === null) return all;
    cursor = `&cursor=${page.pagination.next_cursor}`;
  }
}

function setTo(position: 'on' | 'off') {
  return world.terminal.ask(
    'client',
    'unique-references',
    position,
    '--client',
    String(shop.clientId),
    '--mode',
    'test',
  );
}

describe('what a client notes on a payment', () => {
  const notes = { client_reference: 'Invoice 2041/é', metadata: { branch: 'Kampala', 'Order no.': '17' } };

  test('is in the answer, the transaction and the event, and a repeat with the key answers the same', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const sent = await seller.send(supplier.phone, 5_000, notes, headers);
    expect(sent.body.data).toMatchObject(notes);
    expect((await seller.send(supplier.phone, 5_000, notes, headers)).text).toBe(sent.text);
    const id = sent.body.data.transaction_id;
    expect(await seller.transaction(id)).toMatchObject({
      client_reference: notes.client_reference,
      metadata: { ...notes.metadata, recipient_phone: supplier.phone },
    });
    const event = (await seller.events()).find(({ data }) => data.id === id);
    expect(event?.data).toEqual(await seller.transaction(id));
  });

  test('belongs to the request: the same key with other notes is another request', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await seller.send(supplier.phone, 5_000, notes, headers);
    const other = await seller.send(supplier.phone, 5_000, { ...notes, client_reference: 'another' }, headers);
    expect(codeOf(other)).toEqual([422, 'idempotency_key_reused']);
  });

  test('is not shown to who receives the money', async () => {
    const receiver = await world.as(supplier);
    const { data } = (await receiver.get('/wallet/transactions?limit=1')).body;
    expect(data[0]).toMatchObject({ type: 'payment_received' });
    expect(data[0]).not.toHaveProperty('client_reference');
    expect(data[0].metadata).not.toHaveProperty('branch');
    expect(await list(receiver, `client_reference=${encodeURIComponent(notes.client_reference)}`)).toEqual([]);
  });

  test('is taken by withdrawals, collections with their status, and refunds', async () => {
    const withdrawn = await seller.withdraw('256770000001', 5_000, { client_reference: 'payday' });
    expect(withdrawn.body.data).toMatchObject({ client_reference: 'payday' });
    const collected = await seller.collect('256770000001', 5_000, {
      client_reference: 'basket-3',
      metadata: { till: '2' },
    });
    expect(collected.body.data).toMatchObject({ client_reference: 'basket-3', metadata: { till: '2' } });
    const id = collected.body.data.transaction_id;
    expect(await seller.end(id)).toMatchObject({ status: 'completed', client_reference: 'basket-3' });
    const status = (await seller.get(`/wallet/collections/${id}/status`)).body;
    expect(status).toMatchObject({ client_reference: 'basket-3', metadata: { till: '2' } });
    const refunded = await seller.post(`/wallet/collections/${id}/refund`, { client_reference: 'returned-3' });
    expect(refunded.body.data).toMatchObject({ collection_id: id, client_reference: 'returned-3' });
    expect(await seller.end(refunded.body.data.transaction_id)).toMatchObject({ client_reference: 'returned-3' });
  });

  test('is refused with its field when it cannot be used, and nothing happens', async () => {
    const count = await world.transactionCount(shop.wallets.test);
    for (const [field, more] of [
      ['client_reference', { client_reference: 'x'.repeat(65) }],
      ['client_reference', { client_reference: ' ' }],
      ['metadata', { metadata: { branch: 7 } }],
      ['metadata', { metadata: ['branch'] }],
      ['metadata', { metadata: { branch: 'x'.repeat(501) } }],
      ['metadata', { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`name ${n}`, ''])) }],
      ['metadata', { metadata: { provider: 'MTN' } }],
    ] as const) {
      const refused = await seller.send(supplier.phone, 5_000, more);
      expect(codeOf(refused), JSON.stringify(more)).toEqual([422, 'invalid_request']);
      expect(Object.keys(refused.body.errors)).toEqual([field]);
    }
    expect(await world.transactionCount(shop.wallets.test)).toBe(count);
  });
});

describe('a list', () => {
  test('is filtered by client reference, page after page and with other filters', async () => {
    const ids: number[] = [];
    for (const amount of [1_000, 2_000, 3_000]) {
      const { data } = (await seller.send(supplier.phone, amount, { client_reference: 'rent & water' })).body;
      ids.unshift(data.transaction_id);
    }
    await seller.send(supplier.phone, 4_000, { client_reference: 'rent' });
    const rent = `client_reference=${encodeURIComponent('rent & water')}`;
    expect(idsOf(await list(seller, rent))).toEqual(ids);
    expect(idsOf(await list(seller, rent, 1))).toEqual(ids);
    expect(await list(seller, `${rent}&status=failed`)).toEqual([]);
    expect(idsOf(await list(seller, `${rent}&type=payment_sent`, 2))).toEqual(ids);
    expect(await list(seller, 'client_reference=unknown')).toEqual([]);
  });

  test('is filtered by a pair of the metadata', async () => {
    const { data } = (await seller.send(supplier.phone, 1_500, { metadata: { branch: 'Gulu', time: '12:30' } })).body;
    await seller.send(supplier.phone, 1_500, { metadata: { branch: 'Arua' } });
    expect(idsOf(await list(seller, 'metadata=branch:Gulu'))).toEqual([data.transaction_id]);
    expect(idsOf(await list(seller, 'metadata=time:12:30'))).toEqual([data.transaction_id]);
    expect(await list(seller, 'metadata=branch:Mbale')).toEqual([]);
    expect(codeOf(await seller.get('/wallet/transactions?metadata=branch'))).toEqual([422, 'invalid_request']);
  });
});

describe('a wallet that uses each client reference once', () => {
  test('refuses a second payment with it and names the first; a repeat with the key is no second payment', async () => {
    expect(await setTo('on')).toMatchObject([{ mode: 'test', unique_client_references: true }]);
    expect((await seller.get('/wallet/limits')).body.data).toMatchObject({ unique_client_references: true });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await seller.send(supplier.phone, 1_000, { client_reference: 'once' }, headers);
    expect((await seller.send(supplier.phone, 1_000, { client_reference: 'once' }, headers)).text).toBe(first.text);
    const count = await world.transactionCount(shop.wallets.test);
    for (const again of [
      await seller.send(supplier.phone, 1_000, { client_reference: 'once' }),
      await seller.withdraw('256770000001', 1_000, { client_reference: 'once' }),
      await seller.collect('256770000001', 1_000, { client_reference: 'once' }),
    ]) {
      expect(codeOf(again)).toEqual([422, 'client_reference_used']);
      expect(again.body.data).toEqual({ transaction_id: first.body.data.transaction_id });
    }
    expect(await world.transactionCount(shop.wallets.test)).toBe(count);
  });

  test('of ten requests at once, pays one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => seller.send(supplier.phone, 1_000, { client_reference: 'crowd' })),
    );
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid).toHaveLength(1);
    const refused = answers.filter(({ body }) => body.code === 'client_reference_used');
    expect(refused).toHaveLength(9);
    const [id] = paid.map(({ body }) => body.data.transaction_id);
    for (const { body } of refused) expect(body.data).toEqual({ transaction_id: id });
  });

  test('takes it again when it is switched off', async () => {
    expect(await setTo('off')).toMatchObject([{ unique_client_references: false }]);
    expect((await seller.send(supplier.phone, 1_000, { client_reference: 'once' })).status).toBe(200);
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

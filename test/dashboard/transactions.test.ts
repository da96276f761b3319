import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let program: Speaker;
let owner: SignedIn;
let viewer: SignedIn;
let desk: string;
let paid: number;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 100_000);
  program = await world.as(shop);
  const { clientId } = shop;
  owner = await signedIn(world, { clients: { [clientId]: 'client_owner' } });
  viewer = await signedIn(world, { clients: { [clientId]: 'client_viewer' } });
  desk = `/clients/${clientId}/test`;
  paid = (await program.collect('256770000001', 10_000, { description: 'Shoes' })).body.data.transaction_id;
  await program.end(paid);
});
afterAll(() => world.close());

const idsFor = async (query: string) =>
  (await owner.get(`${desk}/transactions?${query}`)).body.data.map(({ id }: Json) => id);

describe('the list of transactions', () => {
  it('shows them newest first with the other side under one name, and filters them', async () => {
    const sent = (await program.send('256701234567', 5_000)).body.data.transaction_id;
    const { body } = await owner.get(`${desk}/transactions?limit=2`);
    expect(body.data.map(({ id }: Json) => id)).toEqual([sent, paid]);
    expect(body.data[1]).toMatchObject({
      type: 'collection',
      status: 'completed',
      counterparty: { phone: '256770000001' },
      provider: 'MTN',
    });
    expect(body.pagination.has_more).toBe(true);
    expect(await idsFor('type=collection')).toEqual([paid]);
    expect(await idsFor('status=failed')).toEqual([]);
    expect(await idsFor('phone=256701234567')).toEqual([sent]);
    expect(await idsFor('to=2020-01-01')).toEqual([]);
    expect((await owner.get(`${desk}/transactions?from=2026-02-31`)).status).toBe(422);
    expect((await owner.get(`${desk}/transactions?status=lost`)).body.errors).toHaveProperty('status');
  });

  it('finds a transaction by its id, our reference, the operator’s reference, a receipt, or a phone in any form', async () => {
    const transaction = await program.transaction(paid);
    for (const text of [
      String(paid),
      transaction.reference,
      transaction.reference.toLowerCase(),
      transaction.external_reference,
      transaction.metadata.operator_receipt,
      '256770000001',
      '+256 770 000 001',
      '0770000001',
    ]) {
      expect(await idsFor(`search=${encodeURIComponent(text)}`), text).toEqual([paid]);
    }
    expect(await idsFor('search=API_COL_1_1')).toEqual([]);
    expect(await idsFor(`search=API_COL_1_${paid}`)).toEqual([]);
    expect(await idsFor('search=999999999999')).toEqual([]);
  });

  it('finds a transaction by its amount, and by words of a name or a note, when nothing has the text as its id or reference', async () => {
    expect(await idsFor(`search=${encodeURIComponent('UGX 10,000')}`)).toEqual([paid]);
    expect(await idsFor('search=10000')).toEqual([paid]);
    expect(await idsFor('amount=10000')).toEqual([paid]);
    expect(await idsFor('amount=10001')).toEqual([]);
    expect(await idsFor('search=sHOes')).toEqual([paid]);
    expect(await idsFor('text=shoes&type=collection')).toEqual([paid]);
    expect(await idsFor(`text=${encodeURIComponent('shoes & more')}`)).toEqual([]);
    expect(await idsFor(`search=${encodeURIComponent('%')}`)).toEqual([]);
    expect((await owner.get(`${desk}/transactions?text=${encodeURIComponent('a " ')}`)).body.errors).toHaveProperty(
      'text',
    );
    expect((await owner.get(`${desk}/transactions?amount=0`)).body.errors).toHaveProperty('amount');
  });

  it('finds transactions by the client’s reference, and shows what the client noted', async () => {
    const noted = { client_reference: 'Invoice 20/41 & more', metadata: { branch: 'Kampala' } };
    const sent = (await program.send('256701234567', 5_000, noted)).body.data.transaction_id;
    expect(await idsFor(`search=${encodeURIComponent(` ${noted.client_reference} `)}`)).toEqual([sent]);
    expect(await idsFor(`client_reference=${encodeURIComponent(noted.client_reference)}`)).toEqual([sent]);
    const { data } = (await owner.get(`${desk}/transactions/${sent}`)).body;
    expect(data.transaction.client_reference).toBe(noted.client_reference);
    expect(data.noted).toEqual({ branch: 'Kampala' });
    expect((await owner.get(`${desk}/transactions/${paid}`)).body.data.noted).toEqual({});
  });

  it('finds nothing of other wallets', async () => {
    const other = await world.business('Elsewhere', 1_000);
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    const reference = (await program.transaction(paid)).external_reference;
    for (const text of [paid, reference]) {
      expect((await stranger.get(`/clients/${other.clientId}/test/transactions?search=${text}`)).body.data).toEqual([]);
    }
    expect((await stranger.get(`/clients/${other.clientId}/test/transactions/${paid}`)).status).toBe(404);
    expect((await stranger.get(`${desk}/transactions/${paid}`)).status).toBe(404);
    expect((await stranger.post(`${desk}/transactions/${paid}/refund`, {}, { 'idempotency-key': 'x' })).status).toBe(
      404,
    );
  });
});

describe('one transaction', () => {
  it('is shown with its states, events, lines of the ledger and requests', async () => {
    const { status, body } = await owner.get(`${desk}/transactions/${paid}`);
    expect(status).toBe(200);
    const { transaction, steps, transfers, links, can, requests } = body.data;
    expect(transaction).toMatchObject({ id: paid, status: 'completed', description: 'Shoes' });
    const ours = steps.filter(({ kind }: Json) => kind !== 'operator');
    expect(ours.map(({ title }: Json) => title)).toEqual(['Accepted', 'Event', 'Completed', '3 events']);
    expect(transfers.reduce((sum: number, { amount }: Json) => sum + amount, 0)).toBeGreaterThan(0);
    expect(transfers).toContainEqual(
      expect.objectContaining({ credit: 'this_wallet', balance_after: expect.any(Number) }),
    );
    expect(links).toEqual({ refunds: null, refunded_by: [], resolves: null });
    expect(can).toEqual({ refund: true, decide: false });
    expect(Array.isArray(requests)).toBe(true);
    expect((await viewer.get(`${desk}/transactions/${paid}`)).body.data).toMatchObject({
      can: { refund: false, decide: false },
      requests: [],
    });
  });

  it('keeps what the simulator was asked and what it said, for those who may see requests', async () => {
    const callSteps = async (who: SignedIn) => {
      const { steps } = (await who.get(`${desk}/transactions/${paid}`)).body.data;
      return steps.filter(({ kind }: Json) => kind === 'operator');
    };
    // The log of calls is written a second's worth at a time, and a callback may be noted after the query that it caused.
    const steps = await waitUntil('the query that settled it and the callback are in the log', async () => {
      const found = await callSteps(owner);
      const hasCallback = found.some(({ title }: Json) => title === 'Callback from MTN');
      return hasCallback && found.some(({ detail }: Json) => detail.includes('succeeded')) && found;
    });
    expect(steps[0]).toMatchObject({
      title: 'Collection request to MTN',
      detail: expect.stringMatching(/^Simulated · accepted · \d+ ms$/),
      call: { method: null, path: null, request_body: expect.stringContaining('"amount":10000') },
    });
    expect(steps.map(({ title }: Json) => title)).toEqual(
      expect.arrayContaining(['Callback from MTN', 'Status query to MTN']),
    );
    expect(JSON.stringify(steps)).not.toContain('70000001');
    const [shown] = await world.terminal.ask('transaction', 'show', String(paid));
    expect(shown.operator_calls[0]).toMatchObject({
      call: 'collect',
      simulated: true,
      answer_body: '{"status":"accepted"}',
    });
    const { lines } = await world.terminal.run('transaction', 'show', String(paid));
    expect(lines).toContainEqual(expect.stringMatching(/MTN \(simulated\) +collect/));
    const [seen] = await callSteps(viewer);
    expect(seen).toEqual({ ...steps[0], call: null });
  });

  it('shows the first and the last of very many calls', async () => {
    const waits = (await program.collect('256770000005', 1_000)).body.data.transaction_id;
    const { walletId } = (
      await world.database.pool.query('SELECT wallet_id AS "walletId" FROM transaction WHERE transaction_id = $1', [
        waits,
      ])
    ).rows[0];
    await world.database.pool.query(
      `INSERT INTO operator_call (wallet_id, transaction_id, at, operator, simulated, call, outcome, status, path,
                                  request_bytes, answer_bytes)
       SELECT $1, $2, now() + n * interval '1 second', 'MTN', false, 'query', 'answered', 200, n, 0, 0
         FROM generate_series(1, 500) AS n`,
      [walletId, waits],
    );
    const { steps } = (await owner.get(`${desk}/transactions/${waits}`)).body.data;
    const gap = steps.findIndex(({ title }: Json) => /^\d+ more calls are not shown$/.test(title));
    expect(Number.parseInt(steps[gap].title, 10)).toBeGreaterThanOrEqual(400);
    expect(Number(steps[gap + 1].call.path)).toBe(451);
    expect(steps.at(-1).call.path).toBe('500');
    expect(steps.filter(({ call }: Json) => call !== null)).toHaveLength(100);
  });

  it('keeps the request that made it, without the middle of phones', async () => {
    const [made] = await waitUntil('the request is logged', async () => {
      const { requests } = (await owner.get(`${desk}/transactions/${paid}`)).body.data;
      return requests.length > 0 && requests;
    });
    expect(made).toMatchObject({ method: 'POST', path: '/api/v1/wallet/collect-payment', status: 200 });
    expect(made.request_body).toContain('Shoes');
    expect(JSON.stringify(made)).not.toContain('256770000001');
  });

  it('that waits for approval shows all its events, however late it was decided', async () => {
    await world.terminal.ask(
      ...['client', 'approval-threshold', '--client', String(shop.clientId), '--mode', 'test', '--amount', '5000'],
    );
    const id = (await program.send('256701234567', 6_000)).body.data.transaction_id;
    const waiting = (await owner.get(`${desk}/transactions/${id}`)).body.data;
    expect(waiting).toMatchObject({
      can: { decide: true },
      people: { maker: expect.stringMatching(/^api_key:/), api_key: 'Journey' },
    });
    const { shown } = (await owner.get(`${desk}/approvals/${id}`)).body.data;
    expect((await owner.post(`${desk}/approvals/${id}/approve`, { shown })).status).toBe(200);
    await program.end(id);
    const { steps, people } = (await owner.get(`${desk}/transactions/${id}`)).body.data;
    expect(steps.filter(({ kind }: Json) => kind === 'event')).toHaveLength(2);
    expect(people.approver).toMatch(/@example\.ug$/);
  });
});

describe('a refund from the desk', () => {
  it('gives the money back once, however often the form is sent', async () => {
    const id = (await program.collect('256770000001', 8_000)).body.data.transaction_id;
    await program.end(id);
    const path = `${desk}/transactions/${id}/refund`;
    expect((await owner.post(path, {})).body.errors).toHaveProperty('Idempotency-Key');
    expect((await viewer.post(path, {}, { 'idempotency-key': 'form-1' })).status).toBe(403);
    const first = await owner.post(path, { description: 'Wrong size' }, { 'idempotency-key': 'form-1' });
    expect([first.status, first.body.data]).toMatchObject([200, { collection_id: id, amount: 8_000 }]);
    const again = await owner.post(path, { description: 'Wrong size' }, { 'idempotency-key': 'form-1' });
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = await owner.post(path, { description: 'Wrong size' }, { 'idempotency-key': 'form-2' });
    expect(other.body.code).toBe('already_refunded');
    const refundId = first.body.data.transaction_id;
    await program.end(refundId);
    expect((await owner.get(`${desk}/transactions/${id}`)).body.data).toMatchObject({
      links: { refunded_by: [refundId] },
      can: { refund: false },
    });
    expect((await owner.get(`${desk}/transactions/${refundId}`)).body.data.links.refunds).toBe(id);
    const { rows } = await world.database.pool.query(
      `SELECT count(*)::integer AS acts FROM audit_log WHERE action = 'transaction.refunded' AND subject = $1`,
      [`transaction ${id}`],
    );
    expect(rows).toEqual([{ acts: 1 }]);
  });

  it('is seen at the collection, in lists and searches: under way, failed, then done; its status stays completed', async () => {
    const answer = async (transactionId: number, how: 'approve' | 'decline') => {
      const prompt = await waitUntil(`the handset shows transaction ${transactionId}`, async () => {
        const { data } = (await program.get('/test/prompts?phone=256770000009')).body;
        return data.find((one: Json) => one.transaction_id === transactionId);
      });
      await program.post(`/test/prompts/${prompt.id}/${how}`, {});
      await program.end(transactionId);
    };
    const id = (await program.collect('256770000009', 9_000)).body.data.transaction_id;
    await answer(id, 'approve');
    const { reference } = await program.transaction(id);
    const seen = async () => {
      const lists = [`${desk}/transactions`, `${desk}/transactions?search=${reference}`];
      const listed = await Promise.all(lists.map(async (path) => (await owner.get(path)).body.data as Json[]));
      const { transaction } = (await owner.get(`${desk}/transactions/${id}`)).body.data;
      const found = [...listed.map((page) => page.find((one) => one.id === id)), transaction];
      return [...new Set(found.map(({ status, refund }) => `${status} ${refund}`))];
    };
    const refund = async () => {
      const made = await owner.post(`${desk}/transactions/${id}/refund`, {}, { 'idempotency-key': randomUUID() });
      return made.body.data.transaction_id;
    };
    expect(await seen()).toEqual(['completed null']);
    const first = await refund();
    expect(await seen()).toEqual(['completed in_progress']);
    await answer(first, 'decline');
    expect(await seen()).toEqual(['completed failed']);
    const second = await refund();
    expect(await seen()).toEqual(['completed in_progress']);
    await answer(second, 'approve');
    expect(await seen()).toEqual(['completed refunded']);
    const ofRefund = (await owner.get(`${desk}/transactions/${second}`)).body.data.transaction;
    expect([ofRefund.status, ofRefund.refund]).toEqual(['completed', null]);
    // The contract's transaction knows no such field.
    expect(await program.transaction(id)).not.toHaveProperty('refund');
  });
});

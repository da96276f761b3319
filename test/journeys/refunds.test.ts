import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { ugx } from '../../src/money/ugx.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import {
  type Answer,
  aMoment,
  anInteger,
  anOperatorReference,
  type Business,
  type Json,
  type Speaker,
  World,
} from './world.ts';

let world: World;
let writer: Writer;
let shop: Business;
let seller: Speaker;

const handset = '256770000009';

beforeAll(async () => {
  world = await World.open();
  writer = new Writer({ target: world.database.target });
  shop = await world.business('Owino Textiles', 1_000_000);
  seller = await world.as(shop);
});
afterAll(async () => {
  await writer.close();
  await world.close();
});

const codeOf = ({ status, body }: Answer) => [status, body.code];

function refund(collectionId: number, more: object = {}, headers = {}, speaker = seller): Promise<Answer> {
  return speaker.post(`/wallet/collections/${collectionId}/refund`, more, headers);
}

/** A collection that its customer has paid. */
async function collected(phone: string, amount = 50_000, speaker = seller): Promise<number> {
  const { status, body } = await speaker.collect(phone, amount, { customer_name: 'Nakato Sarah' });
  expect(status).toBe(200);
  expect((await speaker.end(body.data.transaction_id)).status).toBe('completed');
  return body.data.transaction_id;
}

/**
 * A collection of UGX 50,000 from a number that pays nothing in the simulator, or at an operator account that nobody
 * serves: written and completed as settlement does it.
 */
async function collectedInTheLedger(phone: string, operatorAccountId: number): Promise<number> {
  const opened = await writer.submit({
    kind: 'open_collection',
    walletId: shop.wallets.test,
    mode: 'test',
    gross: ugx(50_000),
    fee: ugx(2_500),
    net: ugx(47_500),
    feeScheduleId: 1,
    description: null,
    apiKeyId: null,
    apiTriggered: true,
    maker: 'test',
    idempotency: null,
    customerPhone: phone,
    customerName: null,
    provider: phone.startsWith('25670') ? 'Airtel' : 'MTN',
    route: {
      to: 'operator',
      operatorAccountId,
      reference: randomUUID(),
      sends: 1,
      callTimeoutMs: 60_000,
      firstQueryAfterMs: 60_000,
    },
  });
  if (opened.is !== 'done') throw new Error(`the collection was ${opened.is}`);
  const { transactionId } = opened.transaction;
  const word = { is: 'succeeded', receipt: `R-${transactionId}`, amount: null } as const;
  await writer.submit({ kind: 'settle', walletId: shop.wallets.test, transactionId, word });
  return transactionId;
}

async function operatorAccount(operator: 'MTN' | 'Airtel'): Promise<number> {
  const { rows } = await world.database.pool.query<{ operator_account_id: number }>(
    `SELECT operator_account_id FROM operator_account WHERE mode = 'test' AND operator = $1 AND host = 'simulator'`,
    [operator],
  );
  return rows[0]?.operator_account_id ?? 0;
}

/** Waits for the end of what was just made, and gives its id. */
async function ended(made: Promise<Answer>): Promise<number> {
  const { status, body } = await made;
  expect(status).toBe(200);
  await seller.end(body.data.transaction_id);
  return body.data.transaction_id;
}

async function decide(transactionId: number, answer: 'approve' | 'decline'): Promise<void> {
  const prompts = (await seller.get(`/test/prompts?phone=${handset}`)).body.data;
  const prompt = prompts.find((one: { transaction_id: number }) => one.transaction_id === transactionId);
  expect((await seller.post(`/test/prompts/${prompt.id}/${answer}`, {})).status).toBe(200);
}

async function namesOf(transactionId: number): Promise<string[]> {
  return (await seller.events()).filter(({ data }) => data.id === transactionId).map(({ type }: Json) => type);
}

describe('issue 4, "Refund of a completed collection … POST /api/v1/wallet/collections/{transactionId}/refund"', () => {
  test('all that the customer paid leaves the wallet, our fee is kept, and every field is there', async () => {
    const collectionId = await collected('256770000001');
    const before = await seller.money();
    const { status, body } = await refund(collectionId, { description: 'Wrong size' });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'The refund was accepted and is on its way to the customer.',
      data: {
        transaction_id: anInteger,
        reference: expect.stringMatching(new RegExp(`^REF_\\d{10}_${body.data.transaction_id}$`)),
        collection_id: collectionId,
        amount: 50_000,
        status: 'processing',
        new_balance: before.balance - 50_000,
        external_reference: anOperatorReference,
        created_at: aMoment,
      },
    });
    const id = body.data.transaction_id;
    expect(await seller.money()).toEqual({ balance: before.balance - 50_000, held: 50_000 });
    const shown = {
      id,
      reference: body.data.reference,
      external_reference: body.data.external_reference,
      type: 'refund',
      amount: 50_000,
      fee_amount: 0,
      net_amount: 50_000,
      currency: 'UGX',
      status: 'processing',
      description: 'Wrong size',
      created_at: body.data.created_at,
      completed_at: null,
      failed_at: null,
      metadata: {
        customer_phone: '256770000001',
        customer_name: 'Nakato Sarah',
        provider: 'MTN',
        api_triggered: true,
        refunds: collectionId,
      },
      mode: 'test',
      direction: 'out',
      failure_code: null,
      failure_reason: null,
      sender_pays_fee: null,
      balance_after: before.balance - 50_000,
    };
    expect(await seller.transaction(id)).toStrictEqual(shown);
    expect(await seller.end(id)).toStrictEqual({
      ...shown,
      status: 'completed',
      completed_at: aMoment,
      metadata: { ...shown.metadata, operator_receipt: expect.any(String) },
    });
    expect(await seller.money()).toEqual({ balance: before.balance - 50_000, held: 0 });
    expect((await seller.transaction(collectionId)).status).toBe('completed');
  });

  test('its history is found by type and by reference', async () => {
    const { body } = await refund(await collected('256781234567', 1_000));
    await seller.end(body.data.transaction_id);
    const byType = await seller.get('/wallet/transactions?type=refund&limit=1');
    expect(byType.body.data.map(({ id }: Json) => id)).toEqual([body.data.transaction_id]);
    const byReference = await seller.get(`/wallet/transactions?reference=${body.data.reference}`);
    expect(byReference.body.data.map(({ id }: Json) => id)).toEqual([body.data.transaction_id]);
  });

  test('a collection is refunded once, and a second refund names the first', async () => {
    const collectionId = await collected('256781234567', 10_000);
    const before = await seller.money();
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(collectionId)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    const id = accepted[0]?.body.data.transaction_id;
    for (const answer of answers.filter((one) => one !== accepted[0])) {
      expect(codeOf(answer)).toEqual([422, 'already_refunded']);
      expect(answer.body.message).toContain(String(id));
    }
    expect((await seller.end(id)).status).toBe('completed');
    expect(codeOf(await refund(collectionId))).toEqual([422, 'already_refunded']);
    expect(await seller.money()).toEqual({ balance: before.balance - 10_000, held: 0 });
  });

  test('a refund that fails gives the money back, and the collection can be refunded again', async () => {
    const { body: asked } = await seller.collect(handset, 20_000);
    const collectionId = asked.data.transaction_id;
    await decide(collectionId, 'approve');
    await seller.end(collectionId);
    const before = await seller.money();
    const { body: first } = await refund(collectionId);
    await decide(first.data.transaction_id, 'decline');
    expect(await seller.end(first.data.transaction_id)).toMatchObject({
      status: 'failed',
      failure_code: 'recipient_cannot_receive',
      failed_at: aMoment,
      balance_after: before.balance,
    });
    expect(await seller.money()).toEqual(before);
    const { status, body: second } = await refund(collectionId);
    expect(status).toBe(200);
    await decide(second.data.transaction_id, 'approve');
    expect((await seller.end(second.data.transaction_id)).status).toBe('completed');
    expect(await seller.money()).toEqual({ balance: before.balance - 20_000, held: 0 });
  });

  test.each([
    { number: '256770000002', status: 422, code: 'recipient_not_found' },
    { number: '256770000003', status: 502, code: 'operator_refused' },
    { number: '256770000006', status: 503, code: 'operator_unavailable' },
  ])('"The operator’s first word": to $number $status $code with data, money back', async (row) => {
    const collectionId = await collectedInTheLedger(row.number, await operatorAccount('MTN'));
    const before = await seller.money();
    const headers = { 'idempotency-key': randomUUID() };
    const { status, body, headers: answered, text } = await refund(collectionId, {}, headers);
    expect([status, body.code, answered.has('retry-after')]).toEqual([row.status, row.code, false]);
    expect(body.data).toStrictEqual({
      transaction_id: anInteger,
      reference: expect.stringMatching(/^REF_/),
      status: 'failed',
    });
    expect(await seller.money()).toEqual(before);
    const failed = await seller.transaction(body.data.transaction_id);
    expect(body.message).toBe(
      `${failed.failure_reason} Transaction ${failed.id} failed and its money is back in the wallet; a new attempt needs a new Idempotency-Key.`,
    );
    const again = await refund(collectionId, {}, headers);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([row.status, text, 'true']);
    expect((await refund(collectionId)).body.data.transaction_id).not.toBe(body.data.transaction_id);
  });

  test('at an operator account that is not served any more: 503 with Retry-After, and nothing is written', async () => {
    const { rows } = await world.database.pool.query<{ operator_account_id: number }>(
      `INSERT INTO operator_account (mode, operator, host, environment, api_user)
       VALUES ('test', 'Airtel', 'gone', 'test', 'gone') RETURNING operator_account_id`,
    );
    const gone = rows[0]?.operator_account_id ?? 0;
    await world.database.pool.query(
      `INSERT INTO system_account (mode, kind, operator_account_id, normal)
       VALUES ('test', 'collection_float', $1, 'debit'), ('test', 'disbursement_float', $1, 'debit'),
              ('test', 'suspense', $1, 'credit')`,
      [gone],
    );
    const collectionId = await collectedInTheLedger('256700000001', gone);
    const before = await world.transactionCount(shop.wallets.test);
    const { status, body, headers } = await refund(collectionId);
    expect(body.message).toContain('The account at Airtel that took this payment is not connected.');
    expect([status, body.code, body.data, headers.has('retry-after')]).toEqual([
      503,
      'operator_unavailable',
      undefined,
      true,
    ]);
    expect(await world.transactionCount(shop.wallets.test)).toBe(before);
  });
});

describe('issue 22, "Partial refunds (several, together at most the collection)"', () => {
  test('each part is a refund of its own, and the rest goes back without an amount', async () => {
    const collectionId = await collected('256770000001');
    const before = await seller.money();
    const first = await refund(collectionId, { amount: 20_000, client_reference: 'one of three' });
    expect(first.body.data).toMatchObject({
      amount: 20_000,
      collection_id: collectionId,
      client_reference: 'one of three',
    });
    const second = await refund(collectionId, { amount: 1 });
    expect(second.body.data).toMatchObject({ amount: 1, new_balance: before.balance - 20_001 });
    const tooMuch = await refund(collectionId, { amount: 30_000 });
    expect(codeOf(tooMuch)).toEqual([422, 'amount_too_large']);
    expect(tooMuch.body.errors.amount[0]).toContain('29999');
    const rest = await refund(collectionId);
    expect(rest.body.data.amount).toBe(29_999);
    expect(codeOf(await refund(collectionId))).toEqual([422, 'already_refunded']);
    for (const { body } of [first, second, rest]) {
      expect((await seller.end(body.data.transaction_id)).status).toBe('completed');
    }
    expect(await seller.money()).toEqual({ balance: before.balance - 50_000, held: 0 });
  });

  test('of ten requests at once for a third each, three are made', async () => {
    const collectionId = await collected('256770000001', 30_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(collectionId, { amount: 10_000 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === 'already_refunded')).toHaveLength(7);
  });

  test('a wrong amount names its field, and a key with another amount is another request', async () => {
    const collectionId = await collected('256770000001');
    expect(codeOf(await refund(collectionId, { amount: 0 }))).toEqual([422, 'amount_too_small']);
    expect(codeOf(await refund(collectionId, { amount: '5' }))).toEqual([422, 'invalid_request']);
    expect(codeOf(await refund(collectionId, { amount: 50_001 }))).toEqual([422, 'amount_too_large']);
    const headers = { 'idempotency-key': randomUUID() };
    const part = await refund(collectionId, { amount: 5_000 }, headers);
    expect((await refund(collectionId, { amount: 5_000 }, headers)).text).toBe(part.text);
    expect(codeOf(await refund(collectionId, { amount: 6_000 }, headers))).toEqual([422, 'idempotency_key_reused']);
  });

  test('the database refuses what is more than was collected, whoever writes it', async () => {
    const collectionId = await collected('256770000001');
    await ended(refund(collectionId, { amount: 40_000 }));
    const writing = world.database.pool.query(
      `INSERT INTO refund_claim (collection_id, refund_id, wallet_id, paid_late, amount, collected)
       VALUES ($1, $1, $2, false, 10001, 50000)`,
      [collectionId, shop.wallets.test],
    );
    await expect(writing).rejects.toMatchObject({ code: '23N03', message: expect.stringContaining(`${collectionId}`) });
  });
});

describe('what is refused moves nothing', () => {
  test.each<[string, string, () => Promise<Answer>]>([
    [
      'a collection that failed',
      'not_refundable',
      async () => refund(await ended(seller.collect('256770000002', 5_000))),
    ],
    [
      'a collection that is still open',
      'not_refundable',
      async () => refund((await seller.collect('256770000005', 5_000)).body.data.transaction_id),
    ],
    ['a payment', 'not_refundable', async () => refund(await ended(seller.send('256781234567', 5_000)))],
    ['a deposit', 'not_refundable', async () => refund(await funded())],
    ['a refund', 'not_refundable', async () => refund(await ended(refund(await collected('256781234567', 1_000))))],
    ['an id of nothing', 'not_found', () => refund(999_999_999)],
    ['an id that cannot be', 'not_found', () => seller.post('/wallet/collections/first/refund', {})],
  ])('%s: %s', async (_, code, ask) => {
    const answer = await ask();
    expect(codeOf(answer)).toEqual([code === 'not_found' ? 404 : 422, code]);
    expect(answer.body.message).toMatch(/\.$/);
  });

  test.each([
    ['a wrong type', { description: 7 }],
    ['a control character', { description: 'a\u0007b' }],
    ['256 characters', { description: 'x'.repeat(256) }],
  ])('a description of %s is a wrong field', async (_, body) => {
    const answer = await refund(await collected('256781234567', 1_000), body);
    expect(codeOf(answer)).toEqual([422, 'invalid_request']);
    expect(Object.keys(answer.body.errors)).toEqual(['description']);
  });

  test('another client’s collection, and a live key’s, are 404', async () => {
    const collectionId = await collected('256781234567', 1_000);
    const stranger = await world.as(await world.business('Stranger', 100_000));
    expect(codeOf(await refund(collectionId, {}, {}, stranger))).toEqual([404, 'not_found']);
    expect(codeOf(await refund(collectionId, {}, {}, await world.as(shop, { mode: 'live' })))).toEqual([
      404,
      'not_found',
    ]);
    await ended(refund(collectionId));
  });

  test('too little money in the wallet, because the fee was kept: insufficient_funds', async () => {
    const poor = await world.business('New Stall');
    const vendor = await world.as(poor);
    const collectionId = await collected('256781234567', 10_000, vendor);
    expect(await vendor.money()).toEqual({ balance: 9_500, held: 0 });
    const answer = await refund(collectionId, {}, {}, vendor);
    expect(codeOf(answer)).toEqual([422, 'insufficient_funds']);
    expect(answer.body.message).toContain('UGX 10,000');
    await world.fund(poor, 'test', 500);
    expect((await refund(collectionId, {}, {}, vendor)).status).toBe(200);
    expect(await vendor.money()).toEqual({ balance: 0, held: 10_000 });
  });

  test('a frozen wallet: wallet_frozen', async () => {
    const cold = await world.business('Cold Store', 100_000);
    const keeper = await world.as(cold);
    const collectionId = await collected('256781234567', 10_000, keeper);
    const words = ['--client', String(cold.clientId), '--mode', 'test'];
    await world.terminal.ask('client', 'freeze', ...words);
    expect(codeOf(await refund(collectionId, {}, {}, keeper))).toEqual([422, 'wallet_frozen']);
    await world.terminal.ask('client', 'unfreeze', ...words);
    expect((await refund(collectionId, {}, {}, keeper)).status).toBe(200);
  });

  test('limits and approvals do not keep a customer’s money back', async () => {
    const careful = await world.business('Careful Shop', 100_000);
    const keeper = await world.as(careful);
    const collectionId = await collected('256781234567', 10_000, keeper);
    const words = ['--client', String(careful.clientId), '--mode', 'test'];
    await world.terminal.ask('client', 'limit', ...words, '--per-transaction', '1000', '--per-day', '1000');
    await world.terminal.ask('client', 'approval-threshold', ...words, '--amount', '1000');
    expect((await refund(collectionId, {}, {}, keeper)).body.data.status).toBe('processing');
  });

  async function funded(): Promise<number> {
    return (await seller.post('/test/wallet/fund', { amount: 1_000 })).body.data.transaction_id;
  }
});

describe('interface-decisions 1, "Idempotency-Key", for refunds', () => {
  test('the first answer again, byte for byte, also on another process and when it has ended', async () => {
    const another = seller.at(await world.startAnother());
    const collectionId = await collected('256781234567', 10_000);
    const before = await seller.money();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await refund(collectionId, { description: 'Torn' }, headers);
    expect([first.status, first.headers.has('idempotent-replayed')]).toEqual([200, false]);
    await seller.end(first.body.data.transaction_id);
    for (const speaker of [seller, another]) {
      const again = await refund(collectionId, { description: 'Torn' }, headers, speaker);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(codeOf(await refund(collectionId, { description: 'Lost' }, headers))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    expect(await seller.money()).toEqual({ balance: before.balance - 10_000, held: 0 });
  });

  test('a first request that died before it kept its answer is answered from the refund, as it was accepted', async () => {
    const collectionId = await collected('256781234567', 10_000);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await refund(collectionId, {}, headers);
    await seller.end(first.body.data.transaction_id);
    await world.database.pool.query(
      'UPDATE idempotency_key SET response = NULL, response_status = NULL WHERE wallet_id = $1 AND key = $2',
      [shop.wallets.test, headers['idempotency-key']],
    );
    // Until its answer is due, the first request may still be on its way to keep it.
    const again = await waitUntil('the answer is due', async () => {
      const answer = await refund(collectionId, {}, headers);
      return answer.status !== 409 && answer;
    });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  test('the key of one collection is not taken for another', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [await collected('256781234567', 1_000), await collected('256781234567', 1_000)];
    await ended(refund(first, {}, headers));
    expect(codeOf(await refund(second, {}, headers))).toEqual([422, 'idempotency_key_reused']);
  });

  test('a refusal is not remembered: the same key may be used again', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await seller.collect(handset, 1_000);
    const collectionId = body.data.transaction_id;
    expect(codeOf(await refund(collectionId, {}, headers))).toEqual([422, 'not_refundable']);
    await decide(collectionId, 'approve');
    await seller.end(collectionId);
    const { status, body: refunded } = await refund(collectionId, {}, headers);
    expect(status).toBe(200);
    await decide(refunded.data.transaction_id, 'approve');
    await seller.end(refunded.data.transaction_id);
  });

  test('no body at all is a request without a description', async () => {
    const collectionId = await collected('256781234567', 1_000);
    const id = await ended(seller.bare('POST', `/wallet/collections/${collectionId}/refund`));
    expect((await seller.transaction(id)).description).toBeNull();
  });
});

describe('interface-decisions 6, "refund of a collection"', () => {
  test('accepted: transaction.created, wallet.debited; completed: transaction.completed', async () => {
    const { body } = await refund(await collected('256781234567', 1_000));
    const id = body.data.transaction_id;
    await seller.end(id);
    expect(await namesOf(id)).toEqual(['transaction.created', 'wallet.debited', 'transaction.completed']);
    const events = (await seller.events()).filter(({ data }) => data.id === id);
    expect(events.map(({ data }) => data.status)).toEqual(['processing', 'processing', 'completed']);
  });

  test('failed: transaction.failed, wallet.credited', async () => {
    const collectionId = await collectedInTheLedger('256770000002', await operatorAccount('MTN'));
    const { body } = await refund(collectionId);
    expect(await namesOf(body.data.transaction_id)).toEqual([
      'transaction.created',
      'wallet.debited',
      'transaction.failed',
      'wallet.credited',
    ]);
  });
});

describe('issue 4, "nsimbi transaction refund"', () => {
  test('is made by the running service, as nobody’s request, and is in the audit log', async () => {
    const collectionId = await collected('256701234567', 30_000);
    const before = await seller.money();
    const { reference } = await seller.transaction(collectionId);
    const [made] = await world.terminal.ask('transaction', 'refund', reference, '--description', 'Asked by phone');
    expect(made).toMatchObject({
      reference: expect.stringMatching(/^REF_/),
      type: 'refund',
      amount: 30_000,
      status: 'processing',
      metadata: { refunds: collectionId, maker: expect.stringMatching(/^cli:/) },
    });
    const ended = await seller.end(made.id);
    expect(ended).toMatchObject({
      status: 'completed',
      description: 'Asked by phone',
      external_reference: anOperatorReference,
    });
    expect(ended.metadata).toStrictEqual({
      customer_phone: '256701234567',
      customer_name: 'Nakato Sarah',
      provider: 'Airtel',
      api_triggered: false,
      operator_receipt: expect.any(String),
      refunds: collectionId,
    });
    expect(await seller.money()).toEqual({ balance: before.balance - 30_000, held: 0 });
    const { rows } = await world.database.pool.query(
      'SELECT actor, action, details FROM audit_log WHERE subject = $1',
      [`transaction ${collectionId}`],
    );
    expect(rows).toEqual([
      {
        actor: expect.stringMatching(/^cli:/),
        action: 'transaction.refunded',
        details: { transaction_id: made.id },
      },
    ]);
    const again = await world.terminal.run('transaction', 'refund', String(collectionId));
    expect(again).toMatchObject({ exitCode: 1, errors: [expect.stringContaining(String(made.id))] });
  });

  test('refuses in one line what is no completed collection', async () => {
    const { transaction_id: id } = (await seller.post('/test/wallet/fund', { amount: 1_000 })).body.data;
    expect(await world.terminal.run('transaction', 'refund', String(id))).toMatchObject({
      exitCode: 1,
      errors: ['nsimbi: Only a collection can be refunded; give the id of one.'],
    });
    const open = (await seller.collect('256770000005', 1_000)).body.data.transaction_id;
    expect(await world.terminal.run('transaction', 'refund', String(open))).toMatchObject({
      exitCode: 1,
      errors: ['nsimbi: The collection is not completed, so there is nothing to refund.'],
    });
  });

  test('refuses what was taken by an account that the settings are not for', async () => {
    const { rows } = await world.database.pool.query<{ operator_account_id: number }>(
      `SELECT operator_account_id FROM operator_account WHERE host = 'gone'`,
    );
    const id = await collectedInTheLedger('256700000001', rows[0]?.operator_account_id ?? 0);
    expect(await world.terminal.run('transaction', 'refund', String(id))).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('only that account can refund it')],
    });
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

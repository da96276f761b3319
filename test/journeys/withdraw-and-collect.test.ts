import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { aMoment, anInteger, anOperatorReference, type Business, type Speaker, World } from './world.ts';

let world: World;
let school: Business;
let bursar: Speaker;

beforeAll(async () => {
  world = await World.open();
  school = await world.business('Gayaza School', 5_000_000);
  bursar = await world.as(school);
});
afterAll(() => world.close());

async function decide(phone: string, transactionId: number, answer: 'approve' | 'decline') {
  const prompts = (await bursar.get(`/test/prompts?phone=${phone}`)).body.data;
  const prompt = prompts.find((one: { transaction_id: number }) => one.transaction_id === transactionId);
  expect((await bursar.post(`/test/prompts/${prompt.id}/${answer}`, {})).status).toBe(200);
}

describe('interface-decisions 3, "POST /api/v1/wallet/withdraw/mobile"', () => {
  test('UGX 100,000 arrive, the fee of 3,500 comes on top, and the transaction’s amount is gross', async () => {
    const before = await bursar.money();
    const { status, body } = await bursar.withdraw('256700000009', 100_000, { description: 'Salaries' });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'The withdrawal was accepted and is on its way.',
      data: {
        transaction_id: anInteger,
        reference: expect.stringMatching(new RegExp(`^API_WD_\\d{10}_${body.data.transaction_id}$`)),
        amount: 100_000,
        fee: 3_500,
        total_deducted: 103_500,
        destination_phone: '256700000009',
        status: 'processing',
        requires_approval: false,
        new_balance: before.balance - 103_500,
        external_reference: anOperatorReference,
        created_at: aMoment,
      },
    });
    const id = body.data.transaction_id;
    expect(await bursar.money()).toEqual({ balance: before.balance - 103_500, held: 103_500 });
    expect(await bursar.transaction(id)).toStrictEqual({
      id,
      reference: body.data.reference,
      external_reference: body.data.external_reference,
      type: 'withdrawal',
      amount: 103_500,
      fee_amount: 3_500,
      net_amount: 100_000,
      currency: 'UGX',
      status: 'processing',
      description: 'Salaries',
      created_at: body.data.created_at,
      completed_at: null,
      failed_at: null,
      metadata: {
        recipient_phone: '256700000009',
        recipient_name: expect.any(String),
        provider: 'Airtel',
        api_triggered: true,
      },
      mode: 'test',
      direction: 'out',
      failure_code: null,
      failure_reason: null,
      sender_pays_fee: true,
      balance_after: before.balance - 103_500,
    });
    await decide('256700000009', id, 'approve');
    expect((await bursar.end(id)).status).toBe('completed');
    expect(await bursar.money()).toEqual({ balance: before.balance - 103_500, held: 0 });
  });

  test('declined on the handset, it fails and the money is back, fee included', async () => {
    const before = await bursar.money();
    const { body } = await bursar.withdraw('256770000009', 10_000);
    await decide('256770000009', body.data.transaction_id, 'decline');
    expect(await bursar.end(body.data.transaction_id)).toMatchObject({
      status: 'failed',
      failure_code: 'recipient_cannot_receive',
      failure_reason: expect.stringMatching(/\.$/),
      failed_at: aMoment,
      completed_at: null,
      balance_after: before.balance,
    });
    expect(await bursar.money()).toEqual(before);
  });

  test('to one’s own phone it is a withdrawal like any other: the money leaves through the operator', async () => {
    const { status, body } = await bursar.withdraw(school.phone, 1_000);
    expect([status, body.data.status]).toEqual([200, 'processing']);
    expect(await bursar.end(body.data.transaction_id)).toMatchObject({ status: 'completed', type: 'withdrawal' });
  });

  test.each([
    { number: '256770000002', status: 422, code: 'recipient_not_found' },
    { number: '256770000003', status: 502, code: 'operator_refused' },
    { number: '256770000006', status: 503, code: 'operator_unavailable' },
  ])('"The operator’s first word": to $number $status $code with data, money back', async (row) => {
    const before = await bursar.money();
    const { status, body } = await bursar.withdraw(row.number, 10_000);
    expect([status, body.code]).toEqual([row.status, row.code]);
    expect(body.data).toStrictEqual({
      transaction_id: anInteger,
      reference: expect.stringMatching(/^API_WD_/),
      status: 'failed',
    });
    expect(await bursar.money()).toEqual(before);
  });
});

describe('interface.md, "Collection the service" and "Collection status"', () => {
  test('every field while the customer thinks, and after they approved', async () => {
    const before = await bursar.money();
    const { status, body } = await bursar.collect('256770000009', 50_000, {
      description: 'Fees of term 1',
      customer_name: 'Okello James',
    });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'The customer was asked to approve the payment.',
      data: {
        transaction_id: anInteger,
        reference: expect.stringMatching(new RegExp(`^API_COL_\\d{10}_${body.data.transaction_id}$`)),
        customer_phone: '256770000009',
        customer_name: 'Okello James',
        amount_requested: 50_000,
        collection_fee: 2_500,
        net_amount_to_receive: 47_500,
        status: 'processing',
        external_reference: anOperatorReference,
        instructions: expect.stringContaining('STK push'),
        created_at: aMoment,
      },
    });
    const id = body.data.transaction_id;
    const asked = {
      success: true,
      transaction_id: id,
      reference: body.data.reference,
      amount_requested: 50_000,
      collection_fee: 2_500,
      external_reference: body.data.external_reference,
      customer_phone: '256770000009',
      customer_name: 'Okello James',
      created_at: body.data.created_at,
    };
    const path = `/wallet/collections/${id}/status`;
    expect((await bursar.get(path)).body).toStrictEqual({
      ...asked,
      status: 'processing',
      net_amount_received: null,
      failure_reason: null,
      completed_at: null,
      failed_at: null,
    });
    expect(await bursar.money()).toEqual(before);
    expect((await bursar.transaction(id)).balance_after).toBeNull();

    await decide('256770000009', id, 'approve');
    await bursar.end(id);
    expect((await bursar.get(path)).body).toStrictEqual({
      ...asked,
      status: 'completed',
      net_amount_received: 47_500,
      failure_reason: null,
      completed_at: aMoment,
      failed_at: null,
    });
    expect(await bursar.money()).toEqual({ balance: before.balance + 47_500, held: 0 });
    expect(await bursar.transaction(id)).toStrictEqual({
      id,
      reference: body.data.reference,
      external_reference: body.data.external_reference,
      type: 'collection',
      amount: 50_000,
      fee_amount: 2_500,
      net_amount: 47_500,
      currency: 'UGX',
      status: 'completed',
      description: 'Fees of term 1',
      created_at: body.data.created_at,
      completed_at: aMoment,
      failed_at: null,
      metadata: {
        customer_phone: '256770000009',
        customer_name: 'Okello James',
        provider: 'MTN',
        api_triggered: true,
        operator_receipt: expect.any(String),
      },
      mode: 'test',
      direction: 'in',
      failure_code: null,
      failure_reason: null,
      balance_after: before.balance + 47_500,
    });
  });

  test('a failed collection is HTTP 200 with its reason, and moves nothing', async () => {
    const before = await bursar.money();
    const { body } = await bursar.collect('256700000009', 1_000);
    expect(body.data.customer_name).toBeNull();
    await decide('256700000009', body.data.transaction_id, 'decline');
    const ended = await bursar.end(body.data.transaction_id);
    const { status, body: shown } = await bursar.get(`/wallet/collections/${body.data.transaction_id}/status`);
    expect(status).toBe(200);
    expect(shown).toMatchObject({
      success: true,
      status: 'failed',
      net_amount_received: null,
      failure_reason: ended.failure_reason,
      customer_name: null,
      completed_at: null,
      failed_at: aMoment,
    });
    expect(shown.failure_reason).toMatch(/declined.*\.$/);
    expect(ended).toMatchObject({ failure_code: 'customer_refused', balance_after: null });
    expect(await bursar.money()).toEqual(before);
  });

  test.each([
    { amount: 1_000, fee: 50 },
    { amount: 1_009, fee: 50 },
    { amount: 1_010, fee: 51 },
    { amount: 1_029, fee: 51 },
    { amount: 1_030, fee: 52 },
    { amount: 5_000_000, fee: 250_000 },
  ])('UGX $amount cost $fee: 5 %, half a shilling rounded up; the wallet gets the rest', async ({ amount, fee }) => {
    const before = await bursar.money();
    const { body } = await bursar.collect('256701234567', amount);
    expect(body.data).toMatchObject({
      amount_requested: amount,
      collection_fee: fee,
      net_amount_to_receive: amount - fee,
    });
    expect((await bursar.end(body.data.transaction_id)).status).toBe('completed');
    const { body: status } = await bursar.get(`/wallet/collections/${body.data.transaction_id}/status`);
    expect(status.net_amount_received).toBe(amount - fee);
    expect(await bursar.money()).toEqual({ balance: before.balance + amount - fee, held: 0 });
  });

  test('an operator that is not reached: 503 with data, the transaction failed', async () => {
    const { status, headers, body } = await bursar.collect('256770000006', 1_000);
    expect([status, body.code, headers.has('retry-after')]).toEqual([503, 'operator_unavailable', false]);
    expect(body.data).toStrictEqual({
      transaction_id: anInteger,
      reference: expect.stringMatching(/^API_COL_/),
      status: 'failed',
    });
    const shown = await bursar.get(`/wallet/collections/${body.data.transaction_id}/status`);
    expect([shown.status, shown.body.status]).toEqual([200, 'failed']);
    expect(body.message).toBe(
      `${shown.body.failure_reason} Transaction ${shown.body.transaction_id} failed and the customer paid nothing; a new attempt needs a new Idempotency-Key.`,
    );
  });

  test.each([
    { number: '256770000001', end: 'completed' },
    { number: '256770000002', end: 'customer_refused' },
    { number: '256770000003', end: 'customer_insufficient_funds' },
    { number: '256770000007', end: 'completed' },
    { number: '256781234567', end: 'completed' },
  ])('interface-decisions 8: a collection from $number is accepted and ends $end', async ({ number, end }) => {
    const { status, body } = await bursar.collect(number, 1_000);
    expect([status, body.data.status]).toEqual([200, 'processing']);
    const { status: ended, failure_code: code } = await bursar.end(body.data.transaction_id);
    expect(code ?? ended).toBe(end);
  });

  test('0007, whose callback arrives twice, is credited once', async () => {
    const before = await bursar.money();
    const { body } = await bursar.collect('256700000007', 10_000);
    await bursar.end(body.data.transaction_id);
    expect(await bursar.money()).toEqual({ balance: before.balance + 9_500, held: 0 });
  });

  test('the status of a payment that is no collection is 404', async () => {
    const { body } = await bursar.withdraw('256701234567', 1_000);
    const { status, body: refused } = await bursar.get(`/wallet/collections/${body.data.transaction_id}/status`);
    expect([status, refused.code]).toEqual([404, 'not_found']);
    await bursar.end(body.data.transaction_id);
  });
});

describe('interface-decisions 8, "For programs, with a test key"', () => {
  test('"GET /api/v1/test/prompts?phone=…" lists the prompts that wait, every field', async () => {
    const { body } = await bursar.collect('256770000009', 3_000, { description: 'Lunch' });
    const { body: prompts } = await bursar.get('/test/prompts?phone=256770000009');
    expect(prompts).toStrictEqual({
      success: true,
      message: 'Prompts retrieved.',
      data: [
        {
          id: anInteger,
          kind: 'collection',
          phone: '256770000009',
          operator: 'MTN',
          amount: 3_000,
          currency: 'UGX',
          description: 'Lunch',
          merchant_name: 'Gayaza School',
          transaction_id: body.data.transaction_id,
          external_reference: body.data.external_reference,
          status: 'waiting',
          created_at: aMoment,
          expires_at: aMoment,
        },
      ],
    });
    const [prompt] = prompts.data;
    expect(Date.parse(prompt.expires_at) - Date.parse(prompt.created_at)).toBe(300_000);
    expect((await bursar.get('/test/prompts?phone=256770000001')).body.data).toEqual([]);
    const { body: answered } = await bursar.post(`/test/prompts/${prompt.id}/approve`, {});
    expect(answered).toStrictEqual({
      success: true,
      message: 'Prompt approved.',
      data: { ...prompt, status: 'approved' },
    });
    const again = await bursar.post(`/test/prompts/${prompt.id}/decline`, {});
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
    expect((await bursar.end(body.data.transaction_id)).status).toBe('completed');
  });

  test('"POST /api/v1/test/wallet/fund" puts test shillings in the wallet', async () => {
    const before = await bursar.money();
    const { status, body } = await bursar.post('/test/wallet/fund', { amount: 25_000 });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'The test money is in the wallet.',
      data: {
        transaction_id: anInteger,
        reference: expect.stringMatching(new RegExp(`^DEP_\\d{10}_${body.data.transaction_id}$`)),
        amount: 25_000,
        new_balance: before.balance + 25_000,
        created_at: aMoment,
      },
    });
    expect(await bursar.money()).toEqual({ balance: before.balance + 25_000, held: 0 });
    expect(await bursar.transaction(body.data.transaction_id)).toMatchObject({
      type: 'deposit',
      status: 'completed',
      direction: 'in',
      amount: 25_000,
      fee_amount: 0,
      net_amount: 25_000,
      metadata: { api_triggered: true },
    });
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

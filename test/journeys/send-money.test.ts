import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { aMoment, anInteger, anOperatorReference, type Business, type Speaker, World } from './world.ts';

let world: World;
let bakery: Business;
let baker: Speaker;

beforeAll(async () => {
  world = await World.open();
  bakery = await world.business('Nakasero Bakery', 10_000_000);
  baker = await world.as(bakery);
});
afterAll(() => world.close());

describe('interface-decisions 3, "GET /api/v1/wallet/balance"', () => {
  test('balance, held_balance, currency, mode and as_of, nothing else', async () => {
    const { status, body } = await baker.get('/wallet/balance');
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'Balance retrieved.',
      data: { balance: 10_000_000, held_balance: 0, currency: 'UGX', mode: 'test', as_of: aMoment },
    });
  });
});

describe('interface-decisions 3, "POST /api/v1/wallet/send-money", internal', () => {
  test('UGX 40,000 to the phone of another wallet is there at once, for no fee', async () => {
    const farm = await world.business('Mukono Farm');
    const farmer = await world.as(farm);
    const before = await baker.money();
    const { status, body } = await baker.send(farm.phone, 40_000, { description: 'Flour' });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'The money was sent.',
      data: {
        transaction_id: anInteger,
        reference: expect.stringMatching(new RegExp(`^SM_\\d{10}_${body.data.transaction_id}$`)),
        recipient_name: 'Mukono Farm',
        recipient_phone: farm.phone,
        amount_sent: 40_000,
        fee_amount: 0,
        total_deducted: 40_000,
        transfer_type: 'internal',
        status: 'completed',
        requires_approval: false,
        new_balance: before.balance - 40_000,
        external_reference: null,
        created_at: aMoment,
        completed_at: body.data.created_at,
      },
    });
    expect(await baker.money()).toEqual({ balance: before.balance - 40_000, held: 0 });
    expect(await farmer.money()).toEqual({ balance: 40_000, held: 0 });

    // interface.md, "Transaction object", with what interface-decisions 3 adds, on both sides.
    const { transaction_id: id, reference, created_at: at } = body.data;
    expect(await baker.transaction(id)).toStrictEqual({
      id,
      reference,
      external_reference: null,
      type: 'payment_sent',
      amount: 40_000,
      fee_amount: 0,
      net_amount: 40_000,
      currency: 'UGX',
      status: 'completed',
      description: 'Flour',
      created_at: at,
      completed_at: at,
      failed_at: null,
      metadata: {
        recipient_phone: farm.phone,
        recipient_name: 'Mukono Farm',
        provider: 'MTN',
        api_triggered: true,
      },
      mode: 'test',
      direction: 'out',
      failure_code: null,
      failure_reason: null,
      sender_pays_fee: true,
      balance_after: before.balance - 40_000,
    });
    const [received] = (await farmer.get('/wallet/transactions')).body.data;
    expect(received).toStrictEqual({
      id: anInteger,
      reference: expect.stringMatching(new RegExp(`^RCV_\\d{10}_${received.id}$`)),
      external_reference: null,
      type: 'payment_received',
      amount: 40_000,
      fee_amount: 0,
      net_amount: 40_000,
      currency: 'UGX',
      status: 'completed',
      description: 'Flour',
      created_at: at,
      completed_at: at,
      failed_at: null,
      metadata: { sender_phone: bakery.phone, sender_name: 'Nakasero Bakery', api_triggered: false },
      mode: 'test',
      direction: 'in',
      failure_code: null,
      failure_reason: null,
      balance_after: 40_000,
    });
  });

  test('sending to one’s own wallet is refused, and writes nothing', async () => {
    const before = await world.transactionCount(bakery.wallets.test);
    const { status, body } = await baker.send(bakery.phone, 1_000);
    expect([status, body.code, body.data]).toEqual([422, 'own_wallet', undefined]);
    expect(await world.transactionCount(bakery.wallets.test)).toBe(before);
  });

  test('a phone that gets its wallet after money was sent to it externally is internal from then on', async () => {
    const { body: first } = await baker.send('256772190001', 1_000);
    expect(first.data.transfer_type).toBe('external');
    const late = await world.business('Late Shop', 0, '256772190001');
    const { body } = await baker.send(late.phone, 1_000);
    expect(body.data).toMatchObject({ transfer_type: 'internal', status: 'completed', recipient_name: 'Late Shop' });
    await baker.end(first.data.transaction_id);
  });
});

describe('interface-decisions 3, "POST /api/v1/wallet/send-money", external', () => {
  test.each([
    { said: {}, sends: true, sent: 50_000, fee: 3_000, deducted: 53_000 },
    { said: { sender_pays_fee: true }, sends: true, sent: 50_000, fee: 3_000, deducted: 53_000 },
    { said: { sender_pays_fee: false }, sends: false, sent: 47_000, fee: 3_000, deducted: 50_000 },
  ])('UGX 50,000 with $said: $sent arrive, $fee are the fee, $deducted leave', async ({ said, ...row }) => {
    const before = await baker.money();
    const { status, body } = await baker.send('256770000009', 50_000, { description: 'Rent', ...said });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'The payment was accepted and is on its way.',
      data: {
        transaction_id: anInteger,
        reference: expect.stringMatching(new RegExp(`^SM_\\d{10}_${body.data.transaction_id}$`)),
        recipient_name: expect.any(String),
        recipient_phone: '256770000009',
        amount_sent: row.sent,
        fee_amount: row.fee,
        total_deducted: row.deducted,
        transfer_type: 'external',
        status: 'processing',
        requires_approval: false,
        new_balance: before.balance - row.deducted,
        external_reference: anOperatorReference,
        created_at: aMoment,
        completed_at: null,
      },
    });
    expect(await baker.money()).toEqual({ balance: before.balance - row.deducted, held: row.deducted });
    const id = body.data.transaction_id;
    expect(await baker.transaction(id)).toStrictEqual({
      id,
      reference: body.data.reference,
      external_reference: body.data.external_reference,
      type: 'payment_sent',
      amount: row.deducted,
      fee_amount: row.fee,
      net_amount: row.sent,
      currency: 'UGX',
      status: 'processing',
      description: 'Rent',
      created_at: body.data.created_at,
      completed_at: null,
      failed_at: null,
      metadata: {
        recipient_phone: '256770000009',
        recipient_name: body.data.recipient_name,
        provider: 'MTN',
        api_triggered: true,
      },
      mode: 'test',
      direction: 'out',
      failure_code: null,
      failure_reason: null,
      sender_pays_fee: row.sends,
      balance_after: before.balance - row.deducted,
    });

    const prompts = (await baker.get('/test/prompts?phone=256770000009')).body.data;
    const prompt = prompts.find((one: { transaction_id: number }) => one.transaction_id === id);
    expect(prompt.amount).toBe(row.sent);
    expect((await baker.post(`/test/prompts/${prompt.id}/approve`, {})).status).toBe(200);
    expect(await baker.end(id)).toMatchObject({
      status: 'completed',
      completed_at: aMoment,
      failed_at: null,
      external_reference: body.data.external_reference,
      metadata: { operator_receipt: expect.any(String) },
      balance_after: before.balance - row.deducted,
    });
    expect(await baker.money()).toEqual({ balance: before.balance - row.deducted, held: 0 });
  });

  test('"An accepted external operation always answers processing": also when it is paid by then', async () => {
    const { body } = await baker.send('256701234567', 5_000);
    expect(body.data).toMatchObject({ status: 'processing', completed_at: null });
    expect(await baker.end(body.data.transaction_id)).toMatchObject({
      status: 'completed',
      metadata: { provider: 'Airtel' },
    });
  });

  test('"in test mode every valid number works": one of UTL goes through the operator Other', async () => {
    const { status, body } = await baker.send('256711234567', 5_000);
    expect([status, body.data?.status]).toEqual([200, 'processing']);
    expect((await baker.end(body.data.transaction_id)).status).toBe('completed');
  });
});

describe('interface-decisions 3, "The operator’s first word": refused at once', () => {
  test.each([
    { number: '256770000002', status: 422, code: 'recipient_not_found' },
    { number: '256700000002', status: 422, code: 'recipient_not_found' },
    { number: '256770000003', status: 502, code: 'operator_refused' },
    { number: '256700000003', status: 502, code: 'operator_refused' },
    { number: '256770000006', status: 503, code: 'operator_unavailable' },
    { number: '256700000006', status: 503, code: 'operator_unavailable' },
  ])('send-money to $number: $status $code, the transaction failed, the money is back', async (row) => {
    const before = await baker.money();
    const { status, headers, body } = await baker.send(row.number, 20_000);
    expect(status).toBe(row.status);
    expect(body).toStrictEqual({
      success: false,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      code: row.code,
      data: {
        transaction_id: anInteger,
        reference: expect.stringMatching(new RegExp(`^SM_\\d{10}_${body.data.transaction_id}$`)),
        status: 'failed',
      },
      request_id: headers.get('x-request-id'),
    });
    expect(headers.has('retry-after')).toBe(false);
    expect(await baker.money()).toEqual(before);
    const failed = await baker.transaction(body.data.transaction_id);
    expect(body.message).toBe(
      `${failed.failure_reason} Transaction ${failed.id} failed and its money is back in the wallet; a new attempt needs a new Idempotency-Key.`,
    );
    expect(failed).toMatchObject({
      status: 'failed',
      failure_code: expect.any(String),
      failed_at: aMoment,
      completed_at: null,
      balance_after: before.balance,
    });
  });

  test('0004, which times out at first, is processing and turns out paid; 0008 fails and its late success moves no money of the wallet', async () => {
    const before = await baker.money();
    const { status, body: silent } = await baker.send('256770000004', 1_000);
    expect([status, silent.data.status]).toEqual([200, 'processing']);
    const { body: contradicted } = await baker.send('256770000008', 10_000);
    const id = contradicted.data.transaction_id;
    expect((await baker.end(id)).status).toBe('failed');
    expect((await baker.end(silent.data.transaction_id)).status).toBe('completed');
    await expect
      .poll(async () => {
        const { rows } = await world.database.pool.query('SELECT kind FROM review_case WHERE transaction_id = $1', [
          id,
        ]);
        return rows;
      })
      .toEqual([{ kind: 'late_success' }]);
    expect((await baker.transaction(id)).status).toBe('failed');
    expect(await baker.money()).toEqual({ balance: before.balance - 1_060, held: 0 });
  });
});

describe('interface-decisions 1, "insufficient_funds"', () => {
  test.each([
    { to: 'external', phone: '256770000001' },
    { to: 'internal', phone: '256772190001' },
  ])('an $to payment above the balance is refused without data and writes nothing', async ({ phone }) => {
    const poor = await world.business('Empty Purse', 999);
    const speaker = await world.as(poor);
    const { status, body } = await speaker.send(phone, 1_000);
    expect([status, body.code, body.data]).toEqual([422, 'insufficient_funds', undefined]);
    expect(body.message).toContain('UGX 999 available');
    expect(await world.transactionCount(poor.wallets.test)).toBe(1);
    expect(await speaker.money()).toEqual({ balance: 999, held: 0 });
  });

  test('the fee counts: UGX 10,000 do not pay 10,000 and its fee, but do when the recipient bears it', async () => {
    const exact = await world.as(await world.business('Exact Purse', 10_000));
    expect((await exact.send('256770000001', 10_000)).body.code).toBe('insufficient_funds');
    const { body } = await exact.send('256701111111', 10_000, { sender_pays_fee: false });
    expect(body.data).toMatchObject({ amount_sent: 9_400, total_deducted: 10_000, new_balance: 0 });
    expect((await exact.end(body.data.transaction_id)).status).toBe('completed');
  });
  test('thirty payments at once from UGX 10,000: what is there is spent, and not a shilling more', async () => {
    const purse = await world.business('Crowded Purse', 10_000);
    const speaker = await world.as(purse);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0 ? speaker.send(bakery.phone, 3_000) : speaker.send('256701234567', 2_830),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['insufficient_funds']),
    );
    for (const { body } of accepted) expect((await speaker.end(body.data.transaction_id)).status).toBe('completed');
    const { balance, held } = await speaker.money();
    expect(balance).toBe(10_000 - accepted.reduce((sum, { body }) => sum + body.data.total_deducted, 0));
    expect(held).toBe(0);
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

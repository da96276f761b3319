import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '../../src/access/principal.ts';
import { addFeeSchedule } from '../../src/fees/schedules.ts';
import { zeroUgx } from '../../src/money/ugx.ts';
import { enableLiveMode } from '../database.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Answer, aMoment, anInteger, type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let shop: Business;
let seller: Speaker;
let supplier: Business;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 2_000_000);
  seller = await world.as(shop);
  supplier = await world.business('Maize Supplier');
});
afterAll(() => world.close());

const outside = '256701234567';
const codeOf = ({ status, body }: Answer) => [status, body.code];

const ask = (speaker: Speaker, phone: string, amount: number, more: object = {}) =>
  speaker.post('/wallet/quotes', { operation: 'send_money', recipient_phone: phone, amount, ...more });

/** A quote, which the service made. */
async function quoteOf(speaker: Speaker, phone: string, amount: number, more: object = {}): Promise<Json> {
  const { status, body } = await ask(speaker, phone, amount, more);
  expect([status, body.message]).toEqual([200, 'The quote was created.']);
  return body.data;
}

/** As if ten minutes of trusted time had passed since a quote was made, while the wall clock has hardly moved. */
const expire = (quoteId: number) =>
  world.database.owner.query(`UPDATE quote SET expires_at = expires_at - interval '10 minutes' WHERE quote_id = $1`, [
    quoteId,
  ]);

/** Sets a fee of this client, and waits until it is in force. */
async function setFee(business: Business, speaker: Speaker, operation: string, fixed: number): Promise<void> {
  await world.terminal.ask(
    ...['fees', 'set', operation, '--client', String(business.clientId), '--band', `fixed=${fixed}`],
  );
  const query = operation === 'withdrawal' ? 'operation=withdrawal' : 'operation=send_money';
  const inForce = async () => (await speaker.get(`/wallet/fees?${query}&amount=10000`)).body.data.fee_amount;
  await expect.poll(inForce).toBe(fixed);
}

describe('a quote', () => {
  test('of a payment through an operator has its price, its recipient, and what the payment would meet', async () => {
    const quote = await quoteOf(seller, outside, 10_000, { expected_name: 'Somebody Else' });
    expect(quote).toEqual({
      quote_id: anInteger,
      operation: 'send_money',
      recipient_phone: outside,
      transfer_type: 'external',
      provider: 'Airtel',
      amount: 10_000,
      sender_pays_fee: true,
      fee_amount: 600,
      total_deducted: 10_600,
      amount_received: 10_000,
      currency: 'UGX',
      recipient_name: expect.any(String),
      name_match: { result: 'different', score: 0, reason: 'The names differ.' },
      requires_approval: false,
      remaining_limits: {
        frozen: false,
        per_payment: null,
        left_today: null,
        day_ends_at: aMoment,
        budget: null,
        as_of: aMoment,
      },
      created_at: aMoment,
      expires_at: aMoment,
    });
    const lifetimeMs = Date.parse(quote.expires_at) - Date.parse(quote.created_at);
    expect(Math.abs(lifetimeMs - 600_000)).toBeLessThan(6_000);
    const read = await seller.get(`/wallet/quotes/${quote.quote_id}`);
    const { remaining_limits, expires_at, ...held } = quote;
    expect(read.body.data).toMatchObject(held);
  });

  test('of a payment to a wallet here names its holder, and a matching name is a match', async () => {
    expect(await quoteOf(seller, supplier.phone, 10_000, { expected_name: 'supplier MAIZE' })).toMatchObject({
      transfer_type: 'internal',
      fee_amount: 0,
      total_deducted: 10_000,
      recipient_name: supplier.name,
      name_match: { result: 'match', score: 100 },
    });
  });

  test('of a payment whose fee the recipient pays, and of a withdrawal', async () => {
    expect(await quoteOf(seller, outside, 10_000, { sender_pays_fee: false })).toMatchObject({
      amount: 10_000,
      fee_amount: 600,
      total_deducted: 10_000,
      amount_received: 9_400,
    });
    expect(await quoteOf(seller, supplier.phone, 100_000, { operation: 'withdrawal' })).toMatchObject({
      operation: 'withdrawal',
      transfer_type: 'external',
      fee_amount: 3_500,
      total_deducted: 103_500,
      amount_received: 100_000,
      name_match: null,
    });
  });

  test('shows limits, the budget of the key, and approval as they are now', async () => {
    const limited = await world.business('Limited Shop', 100_000);
    const wallet = ['--client', String(limited.clientId), '--mode', 'test'];
    await world.terminal.ask('client', 'limit', ...wallet, '--per-transaction', '50000', '--per-day', '80000');
    await world.terminal.ask('client', 'approval-threshold', ...wallet, '--amount', '20000');
    const speaker = await world.as(limited);
    const quote = await quoteOf(speaker, supplier.phone, 20_000);
    const limits = { per_payment: 50_000, left_today: 80_000, frozen: false };
    expect(quote).toMatchObject({ requires_approval: true, remaining_limits: limits });
    await speaker.send(supplier.phone, 15_000);
    const later = (await speaker.get(`/wallet/quotes/${quote.quote_id}`)).body.data;
    expect(later.remaining_limits).toMatchObject({ ...limits, left_today: 65_000 });
  });

  test.each<[string, object, unknown[], RegExp]>([
    ['of the own wallet', { recipient_phone: 'own' }, [422, 'own_wallet'], /recipient is this wallet/],
    ['of too little', { amount: 499 }, [422, 'amount_too_small'], /at least 500/],
    ['of a text', { amount: '5000' }, [422, 'invalid_request'], /must be a whole number/],
    ['of a collection', { operation: 'collection' }, [422, 'invalid_request'], /send_money or withdrawal/],
    ['with an empty name', { expected_name: ' ' }, [422, 'invalid_request'], /expected_name must be text of 1 to 120/],
    [
      'of a withdrawal whose fee the recipient pays',
      { operation: 'withdrawal', sender_pays_fee: false },
      [422, 'invalid_request'],
      /sender_pays_fee must be left out/,
    ],
  ])('%s is refused', async (_, change, code, sentence) => {
    const body = { operation: 'send_money', recipient_phone: outside, amount: 5_000, ...change };
    if (body.recipient_phone === 'own') body.recipient_phone = shop.phone;
    const refused = await seller.post('/wallet/quotes', body);
    expect(codeOf(refused)).toEqual(code);
    expect(refused.body.message).toMatch(sentence);
  });

  test('needs the permission of its operation, and shows the registered name to keys that may look it up', async () => {
    const keyWith = (...permissions: Permission[]) => world.as(shop, { permissions });
    const sender = await keyWith('wallet:send');
    const quote = await quoteOf(sender, supplier.phone, 5_000, { expected_name: 'Maize Supplier' });
    expect(quote).toMatchObject({ recipient_name: null, name_match: { result: 'match' } });
    expect((await seller.get(`/wallet/quotes/${quote.quote_id}`)).body.data.recipient_name).toBe(supplier.name);
    expect((await sender.get(`/wallet/quotes/${quote.quote_id}`)).body.data.recipient_name).toBeNull();
    const refused = await ask(sender, supplier.phone, 5_000, { operation: 'withdrawal' });
    expect(codeOf(refused)).toEqual([403, 'forbidden']);
    expect(refused.body.message).toContain('wallet:withdraw');
    const withdrawer = await keyWith('wallet:withdraw');
    expect(codeOf(await ask(withdrawer, supplier.phone, 5_000))).toEqual([403, 'forbidden']);
    expect(codeOf(await ask(await keyWith('wallet:read'), supplier.phone, 5_000))).toEqual([403, 'forbidden']);
  });

  test('compares few names in a minute, and says when the next one can be compared', async () => {
    const guesser = await world.as(shop, { rateLimits: { quotes: 1_000_000, name_match: 1 } });
    const guess = () => ask(guesser, supplier.phone, 5_000, { expected_name: 'Maize Farmer' });
    // A minute may end between two of them.
    const answers = [await guess(), await guess(), await guess()];
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(
        /^More than 1 comparisons of an expected_name in this minute; try again in \d+ second/,
      ),
    });
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('1');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(guesser, supplier.phone, 5_000)).status).toBe(200);
  });
});

describe('a payment that names a quote', () => {
  test('costs what the quote says, though fees changed since; a payment without it costs the new fee', async () => {
    const client = await world.business('Fees Change', 500_000);
    const speaker = await world.as(client);
    const payment = await quoteOf(speaker, outside, 10_000);
    const withdrawal = await quoteOf(speaker, outside, 10_000, { operation: 'withdrawal' });
    await setFee(client, speaker, 'send_money_external', 5_000);
    await setFee(client, speaker, 'withdrawal', 4_000);
    const sent = await speaker.send(outside, 10_000, { quote_id: payment.quote_id });
    expect(sent.body.data).toMatchObject({ fee_amount: 600, total_deducted: 10_600, amount_sent: 10_000 });
    const withdrawn = await speaker.withdraw(outside, 10_000, { quote_id: withdrawal.quote_id });
    expect(withdrawn.body.data).toMatchObject({ fee: 350, total_deducted: 10_350, amount: 10_000 });
    expect((await speaker.send(outside, 10_000)).body.data).toMatchObject({ fee_amount: 5_000 });
    const shown = await speaker.end(sent.body.data.transaction_id);
    expect(shown).toMatchObject({
      status: 'completed',
      fee_amount: 600,
      metadata: { quote_id: payment.quote_id, quoted_at: payment.created_at },
    });
    await speaker.end(withdrawn.body.data.transaction_id);
    const event = (await speaker.events()).find(({ data }) => data.id === shown.id);
    expect(event?.data.metadata).toMatchObject({ quote_id: payment.quote_id });
  });

  test('is repeated with its Idempotency-Key, also when the quote has expired or was removed', async () => {
    const { quote_id } = await quoteOf(seller, outside, 10_000);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await seller.send(outside, 10_000, { quote_id }, headers);
    await expire(quote_id);
    expect((await seller.send(outside, 10_000, { quote_id }, headers)).text).toBe(first.text);
    await world.database.owner.query('DELETE FROM quote WHERE quote_id = $1', [quote_id]);
    const repeated = await seller.send(outside, 10_000, { quote_id }, headers);
    expect([repeated.text, repeated.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const other = await seller.send(outside, 10_000, {}, headers);
    expect(codeOf(other)).toEqual([422, 'idempotency_key_reused']);
    await seller.end(first.body.data.transaction_id);
  });

  test('can be one of many at the same time: each costs what the quote says, as far as the money goes', async () => {
    const client = await world.business('Many At Once', 10_600 * 3 + 10_599);
    const speaker = await world.as(client);
    const { quote_id } = await quoteOf(speaker, outside, 10_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => speaker.send(outside, 10_000, { quote_id }, { 'idempotency-key': randomUUID() })),
    );
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid.map(({ body }) => body.data.total_deducted)).toEqual([10_600, 10_600, 10_600]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['insufficient_funds']));
    for (const { body } of paid) await speaker.end(body.data.transaction_id);
    expect(await speaker.money()).toEqual({ balance: 10_599, held: 0 });
  });

  test.each<[string, (quote: Json) => Promise<Answer>, RegExp]>([
    ['another amount', ({ quote_id }) => seller.send(outside, 10_001, { quote_id }), /for another amount/],
    ['a smaller amount', ({ quote_id }) => seller.send(outside, 500, { quote_id }), /for another amount/],
    ['another phone', ({ quote_id }) => seller.send('256701234568', 10_000, { quote_id }), /another phone number/],
    ['the other operation', ({ quote_id }) => seller.withdraw(outside, 10_000, { quote_id }), /the other operation/],
    [
      'a fee that the recipient pays',
      ({ quote_id }) => seller.send(outside, 10_000, { quote_id, sender_pays_fee: false }),
      /who pays the fee/,
    ],
  ])('and asks for %s is refused', async (_, pay, sentence) => {
    const before = await world.transactionCount(shop.wallets.test);
    const refused = await pay(await quoteOf(seller, outside, 10_000));
    expect(codeOf(refused)).toEqual([422, 'quote_differs']);
    expect(refused.body.message).toMatch(sentence);
    expect(await world.transactionCount(shop.wallets.test)).toBe(before);
  });

  test('is refused when the quote has expired by trusted time, whatever the wall clock says', async () => {
    for (const operation of ['send_money', 'withdrawal'] as const) {
      const { quote_id } = await quoteOf(seller, outside, 10_000, { operation });
      await expire(quote_id);
      const pay = operation === 'send_money' ? seller.send.bind(seller) : seller.withdraw.bind(seller);
      const refused = await pay(outside, 10_000, { quote_id });
      expect(codeOf(refused)).toEqual([422, 'quote_expired']);
      expect(refused.body.message).toContain('ask for a new quote');
    }
  });

  test('is made when ten minutes have passed by the wall clock only', async () => {
    const { quote_id } = await quoteOf(seller, supplier.phone, 10_000);
    await world.database.owner.query(
      `UPDATE quote SET created_at = created_at - interval '1 hour' WHERE quote_id = $1`,
      [quote_id],
    );
    expect((await seller.send(supplier.phone, 10_000, { quote_id })).status).toBe(200);
  });

  test('of another wallet, of test mode with a live key, or that never was, is refused', async () => {
    await enableLiveMode(world.database);
    const { quote_id } = await quoteOf(seller, supplier.phone, 10_000);
    const stranger = await world.as(await world.business('Stranger', 100_000));
    const live = await world.as(shop, { mode: 'live' });
    for (const speaker of [stranger, live]) {
      const refused = await speaker.send(supplier.phone, 10_000, { quote_id });
      expect(codeOf(refused)).toEqual([404, 'not_found']);
      expect(refused.body.message).toContain(`no quote ${quote_id}`);
      expect(codeOf(await speaker.get(`/wallet/quotes/${quote_id}`))).toEqual([404, 'not_found']);
    }
    expect(codeOf(await seller.send(outside, 10_000, { quote_id: 999_999_999 }))).toEqual([404, 'not_found']);
    for (const wrong of [0, 1.5, '1', true]) {
      const refused = await seller.send(outside, 10_000, { quote_id: wrong });
      expect([...codeOf(refused), Object.keys(refused.body.errors)]).toEqual([422, 'invalid_request', ['quote_id']]);
    }
    const absent = await seller.send(supplier.phone, 10_000, { quote_id: null });
    expect([absent.status, absent.body.data.total_deducted]).toEqual([200, 10_000]);
  });

  test('is refused when its phone became that of a wallet here', async () => {
    const phone = '256772999001';
    const before = await quoteOf(seller, phone, 10_000);
    expect(before.transfer_type).toBe('external');
    await world.business('New Neighbour', 0, phone);
    const refused = await seller.send(phone, 10_000, { quote_id: before.quote_id });
    expect(codeOf(refused)).toEqual([422, 'quote_differs']);
    expect(refused.body.message).toContain('for another recipient');
    const { quote_id } = await quoteOf(seller, phone, 10_000);
    expect((await seller.send(phone, 10_000, { quote_id })).body.data).toMatchObject({ transfer_type: 'internal' });
  });

  test('is refused when its phone became that of another operator', async () => {
    const phone = '256772345678';
    const { quote_id, provider } = await quoteOf(seller, phone, 10_000);
    expect(provider).toBe('MTN');
    await world.terminal.ask('operators', 'prefixes', 'set', '2567723', 'AIRTEL');
    const operator = async () => (await seller.get(`/wallet/lookup?phone=${phone}`)).body.data.operator;
    await expect.poll(operator).toBe('Airtel');
    const refused = await seller.send(phone, 10_000, { quote_id });
    expect(codeOf(refused)).toEqual([422, 'quote_differs']);
    expect(refused.body.message).toContain('for another operator');
    await world.terminal.ask('operators', 'prefixes', 'remove', '2567723');
    await expect.poll(operator).toBe('MTN');
  });

  test('is refused while the wallet is frozen, and made when it is not any more', async () => {
    const { quote_id } = await quoteOf(seller, supplier.phone, 10_000);
    const wallet = ['--client', String(shop.clientId), '--mode', 'test'];
    await world.terminal.ask('client', 'freeze', ...wallet);
    expect((await seller.get(`/wallet/quotes/${quote_id}`)).body.data.remaining_limits.frozen).toBe(true);
    expect(codeOf(await seller.send(supplier.phone, 10_000, { quote_id }))).toEqual([422, 'wallet_frozen']);
    await world.terminal.ask('client', 'unfreeze', ...wallet);
    expect((await seller.send(supplier.phone, 10_000, { quote_id })).status).toBe(200);
  });

  test('may be tried again with the same quote when the operator refused it', async () => {
    const phone = '256700000003';
    const { quote_id } = await quoteOf(seller, phone, 10_000);
    const tries = [await seller.send(phone, 10_000, { quote_id }), await seller.send(phone, 10_000, { quote_id })];
    expect(tries.map(codeOf)).toEqual([
      [502, 'operator_refused'],
      [502, 'operator_refused'],
    ]);
  });
});

describe('the audit', () => {
  test('finds nothing after all of this', async () => {
    expect(await auditFindings(world.database.pool)).toEqual([]);
  });

  test('takes the fees of the moment of a quote, and finds a payment that is not what its quote says', async () => {
    const client = await world.business('Audited', 500_000);
    const speaker = await world.as(client);
    const { quote_id } = await quoteOf(speaker, outside, 10_000);
    const { owner } = world.database;
    // The quote was made before the client's own fees began, and the payment more than a minute after.
    await owner.query(`UPDATE quote SET created_at = created_at - interval '8 minutes' WHERE quote_id = $1`, [
      quote_id,
    ]);
    await addFeeSchedule(world.database.pool, {
      clientId: client.clientId,
      operation: 'send_money_external',
      effectiveFromMs: Date.now() - 300_000,
      bands: [{ upTo: null, fixed: zeroUgx, basisPoints: 100, minimum: zeroUgx, maximum: null }],
      createdBy: 'test',
    });
    const sent = await speaker.send(outside, 10_000, { quote_id });
    expect(sent.body.data.fee_amount).toBe(600);
    const id = sent.body.data.transaction_id;
    await speaker.end(id);
    // Its schedule was not set by an act, which is another rule.
    const rulesOf = async () =>
      (await auditFindings(world.database.pool))
        .map(({ rule }) => rule)
        .filter((rule) => rule === 'fee_is_of_its_schedule' || rule === 'quoted_payment_is_as_quoted');
    expect(await rulesOf()).toEqual([]);
    await owner.query('UPDATE quote SET fee_amount = 100, amount = 10100, fee_schedule_id = 9 WHERE quote_id = $1', [
      quote_id,
    ]);
    expect(await rulesOf()).toEqual(['quoted_payment_is_as_quoted']);
    await owner.query('DELETE FROM quote WHERE quote_id = $1', [quote_id]);
    expect(await rulesOf()).toEqual([]);
    await owner.query(`UPDATE transaction SET details = details - 'quoted_at' WHERE transaction_id = $1`, [id]);
    expect(await rulesOf()).toEqual(['fee_is_of_its_schedule']);
  });
});

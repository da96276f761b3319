import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rollApiKey } from '../../src/access/api-keys.ts';
import { serviceActor } from '../../src/access/audit-log.ts';
import { setKeyBudget } from '../../src/access/set-key-budget.ts';
import type { BudgetLimits } from '../../src/ledger/rows/key-budget.ts';
import { ugx } from '../../src/money/ugx.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Answer, aMoment, type Business, type Json, Speaker, World } from './world.ts';

let world: World;
let neighbour: Business;

/** A number that answers a prompt only when somebody does. */
const slow = '256770000009';

beforeAll(async () => {
  world = await World.open();
  neighbour = await world.business('Neighbour');
});
afterEach(async () => expect(await auditFindings(world.database.pool)).toEqual([]));
afterAll(() => world.close());

const codeOf = ({ status, body }: Answer) => [status, body.code];

const limits = (
  perDay: number | null,
  more: Partial<Record<'perPayment' | 'perMonth', number>> = {},
): BudgetLimits => ({
  perPayment: more.perPayment === undefined ? null : ugx(more.perPayment),
  perDay: perDay === null ? null : ugx(perDay),
  perMonth: more.perMonth === undefined ? null : ugx(more.perMonth),
});

/** A shop with 1,000,000, and a program with a key that has a budget. */
async function shopWith(budget: BudgetLimits) {
  const shop = await world.business('Budget Shop', 1_000_000);
  const { apiKey, apiKeyId } = await world.key(shop, { budget });
  return { shop, apiKeyId, speaker: new Speaker(world.baseUrl, apiKey) };
}

async function budgetOf(speaker: Speaker): Promise<Json> {
  const { status, body } = await speaker.get('/key');
  expect(status).toBe(200);
  return body.data.budget;
}

async function decline(speaker: Speaker, id: number): Promise<void> {
  const { data } = (await speaker.get('/test/prompts')).body;
  const prompt = data.find(({ transaction_id }: Json) => transaction_id === id);
  await speaker.post(`/test/prompts/${prompt.id}/decline`, {});
  expect((await speaker.end(id)).status).toBe('failed');
}

/** Moves what a key has paid to another day, as if that had been then. */
async function setBack(apiKeyId: number, days: number, months: number): Promise<void> {
  await world.database.pool.query('UPDATE key_budget SET day = day - $2, month = month - $3 WHERE lineage = $1', [
    apiKeyId,
    days,
    months,
  ]);
}

describe('the budget of an API key', () => {
  test('refuses with what is left and until when, moves nothing then, and counts a repeated request once', async () => {
    const { shop, speaker } = await shopWith(limits(50_000, { perPayment: 40_000 }));
    const once = { 'idempotency-key': 'order-1' };
    const first = await speaker.send(neighbour.phone, 30_000, {}, once);
    const replay = await speaker.send(neighbour.phone, 30_000, {}, once);
    expect([first.status, replay.text]).toEqual([200, first.text]);
    expect(await budgetOf(speaker)).toMatchObject({ used_today: 30_000, left_today: 20_000 });

    const before = await world.transactionCount(shop.wallets.test);
    const refused = await speaker.send(neighbour.phone, 20_001, {}, { 'idempotency-key': 'order-2' });
    expect(codeOf(refused)).toEqual([422, 'budget_exceeded']);
    expect(refused.body.message).toMatch(
      /^The budget of this API key has UGX 20,000 left, fees included, until \d{4}-\d\d-\d\d at 00:00 in Kampala, and this takes UGX 20,001;/,
    );
    const large = await speaker.send(neighbour.phone, 40_001);
    expect(codeOf(large)).toEqual([422, 'budget_exceeded']);
    expect(await world.transactionCount(shop.wallets.test)).toBe(before);
    expect(await speaker.money()).toEqual({ balance: 970_000, held: 0 });
    // A refusal does not use its Idempotency-Key.
    expect((await speaker.send(neighbour.phone, 20_000, {}, { 'idempotency-key': 'order-2' })).status).toBe(200);
    expect(await budgetOf(speaker)).toMatchObject({ used_today: 50_000, left_today: 0 });
    // Another key of the wallet has its own budget, or none.
    expect((await (await world.as(shop)).send(neighbour.phone, 60_000)).status).toBe(200);
  });

  test('counts fees, withdrawals and payments to operators, and gets back what failed', async () => {
    const { speaker } = await shopWith(limits(40_000));
    const held = await speaker.send(slow, 10_000);
    expect(held.body.data.total_deducted).toBe(10_600);
    const withdrawn = await speaker.withdraw('256701234567', 5_000);
    const left = 40_000 - 10_600 - withdrawn.body.data.total_deducted;
    expect(await budgetOf(speaker)).toMatchObject({ left_today: left, left_this_month: null });
    expect(codeOf(await speaker.send(neighbour.phone, left + 1))).toEqual([422, 'budget_exceeded']);
    await decline(speaker, held.body.data.transaction_id);
    expect(await budgetOf(speaker)).toMatchObject({ left_today: left + 10_600 });
    // Money that comes in raises nothing.
    await speaker.end((await speaker.collect('256701234567', 20_000)).body.data.transaction_id);
    expect(await budgetOf(speaker)).toMatchObject({ left_today: left + 10_600 });
  });

  test('is inherited with what is used of it by keys that it is rolled to, and what failed is given back after a roll', async () => {
    const { shop, apiKeyId, speaker } = await shopWith(limits(30_000));
    const held = await speaker.send(slow, 10_000);
    const rolled = await rollApiKey(world.database.pool, { apiKeyId, overlapMs: 60_000, actor: serviceActor('test') });
    const again = await rollApiKey(world.database.pool, {
      apiKeyId: rolled.apiKeyId,
      overlapMs: 60_000,
      actor: serviceActor('test'),
    });
    const next = new Speaker(world.baseUrl, again.apiKey);
    expect(await budgetOf(next)).toMatchObject({ per_day: 30_000, used_today: 10_600 });
    expect(codeOf(await next.send(neighbour.phone, 20_000))).toEqual([422, 'budget_exceeded']);
    expect((await next.send(neighbour.phone, 9_000)).status).toBe(200);
    await decline(await world.as(shop), held.body.data.transaction_id);
    for (const key of [speaker, next]) expect(await budgetOf(key)).toMatchObject({ used_today: 9_000 });
    await setKeyBudget(world.database.pool, { apiKeyId, budget: limits(9_500), actor: serviceActor('test') });
    expect(codeOf(await next.send(neighbour.phone, 501))).toEqual([422, 'budget_exceeded']);
  });

  test('begins anew on the next day and in the next month; what fails afterwards is not given back to them', async () => {
    const { apiKeyId, speaker } = await shopWith(limits(12_000, { perMonth: 24_000 }));
    const yesterday = await speaker.send(slow, 10_000);
    await setBack(apiKeyId, 1, 0);
    expect(await budgetOf(speaker)).toMatchObject({ used_today: 0, used_this_month: 10_600 });
    const today = await speaker.send(slow, 10_000);
    expect(codeOf(await speaker.send(neighbour.phone, 2_801))).toEqual([422, 'budget_exceeded']);
    await decline(speaker, yesterday.body.data.transaction_id);
    expect(await budgetOf(speaker)).toMatchObject({ used_today: 10_600, used_this_month: 10_600 });
    await setBack(apiKeyId, 40, 1);
    expect((await speaker.send(neighbour.phone, 3_000)).status).toBe(200);
    await decline(speaker, today.body.data.transaction_id);
    expect(await budgetOf(speaker)).toMatchObject({ used_today: 3_000, used_this_month: 3_000 });
  });

  test('counts a payment that waits for approval until it is rejected', async () => {
    const { shop, speaker } = await shopWith(limits(60_000));
    const wallet = ['--client', String(shop.clientId), '--mode', 'test'];
    await world.terminal.ask('client', 'approval-threshold', ...wallet, '--amount', '50000');
    const { data } = (await speaker.send(neighbour.phone, 50_000)).body;
    expect(data.status).toBe('pending');
    expect(codeOf(await speaker.send(neighbour.phone, 20_000))).toEqual([422, 'budget_exceeded']);
    await world.terminal.ask('transaction', 'reject', String(data.transaction_id), '--reason', 'No');
    expect(await budgetOf(speaker)).toMatchObject({ used_today: 0, left_today: 60_000 });
  });

  test('is not exceeded by many payments at once at two processes', async () => {
    const { speaker } = await shopWith(limits(10_000));
    const other = speaker.at(await world.startAnother());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? speaker : other).send(neighbour.phone, 3_000)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(17).fill(422)]);
    expect(await budgetOf(speaker)).toMatchObject({ used_today: 9_000, left_today: 1_000 });
    expect((await speaker.money()).balance).toBe(991_000);
  });

  test('reaches every process within a second when it is set, lowered and taken away', async () => {
    const shop = await world.business('Loose Shop', 1_000_000);
    const { apiKey, apiKeyId } = await world.key(shop);
    const speaker = new Speaker(world.baseUrl, apiKey);
    expect((await speaker.send(neighbour.phone, 5_000)).status).toBe(200);
    expect(await budgetOf(speaker)).toBeNull();
    await world.terminal.ask('key', 'budget', String(apiKeyId), '--per-payment', '4000', '--per-month', '100000');
    await expect.poll(async () => (await speaker.send(neighbour.phone, 5_000)).body.code).toBe('budget_exceeded');
    expect((await speaker.send(neighbour.phone, 4_000)).status).toBe(200);
    await world.terminal.ask('key', 'budget', String(apiKeyId), '--per-payment', 'none', '--per-month', '6000');
    expect(codeOf(await speaker.send(neighbour.phone, 2_001))).toEqual([422, 'budget_exceeded']);
    await world.terminal.ask('key', 'budget', String(apiKeyId), '--per-month', 'none');
    await expect.poll(async () => (await speaker.send(neighbour.phone, 9_000)).status).toBe(200);
    expect(await budgetOf(speaker)).toBeNull();
  });
});

describe('GET /api/v1/key', () => {
  test('shows any key who it is, what it may do and what is left of its budget', async () => {
    const shop = await world.business('Curious Shop', 10_000);
    const { apiKey, apiKeyId } = await world.key(shop, {
      permissions: ['webhooks:read'],
      allowedIps: ['127.0.0.0/8'],
      budget: limits(40_000, { perPayment: 10_000, perMonth: 90_000 }),
    });
    const answer = await new Speaker(world.baseUrl, apiKey).get('/key');
    expect(answer.body).toEqual({
      success: true,
      message: 'API key retrieved.',
      data: {
        id: apiKeyId,
        key_prefix: apiKey.split('.')[0],
        name: 'Journey',
        mode: 'test',
        client_id: shop.clientId,
        client_name: 'Curious Shop',
        wallet_id: shop.wallets.test,
        permissions: ['webhooks:read'],
        allowed_ips: ['127.0.0.0/8'],
        signing_keys: [],
        rate_limits: expect.objectContaining({ balance: 1_000_000 }),
        budget: {
          per_payment: 10_000,
          per_day: 40_000,
          used_today: 0,
          left_today: 40_000,
          day_ends_at: expect.stringMatching(/T21:00:00\.000Z$/),
          per_month: 90_000,
          used_this_month: 0,
          left_this_month: 90_000,
          month_ends_at: expect.stringMatching(/T21:00:00\.000Z$/),
        },
        created_at: aMoment,
        expires_at: null,
      },
    });
  });
});

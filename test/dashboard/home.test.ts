import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOfKampalaDay } from '../../src/ledger/kampala-day.ts';
import { Receiver } from '../journeys/receiver.ts';
import { type Answer, type Business, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { setBack } from './past.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let program: Speaker;
let owner: SignedIn;
const home = async (mode = 'test', query = '') =>
  (await owner.get(`/clients/${shop.clientId}/${mode}/home${query}`)).body.data;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 100_000);
  program = await world.as(shop);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
});
afterAll(() => world.close());

describe('the home of a client', () => {
  it('begins with the money and the first steps of somebody new', async () => {
    expect(await home()).toMatchObject({
      balance: { available: 100_000, held: 0 },
      figures: { period: { name: 'today' }, now: { in: 100_000, in_count: 1, out: 0 }, before: { in: 0, in_count: 0 } },
      is_counted: true,
      operators: [],
      first_steps: { asked_by_api: false, collected: false, approved_on_handset: false, webhook_added: false },
      attention: {
        disabled_webhooks: [],
        failed_deliveries: [],
        approvals: { count: 0 },
        bulk_payouts: { count: 0, amount: 0, next_expires_at: null },
        review_cases: 0,
        low_floats: [],
      },
    });
    expect(await home('live')).toMatchObject({ balance: { available: 0 }, first_steps: null });
    const { attention } = await home();
    expect(attention.operator_setup).toMatchObject({ missing: [], live_refused: null });
  });

  it('says which operators live mode lacks, and its forms do too', async () => {
    const setup = { connected: [], missing: ['MTN', 'Airtel'], live_refused: null };
    expect((await home('live')).attention.operator_setup).toEqual(setup);
    expect((await owner.get(`/clients/${shop.clientId}/live/operators`)).body.data).toEqual(setup);
    const { missing } = (await owner.get(`/clients/${shop.clientId}/test/operators`)).body.data;
    expect(missing).toEqual([]);
  });

  it('has asked for no payment when a program has only paid', async () => {
    const other = await world.business('Corner Bakery', 100_000);
    await (await world.as(other)).send('256701234567', 1_000);
    const baker = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    const { body } = await baker.get(`/clients/${other.clientId}/test/home`);
    expect(body.data.first_steps).toMatchObject({ asked_by_api: false, collected: false });
  });

  it('counts what ended, by operator and day, at once', async () => {
    const paid = await program.collect('256770000001', 10_000);
    const refused = await program.collect('256770000002', 4_000);
    const sent = await program.send('256701234567', 20_000);
    for (const { body } of [paid, refused, sent]) await program.end(body.data.transaction_id);
    // From wallet to wallet, to an MTN number: no operator is asked, so it is no success of MTN's.
    const neighbour = await world.business('Neighbour', 0, '256772190077');
    expect((await program.send(neighbour.phone, 3_000)).body.data.status).toBe('completed');
    const { figures, operators, balance, first_steps } = await home('test', '?period=30d');
    const totals = { in: 100_000 + 9_500, in_count: 2, out: 24_200, out_count: 2, fees: 500 + 1_200 };
    // The payment between wallets reached no operator.
    expect(figures.now).toEqual({ ...totals, completed: 2, failed: 1 });
    expect(figures.points).toHaveLength(30);
    const { in: amountIn, in_count, out, out_count } = totals;
    expect(figures.points.at(-1)).toEqual({ at: figures.period.to, in: amountIn, in_count, out, out_count });
    expect((await home()).figures.now).toEqual(figures.now);
    expect(operators).toEqual([
      {
        operator: 'Airtel',
        direction: 'payouts',
        last_24_hours: { completed: 1, failed: 0 },
        last_7_days: { completed: 1, failed: 0 },
      },
      {
        operator: 'MTN',
        direction: 'collections',
        last_24_hours: { completed: 1, failed: 1 },
        last_7_days: { completed: 1, failed: 1 },
      },
    ]);
    expect(balance.available).toBe(amountIn - out);
    expect(first_steps).toMatchObject({ asked_by_api: true, collected: true, approved_on_handset: true });
  });

  it('tells what needs attention', async () => {
    await world.terminal.ask(
      ...['client', 'approval-threshold', '--client', String(shop.clientId), '--mode', 'test', '--amount', '5000'],
    );
    const waiting = await program.send('256701234567', 6_000);
    const bulk = await owner.post(
      `/clients/${shop.clientId}/test/bulk-payouts`,
      { name: 'Wages', csv: '256701234567,10000\n', total_deducted: 10_600 },
      { 'idempotency-key': randomUUID() },
    );
    expect(bulk.body).toMatchObject({ data: { status: 'awaiting_approval' } });
    const stuck = await program.collect('256770000005', 1_000);
    const hook = await program.post('/webhooks', { url: 'https://example.com/hook', events: ['wallet.credited'] });
    expect(hook.status).toBe(200);
    const webhookId = hook.body.data.id;
    const { pool } = world.database;
    await pool.query(
      `UPDATE webhook SET is_active = false, disabled_at = now(), disabled_reason = 'gone' WHERE webhook_id = $1`,
      [webhookId],
    );
    await pool.query(
      `INSERT INTO delivery (wallet_id, webhook_id, transaction_id, event_no, event_type, status)
       SELECT $1, $2, 1, 1, 'wallet.credited', status FROM unnest('{failed,failed,cancelled}'::text[]) AS status`,
      [shop.wallets.test, webhookId],
    );
    await pool.query('UPDATE submission SET in_review = true WHERE transaction_id = $1', [
      stuck.body.data.transaction_id,
    ]);
    await pool.query(
      `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, found, opened_at)
       VALUES ('test', $1, $2, 'truth_deadline', '{}', now())`,
      [shop.wallets.test, stuck.body.data.transaction_id],
    );
    const { attention } = await home();
    expect(attention).toMatchObject({
      disabled_webhooks: [{ id: webhookId, url: 'https://example.com/hook' }],
      failed_deliveries: [{ webhook_id: webhookId, count: 2 }],
      approvals: { count: 1, amount: waiting.body.data.total_deducted },
      bulk_payouts: { count: 1, amount: 10_600, next_expires_at: bulk.body.data.expires_at },
      review_cases: 1,
      payments_in_review: 1,
      wallet_frozen: false,
    });
    expect(Date.parse(attention.approvals.next_expires_at)).toBeGreaterThan(Date.now());
  });

  it('warns of a webhook that is failing, with its list and its own page, until an event is taken', async () => {
    const bakery = await world.business('Corner Bakery', 100_000);
    const baker = await signedIn(world, { clients: { [bakery.clientId]: 'client_owner' } });
    const till = await world.as(bakery);
    const receiver = await Receiver.open();
    receiver.status = 503;
    const hook = await till.post('/webhooks', { url: receiver.at('/till'), events: ['send_money.completed'] });
    const webhookId = hook.body.data.id;
    const at = `/clients/${bakery.clientId}/test`;
    const read = async (path: string) => (await baker.get(at + path)).body.data;
    expect((await read('/home')).attention.failing_webhooks).toEqual([]);
    expect(await read(`/webhooks/${webhookId}`)).toMatchObject({ is_active: true, failing: null });
    await till.send(shop.phone, 1_000);
    const failing = await waitUntil('the webhook is failing', async () => {
      const { failing } = await read(`/webhooks/${webhookId}`);
      return failing?.next_attempt_at != null && failing;
    });
    const nextMs = Date.parse(failing.next_attempt_at);
    const [delivery] = await read(`/webhooks/${webhookId}/deliveries`);
    expect(failing).toEqual({
      since: expect.stringMatching(/Z$/),
      waiting: 1,
      has_more_waiting: false,
      next_attempt_at: delivery.next_attempt_at,
      // The pauses before the second to the fifth retry: 5 min, 15 min, 1 h and 6 h.
      disabled_at_then: new Date(nextMs + 440 * 60_000).toISOString(),
    });
    expect(await read('/webhooks')).toMatchObject([{ id: webhookId, failing }]);
    const url = receiver.at('/till');
    expect((await read('/home')).attention).toMatchObject({
      failing_webhooks: [{ id: webhookId, url, ...failing }],
      failed_deliveries: [],
      disabled_webhooks: [],
    });
    // The contract's webhook says nothing of it.
    expect((await till.get(`/webhooks/${webhookId}`)).body.data).not.toHaveProperty('failing');

    receiver.status = 200;
    await baker.post(`${at}/webhooks/${webhookId}/deliveries/redeliver`, { delivery_ids: [delivery.id] });
    await waitUntil('nothing is failing', async () => (await read(`/webhooks/${webhookId}`)).failing === null);
    expect((await read('/home')).attention.failing_webhooks).toEqual([]);
    await receiver.close();
  });

  it('shows nothing of it to somebody else', async () => {
    const stranger = await signedIn(world, {});
    expect((await stranger.get(`/clients/${shop.clientId}/test/home`)).status).toBe(404);
  });
});

describe('the figures of a period', () => {
  const dayMs = 86_400_000;
  let cafe: Business;
  let till: Speaker;
  let reader: SignedIn;
  const figures = async (query: string) => {
    const { status, body } = await reader.get(`/clients/${cafe.clientId}/test/home${query}`);
    return status === 200 ? body.data.figures : { status, ...body };
  };
  const end = async (paid: Promise<Answer>) => till.end((await paid).body.data.transaction_id);

  beforeAll(async () => {
    cafe = await world.business('Old Taxi Park Café', 50_000);
    till = await world.as(cafe);
    reader = await signedIn(world, { clients: { [cafe.clientId]: 'client_viewer' } });
    await end(till.collect('256770000001', 10_000));
    await setBack(world.database, 7 * dayMs);
    await end(till.collect('256770000001', 20_000));
    await end(till.collect('256770000002', 1_000));
    const laterMs = untilLaterToday();
    await setBack(world.database, laterMs);
    await end(till.send('256701234567', 2_000));
    // What came before is a week and a day old, a day old, and less than a day old, but of yesterday.
    await setBack(world.database, dayMs - laterMs);
    await end(till.collect('256700000001', 40_000));
  });

  /** Milliseconds until a later time of this day in Kampala. */
  function untilLaterToday(): number {
    const now = Date.now();
    return Math.min(600_000, (endOfKampalaDay(now) - now) / 2);
  }

  it('of today are compared with yesterday up to the same time of the day', async () => {
    const { now, before, previous, by } = await figures('?period=today');
    expect(now).toEqual({ in: 38_000, in_count: 1, out: 0, out_count: 0, fees: 2_000, completed: 1, failed: 0 });
    expect(before).toEqual({ in: 19_000, in_count: 1, out: 0, out_count: 0, fees: 1_000, completed: 1, failed: 1 });
    expect(Date.now() - Date.parse(previous.until)).toBeGreaterThanOrEqual(dayMs);
    expect(by).toBe('hour');
  });

  it('of days are compared with as many days before', async () => {
    const { now, before, period, previous, points } = await figures('?period=7d');
    expect(now).toEqual({
      in: 57_000,
      in_count: 2,
      out: 2_120,
      out_count: 1,
      fees: 3_120,
      completed: 3,
      failed: 1,
    });
    expect(before).toMatchObject({ in: 59_500, in_count: 2, out: 0, fees: 500, completed: 1 });
    expect([points.length, points[0].at, points.at(-1).at]).toEqual([7, period.from, period.to]);
    expect(Date.parse(period.from) - Date.parse(previous.to)).toBe(dayMs);
    expect((await figures('?period=90d')).now).toMatchObject({ in: 116_500, fees: 3_620 });
  });

  it('of days that a person chose are of whole days', async () => {
    const { previous: yesterday } = await figures('?period=today');
    const chosen = await figures(`?period=custom&from=${yesterday.from}&to=${yesterday.to}`);
    expect(chosen.period).toEqual({ name: 'custom', from: yesterday.from, to: yesterday.to });
    expect(chosen.now).toMatchObject({ in: 19_000, out: 2_120 });
    expect(chosen.before).toMatchObject({ in: 0, out: 0, completed: 0 });
    expect(chosen.points).toEqual([{ at: yesterday.from, in: 19_000, in_count: 1, out: 2_120, out_count: 1 }]);
  });

  it('are refused for days that are none', async () => {
    expect(await figures('?period=custom&from=2026-02-30&to=2026-03-01')).toMatchObject({
      status: 422,
      code: 'invalid_request',
      errors: { from: ['from must be a day such as 2027-01-31.'] },
    });
    expect(await figures('?period=yesterday')).toMatchObject({ status: 422 });
  });
});

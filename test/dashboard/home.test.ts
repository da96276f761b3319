import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figuresOf, type HourRow } from '../../src/http/dashboard/home.ts';
import { Receiver } from '../journeys/receiver.ts';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let program: Speaker;
let owner: SignedIn;
const home = async (mode = 'test') => (await owner.get(`/clients/${shop.clientId}/${mode}/home`)).body.data;

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
      today: { in: 100_000, in_count: 1, out: 0 },
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
    const { today, days, operators, balance, first_steps } = await home();
    expect(today).toMatchObject({ in: 100_000 + 9_500, in_count: 2, out: 24_200, out_count: 2 });
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ day: today.day, collections: 9_500, payouts: 24_200 });
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
    expect(balance.available).toBe(today.in - today.out);
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

describe('the figures', () => {
  const row = (of: Partial<HourRow>): HourRow => ({
    hour: 0,
    type: 'collection',
    direction: 'in',
    operator: 'MTN',
    completed: 1,
    failed: 0,
    moved: 100,
    ...of,
  });

  it('belong to the day in Kampala, which begins three hours before that of UTC', () => {
    const now = Date.parse('2026-11-21T00:30:00+03:00');
    const hourOf = (text: string) => Math.floor(Date.parse(text) / 3_600_000);
    const rows = [
      row({ hour: hourOf('2026-11-20T23:59:00+03:00'), moved: 7 }),
      row({ hour: hourOf('2026-11-21T00:00:00+03:00'), moved: 5 }),
    ];
    const { today, days } = figuresOf(rows, now);
    expect(today).toMatchObject({ day: '2026-11-21', in: 5, in_count: 1 });
    expect(days.slice(-2).map(({ day, collections }) => [day, collections])).toEqual([
      ['2026-11-20', 7],
      ['2026-11-21', 5],
    ]);
  });

  it('of an operator look back a day and a week, and count refunds among its payouts', () => {
    const hour = 500_000;
    const rows = [
      row({ hour, failed: 2 }),
      row({ hour: hour - 30 }),
      row({ hour: hour - 8 * 24, completed: 50 }),
      row({ hour, type: 'refund', direction: 'out' }),
    ];
    expect(figuresOf(rows, hour * 3_600_000).operators).toEqual([
      {
        operator: 'MTN',
        direction: 'collections',
        last_24_hours: { completed: 1, failed: 2 },
        last_7_days: { completed: 2, failed: 2 },
      },
      {
        operator: 'MTN',
        direction: 'payouts',
        last_24_hours: { completed: 1, failed: 0 },
        last_7_days: { completed: 1, failed: 0 },
      },
    ]);
  });
});

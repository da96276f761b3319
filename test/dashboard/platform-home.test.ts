import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOfKampalaDay } from '../../src/ledger/kampala-day.ts';
import { openIntruder } from '../audit/intruder.ts';
import { type Answer, type Business, type Speaker, World } from '../journeys/world.ts';
import { setBack } from './past.ts';
import { type SignedIn, signedIn } from './person.ts';

const dayMs = 86_400_000;

let world: World;
let shop: Business;
let school: Business;
let till: Speaker;
let office: Speaker;
let support: SignedIn;
let slowId: number;

const home = async (mode = 'test', query = '') => (await support.get(`/platform/home/${mode}${query}`)).body.data;

/**
 * A week ago the school collected 30,000 and was refused once; yesterday at this time of the day the shop collected 10,000, and a little
 * later 7,000. Today it collected 20,000, paid 5,000 to a phone and 4,000 to the school, withdrew 2,000, and asked for a payment that is open.
 */
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 100_000);
  school = await world.business('Hill School', 0);
  till = await world.as(shop);
  office = await world.as(school);
  support = await signedIn(world, { platform: 'platform_support' });
  const end = async (speaker: Speaker, paid: Promise<Answer>) => speaker.end((await paid).body.data.transaction_id);
  await end(office, office.collect('256770000001', 30_000));
  await end(office, office.collect('256770000002', 6_000));
  await setBack(world.database, 7 * dayMs);
  await end(till, till.collect('256770000001', 10_000));
  const now = Date.now();
  const laterMs = Math.min(600_000, (endOfKampalaDay(now) - now) / 2);
  await setBack(world.database, laterMs);
  await end(till, till.collect('256770000001', 7_000));
  await setBack(world.database, dayMs - laterMs);
  await end(till, till.collect('256700000001', 20_000));
  await end(till, till.send('256701234567', 5_000));
  await end(till, till.send(school.phone, 4_000));
  await end(till, till.withdraw('256772000001', 2_000));
  slowId = (await till.collect('256770000005', 1_000)).body.data.transaction_id;
});
afterAll(() => world.close());

describe('the overview of the platform', () => {
  it('has the volume of today beside that of yesterday up to this time', async () => {
    const { figures, is_counted } = await home('test', '?period=today');
    expect(is_counted).toBe(true);
    expect(figures.now).toEqual({
      in: 20_000,
      in_count: 1,
      out: 7_000,
      out_count: 2,
      between: 4_000,
      between_count: 1,
      // 5% of 20,000, 6% of 5,000 and 3.5% of 2,000.
      fees: 1_000 + 300 + 70,
      completed: 3,
      failed: 0,
    });
    expect(figures.before).toMatchObject({ in: 10_000, in_count: 1, out: 0, between: 0, fees: 500 });
    const sum = (side: string) =>
      figures.points.reduce((all: number, point: Record<string, number>) => all + (point[side] ?? 0), 0);
    expect([sum('in'), sum('out'), sum('out_count')]).toEqual([20_000, 7_000, 2]);
  });

  it('is shown where wallets cannot be counted, and says so', async () => {
    const lock = await world.database.owner.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE wallet_count IN ACCESS EXCLUSIVE MODE');
    const shown = await home('test', '?period=7d');
    await lock.query('ROLLBACK');
    lock.release();
    expect(shown).toMatchObject({ is_counted: false, figures: { period: { name: '7d' } } });
    expect((await home('test', '?period=7d')).is_counted).toBe(true);
  });

  it('has the volume of days beside as many days before', async () => {
    const { figures } = await home('test', '?period=7d');
    expect(figures.now).toMatchObject({ in: 37_000, in_count: 3, out: 7_000, completed: 5, failed: 0 });
    expect(figures.before).toMatchObject({ in: 30_000, in_count: 1, out: 0, completed: 1, failed: 1 });
    expect(figures.points).toHaveLength(7);
    expect((await home('test')).figures.period.name).toBe('today');
  });

  it('has the fees by kind, which over all days are what the revenue accounts hold', async () => {
    const { revenue } = await home('test', '?period=30d');
    expect(revenue).toEqual([
      { kind: 'collection', now: 3_350, before: 0, balance: 3_350 },
      { kind: 'send_money', now: 300, before: 0, balance: 300 },
      { kind: 'withdrawal', now: 70, before: 0, balance: 70 },
    ]);
    expect((await home('test', '?period=7d')).revenue[0]).toEqual({
      kind: 'collection',
      now: 1_850,
      before: 1_500,
      balance: 3_350,
    });
  });

  it('has what clients have beside where it is, and the two agree', async () => {
    const { money } = await home();
    const { rows } = await world.database.pool.query(
      `SELECT sum(available)::float8 AS available, sum(held)::float8 AS held FROM wallet WHERE mode = 'test' AND client_id IS NOT NULL`,
    );
    // With the test money of the client Demo, which the first start makes.
    expect(money).toMatchObject({ ...rows[0], bank: 0, issued: 1_100_000 });
    const floats: { operator: string; float: string; booked: number }[] = money.floats;
    const booked = (operator: string, float: string) =>
      floats.find((one) => one.operator === operator && one.float === float)?.booked;
    expect(booked('MTN', 'collection')).toBe(47_000);
    expect(booked('Airtel', 'collection')).toBe(20_000);
    expect(booked('Airtel', 'disbursement')).toBe(-5_000);
    expect(booked('MTN', 'disbursement')).toBe(-2_000);
    const { revenue } = await home('test', '?period=30d');
    const fees = revenue.reduce((sum: number, { balance }: { balance: number }) => sum + balance, 0);
    const inFloats = floats.reduce((sum, one) => sum + one.booked, 0);
    expect(money.issued + money.bank + inFloats).toBe(money.available + money.held + fees);
  });

  it('has open payments by operator and age', async () => {
    const none = { under_1m: 0, under_10m: 0, under_1h: 0, under_24h: 0, over_24h: 0 };
    const open = (counts: object) => [{ operator: 'MTN', direction: 'collection', counts: { ...none, ...counts } }];
    expect((await home()).open).toEqual(open({ under_1m: 1 }));
    await world.database.owner.query(
      "UPDATE submission SET created_at = created_at - interval '2 hours' WHERE transaction_id = $1",
      [slowId],
    );
    expect((await home()).open).toEqual(open({ under_24h: 1 }));
  });

  it('has what staff must act on', async () => {
    expect(await home()).toMatchObject({
      reviews: { count: 0, oldest_at: null },
      waiting: { staff: { count: 0 }, clients: { count: 0 } },
      webhooks: { failing_count: 0, disabled_count: 0, failing: [] },
    });
    const hook = async (url: string) =>
      (await till.post('/webhooks', { url, events: ['wallet.credited'] })).body.data.id;
    const [failing, disabled] = [await hook('https://example.com/a'), await hook('https://example.com/b')];
    const { pool } = world.database;
    await pool.query("UPDATE webhook SET failing_since = '2026-01-02T03:04:05Z' WHERE webhook_id = $1", [failing]);
    await pool.query(
      "UPDATE webhook SET is_active = false, disabled_at = now(), disabled_reason = 'gone' WHERE webhook_id = $1",
      [disabled],
    );
    await pool.query(
      `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, found, opened_at)
       SELECT mode, $1, $2, kind, '{}', at::timestamptz
         FROM (VALUES ('test', 'truth_deadline', '2026-01-03T00:00:00Z'), ('test', 'late_success', '2026-01-04T00:00:00Z'),
                      ('live', 'late_failure', '2026-01-01T00:00:00Z')) AS cases (mode, kind, at)`,
      [shop.wallets.test, slowId],
    );
    await world.terminal.ask(
      ...['client', 'approval-threshold', '--client', String(shop.clientId), '--mode', 'test', '--amount', '1000'],
    );
    const { body } = await till.send('256701234567', 1_500);
    const { reviews, waiting, webhooks } = await home();
    expect(reviews).toEqual({ count: 2, oldest_at: '2026-01-03T00:00:00.000Z' });
    expect(waiting).toMatchObject({ staff: { count: 0 }, clients: { count: 1, has_more: false } });
    expect(Date.parse(waiting.clients.oldest_at)).toBe(
      Date.parse((await till.transaction(body.data.transaction_id)).created_at),
    );
    expect(webhooks).toEqual({
      failing_count: 1,
      disabled_count: 1,
      failing: [
        {
          id: failing,
          client_id: shop.clientId,
          client_name: 'Corner Shop',
          url: 'https://example.com/a',
          since: '2026-01-02T03:04:05.000Z',
        },
      ],
    });
    expect((await home('live')).reviews.count).toBe(1);
  });

  it('has the clients that grew and fell most', async () => {
    // What the shop took and paid in the week, after and with fees; and the school a week before.
    const shopVolume = 35_150 + 5_300 + 4_000 + 2_070;
    const { growth } = await home('test', '?period=7d');
    expect(growth).toEqual({
      up: [{ client_id: shop.clientId, name: 'Corner Shop', now: shopVolume, before: 0 }],
      down: [{ client_id: school.clientId, name: 'Hill School', now: 0, before: 28_500 }],
    });
    const today = (await home('test', '?period=today')).growth;
    expect(today.up).toEqual([
      { client_id: shop.clientId, name: 'Corner Shop', now: shopVolume - 9_500 - 6_650, before: 9_500 },
    ]);
  });

  it('shows nothing of one mode in the other', async () => {
    const { figures, revenue, money, open, webhooks, growth } = await home('live', '?period=30d');
    expect(figures.now).toMatchObject({ in: 0, out: 0, between: 0, fees: 0, completed: 0 });
    expect(revenue.map(({ now, balance }: { now: number; balance: number }) => [now, balance])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(money).toMatchObject({ available: 0, held: 0, bank: 0, issued: 0 });
    expect([open, webhooks.failing, growth]).toEqual([[], [], { up: [], down: [] }]);
  });

  it('compares today with yesterday until the last whole hour where too much happened in the part after it', async () => {
    expect((await home()).figures.previous.until).not.toMatch(/:00:00\.000/);
    const intruder = await openIntruder(world.database);
    const ofTheHouse = 'wallet_id = 1 AND transaction_id = 1';
    try {
      await intruder.query(
        `INSERT INTO event (wallet_id, first_sequence, transaction_id, first_event_no, names, snapshot, created_at)
         SELECT 1, n, 1, 1, '{transaction.created}', '', now() - interval '1 day' FROM generate_series(1, 20001) n`,
      );
      expect((await home()).figures.previous.until).toMatch(/T\d\d:00:00\.000\+03:00$/);
    } finally {
      await intruder.query(`DELETE FROM event WHERE ${ofTheHouse}`);
      await intruder.end();
    }
  });

  it('is for staff, and of periods that exist', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    expect((await owner.get('/platform/home/test')).status).toBe(403);
    expect((await support.get('/platform/home/test?period=custom&from=2026-01-01')).body.errors).toEqual({
      to: ['to must be a day such as 2027-01-31.'],
    });
  });
});

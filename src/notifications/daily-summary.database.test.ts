import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotificationBench, type NotifiedClient } from '../../test/notifications.fixture.ts';
import { recordsIn } from '../../test/records.ts';
import { serviceActor } from '../access/audit-log.ts';
import type { Records } from '../history/records.ts';
import { endOfKampalaDay, kampalaTime } from '../ledger/kampala-day.ts';
import { writeChoices } from './choices.ts';
import { type DailySummary, makeSummaries } from './daily-summary.ts';

const hour = 3_600_000;

let bench: NotificationBench;
let shop: NotifiedClient;
let ownerId: string;
let adminId: string;
/** The first moment of tomorrow: what the tests do today is summed up then. */
let midnight: number;
let today: string;
beforeAll(async () => {
  bench = await NotificationBench.open();
  shop = await bench.client('Corner Shop');
  ownerId = await bench.person('owner@example.ug', { client: shop, role: 'client_owner' });
  adminId = await bench.person('admin@example.ug', { platform: 'platform_administrator' });
  const { rows } = await bench.database.pool.query(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms',
  );
  midnight = endOfKampalaDay(rows[0].now_ms);
  today = kampalaTime(rows[0].now_ms).slice(0, 10);
});
beforeEach(async () => {
  for (const table of ['notification', 'notification_choice', 'notification_group', 'notification_message']) {
    await bench.database.owner.query(`DELETE FROM ${table}`);
  }
});
afterAll(() => bench.close());

async function ownerWantsIt(): Promise<void> {
  const chooser = { personId: ownerId, clientId: shop.clientId, role: 'client_owner' } as const;
  await writeChoices(bench.database.pool, chooser, ['daily_summary'], serviceActor('test'));
}

async function make(nowMs: number, records: Records = recordsIn(bench.database.pool)): Promise<unknown[]> {
  const errors: unknown[] = [];
  await makeSummaries(bench.database.pool, { records, onError: (error) => errors.push(error) }, nowMs);
  return errors;
}

async function summaries(): Promise<{ client_id: string | null; details: DailySummary }[]> {
  const { rows } = await bench.database.pool.query(
    "SELECT client_id, details FROM notification WHERE kind = 'daily_summary' ORDER BY client_id",
  );
  return rows;
}

test('a summary of the day before is made at 07:00 in Kampala, and once', async () => {
  await ownerWantsIt();
  await bench.settle(shop, await bench.payout(shop, 40_000), 'succeeded');
  await bench.settle(shop, await bench.payout(shop, 3_000), 'failed');
  await bench.payout(shop, 2_000);
  await make(midnight + 7 * hour - 1);
  expect(await summaries()).toEqual([]);
  await Promise.all([make(midnight + 7 * hour), make(midnight + 7 * hour)]);
  await make(midnight + 20 * hour);
  const empty = { in: 0, in_count: 0, out: 0, out_count: 0, fees: 0, failed: 0, balance: 0 };
  expect(await summaries()).toEqual([
    {
      client_id: String(shop.clientId),
      details: {
        day: today,
        of_day: { in: 10_000_000, in_count: 1, out: 40_000, out_count: 1, fees: 0, failed: 1, balance: 9_960_000 },
        day_before: empty,
        open_approvals: 0,
      },
    },
  ]);
  expect(await bench.send()).toEqual([`owner@example.ug: Summary of ${today} for Corner Shop`]);
  expect(bench.mails[0]?.text).toContain('Money out: UGX 40,000 in 1 transaction (the day before: UGX 0');
});

test('the platform’s is of the live wallets of all clients', async () => {
  const cafe = await bench.client('Cafe');
  const chooser = { personId: adminId, clientId: null, role: 'platform_administrator' } as const;
  await writeChoices(bench.database.pool, chooser, ['daily_summary'], serviceActor('test'));
  await make(midnight + 8 * hour);
  const [platform] = await summaries();
  expect(platform?.client_id).toBeNull();
  const { rows } = await bench.database.pool.query(
    'SELECT sum(available + held)::float8 AS balance FROM wallet WHERE wallet_id = ANY ($1)',
    [[shop.walletId, cafe.walletId]],
  );
  expect(platform?.details.of_day.balance).toBe(rows[0].balance);
  expect(await bench.send()).toEqual([`admin@example.ug: Summary of ${today} for the platform`]);
});

test('who chose it after 07:00 gets the first one on the next day', async () => {
  await ownerWantsIt();
  await bench.database.owner.query('UPDATE notification_choice SET chosen_at = to_timestamp($1::float8 / 1000)', [
    midnight + 9 * hour,
  ]);
  await make(midnight + 10 * hour);
  expect(await summaries()).toEqual([]);
  await make(midnight + 31 * hour);
  expect(await summaries()).toHaveLength(1);
});

test('fees of hours that an older program counted are not known', async () => {
  await ownerWantsIt();
  await bench.settle(shop, await bench.payout(shop, 1_000), 'succeeded');
  await make(midnight + 7 * hour);
  await bench.database.owner.query("DELETE FROM notification WHERE kind = 'daily_summary'");
  await bench.database.owner.query(
    'UPDATE wallet_hour SET fees = NULL WHERE ctid = (SELECT ctid FROM wallet_hour LIMIT 1)',
  );
  await make(midnight + 7 * hour);
  expect((await summaries())[0]?.details.of_day.fees).toBeNull();
});

test('that cannot be made is reported and made later', async () => {
  await ownerWantsIt();
  const away = { ...recordsIn(bench.database.pool), query: () => Promise.reject(new Error('away')) };
  expect(await make(midnight + 7 * hour, away)).toEqual([new Error('away')]);
  expect(await summaries()).toEqual([]);
  expect(await make(midnight + 7 * hour)).toEqual([]);
  expect(await summaries()).toHaveLength(1);
});

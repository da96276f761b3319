import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeliveriesBench, pagesOf } from '../../../test/webhooks/deliveries.fixture.ts';
import type { Webhook } from '../webhook.ts';
import { claimDue, oldestDueMs, walkLanes, walkStart } from './claim.ts';
import { createDeliveryPool } from './delivery-pool.ts';
import { fanOut, fanOutStart } from './fan-out.ts';

let bench: DeliveriesBench;
let pool: pg.Pool;

beforeAll(async () => {
  bench = await DeliveriesBench.open();
  pool = createDeliveryPool(bench.database.target);
});

afterAll(async () => {
  await pool.end();
  await bench.close();
});

/** A webhook for which so many deliveries are due. */
async function webhookWithDue(count: number): Promise<Webhook> {
  const webhook = await bench.webhook(await bench.wallet(), 'http://127.0.0.1:8/claims');
  await bench.manyEvents(webhook.walletId, count);
  for (let moments = 1; moments > 0; ) {
    ({ moments } = await fanOut(pool, {
      after: fanOutStart,
      momentsMax: 1_000,
      handOver: { total: 0, rooms: {} },
    }));
  }
  return webhook;
}

const askOf = ({ walletId, webhookId }: Webhook, room: number, isRetry = false) => ({
  walletId,
  webhookId,
  isRetry,
  room,
});

describe('the claim', () => {
  test('takes the oldest of each lane, at most its room, and leases them', async () => {
    const [one, other] = [await webhookWithDue(5), await webhookWithDue(2)];
    await pool.query(
      `UPDATE delivery_due SET round_attempts = 2, due_at = now() - interval '1 hour'
        WHERE (webhook_id, delivery_id) IN (SELECT webhook_id, max(delivery_id) FROM delivery_due
                                             WHERE webhook_id = $1 GROUP BY webhook_id)`,
      [one.webhookId],
    );
    const claimed = await claimDue(pool, [askOf(one, 3), askOf(one, 3, true), askOf(other, 1)], []);
    const taken = claimed.map(({ webhookId, sequence, roundAttempts }) => [webhookId, sequence, roundAttempts]);
    expect(taken.sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]))).toEqual([
      [one.webhookId, 1, 0],
      [one.webhookId, 2, 0],
      [one.webhookId, 3, 0],
      [one.webhookId, 5, 2],
      [other.webhookId, 1, 0],
    ]);
    const rest = await claimDue(pool, [askOf(one, 9), askOf(one, 9, true), askOf(other, 9)], []);
    expect(rest.map(({ webhookId, sequence }) => [webhookId, sequence])).toEqual([
      [one.webhookId, 4],
      [other.webhookId, 2],
    ]);
  });

  test('leaves a disabled webhook alone', async () => {
    const webhook = await webhookWithDue(1);
    await pool.query(
      `UPDATE webhook SET is_active = false, disabled_at = now(), disabled_reason = 'Disabled by its owner.'
        WHERE webhook_id = $1`,
      [webhook.webhookId],
    );
    expect(await claimDue(pool, [askOf(webhook, 5)], [])).toEqual([]);
  });

  test('takes a delivery whose lease has ended, unless this process still works on it', async () => {
    const webhook = await webhookWithDue(1);
    const [first] = await claimDue(pool, [askOf(webhook, 1)], []);
    await bench.letPass(3_600_000);
    expect(await claimDue(pool, [askOf(webhook, 1)], [first?.deliveryId ?? 0])).toEqual([]);
    const [second] = await claimDue(pool, [askOf(webhook, 1)], []);
    expect(second?.deliveryId).toBe(first?.deliveryId);
    expect(second?.leaseToken).not.toBe(first?.leaseToken);
  });

  test('by many processes at once gives each delivery to one of them', async () => {
    const webhook = await webhookWithDue(3_000);
    const seen: number[] = [];
    const worker = async () => {
      for (let idle = 0; idle < 3; ) {
        const claimed = await claimDue(pool, [askOf(webhook, 40)], []);
        seen.push(...claimed.map(({ deliveryId }) => deliveryId));
        idle = claimed.length === 0 ? idle + 1 : 0;
      }
    };
    await Promise.all([worker(), worker(), worker(), worker(), worker()]);
    expect(new Set(seen).size).toBe(3_000);
    expect(seen).toHaveLength(3_000);
  });

  test('reads as little beside a million rows of another webhook as without them', async () => {
    const [hidden, busy] = [await webhookWithDue(1), await webhookWithDue(1)];
    const last = await webhookWithDue(1);
    await bench.asOwner(`
      INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, round_attempts, due_at)
      SELECT ${busy.webhookId}, n + 1000000, ${busy.walletId}, n % 2, now() - interval '1 day' + n * interval '50 ms'
        FROM generate_series(1, 1000000) AS n`);
    await bench.asOwner('ANALYZE delivery_due');
    const walked = await walkLanes(pool, walkStart, 500);
    const due = walked.filter(({ dueInMs }) => dueInMs <= 0).map(({ webhookId, isRetry }) => [webhookId, isRetry]);
    expect(due).toEqual(
      expect.arrayContaining([
        [hidden.webhookId, false],
        [busy.webhookId, false],
        [busy.webhookId, true],
        [last.webhookId, false],
      ]),
    );
    const single = await pool.connect();
    try {
      // Both statements are prepared by their own names, and explained as they run.
      await walkLanes(single, walkStart, 1);
      await claimDue(single, [askOf({ ...hidden, webhookId: 0 }, 1)], []);
      const lanes = [hidden, busy, last].map(({ walletId, webhookId }) => ({ walletId, webhookId }));
      const column = (name: 'walletId' | 'webhookId') => `'{${lanes.map((lane) => lane[name]).join(',')}}'`;
      const asked = `${column('walletId')}, ${column('webhookId')}, '{false,true,false}', '{4,4,4}', '{}', '90000'`;
      expect(await pagesOf(single, `"deliveries.walk"('0', 'false', '500')`)).toBeLessThan(200);
      expect(await pagesOf(single, `"deliveries.claim"(${asked}, '${crypto.randomUUID()}')`)).toBeLessThan(200);
    } finally {
      single.release();
    }
    expect(await bench.count('delivery_due WHERE webhook_id = $1 AND lease_token IS NOT NULL', [busy.webhookId])).toBe(
      4,
    );
    expect(await bench.count('delivery_due WHERE webhook_id = $1 AND lease_token IS NOT NULL', [last.webhookId])).toBe(
      1,
    );
    expect(await oldestDueMs(pool, 500)).toBeGreaterThan(80_000_000);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeliveriesBench } from '../../../test/webhooks/deliveries.fixture.ts';
import { createDeliveryPool } from './deliveries.ts';
import { removeOldAttempts, removeOldDeliveries } from './retention.ts';

const day = 86_400_000;
let bench: DeliveriesBench;

beforeAll(async () => {
  bench = await DeliveriesBench.open();
});

afterAll(() => bench.close());

test('old attempts and ended deliveries go in small steps; young and pending ones, and all events, stay', async () => {
  const pool = createDeliveryPool(bench.database.target);
  const walletId = await bench.wallet();
  const { webhookId } = await bench.webhook(walletId, 'http://127.0.0.1:8/old');
  await bench.manyEvents(walletId, 40);
  // One delivery a day, and each of them attempted on its day.
  await pool.query(
    `WITH made AS (
       INSERT INTO delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no, event_type, status,
                             created_at, delivered_at)
       SELECT wallet_id, $2, transaction_id, first_sequence, first_sequence, 1, 'wallet.credited', status,
              now() - first_sequence * interval '1 day',
              CASE WHEN status = 'delivered' THEN now() - first_sequence * interval '1 day' END
         FROM event, LATERAL (SELECT (ARRAY['delivered', 'failed', 'cancelled', 'pending'])[1 + first_sequence % 4] AS status) AS its
        WHERE wallet_id = $1
       RETURNING *)
     INSERT INTO delivery_attempt (wallet_id, webhook_id, delivery_id, attempt_no, at, duration_ms)
     SELECT wallet_id, webhook_id, delivery_id, 1, created_at, 5 FROM made`,
    [walletId, webhookId],
  );
  // An old one that was asked for again yesterday.
  await pool.query(`UPDATE delivery SET delivered_at = now() - interval '1 day' WHERE sequence = 40`);

  const removed = [];
  for (let more = true; more; ) {
    const step = await removeOldDeliveries(pool, 20 * day, 6);
    removed.push(step.removed);
    more = step.more;
  }
  // Of the 21 from 20 days ago and before, 5 are pending (23, 27, 31, 35, 39) and one was sent again.
  expect(removed).toEqual([6, 6, 3]);
  expect(await bench.count(`delivery WHERE status = 'pending'`)).toBe(10);
  expect(await bench.count(`delivery WHERE created_at < now() - interval '20 days' AND status <> 'pending'`)).toBe(1);

  expect(await removeOldAttempts(pool, 20 * day, 15)).toEqual({ removed: 15, more: true });
  expect(await removeOldAttempts(pool, 20 * day, 15)).toEqual({ removed: 6, more: false });
  expect(await bench.count('delivery_attempt')).toBe(19);
  expect(await bench.count('event')).toBe(40);
  await pool.end();
});

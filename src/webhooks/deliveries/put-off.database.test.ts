import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { putOff, putOffMs } from './claim.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a delivery is put off for an hour of trusted time, also where the wall clock is two days ahead', async () => {
  const delivery = { webhookId: 1, deliveryId: 1, leaseToken: '00000000-0000-4000-8000-000000000001' };
  const { pool } = database;
  await pool.query(
    `UPDATE trusted_clock SET trusted_at = trusted_at - ahead, wall_at = wall_at - ahead, steady_since = steady_since - ahead
       FROM (SELECT interval '2 days' AS ahead) AS set`,
  );
  await pool.query(
    `INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, due_at, lease_token) VALUES (1, 1, 1, trusted_now(), $1)`,
    [delivery.leaseToken],
  );
  await putOff(pool, delivery as ClaimedDelivery);
  const { rows } = await pool.query<{ lease_token: string | null; in_ms: number }>(
    'SELECT lease_token, (extract(epoch FROM due_at - trusted_now()) * 1000)::float8 AS in_ms FROM delivery_due',
  );
  expect(rows[0]?.lease_token).toBeNull();
  expect(rows[0]?.in_ms).toBeLessThanOrEqual(putOffMs);
  expect(rows[0]?.in_ms).toBeGreaterThan(putOffMs - 600_000);
});

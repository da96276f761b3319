import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createPool } from '../postgres/pool.ts';
import { compactDeltas, forgetOldPromises } from './housekeeping.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('deltas are folded in small steps, and the balance is the same after each', async () => {
  await database.pool.query(
    'INSERT INTO system_account_delta (account_id, amount) SELECT 3 + n % 2, n FROM generate_series(1, 25) n',
  );
  const before = await balances();
  const steps = [];
  for (let more = true; more; ) {
    const step = await compactDeltas(database.pool, 10);
    steps.push(step.folded);
    more = step.more;
    expect(await balances()).toEqual(before);
  }
  expect(steps).toEqual([10, 10, 5]);
});

test('old Idempotency-Keys are found through their index, and young ones stay', async () => {
  const indexed = createPool(database.target, {
    applicationName: 'nsimbi test',
    max: 1,
    // On a table this small PostgreSQL reads everything, unless it is asked not to and an index can serve.
    settings: { enable_seqscan: 'off' },
  });
  await indexed.query(`
    INSERT INTO idempotency_key (wallet_id, key, fingerprint, transaction_id, answer_due_at, created_at)
    SELECT 1, n::text, 'f', n, now(), now() - n * interval '1 hour' + interval '1 minute' FROM generate_series(1, 60) n`);
  expect(await forgetOldPromises(indexed)).toEqual({ forgotten: 12, more: false });
  await indexed.end();
  await expect.poll(scansOfAgeIndex).toBe(1);
  const { rows } = await database.pool.query('SELECT count(*) AS count FROM idempotency_key');
  expect(rows).toEqual([{ count: '48' }]);
});

async function balances() {
  const { rows } = await database.pool.query(`
    SELECT account_id, a.balance + coalesce((
             SELECT sum(amount) FROM system_account_delta d WHERE d.account_id = a.account_id), 0) AS balance
      FROM system_account a ORDER BY account_id`);
  return rows;
}

async function scansOfAgeIndex(): Promise<number> {
  const { rows } = await database.pool.query<{ scans: string }>(
    `SELECT idx_scan AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'idempotency_key_age'`,
  );
  return Number(rows[0]?.scans);
}

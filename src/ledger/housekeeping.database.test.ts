import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { compactDeltas } from './housekeeping.ts';

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

async function balances() {
  const { rows } = await database.pool.query(`
    SELECT account_id, a.balance + coalesce((
             SELECT sum(amount) FROM system_account_delta d WHERE d.account_id = a.account_id), 0) AS balance
      FROM system_account a ORDER BY account_id`);
  return rows;
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { QueryBudget, type QueryPurpose, tooManyNotFound } from './query-budget.ts';

let database: TestDatabase;
let nextAccountId = 1_000;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** Asks all at once in two processes, and tells how many were granted in each second of the database. */
async function grantedPerSecond(
  accountId: number,
  perSecond: number,
  asks: readonly QueryPurpose[],
): Promise<number[]> {
  const processes = [new QueryBudget(database.pool), new QueryBudget(database.pool)];
  await Promise.all(asks.map((purpose, index) => processes[index % 2]?.take(accountId, perSecond, purpose)));
  const { rows } = await database.pool.query<{ taken: number }>(
    'SELECT taken FROM query_budget WHERE operator_account_id = $1 ORDER BY second',
    [accountId],
  );
  return rows.map(({ taken }) => taken);
}

const times = (count: number, purpose: QueryPurpose): QueryPurpose[] => Array(count).fill(purpose);

describe('the budget of queries', () => {
  test.each<{ purpose: QueryPurpose; most: number }>([
    { purpose: 'hint', most: 10 },
    { purpose: 'payout', most: 8 },
    { purpose: 'collection', most: 6 },
    { purpose: 'look', most: 4 },
  ])(
    'of 10 queries a second two processes together grant $most to a flood of purpose $purpose',
    async ({ purpose, most }) => {
      nextAccountId += 1;
      const granted = await grantedPerSecond(nextAccountId, 10, times(200, purpose));
      expect(Math.max(...granted)).toBe(most);
    },
  );

  test('callbacks and payouts get their queries while collections flood', async () => {
    nextAccountId += 1;
    const budget = new QueryBudget(database.pool);
    const flood = times(500, 'collection').map((purpose) => budget.take(nextAccountId, 10, purpose));
    const [collection] = await Promise.all(flood);
    expect(collection).toBe(true);
    expect(await budget.take(nextAccountId, 10, 'payout')).toBe(true);
    expect(await budget.take(nextAccountId, 10, 'hint')).toBe(true);
  });

  test('even one query a second lets each purpose through', async () => {
    for (const purpose of ['hint', 'payout', 'collection'] as const) {
      nextAccountId += 1;
      expect(await new QueryBudget(database.pool).take(nextAccountId, 1, purpose)).toBe(true);
    }
  });

  test('one operator account does not spend what another has', async () => {
    nextAccountId += 2;
    await grantedPerSecond(nextAccountId, 10, times(50, 'hint'));
    expect(await new QueryBudget(database.pool).take(nextAccountId - 1, 10, 'hint')).toBe(true);
  });

  test('seconds older than an hour are forgotten, younger ones are kept', async () => {
    nextAccountId += 1;
    await database.pool.query(
      `INSERT INTO query_budget (operator_account_id, second)
       SELECT $1, floor(extract(epoch FROM clock_timestamp())) - age FROM unnest(ARRAY[10, 3500, 3700]) AS age`,
      [nextAccountId],
    );
    await new QueryBudget(database.pool).deleteOld();
    const { rows } = await database.pool.query('SELECT 1 FROM query_budget WHERE operator_account_id = $1', [
      nextAccountId,
    ]);
    expect(rows).toHaveLength(2);
  });
});

describe('the alarm about payments that an operator does not know', () => {
  test.each([
    { asked: 99, notFound: 4, alarm: false, why: 'fewer than 100 queries say nothing' },
    { asked: 200, notFound: 2, alarm: false, why: '1 % is not above 1 %' },
    { asked: 200, notFound: 3, alarm: true, why: '1.5 % is' },
  ])('$notFound of $asked: $alarm, because $why', async ({ asked, notFound, alarm }) => {
    nextAccountId += 1;
    await database.pool.query(
      `INSERT INTO query_budget (operator_account_id, second, taken)
       VALUES ($1, floor(extract(epoch FROM clock_timestamp())) - 300, $2)`,
      [nextAccountId, asked],
    );
    const budget = new QueryBudget(database.pool);
    for (let count = 0; count < notFound; count += 1) await budget.noteNewlyNotFound(nextAccountId);
    expect(await tooManyNotFound(database.pool, nextAccountId, 0.01)).toBe(alarm);
  });

  test('five payments that stand as not found stop re-sending, unless a share of 100 % switches the alarm off', async () => {
    nextAccountId += 1;
    await database.pool.query(
      `INSERT INTO submission (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
                               created_at, sends, not_found_since, due_at)
       SELECT $1 * 1000 + n, 3, 'live', 'MTN', $1, 'payout', n, now(), 1, now(), now() FROM generate_series(1, 5) AS n`,
      [nextAccountId],
    );
    expect(await tooManyNotFound(database.pool, nextAccountId, 0.99)).toBe(true);
    expect(await tooManyNotFound(database.pool, nextAccountId, 1)).toBe(false);
  });
});

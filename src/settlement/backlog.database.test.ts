import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import { Backlog } from './backlog.ts';

let database: TestDatabase;
let account = 1_000;
let nextId = 1;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  account += 1;
});
afterAll(() => database.drop());

/** Makes rows that are due, with columns as given. */
async function makeDue(count: number, columns: Readonly<Record<string, string>>): Promise<void> {
  const { direction = `'collection'`, sends = '1', ...rest } = columns;
  const more = Object.keys(rest).map((name) => `, ${name}`);
  await database.pool.query(
    `INSERT INTO submission (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
                             created_at, sends, due_at${more.join('')})
     SELECT n, 3, 'live', 'MTN', $1, ${direction}, n, now(), ${sends}, now() - interval '1 minute'
            ${Object.values(rest)
              .map((value) => `, ${value}`)
              .join('')}
       FROM generate_series($2::bigint, $3) AS n`,
    [account, nextId, nextId + count - 1],
  );
  nextId += count;
}

/** How many rows of the account are due now, and within how many seconds the last one is. */
async function standing(): Promise<{ due: number; lastInSeconds: number }> {
  const { rows } = await database.pool.query<{ due: number; last: number }>(
    `SELECT count(*) FILTER (WHERE due_at <= clock_timestamp())::integer AS due,
            extract(epoch FROM max(due_at) - clock_timestamp())::double precision AS last
       FROM submission WHERE operator_account_id = $1`,
    [account],
  );
  return { due: rows[0]?.due ?? 0, lastInSeconds: rows[0]?.last ?? 0 };
}

describe('a backlog', () => {
  test('is spread over the time that the budget needs for it', async () => {
    await makeDue(600, {});
    const { afterMs, others } = await new Backlog(database.pool).putOff(account, 10, 'collection');
    expect(others).toBe(600);
    // Six of ten queries a second are for collections.
    expect(afterMs).toBeLessThanOrEqual(100_000);
    const { due, lastInSeconds } = await standing();
    expect(due).toBe(0);
    expect(lastInSeconds).toBeGreaterThan(60);
    expect(lastInSeconds).toBeLessThanOrEqual(100);
  });

  test('longer than five minutes is looked at every five minutes, for when the budget is free again', async () => {
    await makeDue(3_500, {});
    expect((await new Backlog(database.pool).putOff(account, 10, 'collection')).others).toBe(3_500);
    const { due, lastInSeconds } = await standing();
    expect(due).toBe(0);
    expect(lastInSeconds).toBeGreaterThan(200);
    expect(lastInSeconds).toBeLessThanOrEqual(300);
  });

  test('of few collections leaves the next seconds to what cannot wait', async () => {
    await makeDue(2, {});
    const backlog = new Backlog(database.pool);
    for (let times = 0; times < 50; times += 1) {
      const { afterMs } = await backlog.putOff(account, 10, 'collection');
      expect(afterMs).toBeGreaterThanOrEqual(1_000);
      expect(afterMs).toBeLessThanOrEqual(5_000);
    }
  });

  test.each([
    ['payouts', { direction: `'payout'` }],
    ['refunds', { direction: `'refund'` }],
    ['payments that a callback came for', { hints: '1' }],
    ['payments that have ended', { recheck: 'true' }],
    ['payments that were never sent', { sends: '0' }],
    [
      'payments that somebody works on',
      { lease_until: `now() + interval '1 minute'`, lease_token: 'gen_random_uuid()' },
    ],
  ])('of collections puts off no %s', async (_what, columns) => {
    await makeDue(3, columns);
    expect((await new Backlog(database.pool).putOff(account, 10, 'collection')).others).toBe(0);
    expect((await standing()).due).toBe(3);
  });

  test('of another operator account is left alone', async () => {
    await makeDue(3, {});
    expect((await new Backlog(database.pool).putOff(account - 1, 10, 'collection')).others).toBe(0);
    expect((await standing()).due).toBe(3);
  });

  test('is counted and put off once a second, whatever number is refused', async () => {
    await makeDue(20, {});
    const backlog = new Backlog(database.pool);
    const all = await Promise.all(Array.from({ length: 50 }, () => backlog.putOff(account, 10, 'collection')));
    expect(all.map(({ others }) => others).reduce((sum, others) => sum + others, 0)).toBe(20);
    await makeDue(20, {});
    expect((await backlog.putOff(account, 10, 'collection')).others).toBe(0);
  });
});

test('a callback is followed by a query beside thousands of payments that the budget keeps waiting', async () => {
  const bench = await SettlementBench.open();
  try {
    const mtn = new ScriptedOperator({ queriesPerSecond: 10, pollDelaysMs: [3_600_000] });
    const settlement = await bench.startProcess({ mtn, workers: false });
    const transaction = await bench.open(settlement, 'collection', '256772123456');
    await bench.database.pool.query(
      `INSERT INTO submission (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
                               created_at, sends, call_ended_at, due_at)
       SELECT 1000000 + n, $1, 'test', 'MTN', $2, 'collection', 'waits ' || n, now(), 1, now(), now() - interval '1 hour'
         FROM generate_series(1, 3000) AS n`,
      [bench.walletId, transaction.operatorAccountId],
    );
    mtn.word = async ({ reference }) =>
      reference === transaction.externalReference
        ? { is: 'succeeded', receipt: 'R1', amount: transaction.amount }
        : { is: 'pending' };
    mtn.readCallback = () => ({ reference: transaction.externalReference ?? '' });
    await settlement.stop();
    const working = await bench.startProcess({ mtn });
    expect(await working.receiveCallback('test', 'MTN', { path: '/', body: Buffer.alloc(0) })).toBe(true);
    expect((await bench.end(transaction)).status).toBe('completed');
    const due = await bench.database.pool.query('SELECT FROM submission WHERE due_at <= clock_timestamp()');
    expect(due.rowCount).toBeLessThan(100);
  } finally {
    await bench.database.pool.query('DELETE FROM submission WHERE transaction_id > 1000000');
    await bench.close();
  }
});

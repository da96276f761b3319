import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, ledgerFindings, openWallet, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Settlement } from './commands/settle.ts';
import { countAllEnded, countEnded, countEndedOf, forgetOldHours } from './count-ended.ts';
import { ledgerDuties } from './housekeeping.ts';
import { Writer } from './writer/writer.ts';

let database: TestDatabase;
let writer: Writer;
let alice: FixtureWallet;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  alice = await openWallet(database, 'Alice', '256772000001', 100_000);
});

afterAll(async () => {
  await writer.close();
  await database.drop();
});

describe('what ended in a wallet', () => {
  test('is counted once by its hour, however many count at the same time', async () => {
    const paid = await payout(1_000);
    const refused = await payout(2_000);
    await payout(3_000);
    await settle(paid, 'succeeded');
    await settle(refused, 'failed');
    await Promise.all(Array.from({ length: 4 }, () => countEnded(database.pool, 0)));
    await countEndedOf(database.pool, alice.walletId);
    expect(await counted('payment_sent')).toEqual({ completed: 1, failed: 1, moved: await grossOf(paid) });
  });

  test('is counted when it ends, not when it begins', async () => {
    const late = await payout(4_000);
    const before = await counted('payment_sent');
    expect(await countEndedOf(database.pool, alice.walletId)).toBe(true);
    expect(await counted('payment_sent')).toEqual(before);
    await settle(late, 'succeeded');
    expect(await countEndedOf(database.pool, alice.walletId)).toBe(true);
    expect(await counted('payment_sent')).toEqual({
      completed: before.completed + 1,
      failed: before.failed,
      moved: before.moved + (await grossOf(late)),
    });
  });

  test('names an operator only where the payment reached it', async () => {
    const bob = await openWallet(database, 'Bob', '256772000002', 0);
    const carol = await openWallet(database, 'Carol', '256772000003', 50_000);
    const between = await writer.submit(paymentOf(carol, bob, 1_000));
    expect(between.is).toBe('done');
    const reached = await payout(2_000, carol);
    const refused = await payout(3_000, carol);
    const unsent = await payout(4_000, carol);
    await settle(reached, 'succeeded', carol);
    await settle(refused, 'failed', carol);
    await settle(unsent, 'failed', carol, 'not_sent_in_time');
    await countEndedOf(database.pool, carol.walletId);
    const { rows } = await database.pool.query(
      `SELECT operator, sum(completed)::integer AS completed, sum(failed)::integer AS failed
         FROM wallet_hour WHERE wallet_id = $1 AND type = 'payment_sent' GROUP BY operator ORDER BY operator`,
      [carol.walletId],
    );
    expect(rows).toEqual([
      { operator: '', completed: 1, failed: 1 },
      { operator: 'Airtel', completed: 1, failed: 1 },
    ]);
  });

  test('is left uncounted by housekeeping while it is little, because nobody may look', async () => {
    await countEndedOf(database.pool, alice.walletId);
    const before = await counted('payment_sent');
    await settle(await payout(5_000), 'succeeded');
    const { rows } = await database.pool.query(
      'SELECT (event_sequence - counted_to)::integer AS behind FROM wallet JOIN wallet_count USING (wallet_id) WHERE wallet_id = $1',
      [alice.walletId],
    );
    const { behind } = rows[0];
    expect(await countEnded(database.pool, behind)).toEqual({ more: false });
    expect(await counted('payment_sent')).toEqual(before);
    await countEnded(database.pool, behind - 1);
    expect((await counted('payment_sent')).completed).toBe(before.completed + 1);
  });

  test('agrees with the wallet’s transactions', async () => {
    await countEndedOf(database.pool, alice.walletId);
    const { rows } = await database.pool.query(
      `SELECT (SELECT sum(completed) FROM wallet_hour WHERE wallet_id = $1)
            = (SELECT count(*) FROM transaction WHERE wallet_id = $1 AND status = 'completed') AS agrees`,
      [alice.walletId],
    );
    expect(rows).toEqual([{ agrees: true }]);
  });

  test('is counted by day as by hour, with its fees', async () => {
    await settle(await payout(7_000), 'succeeded');
    await countEndedOf(database.pool, alice.walletId);
    const kinds =
      'type, direction, operator, sum(completed) AS completed, sum(failed) AS failed, sum(moved) AS moved, sum(fees) AS fees';
    const { rows: byDay } = await database.pool.query(
      `SELECT day, ${kinds} FROM wallet_day WHERE wallet_id = $1 GROUP BY day, type, direction, operator ORDER BY 1, 2, 3, 4`,
      [alice.walletId],
    );
    const { rows: byHour } = await database.pool.query(
      `SELECT (hour + 3) / 24 AS day, ${kinds} FROM wallet_hour WHERE wallet_id = $1
        GROUP BY 1, type, direction, operator ORDER BY 1, 2, 3, 4`,
      [alice.walletId],
    );
    expect(byDay).toEqual(byHour);
    const { rows: paid } = await database.pool.query(
      "SELECT sum(fee_amount) AS fees FROM transaction WHERE wallet_id = $1 AND status = 'completed'",
      [alice.walletId],
    );
    expect(byDay.reduce((sum, { fees }) => sum + Number(fees), 0)).toBe(Number(paid[0].fees));
  });

  test('on days that an older program did not count is counted once, and its hours are not counted again', async () => {
    const dora = await openWallet(database, 'Dora', '256772000004', 50_000);
    await settle(await payout(1_000, dora), 'succeeded', dora);
    await countEndedOf(database.pool, dora.walletId);
    // An older program moves on in the hours only, and wrote none of the days before.
    await database.owner.query('DELETE FROM wallet_day WHERE wallet_id = $1', [dora.walletId]);
    await database.owner.query('UPDATE wallet_count SET days_counted_to = 0 WHERE wallet_id = $1', [dora.walletId]);
    await settle(await payout(2_000, dora), 'failed', dora);
    await Promise.all(Array.from({ length: 4 }, () => countEnded(database.pool, 0)));
    expect(await countEndedOf(database.pool, dora.walletId)).toBe(true);
    for (const table of ['wallet_hour', 'wallet_day']) {
      const { rows } = await database.pool.query(
        `SELECT type, sum(completed)::integer AS completed, sum(failed)::integer AS failed, sum(moved)::integer AS moved
           FROM ${table} WHERE wallet_id = $1 GROUP BY type ORDER BY type`,
        [dora.walletId],
      );
      expect([table, rows]).toEqual([
        table,
        [
          { type: 'deposit', completed: 1, failed: 0, moved: 50_000 },
          { type: 'payment_sent', completed: 1, failed: 1, moved: 1_001 },
        ],
      ]);
    }
  });

  test('is counted in its hour before the days of long ago are', async () => {
    const [erin, frank] = [
      await openWallet(database, 'Erin', '256772000005', 50_000),
      await openWallet(database, 'Frank', '256772000006', 0),
    ];
    // More than a step reads.
    await Promise.all(Array.from({ length: 1_100 }, () => writer.submit(paymentOf(erin, frank, 1))));
    while (!(await countEndedOf(database.pool, erin.walletId)));
    await database.owner.query('DELETE FROM wallet_day WHERE wallet_id = $1', [erin.walletId]);
    await database.owner.query('UPDATE wallet_count SET days_counted_to = 0 WHERE wallet_id = $1', [erin.walletId]);
    await settle(await payout(7_000, erin), 'succeeded', erin);
    const completed = async (table: string) => {
      const { rows } = await database.pool.query(
        `SELECT coalesce(sum(completed), 0)::integer AS completed FROM ${table} WHERE wallet_id = $1 AND type = 'payment_sent'`,
        [erin.walletId],
      );
      return rows[0].completed;
    };
    expect(await countEndedOf(database.pool, erin.walletId)).toBe(false);
    expect([await completed('wallet_hour'), await completed('wallet_day')]).toEqual([1_101, 999]);
    expect(await countEndedOf(database.pool, erin.walletId)).toBe(true);
    expect([await completed('wallet_hour'), await completed('wallet_day')]).toEqual([1_101, 1_101]);
  });

  test('is counted in all wallets for the platform, and none is left when it says so', async () => {
    await settle(await payout(8_000), 'succeeded');
    expect(await countAllEnded(database.pool, 60_000)).toEqual({ more: false });
    const { rows } = await database.pool.query(
      'SELECT count(*)::integer AS behind FROM wallet LEFT JOIN wallet_count USING (wallet_id) WHERE event_sequence > coalesce(days_counted_to, 0)',
    );
    expect(rows).toEqual([{ behind: 0 }]);
    expect(await auditOfDays()).toEqual([]);
  });

  test('is counted for a bounded time, although under load there is always more', async () => {
    let steps = 0;
    const underLoad = {
      query: async () => {
        steps += 1;
        return { rows: [{ wallets: '20', most: '1' }] };
      },
    } as unknown as Queryable;
    expect(await countAllEnded(underLoad, 20)).toEqual({ more: true });
    const duty = ledgerDuties.find(({ name }) => name === 'count_all_ended');
    expect(await duty?.work(underLoad)).toEqual({ more: false });
    steps = 0;
    await expect(countAllEnded(underLoad, 60_000, AbortSignal.abort())).rejects.toThrow('aborted');
    // One step: wallets that are new, and the count.
    expect(steps).toBe(2);
  });

  test('that is counted wrongly is found by the audit', async () => {
    await database.owner.query("UPDATE wallet_day SET moved = moved + 5 WHERE wallet_id = $1 AND type = 'deposit'", [
      alice.walletId,
    ]);
    expect(await auditOfDays()).toEqual([
      expect.stringMatching(/^wallet \d+ has 1 completed, 0 failed, 100005 moved and 0 in fees/),
    ]);
    await database.owner.query("UPDATE wallet_day SET moved = moved - 5 WHERE wallet_id = $1 AND type = 'deposit'", [
      alice.walletId,
    ]);
    expect(await auditOfDays()).toEqual([]);
  });

  test('is forgotten after forty days', async () => {
    const { rows } = await database.pool.query<{ hour: number }>(
      'SELECT floor(extract(epoch FROM now()) / 3600)::integer AS hour',
    );
    const hour = rows[0]?.hour ?? 0;
    await database.pool.query(
      `INSERT INTO wallet_hour SELECT 77, $1::integer - days * 24, 'collection', 'in', 'MTN', 1, 0, 500
         FROM generate_series(38, 42) days`,
      [hour],
    );
    expect(await forgetOldHours(database.pool)).toEqual({ more: false });
    const left = await database.pool.query('SELECT $1 - hour AS ago FROM wallet_hour WHERE wallet_id = 77 ORDER BY 1', [
      hour,
    ]);
    expect(left.rows.map(({ ago }) => ago / 24)).toEqual([38, 39, 40]);
  });
});

async function auditOfDays(): Promise<string[]> {
  return (await ledgerFindings(database.pool))
    .filter(({ rule }) => rule === 'wallet_days_are_their_transactions')
    .map(({ detail }) => detail);
}

async function payout(net: number, from = alice): Promise<number> {
  const outcome = await writer.submit(await payoutOf(database, from, net, 1));
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return outcome.transaction.transactionId;
}

async function settle(
  transactionId: number,
  is: 'succeeded' | 'failed',
  { walletId } = alice,
  code: 'operator_failed' | 'not_sent_in_time' = 'operator_failed',
): Promise<void> {
  const word: Settlement =
    is === 'succeeded'
      ? { is, receipt: null, amount: null }
      : { is, receipt: null, failure: { stage: 'settlement', code, reason: 'Refused.' } };
  const outcome = await writer.submit({ kind: 'settle', walletId, transactionId, word });
  expect(outcome.is).toBe('done');
}

async function counted(type: string): Promise<{ completed: number; failed: number; moved: number }> {
  const { rows } = await database.pool.query(
    `SELECT coalesce(sum(completed), 0)::integer AS completed, coalesce(sum(failed), 0)::integer AS failed,
            coalesce(sum(moved), 0)::integer AS moved
       FROM wallet_hour WHERE wallet_id = $1 AND type = $2`,
    [alice.walletId, type],
  );
  return rows[0];
}

async function grossOf(transactionId: number): Promise<number> {
  const { rows } = await database.pool.query('SELECT amount::integer FROM transaction WHERE transaction_id = $1', [
    transactionId,
  ]);
  return rows[0].amount;
}

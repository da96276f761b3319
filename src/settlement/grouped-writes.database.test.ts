import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { CallbackHints } from './callback-hints.ts';
import { claimedSubmission, type Submission, SubmissionWrites } from './submissions.ts';

const hourMs = 3_600_000;
let bench: SettlementBench;
let transactions: readonly [Transaction, Transaction, Transaction];

beforeAll(async () => {
  bench = await SettlementBench.open();
});
beforeEach(async () => {
  const process = await bench.startProcess({ workers: false });
  const open = () => bench.open(process, 'payout', '256772123456', { firstQueryAfterMs: hourMs });
  transactions = [await open(), await open(), await open()];
});
afterAll(() => bench.close());

/** Holds the middle one's row of a table while `meanwhile` runs. */
async function holdingMiddle(table: 'submission' | 'operator_reference', meanwhile: () => Promise<void>) {
  const holder = await bench.database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM ${table} WHERE transaction_id = $1 FOR UPDATE`, [transactions[1].transactionId]);
    await meanwhile();
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
}

async function lease({ transactionId }: Transaction): Promise<Submission> {
  const { rows } = await bench.database.pool.query<Record<string, unknown>>(
    `UPDATE submission SET lease_token = gen_random_uuid(), lease_until = clock_timestamp() + interval '30 seconds'
      WHERE transaction_id = $1 RETURNING *`,
    [transactionId],
  );
  return claimedSubmission(rows[0] ?? {}, 30_000);
}

async function columnOf(name: string): Promise<unknown[]> {
  return Promise.all(transactions.map(async (one) => (await bench.submission(one))?.[name]));
}

async function dueInSeconds(): Promise<number[]> {
  return (await columnOf('due_at')).map((dueAt) => (Number(dueAt) - Date.now()) / 1_000);
}

describe('ends of calls', () => {
  test('are noted together; a locked row delays none of the others, and is written when it is free', async () => {
    const groups = new SubmissionWrites(bench.database.pool);
    let all: Promise<unknown> = Promise.resolve();
    await holdingMiddle('submission', async () => {
      const [first, held, last] = transactions.map((one) => groups.noteCallEnded(one.transactionId, 1, 5_000));
      await Promise.all([first, last]);
      expect(await columnOf('call_ended_at')).toEqual([expect.any(Date), null, expect.any(Date)]);
      all = held ?? all;
    });
    await all;
    expect(await columnOf('call_ended_at')).toEqual([expect.any(Date), expect.any(Date), expect.any(Date)]);
    for (const seconds of await dueInSeconds()) expect(seconds).toBeLessThanOrEqual(5);
  });

  test('of a call that is not the latest, or has ended, change nothing', async () => {
    const groups = new SubmissionWrites(bench.database.pool);
    await groups.noteCallEnded(transactions[0].transactionId, 1, 2 * hourMs);
    const before = await columnOf('call_ended_at');
    await Promise.all(
      [1, 2, 7].map((sends, index) =>
        groups.noteCallEnded(transactions[index === 0 ? 0 : 1].transactionId, index === 0 ? sends : sends + 1, 1_000),
      ),
    );
    expect(await columnOf('call_ended_at')).toEqual(before);
    for (const seconds of await dueInSeconds()) expect(seconds).toBeGreaterThan(3_000);
  });
});

describe('next queries', () => {
  test('are planned together, each by its own plan; one without its lease any more changes nothing', async () => {
    const groups = new SubmissionWrites(bench.database.pool);
    const [first, second, third] = await Promise.all([
      lease(transactions[0]),
      lease(transactions[1]),
      lease(transactions[2]),
    ]);
    const successor = await lease(transactions[2]);
    await Promise.all([
      groups.planQuery(first, { afterMs: 60_000, queried: true, notFound: true, inReview: false }),
      groups.planQuery(second, {
        afterMs: 120_000,
        queried: false,
        notFound: null,
        inReview: true,
        waitsFor: 'float',
      }),
      groups.planQuery(third, { afterMs: 1, queried: true, notFound: false, inReview: true }),
    ]);
    expect(await bench.submission(transactions[0])).toMatchObject({
      queries: 1,
      in_review: false,
      waits_for: null,
      not_found_since: expect.any(Date),
      lease_token: null,
    });
    expect(await bench.submission(transactions[1])).toMatchObject({
      queries: 0,
      in_review: true,
      waits_for: 'float',
      not_found_since: null,
      lease_token: null,
    });
    expect(await bench.submission(transactions[2])).toMatchObject({
      queries: 0,
      in_review: false,
      lease_token: successor.leaseToken,
    });
    const [after, longAfter] = await dueInSeconds();
    expect(after).toBeGreaterThan(30);
    expect(after).toBeLessThanOrEqual(61);
    expect(longAfter).toBeGreaterThan(90);
  });

  test('leave a payment in review when its case was opened meanwhile', async () => {
    const groups = new SubmissionWrites(bench.database.pool);
    const [first, second] = await Promise.all([lease(transactions[0]), lease(transactions[1])]);
    await bench.database.pool.query('UPDATE submission SET in_review = true');
    const asked = { afterMs: hourMs, queried: true, notFound: false, inReview: false };
    await Promise.all([groups.planQuery(first, asked), groups.planQuery(second, asked)]);
    for (const transaction of transactions.slice(0, 2)) {
      expect(await bench.submission(transaction)).toMatchObject({ in_review: true, lease_token: null });
    }
  });

  test('keep the time that a callback planned meanwhile', async () => {
    const groups = new SubmissionWrites(bench.database.pool);
    const submission = await lease(transactions[0]);
    const { operatorAccountId, externalReference } = transactions[0];
    const hinted = await new CallbackHints(bench.database.pool).take(operatorAccountId ?? 0, externalReference ?? '');
    expect(hinted).not.toBeNull();
    await groups.planQuery(submission, { afterMs: hourMs, queried: true, notFound: false, inReview: false });
    expect(await bench.submission(transactions[0])).toMatchObject({ hints: 1, lease_token: null });
    expect((await dueInSeconds())[0]).toBeLessThanOrEqual(0.5);
  });
});

/** Locks of this database's sessions that are waited for. */
const waitersHere = `
  SELECT FROM pg_locks AS wanted
   WHERE NOT granted AND EXISTS (
         SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
          WHERE pg_locks.pid = wanted.pid AND datname = current_database())`;

describe('a query plan that waits for the lock of its row', () => {
  test('keeps the time that the holder of the lock planned for a callback', async () => {
    const writes = new SubmissionWrites(bench.database.pool);
    const submission = await lease(transactions[1]);
    const holder = await bench.database.pool.connect();
    let planned: Promise<void>;
    try {
      await holder.query('BEGIN');
      await holder.query(
        'UPDATE submission SET hints = hints + 1, due_at = clock_timestamp() WHERE transaction_id = $1',
        [submission.transactionId],
      );
      planned = writes.planQuery(submission, { afterMs: hourMs, queried: true, notFound: false, inReview: true });
      await expect.poll(async () => (await bench.database.pool.query(waitersHere)).rowCount).toBe(1);
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
    await planned;
    expect(await bench.submission(transactions[1])).toMatchObject({ hints: 1, in_review: true, lease_token: null });
    expect((await dueInSeconds())[1]).toBeLessThanOrEqual(0.5);
  });
});

describe('callbacks', () => {
  const take = async (groups: CallbackHints, { operatorAccountId, externalReference }: Transaction) =>
    (await groups.take(operatorAccountId ?? 0, externalReference ?? '')) !== null;

  test.each(['submission', 'operator_reference'] as const)(
    'are taken together, one that came twice once; a locked row of %s delays none of the others',
    async (table) => {
      const groups = new CallbackHints(bench.database.pool);
      let held: Promise<boolean> = Promise.resolve(false);
      await holdingMiddle(table, async () => {
        const others = [transactions[0], transactions[0], transactions[2]].map((one) => take(groups, one));
        held = take(groups, transactions[1]);
        const stranger = groups.take(transactions[0].operatorAccountId ?? 0, 'SIM-of-somebody-else');
        expect(await Promise.all([...others, stranger])).toEqual([true, true, true, null]);
        expect(await columnOf('hints')).toEqual([1, 0, 1]);
      });
      expect(await held).toBe(true);
      expect(await columnOf('hints')).toEqual([1, 1, 1]);
      for (const seconds of await dueInSeconds()) expect(seconds).toBeLessThanOrEqual(0.5);
    },
  );

  test('that name no payment of ours cost one statement, however many come together', async () => {
    const query = vi.spyOn(bench.database.pool, 'query');
    onTestFinished(() => query.mockRestore());
    const groups = new CallbackHints(bench.database.pool);
    const { operatorAccountId } = transactions[0];
    const strangers = Array.from({ length: 20 }, (_, n) => groups.take(operatorAccountId ?? 0, `SIM-of-somebody-${n}`));
    expect(await Promise.all(strangers)).toEqual(strangers.map(() => null));
    const names = query.mock.calls.map(([statement]) => Object(statement).name);
    expect(names.filter((name) => /^callback_/.test(name))).toEqual(['callback_hints']);
  });

  test('about final payments add queries, those about others do not', async () => {
    const groups = new CallbackHints(bench.database.pool);
    await bench.writer.submit({
      kind: 'settle',
      walletId: transactions[0].walletId,
      transactionId: transactions[0].transactionId,
      word: { is: 'succeeded', receipt: null, amount: null },
    });
    expect(await Promise.all(transactions.map((one) => take(groups, one)))).toEqual([true, true, true]);
    expect(await columnOf('recheck')).toEqual([true, false, false]);
  });

  test('that came since the query are kept, and older ones are not', async () => {
    const groups = new CallbackHints(bench.database.pool);
    const submissions = await Promise.all(transactions.map(lease));
    await take(groups, transactions[1]);
    for (const { walletId, transactionId } of transactions) {
      const word = { is: 'succeeded', receipt: null, amount: null } as const;
      await bench.writer.submit({ kind: 'settle', walletId, transactionId, word });
    }
    await Promise.all(submissions.map((one) => groups.keepLate(one, one.claimedAtMs)));
    expect(await columnOf('recheck')).toEqual([undefined, true, undefined]);
    await Promise.all(submissions.map((one) => groups.keepLate(one, Date.now() + hourMs)));
    expect(await columnOf('hints')).toEqual([undefined, 1, undefined]);
  });
});

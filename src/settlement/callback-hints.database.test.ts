import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { CallbackHints, takeHint } from './callback-hints.ts';
import { claimedSubmission, deleteFinal, type QueryPlan, type Submission, SubmissionWrites } from './submissions.ts';

let bench: SettlementBench;
let transaction: Transaction;

beforeAll(async () => {
  bench = await SettlementBench.open();
});
beforeEach(async () => {
  const process = await bench.startProcess({ workers: false });
  transaction = await bench.open(process, 'payout', '256772123456', { firstQueryAfterMs: 3_600_000 });
});
afterAll(async () => {
  await bench.close();
});

const hint = () =>
  takeHint(bench.database.pool, transaction.operatorAccountId ?? 0, transaction.externalReference ?? '');

/** In how many seconds the transaction's submission is due. */
async function dueInSeconds(): Promise<number> {
  const { rows } = await bench.database.pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM due_at - clock_timestamp())::double precision AS seconds
       FROM submission WHERE transaction_id = $1`,
    [transaction.transactionId],
  );
  return rows[0]?.seconds ?? Number.NaN;
}

async function lease() {
  const { rows } = await bench.database.pool.query<Record<string, unknown>>(
    `UPDATE submission SET lease_token = gen_random_uuid(), lease_until = clock_timestamp() + interval '30 seconds'
      WHERE transaction_id = $1 RETURNING *`,
    [transaction.transactionId],
  );
  return claimedSubmission(rows[0] ?? {}, 30_000);
}

const planQuery = (submission: Submission, plan: QueryPlan) =>
  new SubmissionWrites(bench.database.pool).planQuery(submission, plan);

const settle = (is: 'failed' | 'succeeded') =>
  bench.writer.submit({
    kind: 'settle',
    walletId: transaction.walletId,
    transactionId: transaction.transactionId,
    word:
      is === 'succeeded'
        ? { is, receipt: null, amount: null }
        : { is, receipt: null, failure: { stage: 'settlement', code: 'operator_failed', reason: 'It failed.' } },
  });

describe('a callback', () => {
  test('makes the query due now', async () => {
    expect(await dueInSeconds()).toBeGreaterThan(3_000);
    expect(await hint()).toMatchObject({ transaction_id: String(transaction.transactionId) });
    expect(await dueInSeconds()).toBeLessThanOrEqual(0);
  });

  test('with bytes that make its connector fail names no payment, and fails nothing', async () => {
    const mtn = new ScriptedOperator();
    mtn.readCallback = () => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    const process = await bench.startProcess({ mtn, workers: false });
    const bytes = { path: '/callbacks/airtel', body: Buffer.from('[') };
    expect(await process.receiveCallback('test', 'MTN', bytes)).toBe(false);
  });

  test('about a reference that is not ours changes nothing', async () => {
    expect(await takeHint(bench.database.pool, transaction.operatorAccountId ?? 0, 'SIM-of-somebody-else')).toBeNull();
    expect(await takeHint(bench.database.pool, 9_999, transaction.externalReference ?? '')).toBeNull();
    expect(await dueInSeconds()).toBeGreaterThan(3_000);
  });

  test('that follows within 10 s of one that was answered is answered when the 10 s are over', async () => {
    await hint();
    await planQuery(await lease(), {
      afterMs: 3_600_000,
      queried: true,
      notFound: false,
      inReview: false,
    });
    expect(await dueInSeconds()).toBeGreaterThan(3_000);
    for (let times = 0; times < 3; times += 1) await hint();
    expect(await dueInSeconds()).toBeGreaterThan(8);
    expect(await dueInSeconds()).toBeLessThanOrEqual(10);
  });

  test('that comes during a query is not lost when the worker plans the next one', async () => {
    const submission = await lease();
    await hint();
    await planQuery(submission, {
      afterMs: 3_600_000,
      queried: true,
      notFound: false,
      inReview: false,
    });
    expect(await dueInSeconds()).toBeLessThanOrEqual(0);
    expect((await bench.submission(transaction))?.hints).toBe(1);
  });

  test('for a final transaction makes it be looked at again, once however many come', async () => {
    await settle('failed');
    expect(await bench.submission(transaction)).toBeUndefined();
    await Promise.all([hint(), hint(), hint()]);
    expect(await bench.submission(transaction)).toMatchObject({ recheck: true, direction: 'payout', operator: 'MTN' });
  });

  test('that comes while a final transaction is queried again keeps the row for one more query', async () => {
    await settle('failed');
    await hint();
    const submission = await lease();
    await hint();
    await deleteFinal(bench.database.pool, submission);
    expect(await bench.submission(transaction)).toMatchObject({ recheck: true, hints: 1, lease_token: null });
    await deleteFinal(bench.database.pool, await lease());
    expect(await bench.submission(transaction)).toBeUndefined();
  });

  test('that comes between the query and the settlement is not lost with the row', async () => {
    const submission = await lease();
    await settle('failed');
    await new CallbackHints(bench.database.pool).keepLate(submission, submission.claimedAtMs);
    expect(await bench.submission(transaction)).toBeUndefined();
    await hint();
    await bench.database.pool.query('DELETE FROM submission WHERE transaction_id = $1', [transaction.transactionId]);
    await new CallbackHints(bench.database.pool).keepLate(submission, submission.claimedAtMs);
    expect(await bench.submission(transaction)).toMatchObject({ recheck: true });
  });

  test('that contradicts a final transaction leads to a review, and one that agrees to nothing', async () => {
    const process = await bench.startProcess({ workers: false });
    const paid = await bench.request(process, 'payout', '256772123456');
    const refused = await bench.request(process, 'payout', '256772123457');
    transaction = paid;
    await settle('succeeded');
    transaction = refused;
    await settle('failed');
    // The simulated operator paid both.
    const running = await bench.startProcess();
    for (const one of [paid, refused]) {
      await running.receiveCallback('test', 'MTN', {
        path: '/',
        body: Buffer.from(JSON.stringify({ reference: one.externalReference })),
      });
    }
    await expect.poll(() => bench.reviewKinds(refused)).toEqual(['late_success']);
    await expect.poll(() => bench.submission(paid)).toBeUndefined();
    await expect.poll(() => bench.submission(refused)).toBeUndefined();
    expect(await bench.reviewKinds(paid)).toEqual([]);
    expect((await bench.transaction(refused.transactionId)).status).toBe('failed');
  });
});

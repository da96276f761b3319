import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { type Direction, ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import { nextPlannedLook } from '../ledger/planned-looks.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { ugx } from '../money/ugx.ts';
import type { QueryResult } from '../operators/contract.ts';
import { takeHint } from './callback-hints.ts';

const phone = '256772123456';
const directions: readonly Direction[] = ['collection', 'payout'];
const expired: QueryResult = { is: 'failed', code: 'prompt_expired', raw: 'EXPIRED', receipt: null };
let bench: SettlementBench;

beforeAll(async () => {
  bench = await SettlementBench.open();
});
afterEach(async () => {
  await bench.stopProcesses();
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  await bench.database.pool.query("UPDATE submission SET due_at = due_at + interval '1 day'");
});
afterAll(async () => {
  await bench.close();
});

async function failed(mtn: ScriptedOperator, direction: Direction): Promise<Transaction> {
  mtn.word = async () => expired;
  const process = await bench.startProcess({ mtn });
  const transaction = await bench.end(await bench.request(process, direction, phone));
  expect(transaction.failure).toMatchObject({ stage: 'settlement', code: 'prompt_expired' });
  await expect.poll(() => bench.submission(transaction)).toBeDefined();
  return transaction;
}

/** Lets time pass: the look that is planned is due, and the failure was `agoMs` ago. */
const timePasses = ({ transactionId }: Transaction, agoMs: number) =>
  bench.database.pool.query(
    `UPDATE submission SET due_at = clock_timestamp(),
            failed_at = clock_timestamp() - $2::double precision * interval '1 millisecond'
      WHERE transaction_id = $1`,
    [transactionId, agoMs],
  );

async function times(transaction: Transaction): Promise<{ failedAtMs: number; dueAtMs: number }> {
  const { rows } = await bench.database.pool.query<{ failed_at: Date; due_at: Date }>(
    'SELECT failed_at, due_at FROM submission WHERE transaction_id = $1',
    [transaction.transactionId],
  );
  return { failedAtMs: Number(rows[0]?.failed_at), dueAtMs: Number(rows[0]?.due_at) };
}

async function restsForAnHour(transaction: Transaction): Promise<void> {
  const inMs = async () => (await times(transaction)).dueAtMs - Date.now();
  await expect.poll(inMs).toBeGreaterThan(3_500_000);
  expect(await inMs()).toBeLessThanOrEqual(3_600_000);
}

describe.each(directions)('rule 9: a %s that the operator called failed', (direction) => {
  test('is looked at again an hour later or at the day’s end, whichever is first', async () => {
    const transaction = await failed(new ScriptedOperator(), direction);
    const { failedAtMs, dueAtMs } = await times(transaction);
    expect(dueAtMs).toBe(nextPlannedLook(failedAtMs, transaction.transactionId, failedAtMs));
    expect(dueAtMs).toBeGreaterThan(Date.now());
    expect(await bench.submission(transaction)).toMatchObject({ recheck: true, direction, float_claimed: '0' });
  });

  test('and was paid after all is found by that query, booked through suspense, and goes to review', async () => {
    const mtn = new ScriptedOperator();
    const transaction = await failed(mtn, direction);
    const before = await bench.balance();
    mtn.word = async () => ({ is: 'succeeded', receipt: `R${transaction.transactionId}`, amount: ugx(50_000) });
    await timePasses(transaction, 3_600_000);
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['late_success']);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('failed');
    expect(await bench.balance()).toEqual(before);
    const { rows } = await bench.database.pool.query<{ amount: string }>(
      `SELECT amount FROM transfer JOIN system_account ON account_id IN (debit_account, credit_account)
        WHERE transaction_id = $1 AND kind = 'suspense'`,
      [transaction.transactionId],
    );
    expect(rows).toEqual([{ amount: '50000' }]);
  });

  test('and is still failed waits for the next planned query, and after the last one nothing is due', async () => {
    const mtn = new ScriptedOperator();
    const transaction = await failed(mtn, direction);
    const asked = mtn.asked.length;
    await timePasses(transaction, 60_000);
    await expect.poll(() => mtn.asked.length).toBe(asked + 1);
    await expect.poll(async () => (await times(transaction)).dueAtMs).toBeGreaterThan(Date.now());
    const { failedAtMs, dueAtMs } = await times(transaction);
    expect(dueAtMs).toBe(nextPlannedLook(failedAtMs, transaction.transactionId, Date.now()));
    await timePasses(transaction, 3 * 86_400_000);
    await expect.poll(() => bench.submission(transaction)).toBeUndefined();
    expect(mtn.asked).toHaveLength(asked + 2);
    expect(await bench.reviewKinds(transaction)).toEqual([]);
  });

  test('and does not answer the query is queried a few times more, and then waits for the next planned query', async () => {
    const mtn = new ScriptedOperator();
    const transaction = await failed(mtn, direction);
    mtn.word = async () => ({ is: 'unknown', raw: '502' });
    const asked = mtn.asked.length;
    await timePasses(transaction, 60_000);
    await expect.poll(() => mtn.asked.length).toBe(asked + 5);
    await expect.poll(async () => (await times(transaction)).dueAtMs).toBeGreaterThan(Date.now() + 1_000);
    expect(await bench.submission(transaction)).toMatchObject({ queries: 0, lease_token: null });
  });

  test('and does not answer the last query is queried every hour until it does', async () => {
    const mtn = new ScriptedOperator();
    const transaction = await failed(mtn, direction);
    mtn.word = async () => ({ is: 'unknown', raw: '502' });
    const asked = mtn.asked.length;
    await timePasses(transaction, 3 * 86_400_000);
    await expect.poll(() => mtn.asked.length).toBe(asked + 5);
    await restsForAnHour(transaction);
    mtn.word = async () => ({ is: 'succeeded', receipt: `R${transaction.transactionId}`, amount: ugx(50_000) });
    await timePasses(transaction, 3 * 86_400_000);
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['late_success']);
    await expect.poll(() => bench.submission(transaction)).toBeUndefined();
  });
});

test('a failed payment of an operator without settings any more waits for them, and is not tried every minute', async () => {
  const mtn = new ScriptedOperator();
  const transaction = await failed(mtn, 'payout');
  await bench.stopProcesses();
  await bench.startProcess();
  await timePasses(transaction, 3 * 86_400_000);
  await restsForAnHour(transaction);
});

test('rule 9: a payout that is answered with its failure, as Airtel does, and paid later is found an hour later', async () => {
  const mtn = new ScriptedOperator();
  mtn.firstWord = async () => ({
    is: 'refused',
    by: 'payment',
    code: 'operator_failed',
    raw: 'TF',
    recorded: true,
  });
  const transaction = await bench.request(await bench.startProcess({ mtn }), 'payout', phone);
  expect(transaction.status).toBe('failed');
  const { failedAtMs, dueAtMs } = await times(transaction);
  expect(failedAtMs).toBe(transaction.failedAtMs);
  expect(dueAtMs).toBe(nextPlannedLook(failedAtMs, transaction.transactionId, failedAtMs));
  mtn.word = async () => ({ is: 'succeeded', receipt: `R${transaction.transactionId}`, amount: ugx(50_000) });
  await timePasses(transaction, 3_600_000);
  await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['late_success']);
});

test('rule 9: a payout that two persons resolved as failed, and the operator pays after all, is found by the next query', async () => {
  const mtn = new ScriptedOperator();
  const process = await bench.startProcess({ mtn, settings: { truthDeadlineMs: 1 } });
  const transaction = await bench.request(process, 'payout', phone);
  await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['truth_deadline']);
  await bench.resolveByPersons(transaction, 'failed');
  const { failedAtMs, dueAtMs } = await times(transaction);
  expect(dueAtMs).toBe(nextPlannedLook(failedAtMs, transaction.transactionId, failedAtMs));
  mtn.word = async () => ({ is: 'succeeded', receipt: `R${transaction.transactionId}`, amount: ugx(50_000) });
  await timePasses(transaction, 3_600_000);
  await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['late_success', 'truth_deadline']);
});

test('a refund that two persons resolved as failed, and that cannot be queried, is not due again', async () => {
  const airtel = new ScriptedOperator({ refundsCanBeAskedAbout: false });
  const process = await bench.startProcess({ mtn: airtel });
  airtel.word = async () => ({ is: 'succeeded', receipt: `R${airtel.asked.length}`, amount: ugx(50_000) });
  const collection = await bench.end(await bench.request(process, 'collection', phone));
  airtel.refundWord = async () => ({ is: 'unknown', raw: 'timeout' });
  const refund = await bench.requestRefund(process, collection);
  await bench.resolveByPersons(refund, 'failed');
  await timePasses(refund, 3_600_000);
  await expect.poll(() => bench.submission(refund)).toBeUndefined();
  expect(airtel.asked).not.toContain(refund.externalReference);
  await takeHint(bench.database.pool, refund.operatorAccountId ?? 0, refund.externalReference ?? '');
  await expect.poll(() => bench.submission(refund)).toBeUndefined();
  expect(await bench.reviewKinds(refund)).toEqual(['cannot_be_asked']);
});

describe('no query is planned', () => {
  test('for what was refused at submission and never was a payment', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'refused', by: 'payment', code: 'recipient_not_found', raw: 'no' });
    const process = await bench.startProcess({ mtn });
    const transaction = await bench.request(process, 'payout', phone);
    expect(transaction.status).toBe('failed');
    expect(await bench.submission(transaction)).toBeUndefined();
  });

  test('for the simulator, which plays its late successes by callbacks', async () => {
    const process = await bench.startProcess();
    const transaction = await bench.end(await bench.request(process, 'collection', '256700000002'));
    expect(transaction.status).toBe('failed');
    await process.stop();
    // Its callback may have come after the settlement and made a row of its own.
    expect((await bench.submission(transaction))?.failed_at ?? null).toBeNull();
  });
});

describe('a process that dies right after a settlement has planned the query with it', () => {
  const dying = {
    async submit(command: Command): Promise<Outcome> {
      await bench.writer.submit(command);
      throw new Error('the process died');
    },
  };

  test.each([
    ['first word', { firstWord: { is: 'refused', by: 'payment', code: 'operator_failed', raw: 'TF', recorded: true } }],
    ['answer to a query', { word: expired }],
  ] as const)('of the %s', async (_which, says) => {
    const mtn = new ScriptedOperator();
    if ('word' in says) mtn.word = async () => says.word;
    else mtn.firstWord = async () => says.firstWord;
    const process = await bench.startProcess({ mtn, writer: dying });
    const transaction = await bench.end(await bench.request(process, 'payout', phone));
    expect(transaction.status).toBe('failed');
    await process.stop();
    expect(await bench.submission(transaction)).toMatchObject({
      recheck: true,
      failed_at: new Date(transaction.failedAtMs ?? 0),
      lease_token: null,
    });
    mtn.word = async () => ({ is: 'succeeded', receipt: `R${transaction.transactionId}`, amount: ugx(50_000) });
    await bench.startProcess({ mtn });
    await timePasses(transaction, 3_600_000);
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['late_success']);
  });
});

test('rule 9: a callback between two queries causes a query at once and does not cancel the next planned one', async () => {
  const mtn = new ScriptedOperator();
  const transaction = await failed(mtn, 'collection');
  const planned = await times(transaction);
  const asked = mtn.asked.length;
  await takeHint(bench.database.pool, transaction.operatorAccountId ?? 0, transaction.externalReference ?? '');
  await expect.poll(() => mtn.asked.length).toBe(asked + 1);
  await expect.poll(async () => (await times(transaction)).dueAtMs).toBe(planned.dueAtMs);
});

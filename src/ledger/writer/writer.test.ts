import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { auditFindings, openWallet, paymentOf, payoutOf } from '../../../test/ledger/fixtures.ts';
import { ugx } from '../../money/ugx.ts';
import { Writer } from './writer.ts';

let database: TestDatabase;
let writer: Writer;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
});

afterAll(async () => {
  await writer.close();
  await database.drop();
});

describe('the writer', () => {
  test('tops up a wallet and pays another one, and the books agree', async () => {
    const alice = await openWallet(database, 'Alice', '256772000001', 100_000);
    const bob = await openWallet(database, 'Bob', '256772000002', 0);
    const outcome = await writer.submit(paymentOf(alice, bob, 5_000));
    expect(outcome).toMatchObject({ is: 'done', balance: 95_000n, transaction: { status: 'completed' } });
    expect(await balanceOf(bob.walletId)).toEqual({ available: '5000', held: '0', entry_no: '1', event_sequence: '3' });
    expect(await auditFindings(database.pool)).toEqual([]);
  });

  test('writes hundreds of payments together, each once', async () => {
    const alice = await openWallet(database, 'Alice', '256772000011', 1_000_000);
    const bob = await openWallet(database, 'Bob', '256772000012', 0);
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => writer.submit(paymentOf(alice, bob, 500))));
    expect(outcomes.filter((outcome) => outcome.is === 'done')).toHaveLength(1_000);
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '500000' });
    expect(await balanceOf(bob.walletId)).toMatchObject({ available: '500000', entry_no: '1000' });
    expect(await auditFindings(database.pool)).toEqual([]);
  });

  test('refuses only the payment that the wallet cannot cover, in the middle of a batch', async () => {
    const alice = await openWallet(database, 'Alice', '256772000021', 1_200);
    const bob = await openWallet(database, 'Bob', '256772000022', 0);
    const outcomes = await Promise.all([500, 5_000, 600].map((amount) => writer.submit(paymentOf(alice, bob, amount))));
    expect(outcomes.map((outcome) => outcome.is)).toEqual(['done', 'refused', 'done']);
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '100' });
    expect(await auditFindings(database.pool)).toEqual([]);
  });

  test('a command that PostgreSQL cannot store fails alone', async () => {
    const alice = await openWallet(database, 'Alice', '256772000031', 10_000);
    const bob = await openWallet(database, 'Bob', '256772000032', 0);
    const spoiled = { ...paymentOf(alice, bob, 500), description: 'a zero byte \u0000 that text cannot hold' };
    const outcomes = await Promise.allSettled([
      writer.submit(paymentOf(alice, bob, 500)),
      writer.submit(spoiled),
      writer.submit(paymentOf(alice, bob, 500)),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await balanceOf(bob.walletId)).toMatchObject({ available: '1000' });
  });

  test('two writers that pay each other wallets in opposite order never deadlock', async () => {
    const other = new Writer({ target: database.target });
    const alice = await openWallet(database, 'Alice', '256772000041', 500_000);
    const bob = await openWallet(database, 'Bob', '256772000042', 500_000);
    const payments = Array.from({ length: 300 }, (_, index) =>
      index % 2 === 0 ? writer.submit(paymentOf(alice, bob, 600)) : other.submit(paymentOf(bob, alice, 600)),
    );
    const outcomes = await Promise.all(payments);
    expect(outcomes.every((outcome) => outcome.is === 'done')).toBe(true);
    await other.close();
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '500000' });
    expect(await auditFindings(database.pool)).toEqual([]);
  });

  test('the same Idempotency-Key pays once and gives the first bytes again, in one batch and later', async () => {
    const alice = await openWallet(database, 'Alice', '256772000051', 100_000);
    const bob = await openWallet(database, 'Bob', '256772000052', 0);
    const idempotency = {
      key: 'order-1',
      fingerprint: 'f1',
      answerDueAfterMs: 8_000,
      answer: (opened: { transactionId: number }) => `{"id":${opened.transactionId}}`,
    };
    const command = { ...paymentOf(alice, bob, 700), idempotency };
    const [first, second] = await Promise.all([writer.submit(command), writer.submit(command)]);
    const third = await writer.submit(command);
    expect(first).toMatchObject({ is: 'done' });
    const answer = first.is === 'done' ? `{"id":${first.transaction.transactionId}}` : '';
    expect(second).toMatchObject({ is: 'replayed', status: 200, answer });
    expect(third).toMatchObject({ is: 'replayed', status: 200, answer });
    const other = await writer.submit({ ...command, idempotency: { ...idempotency, fingerprint: 'f2' } });
    expect(other).toEqual({ is: 'refused', refusal: { code: 'idempotency_key_reused' } });
    expect(await balanceOf(bob.walletId)).toMatchObject({ available: '700' });
  });

  test('a payout is held, and comes back in the database transaction that fails it', async () => {
    const alice = await openWallet(database, 'Alice', '256772000061', 10_000);
    const command = await payoutOf(database, alice, 5_000, 300);
    const opened = await writer.submit(command);
    if (opened.is !== 'done') throw new Error(opened.is);
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '4700', held: '5300' });
    expect(await auditFindings(database.pool)).toEqual([]);
    const failed = await writer.submit({
      kind: 'settle',
      walletId: alice.walletId,
      transactionId: opened.transaction.transactionId,
      word: {
        is: 'failed',
        failure: { stage: 'settlement', code: 'operator_failed', reason: 'It did not work.' },
        receipt: null,
      },
    });
    expect(failed).toMatchObject({ is: 'done', transaction: { status: 'failed' } });
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '10000', held: '0' });
    const { rowCount } = await database.pool.query('SELECT FROM submission WHERE transaction_id = $1', [
      opened.transaction.transactionId,
    ]);
    expect(rowCount).toBe(0);
    expect(await auditFindings(database.pool)).toEqual([]);
  });

  test('a payout paid after it failed here is booked through suspense once and goes to a person', async () => {
    const alice = await openWallet(database, 'Alice', '256772000071', 10_000);
    const opened = await writer.submit(await payoutOf(database, alice, 5_000, 300));
    if (opened.is !== 'done') throw new Error(opened.is);
    const settle = {
      kind: 'settle',
      walletId: alice.walletId,
      transactionId: opened.transaction.transactionId,
    } as const;
    await writer.submit({
      ...settle,
      word: {
        is: 'failed',
        failure: { stage: 'settlement', code: 'operator_failed', reason: 'It did not work.' },
        receipt: null,
      },
    });
    const late = { ...settle, word: { is: 'succeeded', receipt: 'R-71', amount: ugx(5_000) } } as const;
    expect(await writer.submit(late)).toMatchObject({ is: 'sent_to_review', transaction: { status: 'failed' } });
    expect(await writer.submit(late)).toMatchObject({ is: 'unchanged' });
    const cases = await database.pool.query('SELECT kind FROM review_case WHERE transaction_id = $1', [
      opened.transaction.transactionId,
    ]);
    expect(cases.rows).toEqual([{ kind: 'late_success' }]);
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '10000', held: '0' });
    expect(await auditFindings(database.pool)).toEqual([]);
  });

  test('a first word fails nothing once another money call was begun, also when that call begins meanwhile', async () => {
    const alice = await openWallet(database, 'Alice', '256772000091', 10_000);
    const opened = await writer.submit(await payoutOf(database, alice, 5_000, 0));
    if (opened.is !== 'done') throw new Error(opened.is);
    const { transactionId } = opened.transaction;
    const refusedAtFirst = {
      kind: 'settle',
      walletId: alice.walletId,
      transactionId,
      word: {
        is: 'failed',
        failure: { stage: 'submission', code: 'operator_refused', reason: 'It was refused.' },
        receipt: null,
        onlyAfterSends: 1,
      },
    } as const;
    const resender = await database.pool.connect();
    await resender.query('BEGIN');
    await resender.query('UPDATE submission SET sends = 2 WHERE transaction_id = $1', [transactionId]);
    const settling = writer.submit(refusedAtFirst);
    await expect.poll(someoneWaitsForALock).toBe(true);
    await resender.query('COMMIT');
    resender.release();
    expect(await settling).toMatchObject({ is: 'unchanged', transaction: { status: 'processing' } });
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '5000', held: '5000' });
    const word = { ...refusedAtFirst.word, onlyAfterSends: 2 };
    expect(await writer.submit({ ...refusedAtFirst, word })).toMatchObject({
      is: 'done',
      transaction: { status: 'failed' },
    });
    expect(await writer.submit({ ...refusedAtFirst, word })).toMatchObject({ is: 'unchanged' });
    expect(await auditFindings(database.pool)).toEqual([]);
  });

  test('a payment whose recipient got a wallet meanwhile is sent back to be resolved again', async () => {
    const alice = await openWallet(database, 'Alice', '256772000081', 10_000);
    const command = await payoutOf(database, alice, 5_000, 0, '256772000082');
    const bob = await openWallet(database, 'Bob', '256772000082', 0);
    expect(await writer.submit(command)).toEqual({ is: 'route_changed', recipientWalletId: bob.walletId });
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '10000' });
  });
});

/** Whether somebody in this database waits for a lock. */
async function someoneWaitsForALock(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`,
  );
  return (rowCount ?? 0) > 0;
}

async function balanceOf(walletId: number) {
  const { rows } = await database.pool.query(
    'SELECT available, held, entry_no, event_sequence FROM wallet WHERE wallet_id = $1',
    [walletId],
  );
  return rows[0];
}

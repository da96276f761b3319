import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { dieAtNextCommit } from '../../../test/ledger/dying-commit.ts';
import {
  depositOf,
  type FixtureWallet,
  ledgerFindings,
  openWallet,
  paymentOf,
  payoutOf,
} from '../../../test/ledger/fixtures.ts';
import { ugx } from '../../money/ugx.ts';
import { createPool } from '../../postgres/pool.ts';
import type { Settle } from '../commands/settle.ts';
import type { IdempotencyKey } from '../idempotency.ts';
import type { Outcome } from '../plan/outcome.ts';
import { comparableReference } from '../rows/adjustment-claim.ts';
import type { Transaction } from '../transaction.ts';
import { OutcomeUnknown } from './errors.ts';
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
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('writes hundreds of payments together, each once', async () => {
    const alice = await openWallet(database, 'Alice', '256772000011', 1_000_000);
    const bob = await openWallet(database, 'Bob', '256772000012', 0);
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => writer.submit(paymentOf(alice, bob, 500))));
    expect(outcomes.filter((outcome) => outcome.is === 'done')).toHaveLength(1_000);
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '500000' });
    expect(await balanceOf(bob.walletId)).toMatchObject({ available: '500000', entry_no: '1000' });
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('answers the callers of a large batch 32 in a turn of the event loop, in their order', async () => {
    const alice = await openWallet(database, 'Alice', '256772000065', 100_000);
    const bob = await openWallet(database, 'Bob', '256772000066', 0);
    const answered: number[] = [];
    const turns: number[] = [];
    const payments = Array.from({ length: 100 }, (_, place) =>
      writer.submit(paymentOf(alice, bob, 500)).then(() => answered.push(place)),
    );
    let seen = 0;
    while (answered.length < payments.length) {
      await new Promise((resolve) => setImmediate(resolve));
      if (answered.length > seen) turns.push(answered.length - seen);
      seen = answered.length;
    }
    expect(turns).toEqual([32, 32, 32, 4]);
    expect(answered).toEqual(Array.from({ length: 100 }, (_, place) => place));
  });

  test('refuses only the payment that the wallet cannot cover, in the middle of a batch', async () => {
    const alice = await openWallet(database, 'Alice', '256772000021', 1_200);
    const bob = await openWallet(database, 'Bob', '256772000022', 0);
    const outcomes = await Promise.all([500, 5_000, 600].map((amount) => writer.submit(paymentOf(alice, bob, amount))));
    expect(outcomes.map((outcome) => outcome.is)).toEqual(['done', 'refused', 'done']);
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '100' });
    expect(await ledgerFindings(database.pool)).toEqual([]);
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
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('the same Idempotency-Key pays once and gives the first bytes again, in one batch and later', async () => {
    const alice = await openWallet(database, 'Alice', '256772000051', 100_000);
    const bob = await openWallet(database, 'Bob', '256772000052', 0);
    const idempotency = {
      key: 'order-1',
      fingerprint: 'f1',
      responseDueAfterMs: 8_000,
      render: ({ transaction }: { transaction: Transaction }) => ({
        status: 200,
        body: `{"id":${transaction.transactionId}}`,
      }),
    };
    const command = { ...paymentOf(alice, bob, 700), idempotency };
    const [first, second] = await Promise.all([writer.submit(command), writer.submit(command)]);
    const third = await writer.submit(command);
    const response = { status: 200, body: first.is === 'done' ? `{"id":${first.transaction.transactionId}}` : '' };
    expect(first).toMatchObject({ is: 'done', response });
    expect(second).toMatchObject({ is: 'replayed', response });
    expect(third).toMatchObject({ is: 'replayed', response });
    const other = await writer.submit({ ...command, idempotency: { ...idempotency, fingerprint: 'f2' } });
    expect(other).toEqual({ is: 'refused', refusal: { code: 'idempotency_key_reused' } });
    expect(await balanceOf(bob.walletId)).toMatchObject({ available: '700' });
  });

  describe('the response of an Idempotency-Key', () => {
    const idempotency: Omit<IdempotencyKey, 'key'> = {
      fingerprint: 'f1',
      responseDueAfterMs: 8_000,
      render: ({ transaction: { transactionId, status, completedAtMs }, balance }) => ({
        status: 200,
        body: JSON.stringify([transactionId, status, completedAtMs, String(balance)]),
      }),
    };

    test('is rendered once, stored with the transaction, and replayed by another process as it is stored', async () => {
      const alice = await openWallet(database, 'Alice', '256772000053', 100_000);
      const bob = await openWallet(database, 'Bob', '256772000054', 0);
      const fee = { gross: ugx(1_000), fee: ugx(300), net: ugx(700) };
      const paid = { ...paymentOf(alice, bob, 700), ...fee, idempotency: { ...idempotency, key: 'paid' } };
      const booked = { ...depositOf(alice, 'SLIP-53'), idempotency: { ...idempotency, key: 'booked' } };
      const first = await writer.submit(paid);
      const deposit = await writer.submit(booked);
      await writer.submit(paymentOf(alice, bob, 20_000));
      expect(first).toMatchObject({ is: 'done', response: { body: expect.stringContaining('"99000"') } });
      expect(deposit).toMatchObject({ is: 'done', response: { body: expect.stringContaining('"99500"') } });

      const other = new Writer({ target: database.target });
      for (const [command, done] of [[paid, first] as const, [booked, deposit] as const]) {
        if (done.is !== 'done') throw new Error(done.is);
        const { transaction, response } = done;
        const { transactionId } = transaction;
        // Another release may render otherwise.
        const render = () => ({ status: 500, body: 'rendered again' });
        const repeated = { ...command, idempotency: { ...command.idempotency, render } };
        expect(await other.submit(repeated)).toEqual({ is: 'replayed', response, transactionId });
      }
      await other.close();
      expect(await storedFor(alice)).toEqual([first, deposit].map((done) => done.is === 'done' && done.response));
    });

    test('is stored byte for byte: quotes, backslashes, control characters, other scripts and lone surrogates', async () => {
      const alice = await openWallet(database, 'Alice', '256772000057', 100_000);
      const bob = await openWallet(database, 'Bob', '256772000058', 0);
      const body = JSON.stringify({ text: '"\\\\N\b\f\n\r\t\u0001\u001f\u007f\u2028 € 🍌 \ud800' });
      const render = () => ({ status: 207, body });
      const command = { ...paymentOf(alice, bob, 700), idempotency: { ...idempotency, key: 'odd', render } };
      await writer.submit(command);
      expect(await writer.submit(command)).toMatchObject({ is: 'replayed', response: { status: 207, body } });
    });

    test('is not stored while it waits for the operator, and a repeat is still running', async () => {
      const alice = await openWallet(database, 'Alice', '256772000059', 100_000);
      const payout = await payoutOf(database, alice, 5_000, 300);
      const command = { ...payout, idempotency: { ...idempotency, key: 'waits', render: () => null } };
      const [first, second] = await Promise.all([writer.submit(command), writer.submit(command)]);
      expect(first).toMatchObject({ is: 'done', response: null });
      expect(second).toEqual({ is: 'in_progress', retryAfterMs: 8_000 });
      expect(await writer.submit(command)).toMatchObject({ is: 'in_progress' });
      expect(await storedFor(alice)).toEqual([{ status: null, body: null }]);
    });

    test('of a refused command is not stored, so that the key can be used again', async () => {
      const alice = await openWallet(database, 'Alice', '256772000060', 600);
      const bob = await openWallet(database, 'Bob', '256772000062', 0);
      const tooMuch = { ...paymentOf(alice, bob, 700), idempotency: { ...idempotency, key: 'again' } };
      expect(await writer.submit(tooMuch)).toMatchObject({ is: 'refused', refusal: { code: 'insufficient_funds' } });
      expect(await storedFor(alice)).toEqual([]);
      expect(
        await writer.submit({ ...tooMuch, ...paymentOf(alice, bob, 500), idempotency: tooMuch.idempotency }),
      ).toMatchObject({ is: 'done' });
    });

    test('that cannot be rendered fails its command alone', async () => {
      const alice = await openWallet(database, 'Alice', '256772000063', 10_000);
      const bob = await openWallet(database, 'Bob', '256772000064', 0);
      const render = () => {
        throw new Error('no such field');
      };
      const outcomes = await Promise.allSettled([
        writer.submit(paymentOf(alice, bob, 500)),
        writer.submit({ ...paymentOf(alice, bob, 500), idempotency: { ...idempotency, key: 'wrong', render } }),
        writer.submit(paymentOf(alice, bob, 500)),
      ]);
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await balanceOf(bob.walletId)).toMatchObject({ available: '1000' });
      expect(await storedFor(alice)).toEqual([]);
    });

    test('stays what the first caller got when the transaction is approved later', async () => {
      const alice = await openWallet(database, 'Alice', '256772000055', 100_000);
      const bob = await openWallet(database, 'Bob', '256772000056', 0);
      await database.pool.query('UPDATE wallet SET approval_threshold = 500 WHERE wallet_id = $1', [alice.walletId]);
      const command = { ...paymentOf(alice, bob, 700), idempotency: { ...idempotency, key: 'waits' } };
      const waiting = await writer.submit(command);
      if (waiting.is !== 'done') throw new Error(waiting.is);
      const { transactionId } = waiting.transaction;
      const approved = await writer.submit({
        kind: 'approve',
        walletId: alice.walletId,
        recipientWalletId: bob.walletId,
        transactionId,
        approver: 'joan',
        firstApproverSeen: null,
      });
      expect(approved).toMatchObject({ is: 'done', transaction: { status: 'completed' } });
      expect(await writer.submit(command)).toMatchObject({ is: 'replayed', response: waiting.response });
      expect(waiting.response?.body).toContain('"pending"');
      expect(await storedFor(alice)).toEqual([waiting.response]);
    });

    async function storedFor({ walletId }: FixtureWallet): Promise<{ status: number | null; body: string | null }[]> {
      const { rows } = await database.pool.query<{ status: number | null; body: string | null }>(
        `SELECT response_status AS status, response AS body FROM idempotency_key WHERE wallet_id = $1
          ORDER BY transaction_id`,
        [walletId],
      );
      return rows;
    }
  });

  test('a payout is held, and comes back in the database transaction that fails it', async () => {
    const alice = await openWallet(database, 'Alice', '256772000061', 10_000);
    const command = await payoutOf(database, alice, 5_000, 300);
    const opened = await writer.submit(command);
    if (opened.is !== 'done') throw new Error(opened.is);
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '4700', held: '5300' });
    expect(await ledgerFindings(database.pool)).toEqual([]);
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
    expect(await ledgerFindings(database.pool)).toEqual([]);
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
    expect(await ledgerFindings(database.pool)).toEqual([]);
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
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a doubtful settlement is not believed because another process made the first half of it', async () => {
    const alice = await openWallet(database, 'Alice', '256772000101', 10_000);
    const bob = await openWallet(database, 'Bob', '256772000102', 10_000);
    const first = idOf(await writer.submit(await payoutOf(database, alice, 1_000, 0)));
    const second = idOf(await writer.submit(await payoutOf(database, bob, 1_000, 0)));
    const other = new Writer({ target: database.target });
    const dies = await dieAtNextCommit(database, 'wallet', `NEW.wallet_id = ${bob.walletId}`);
    const inDoubt = Promise.all([writer.submit(paid(alice, first)), writer.submit(paid(bob, second))]);
    await expect.poll(dies.reached).toBe(true);
    // Waits for the lock that the dying commit holds, so it comes before the look for what is in doubt.
    const theirs = other.submit(paid(alice, first));
    await expect.poll(someoneWaitsForALock).toBe(true);
    await dies.goOn();
    expect(await theirs).toMatchObject({ is: 'done' });
    expect((await inDoubt).map((outcome) => outcome.is)).toEqual(['unchanged', 'done']);
    const { rows } = await database.pool.query('SELECT status FROM transaction WHERE transaction_id = $1', [second]);
    expect(rows).toEqual([{ status: 'completed' }]);
    expect(await ledgerFindings(database.pool)).toEqual([]);
    await dies.remove();
    await other.close();
  });

  test('a doubtful review case without a booking is opened after all', async () => {
    const alice = await openWallet(database, 'Alice', '256772000111', 10_000);
    const command = await payoutOf(database, alice, 1_000, 0);
    const first = idOf(await writer.submit(command));
    const second = idOf(await writer.submit({ ...command, route: { ...command.route, reference: 'another' } }));
    await writer.submit(paid(alice, first, 'R-111'));
    const dies = await dieAtNextCommit(database, 'review_case', 'true');
    const settling = writer.submit(paid(alice, second, 'R-111'));
    await expect.poll(dies.reached).toBe(true);
    await dies.goOn();
    expect(await settling).toMatchObject({ is: 'sent_to_review' });
    const { rows } = await database.pool.query('SELECT kind FROM review_case WHERE transaction_id = $1', [second]);
    expect(rows).toEqual([{ kind: 'receipt_reused' }]);
    await dies.remove();
  });

  test('a payout committed after its caller timed out is handed over', async () => {
    const alice = await openWallet(database, 'Alice', '256772000121', 10_000);
    const late: Outcome[] = [];
    const slow = new Writer({
      target: database.target,
      limits: { deadlineMs: 2_000 },
      onCommitted: (_plan, answeredLate) => late.push(...answeredLate),
    });
    const quick = await slow.submit(await payoutOf(database, alice, 1_000, 0));
    expect(quick).toMatchObject({ is: 'done' });
    const dies = await dieAtNextCommit(database, 'wallet', `NEW.wallet_id = ${alice.walletId}`);
    const unknown = slow.submit(await payoutOf(database, alice, 2_000, 0));
    await expect(unknown).rejects.toThrow(OutcomeUnknown);
    expect(late).toEqual([]);
    await dies.spare();
    await expect
      .poll(() => late)
      .toMatchObject([{ is: 'done', transaction: { amount: 2_000n, status: 'processing' } }]);
    await dies.remove();
    await slow.close();
  });

  test('a payment that was not committed is not written later for a caller that timed out', async () => {
    const alice = await openWallet(database, 'Alice', '256772000125', 10_000);
    const bob = await openWallet(database, 'Bob', '256772000126', 0);
    const slow = new Writer({ target: database.target, limits: { deadlineMs: 2_000 } });
    const dies = await dieAtNextCommit(database, 'wallet', `NEW.wallet_id = ${alice.walletId}`);
    await expect(slow.submit(paymentOf(alice, bob, 2_000))).rejects.toThrow(OutcomeUnknown);
    await dies.goOn();
    await dies.remove();
    expect(await slow.submit(paymentOf(alice, bob, 500))).toMatchObject({ is: 'done', balance: 9_500n });
    await slow.close();
    expect(await balanceOf(bob.walletId)).toMatchObject({ available: '500', entry_no: '1' });
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('nor where its batch is split, because of another command in it', async () => {
    const alice = await openWallet(database, 'Alice', '256772000127', 10_000);
    const bob = await openWallet(database, 'Bob', '256772000128', 0);
    const booking = await database.pool.connect();
    await booking.query('BEGIN');
    await booking.query(`INSERT INTO adjustment_claim VALUES ('test', 'SLIP-127', $1, 9000127)`, [alice.walletId]);
    // Less than the 2 s after which the server gives up the lock: until then the batch may be committed.
    const slow = new Writer({ target: database.target, limits: { deadlineMs: 1_500 } });
    const ends = await Promise.allSettled([
      slow.submit(paymentOf(alice, bob, 2_000)),
      slow.submit(depositOf(alice, 'SLIP-127')),
    ]);
    expect(ends).toMatchObject([{ reason: expect.any(OutcomeUnknown) }, { reason: expect.any(OutcomeUnknown) }]);
    await booking.query('COMMIT');
    booking.release();
    await slow.close();
    expect(await balanceOf(bob.walletId)).toMatchObject({ available: '0', entry_no: '0' });
  });

  test('whoever listens to the writer cannot have a batch written twice, nor stop the writer', async () => {
    const alice = await openWallet(database, 'Alice', '256772000131', 10_000);
    const bob = await openWallet(database, 'Bob', '256772000132', 0);
    const errors: unknown[] = [];
    const fail = () => {
      throw new Error('a listener failed');
    };
    const heard = new Writer({
      target: database.target,
      onCommitted: fail,
      onBatch: fail,
      onError: (error) => errors.push(error),
    });
    const payments = [heard.submit(paymentOf(alice, bob, 500)), heard.submit(paymentOf(alice, bob, 700))];
    expect((await Promise.all(payments)).map((outcome) => outcome.is)).toEqual(['done', 'done']);
    expect(await heard.submit(paymentOf(alice, bob, 900))).toMatchObject({ is: 'done' });
    await heard.close();
    expect(await balanceOf(bob.walletId)).toMatchObject({ available: '2100', entry_no: '3' });
    expect(errors).toHaveLength(4);
  });

  test('a slip that another process is booking at the same moment is refused in the proper words', async () => {
    const alice = await openWallet(database, 'Alice', '256772000141', 10_000);
    const booking = await database.pool.connect();
    await booking.query('BEGIN');
    await booking.query(`INSERT INTO adjustment_claim VALUES ('test', 'SLIP-141', $1, 9000141)`, [alice.walletId]);
    const late = writer.submit(depositOf(alice, 'SLIP-141'));
    await expect.poll(someoneWaitsForALock).toBe(true);
    await booking.query('COMMIT');
    booking.release();
    expect(await late).toEqual({
      is: 'refused',
      refusal: { code: 'external_reference_used', transactionId: 9_000_141 },
    });
  });

  test('a slip that another process is booking in another spelling is refused in the proper words', async () => {
    const alice = await openWallet(database, 'Alice', '256772000142', 10_000);
    const booking = await database.pool.connect();
    await booking.query('BEGIN');
    await booking.query(`INSERT INTO adjustment_claim VALUES ('test', 'SLIP-142/B', $1, 9000142)`, [alice.walletId]);
    const late = writer.submit(depositOf(alice, 'slip 142 b'));
    await expect.poll(someoneWaitsForALock).toBe(true);
    await booking.query('COMMIT');
    booking.release();
    const refused = { is: 'refused', refusal: { code: 'external_reference_used', transactionId: 9_000_142 } };
    expect(await late).toEqual(refused);
    expect(await writer.submit(depositOf(alice, 'Slip142B'))).toEqual(refused);
  });

  test('the database compares slips as the planner does', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(
          'S',
          's',
          '1',
          ' ',
          '-',
          '/',
          '.',
          '\u00a0',
          '–',
          '−',
          'É',
          'é',
          'Ｎ',
          '９',
          '－',
          '①',
          '№',
          '…',
        ),
      }),
      // Outlined letters and digits came with Unicode 16, which PostgreSQL 15 does not know.
      fc.constantFrom('\u{1CCD9}', '\u{1CCF8}'),
    );
    // A NUL cannot be stored.
    const slips = fc.sample(typed, 2_000).map((slip) => slip.replaceAll('\0', ''));
    const { rows } = await database.pool.query<{ key: string }>(
      'SELECT comparable_reference(slip) AS key FROM unnest($1::text[]) WITH ORDINALITY AS asked (slip, n) ORDER BY n',
      [slips],
    );
    const differing = rows.flatMap(({ key }, index) => {
      const slip = slips[index] ?? '';
      return key === comparableReference(slip) ? [] : [[slip, key]];
    });
    expect(differing).toEqual([]);
    expect(comparableReference('FT 25/311–0042')).toBe('ft253110042');
    expect(comparableReference('ＦＴ　２５／３１１－００４２')).toBe('ft253110042');
    expect(comparableReference(' - ')).toBe(' - ');
  });

  test('no record is read whole, also when it was analyzed while it was empty', async () => {
    const own = await createTestDatabase();
    try {
      const alice = await openWallet(own, 'Alice', '256772000151', 10_000);
      const analyst = createPool(own.target, { applicationName: 'analyst', max: 1, role: 'nsimbi_owner' });
      await analyst.query('ANALYZE transaction, transfer, idempotency_key, submission, suspense_claim');
      const reader = new Writer({ target: own.target });
      const idempotency = { key: 'waits', fingerprint: 'f', responseDueAfterMs: 8_000, render: () => null };
      const command = { ...(await payoutOf(own, alice, 1_000, 0)), idempotency };
      const opened = await reader.submit(command);
      // Reads the key, and its transaction because no response is stored.
      expect(await reader.submit(command)).toMatchObject({ is: 'in_progress' });
      await reader.submit(paid(alice, idOf(opened)));
      await reader.close();
      await analyst.end();
      await expect.poll(async () => (await readsOfRecords(own)).by_key).toBe(true);
      expect(await readsOfRecords(own)).toMatchObject({ whole: [] });
    } finally {
      await own.drop();
    }
  });

  test('a payment whose recipient got a wallet meanwhile is sent back to be resolved again', async () => {
    const alice = await openWallet(database, 'Alice', '256772000081', 10_000);
    const command = await payoutOf(database, alice, 5_000, 0, '256772000082');
    await openWallet(database, 'Bob', '256772000082', 0);
    expect(await writer.submit(command)).toEqual({ is: 'route_changed' });
    expect(await balanceOf(alice.walletId)).toMatchObject({ available: '10000' });
  });
});

function idOf(outcome: Outcome): number {
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return outcome.transaction.transactionId;
}

function paid(wallet: FixtureWallet, transactionId: number, receipt: string | null = null): Settle {
  const word = { is: 'succeeded', receipt, amount: null } as const;
  return { kind: 'settle', walletId: wallet.walletId, transactionId, word };
}

/** Which records were ever read whole, and whether payments were looked up by key, as the server counts it. */
async function readsOfRecords({ pool }: TestDatabase) {
  const { rows } = await pool.query<{ whole: string[] | null; by_key: boolean }>(
    `SELECT coalesce(array_agg(relname::text) FILTER (WHERE seq_scan > 0), '{}') AS whole,
            bool_or(relname = 'transaction_p000000' AND idx_scan > 0) AS by_key
       FROM pg_stat_user_tables
      WHERE relname ~ '^(transaction|transfer|event)_p|^(idempotency_key|submission|suspense_claim|operator_receipt)$'`,
  );
  return { whole: rows[0]?.whole ?? null, by_key: rows[0]?.by_key === true };
}

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

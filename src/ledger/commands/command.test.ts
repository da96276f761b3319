import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  alice,
  Books,
  bob,
  checkBooks,
  fail,
  idOf,
  pay,
  succeed,
  success,
  topUp,
  walletIds,
} from '../../../test/ledger/books.ts';
import { type Ugx, ugx } from '../../money/ugx.ts';
import type { Command } from './command.ts';

describe('the planner', () => {
  test('a payment of 5,000 with a fee of 300 leaves 5,300 lighter here and 5,000 richer there, at once', () => {
    const books = new Books();
    books.write(topUp(alice, 10_000));
    const [outcome] = books.write(pay(alice, bob, 5_000, 300));
    expect(outcome).toMatchObject({
      is: 'done',
      balance: 4_700n,
      transaction: { status: 'completed', amount: 5_300n },
    });
    expect(books.wallet(bob).available).toBe(5_000n);
    expect(
      books.plans[1]?.transfers.map(({ amount, entryNo, balanceAfter }) => [amount, entryNo, balanceAfter]),
    ).toEqual([
      [5_000n, 2, 5_000n],
      [300n, 3, 4_700n],
      [5_000n, 1, 5_000n],
    ]);
  });

  // interface-decisions.md section 6
  test('an internal payment tells the sender four events and the recipient three', () => {
    const books = new Books();
    books.write(topUp(alice, 10_000));
    books.write(pay(alice, bob, 5_000));
    expect(
      books.plans[1]?.events.map(({ walletId, firstSequence, names }) => [walletId, firstSequence, names]),
    ).toEqual([
      [alice, 5, ['transaction.created', 'wallet.debited', 'transaction.completed', 'send_money.completed']],
      [bob, 1, ['transaction.created', 'wallet.credited', 'transaction.completed']],
    ]);
  });

  test('what an earlier command of a batch spent, a later one cannot spend again', () => {
    const books = new Books();
    books.write(topUp(alice, 1_000));
    const outcomes = books.write(pay(alice, bob, 700), pay(alice, bob, 700), pay(alice, bob, 300));
    expect(outcomes.map((outcome) => outcome.is)).toEqual(['done', 'refused', 'done']);
    expect(books.wallet(alice).available).toBe(0n);
  });

  test('what an earlier command of a batch received, a later one can spend', () => {
    const books = new Books();
    books.write(topUp(alice, 1_000));
    const outcomes = books.write(pay(alice, bob, 1_000), pay(bob, alice, 600));
    expect(outcomes.map((outcome) => outcome.is)).toEqual(['done', 'done']);
    expect(books.wallet(alice).available).toBe(600n);
  });

  test.each([
    ['the wallet is frozen', { frozen: true }, { code: 'wallet_frozen' }],
    [
      'it is above the limit per transaction',
      { limitPerTransaction: 5_299n as Ugx },
      { code: 'limit_exceeded', limit: 'transaction' },
    ],
    ['it is above what is left of the day', { limitPerDay: 5_299n as Ugx }, { code: 'limit_exceeded', limit: 'day' }],
  ])('a payment is refused and moves nothing when %s', (_name, change, refusal) => {
    const books = new Books(change);
    books.write(topUp(alice, 10_000));
    const [outcome] = books.write(pay(alice, bob, 5_000, 300));
    expect(outcome).toMatchObject({ is: 'refused', refusal });
    expect(books.plans[1]).toMatchObject({ wallets: [], transfers: [], events: [], transactionsOpened: [] });
  });

  test('limits compare the gross amount: exactly the limit passes', () => {
    const books = new Books({ limitPerTransaction: 5_300n as Ugx, limitPerDay: 5_300n as Ugx });
    books.write(topUp(alice, 20_000));
    expect(books.write(pay(alice, bob, 5_000, 300))[0]).toMatchObject({ is: 'done' });
    expect(books.write(pay(alice, bob, 500))[0]).toMatchObject({ refusal: { limit: 'day', allowed: 0n } });
    books.nowMs = Date.parse('2026-11-21T21:00:00Z');
    expect(books.write(pay(alice, bob, 500))[0]).toMatchObject({ is: 'done' });
  });

  test('a payout that failed gives its room of the day back, on the same day only', () => {
    const books = new Books({ limitPerDay: 5_000n as Ugx });
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, null, 5_000));
    expect(books.write(pay(alice, bob, 500))[0]).toMatchObject({ is: 'refused' });
    fail(books, opened);
    expect(books.wallet(alice).dayOut).toBe(0n);
    const [again] = books.write(pay(alice, null, 5_000));
    books.nowMs = Date.parse('2026-11-22T09:00:00Z');
    books.write(pay(alice, bob, 500));
    fail(books, again);
    expect(books.wallet(alice).dayOut).toBe(500n);
  });

  test('a row of a bulk payout is not paid by a process whose claim has ended', () => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const row = (payableUntilMs: number) => ({
      ...pay(alice, bob, 5_000),
      bulk: { bulkPayoutId: 7, row: 1, approval: null, payableUntilMs },
    });
    // The wall clock was set back by an hour: claims end by trusted time.
    books.wallAheadMs = -3_600_000;
    const trustedNowMs = books.nowMs + 3_600_000;
    expect(books.write(row(trustedNowMs))[0]).toMatchObject({ is: 'refused', refusal: { code: 'claim_ended' } });
    expect(books.wallet(alice).available).toBe(20_000n);
    expect(books.write(row(trustedNowMs + 1))[0]).toMatchObject({ is: 'done' });
  });

  test('a payment at the approval threshold waits, held, until another person approves it', () => {
    const books = new Books({ approvalThreshold: 5_000n as Ugx });
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, bob, 5_000));
    expect(opened).toMatchObject({ is: 'done', transaction: { status: 'pending' } });
    expect(books.wallet(alice)).toMatchObject({ available: 15_000n, held: 5_000n });
    const approval = approvalOf(idOf(opened));
    expect(books.write({ ...approval, approver: 'api_key:7' })[0]).toMatchObject({
      refusal: { code: 'approver_is_maker' },
    });
    expect(books.write({ ...approval, approver: 'cli:grace' })[0]).toMatchObject({
      transaction: { status: 'completed' },
    });
    expect(books.write({ ...approval, approver: 'cli:grace' })[0]).toMatchObject({ refusal: { code: 'not_pending' } });
    expect(books.wallet(alice)).toMatchObject({ available: 15_000n, held: 0n });
    expect(books.wallet(bob).available).toBe(5_000n);
  });

  test('live money of an API key is not approved by the person behind the key', () => {
    const books = new Books({ approvalThreshold: 5_000n as Ugx, mode: 'live' });
    books.write({ ...topUp(alice, 20_000), mode: 'live', approver: 'cli:grace', externalReference: 'slip 1' });
    const [opened] = books.write({ ...pay(alice, bob, 5_000), mode: 'live' });
    const approval = approvalOf(idOf(opened));
    for (const approver of ['api_key:7', 'joan@example.com']) {
      expect(books.write({ ...approval, approver })[0]).toMatchObject({ refusal: { code: 'approver_is_maker' } });
    }
    expect(books.write({ ...approval, approver: 'grace@example.com' })[0]).toMatchObject({
      transaction: { status: 'completed', details: { approver: 'grace@example.com' } },
    });
  });

  test('live money of an API key that nobody known created needs two approvers', () => {
    const books = new Books({ approvalThreshold: 5_000n as Ugx, mode: 'live' });
    books.keyCreator = null;
    books.write({ ...topUp(alice, 20_000), mode: 'live', approver: 'cli:grace', externalReference: 'slip 1' });
    const [opened] = books.write({ ...pay(alice, bob, 5_000), mode: 'live' });
    const approval = approvalOf(idOf(opened));
    const [first, repeated] = books.write(
      { ...approval, approver: 'grace@example.com' },
      { ...approval, approver: 'grace@example.com' },
    );
    expect(first).toMatchObject({ is: 'done', transaction: { status: 'pending' } });
    expect(repeated).toMatchObject({ is: 'unchanged', transaction: { status: 'pending' } });
    expect(books.write({ ...approval, approver: 'grace@example.com' })[0]).toMatchObject({ is: 'unchanged' });
    const second = { ...approval, approver: 'peter@example.com', firstApproverSeen: 'grace@example.com' };
    expect(books.write(second)[0]).toMatchObject({
      transaction: {
        status: 'completed',
        details: { first_approver: 'grace@example.com', approver: 'peter@example.com' },
      },
    });
    expect(books.wallet(bob).available).toBe(5_000n);
  });

  test('of two approvers in one batch, the second is refused who has not seen that the first approved', () => {
    const books = new Books({ approvalThreshold: 5_000n as Ugx, mode: 'live' });
    books.keyCreator = null;
    books.write({ ...topUp(alice, 20_000), mode: 'live', approver: 'cli:grace', externalReference: 'slip 1' });
    const [opened] = books.write({ ...pay(alice, bob, 5_000), mode: 'live' });
    const approval = approvalOf(idOf(opened));
    const peter = { ...approval, approver: 'peter@example.com' };
    const [first, unseen, seen] = books.write({ ...approval, approver: 'grace@example.com' }, peter, {
      ...peter,
      firstApproverSeen: 'grace@example.com',
    });
    expect(first).toMatchObject({ is: 'done', transaction: { transactionId: idOf(opened) } });
    expect(unseen).toMatchObject({ is: 'refused', refusal: { code: 'approval_changed' } });
    expect(seen).toMatchObject({ is: 'done', transaction: { status: 'completed' } });
  });

  test('a payment that nobody approved in time is not approved later, though nothing has failed it yet', () => {
    const books = new Books({ approvalThreshold: 5_000n as Ugx });
    books.write(topUp(alice, 20_000));
    const [first, second] = books.write(pay(alice, bob, 5_000), pay(alice, bob, 5_000));
    const graceApproves = (opened: typeof first) => ({ ...approvalOf(idOf(opened)), approver: 'cli:grace' });
    books.nowMs += 999;
    expect(books.write(graceApproves(first))[0]).toMatchObject({ transaction: { status: 'completed' } });
    books.nowMs += 1;
    expect(books.write(graceApproves(second))[0]).toMatchObject({
      refusal: { code: 'not_pending', status: 'expired' },
    });
    expect(books.wallet(alice)).toMatchObject({ available: 10_000n, held: 5_000n });
    books.write({ ...graceApproves(second), kind: 'reject', because: 'expired', approver: null, reason: null });
    expect(books.wallet(alice)).toMatchObject({ available: 15_000n, held: 0n });
    checkBooks(books);
  });

  test('a payment can be approved after the wall clock was set eight days ahead, and after it was set back', () => {
    const books = new Books({ approvalThreshold: 5_000n as Ugx });
    books.write(topUp(alice, 20_000));
    const [first] = books.write(pay(alice, bob, 5_000));
    const jumpMs = 8 * 86_400_000;
    books.nowMs += jumpMs;
    books.wallAheadMs += jumpMs;
    const [second] = books.write(pay(alice, bob, 5_000));
    for (const opened of [first, second]) {
      const [approved] = books.write({
        kind: 'approve',
        walletId: alice,
        recipientWalletId: bob,
        transactionId: idOf(opened),
        approver: 'cli:grace',
        firstApproverSeen: null,
      });
      expect(approved).toMatchObject({ transaction: { status: 'completed', completedAtMs: books.nowMs } });
      books.nowMs -= books.wallAheadMs;
      books.wallAheadMs = 0;
    }
    checkBooks(books);
  });

  test('a failed payment is queried again an hour later in trusted time, however far ahead the wall clock is', () => {
    const books = new Books();
    books.wallAheadMs = 8 * 86_400_000;
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, null, 5_000));
    const failure = { stage: 'settlement', code: 'operator_failed', reason: 'It failed.' } as const;
    const word = { is: 'failed', failure, receipt: null, lookAgain: true } as const;
    books.write({ kind: 'settle', walletId: alice, transactionId: idOf(opened), word });
    const plan = books.plans.at(-1);
    expect(plan?.submissionsToLookAgain).toEqual([
      { transactionId: idOf(opened), dueAtMs: books.nowMs - books.wallAheadMs + 3_600_000 },
    ]);
    expect(plan?.transactionsMoved[0]?.after.failedAtMs).toBe(books.nowMs);
  });

  test('a payment just below the threshold does not wait', () => {
    const books = new Books({ approvalThreshold: 5_000n as Ugx });
    books.write(topUp(alice, 20_000));
    expect(books.write(pay(alice, bob, 4_999))[0]).toMatchObject({ transaction: { status: 'completed' } });
  });

  test('a word about another amount settles nothing and goes to a person', () => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, null, 5_000, 300));
    const outcome = succeed(books, opened, 4_000, 'R1');
    expect(outcome).toMatchObject({ is: 'sent_to_review', transaction: { status: 'processing' } });
    expect(books.wallet(alice)).toMatchObject({ available: 14_700n, held: 5_300n });
    expect(succeed(books, opened, 4_000, 'R1')).toMatchObject({ is: 'unchanged' });
  });

  test('a receipt that paid for one payout never pays for another', () => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [first] = books.write(pay(alice, null, 5_000));
    const [second] = books.write(pay(alice, null, 5_000));
    expect(succeed(books, first, 5_000, 'R1')).toMatchObject({ is: 'done', transaction: { operatorReceipt: 'R1' } });
    expect(succeed(books, second, 5_000, 'R1')).toMatchObject({
      is: 'sent_to_review',
      transaction: { status: 'processing' },
    });
  });

  // Operators speak more than once about the same payment: what a second contradiction says must reach a person too.
  test.each<[string, [amount: number | null, receipt: string | null][], booked: number[], cases: number]>([
    [
      'the same word again',
      [
        [5_000, 'R1'],
        [5_000, 'R1'],
      ],
      [5_000],
      1,
    ],
    [
      'a receipt, named later, is the same money',
      [
        [null, null],
        [5_000, 'R9'],
        [null, 'R9'],
        [null, null],
      ],
      [5_000],
      1,
    ],
    [
      'a receipt first, none later',
      [
        [5_000, 'R9'],
        [null, null],
      ],
      [5_000],
      1,
    ],
    [
      'another receipt is other money',
      [
        [5_000, 'R1'],
        [5_000, 'R2'],
        [5_000, 'R1'],
        [null, null],
      ],
      [5_000, 5_000],
      2,
    ],
    [
      'a third receipt after one without',
      [
        [null, null],
        [5_000, 'R1'],
        [5_000, 'R2'],
      ],
      [5_000, 5_000],
      2,
    ],
    [
      'another amount of the same receipt is not more money',
      [
        [5_000, 'R1'],
        [4_000, 'R1'],
        [4_000, 'R1'],
      ],
      [5_000],
      2,
    ],
    [
      'another amount of another receipt',
      [
        [5_000, 'R1'],
        [4_000, 'R2'],
      ],
      [5_000, 4_000],
      2,
    ],
  ])('a payout that failed here, then paid: %s', (_name, words, booked, cases) => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, null, 5_000, 300));
    fail(books, opened);
    for (const [amount, receipt] of words) succeed(books, opened, amount, receipt);
    expect(books.inSuspense().map(({ amount }) => Number(amount))).toEqual(booked);
    expect(books.cases()).toHaveLength(cases);
    expect(books.cases().filter(({ found }) => found.booked === true)).toHaveLength(booked.length);
    checkBooks(books);
  });

  test('all words in one batch are claimed as if they came in batches of their own', () => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, null, 5_000));
    fail(books, opened);
    const outcomes = books.write(
      success(opened, null, null),
      success(opened, null, 'R1'),
      success(opened, null, 'R2'),
      success(opened, null, 'R2'),
    );
    expect(outcomes.map(({ is }) => is)).toEqual(['sent_to_review', 'unchanged', 'sent_to_review', 'unchanged']);
    expect(books.inSuspense()).toHaveLength(2);
  });

  test('a receipt that was booked through suspense never completes another payout', () => {
    const books = new Books();
    books.write(topUp(alice, 30_000));
    const [late] = books.write(pay(alice, null, 5_000));
    fail(books, late);
    succeed(books, late, 5_000, 'R1');
    const [differs] = books.write(pay(alice, null, 5_000));
    succeed(books, differs, 4_000, 'R2');
    const [next] = books.write(pay(alice, null, 5_000));
    expect(succeed(books, next, 5_000, 'R1')).toMatchObject({
      is: 'sent_to_review',
      transaction: { status: 'processing' },
    });
    expect(succeed(books, next, 5_000, 'R2')).toMatchObject({
      is: 'sent_to_review',
      transaction: { status: 'processing' },
    });
    expect(succeed(books, next, 5_000, 'R3')).toMatchObject({ is: 'done' });
  });

  test('a late success whose receipt paid for another payout is not booked a second time', () => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [paid] = books.write(pay(alice, null, 5_000));
    succeed(books, paid, 5_000, 'R1');
    const [failed] = books.write(pay(alice, null, 5_000));
    fail(books, failed);
    expect(succeed(books, failed, 5_000, 'R1')).toMatchObject({ is: 'sent_to_review' });
    expect(succeed(books, failed, 5_000, 'R1')).toMatchObject({ is: 'unchanged' });
    expect(books.inSuspense()).toEqual([]);
    expect(books.cases().map(({ kind }) => kind)).toEqual(['receipt_reused']);
  });

  test.each<[string, number | null, string | null, string | null]>([
    ['the same receipt and amount', 5_000, 'R1', null],
    ['no receipt and no amount', null, null, null],
    ['another receipt', 5_000, 'R2', 'receipt_differs'],
    ['another amount', 4_000, 'R1', 'amount_differs'],
  ])('after a payout was completed with R1, a success with %s', (_name, amount, receipt, kind) => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, null, 5_000));
    succeed(books, opened, 5_000, 'R1');
    const outcome = succeed(books, opened, amount, receipt);
    expect(outcome?.is).toBe(kind === null ? 'unchanged' : 'sent_to_review');
    expect(succeed(books, opened, amount, receipt)).toMatchObject({ is: 'unchanged' });
    expect(books.cases().map((one) => one.kind)).toEqual(kind === null ? [] : [kind]);
    expect(books.inSuspense()).toEqual([]);
  });

  test('a receipt that is named after the payout was completed is kept, and pays for nothing else', () => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [first] = books.write(pay(alice, null, 5_000));
    succeed(books, first, 5_000, null);
    expect(succeed(books, first, 5_000, 'R1')).toMatchObject({
      is: 'unchanged',
      transaction: { operatorReceipt: 'R1' },
    });
    const [second] = books.write(pay(alice, null, 5_000));
    expect(succeed(books, second, 5_000, 'R1')).toMatchObject({ is: 'sent_to_review' });
  });

  test('that a late success is taken back reaches a person, once', () => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, null, 5_000));
    fail(books, opened);
    expect(fail(books, opened)).toMatchObject({ is: 'unchanged' });
    succeed(books, opened, null, 'R1');
    expect(fail(books, opened)).toMatchObject({ is: 'sent_to_review', transaction: { status: 'failed' } });
    expect(fail(books, opened)).toMatchObject({ is: 'unchanged' });
    expect(books.cases().map(({ kind, found }) => [kind, found.booked])).toEqual([
      ['late_success', true],
      ['late_failure', false],
    ]);
    expect(books.inSuspense()).toHaveLength(1);
    checkBooks(books);
  });

  test('that a late failure is taken back reaches a person, once, and the receipt named with it is kept', () => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, null, 5_000));
    succeed(books, opened, 5_000, null);
    fail(books, opened);
    expect(succeed(books, opened, 5_000, 'R1')).toMatchObject({
      is: 'sent_to_review',
      transaction: { status: 'completed', operatorReceipt: 'R1' },
    });
    expect(succeed(books, opened, 5_000, 'R1')).toMatchObject({ is: 'unchanged' });
    expect(books.cases().map(({ kind, found }) => [kind, found.booked])).toEqual([
      ['late_failure', true],
      ['late_success', false],
    ]);
    expect(books.inSuspense()).toHaveLength(1);
    checkBooks(books);
  });

  test('once another amount was booked, no later word settles without a person', () => {
    const books = new Books();
    books.write(topUp(alice, 20_000));
    const [opened] = books.write(pay(alice, null, 5_000));
    succeed(books, opened, 4_000, 'R1');
    expect(succeed(books, opened, 5_000, 'R1')).toMatchObject({
      is: 'sent_to_review',
      transaction: { status: 'processing' },
    });
    expect(fail(books, opened)).toMatchObject({ is: 'sent_to_review', transaction: { status: 'processing' } });
    expect(fail(books, opened)).toMatchObject({ is: 'unchanged', transaction: { status: 'processing' } });
    expect(books.wallet(alice)).toMatchObject({ available: 15_000n, held: 5_000n });
    expect(books.inSuspense()).toHaveLength(1);
    expect(books.cases().map(({ kind }) => kind)).toEqual(['amount_differs', 'late_success', 'late_failure']);
  });

  test('a slip whose correction was refused for lack of funds can still be booked in the same batch', () => {
    const books = new Books();
    books.write(topUp(alice, 1_000));
    const slip = { ...topUp(alice, 5_000), type: 'adjustment', externalReference: 'SLIP-1' } as const;
    const outcomes = books.write({ ...slip, direction: 'out' }, slip, slip);
    expect(outcomes).toMatchObject([
      { is: 'refused', refusal: { code: 'insufficient_funds' } },
      { is: 'done' },
      { is: 'refused', refusal: { code: 'external_reference_used' } },
    ]);
  });

  test('a slip is booked once, however it is typed, and shown as it was typed', () => {
    const books = new Books();
    const typed = (externalReference: string) => ({ ...topUp(alice, 5_000), externalReference });
    const outcomes = books.write(typed('SLIP-1'), typed('slip-1'), typed('SLIP 1'), typed('SLIP-11'));
    expect(outcomes).toMatchObject([
      { is: 'done', transaction: { details: { bank_reference: 'SLIP-1' } } },
      { is: 'refused', refusal: { code: 'external_reference_used' } },
      { is: 'refused', refusal: { code: 'external_reference_used' } },
      { is: 'done' },
    ]);
    expect(books.write(typed(' s.l.i.p/1 '))).toMatchObject([{ refusal: { code: 'external_reference_used' } }]);
  });

  test('whatever follows whatever: no shilling is lost or made, no balance is negative, no number is skipped', () => {
    const amount = fc.integer({ min: 1, max: 3_000 });
    const wallet = fc.constantFrom(...walletIds);
    const step = fc.oneof(
      fc.record({ do: fc.constant('top up' as const), wallet, amount }),
      fc.record({
        do: fc.constant('pay' as const),
        wallet,
        to: fc.option(wallet),
        amount,
        fee: fc.integer({ min: 0, max: 90 }),
      }),
      fc.record({
        do: fc.constant('succeed' as const),
        pick: fc.nat(),
        amount: fc.option(amount),
        receipt: fc.option(fc.constantFrom('R1', 'R2', 'R3')),
      }),
      fc.record({ do: fc.constant('fail' as const), pick: fc.nat() }),
      fc.record({ do: fc.constant('approve' as const), pick: fc.nat() }),
      fc.record({ do: fc.constant('reject' as const), pick: fc.nat() }),
      fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 20 }) }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 12 }), fc.boolean(), (batches, approvals) => {
        const books = new Books(approvals ? { approvalThreshold: 1_500n as Ugx, limitPerDay: 9_000n as Ugx } : {});
        for (const batch of batches) {
          const commands: Command[] = [];
          for (const one of batch) {
            if (one.do === 'wait') books.nowMs += one.hours * 3_600_000;
            else if (one.do === 'top up') commands.push(topUp(one.wallet, one.amount));
            else if (one.do === 'pay')
              commands.push(pay(one.wallet, one.to === one.wallet ? null : one.to, one.amount, one.fee));
            else {
              const all = [...books.transactions.values()].filter(({ direction }) => direction === 'out');
              const transaction = all[one.pick % Math.max(1, all.length)];
              if (transaction === undefined) continue;
              const named = { walletId: transaction.walletId, transactionId: transaction.transactionId };
              if (one.do === 'approve') {
                commands.push({
                  kind: 'approve',
                  ...named,
                  recipientWalletId: transaction.counterpartyWalletId,
                  approver: 'cli:grace',
                  firstApproverSeen: null,
                });
              } else if (one.do === 'reject') {
                commands.push({ kind: 'reject', ...named, because: 'rejected', approver: 'cli:grace', reason: null });
              } else if (transaction.route === 'external') {
                commands.push({
                  kind: 'settle',
                  ...named,
                  word:
                    one.do === 'fail'
                      ? {
                          is: 'failed',
                          failure: { stage: 'settlement', code: 'operator_failed', reason: 'It failed.' },
                          receipt: null,
                        }
                      : { is: 'succeeded', receipt: one.receipt, amount: one.amount === null ? null : ugx(one.amount) },
                });
              }
            }
          }
          books.write(...commands);
          checkBooks(books);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** What every approval of a payment from Alice to Bob has, where nobody had approved it before. */
function approvalOf(transactionId: number) {
  return {
    kind: 'approve',
    walletId: alice,
    recipientWalletId: bob,
    transactionId,
    firstApproverSeen: null as string | null,
  } as const;
}

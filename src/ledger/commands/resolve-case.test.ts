import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alice, Books, checkBooks, collect, fail, idOf, pay, succeed, topUp } from '../../../test/ledger/books.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { Resolution } from '../rows/review-case.ts';
import type { ResolveCase } from './resolve-case.ts';

function resolve(books: Books, transaction: Outcome | undefined, resolution: Resolution, caseId?: number): ResolveCase {
  return {
    kind: 'resolve_case',
    walletId: alice,
    mode: 'test',
    transactionId: idOf(transaction),
    reviewCaseId: caseId ?? books.reviewCases.size,
    resolution,
    reason: 'Statement of 21 November',
    maker: 'joan',
    approver: 'peter',
  };
}

/** A collection of 50,000 (fee 2,500) that failed here and was paid after all. */
function latePaid(amount: number | null = null): { books: Books; transaction: Outcome | undefined } {
  const books = new Books();
  const [transaction] = books.write(collect(alice));
  fail(books, transaction);
  succeed(books, transaction, amount, 'R1');
  return { books, transaction };
}

/** A payout of 5,000 (fee 300) that failed here and was paid after all; the wallet has `left`. */
function latePaidOut(left: number): { books: Books; transaction: Outcome | undefined } {
  const books = new Books();
  books.write(topUp(alice, 10_000));
  const [transaction] = books.write(pay(alice, null, 5_000, 300));
  fail(books, transaction);
  if (left < 10_000) books.write(pay(alice, null, 10_000 - left));
  succeed(books, transaction, 5_000, 'R1');
  return { books, transaction };
}

// design.md section 3, "collection failed here, then paid"
describe('a collection that failed here and was paid', () => {
  test('credited: the wallet gets the net amount, we our fee, in a new transaction that names the first', () => {
    const { books, transaction } = latePaid();
    const [outcome] = books.write(resolve(books, transaction, 'credited'));
    expect(outcome).toMatchObject({
      is: 'done',
      balance: 47_500n,
      transaction: {
        type: 'adjustment',
        direction: 'in',
        amount: 50_000n,
        feeAmount: 2_500n,
        details: { resolves: idOf(transaction) },
      },
    });
    expect(books.systemBalance('fee_revenue_collection')).toBe(2_500n);
    expect(books.systemBalance('suspense 1')).toBe(0n);
    expect(books.transactions.get(idOf(transaction))?.status).toBe('failed');
    expect(books.plans.at(-1)?.events.map(({ names }) => names)).toEqual([
      ['transaction.created', 'transaction.completed', 'wallet.credited'],
    ]);
    checkBooks(books);
  });

  test('credited with another amount: the fee is in proportion, rounded half up', () => {
    const { books, transaction } = latePaid(10_010);
    const [outcome] = books.write(resolve(books, transaction, 'credited'));
    expect(outcome).toMatchObject({ transaction: { amount: 10_010n, feeAmount: 501n, netAmount: 9_509n } });
    checkBooks(books);
  });

  test.each([
    ['returned', 'collection_float 1', 0n],
    ['kept', 'other_income', 50_000n],
  ] as const)('%s: the wallet is not touched and %s holds %s', (resolution, account, balance) => {
    const { books, transaction } = latePaid();
    books.write(resolve(books, transaction, resolution));
    expect(books.wallet(alice).available).toBe(0n);
    expect(books.systemBalance(account)).toBe(balance);
    expect(books.systemBalance('suspense 1')).toBe(0n);
    checkBooks(books);
  });
});

// design.md section 3, "payout failed here, then paid"
describe('a payout that failed here and was paid', () => {
  test.each([
    [10_000, 5_000n, 5_000n, 0n],
    [2_000, 0n, 2_000n, 3_000n],
    [0, 0n, 5_000n, 5_000n],
  ])(
    'charged: of %s the wallet keeps %s; the transaction is of %s and %s are owed to us',
    (left, kept, booked, owed) => {
      const { books, transaction } = latePaidOut(left);
      const [outcome] = books.write(resolve(books, transaction, 'charged'));
      expect(outcome).toMatchObject({ is: 'done', transaction: { amount: booked } });
      expect(books.wallet(alice).available).toBe(kept);
      expect(books.systemBalance('receivable')).toBe(-owed);
      expect(books.systemBalance('suspense 1')).toBe(0n);
      checkBooks(books);
    },
  );

  test('written off: our loss', () => {
    const { books, transaction } = latePaidOut(10_000);
    books.write(resolve(books, transaction, 'written_off'));
    expect(books.wallet(alice).available).toBe(10_000n);
    expect(books.systemBalance('loss')).toBe(-5_000n);
    checkBooks(books);
  });

  test('returned: the float has it again', () => {
    const { books, transaction } = latePaidOut(10_000);
    const before = books.systemBalance('disbursement_float 1');
    books.write(resolve(books, transaction, 'returned'));
    expect(books.systemBalance('disbursement_float 1') - before).toBe(-5_000n);
    checkBooks(books);
  });
});

// design.md section 3, "completed here, then reversed by the operator"
describe('what was completed here and reversed by the operator', () => {
  test('a collection, charged: the wallet gives the net amount back and we our fee', () => {
    const books = new Books();
    const [transaction] = books.write(collect(alice));
    succeed(books, transaction, 50_000, 'R1');
    fail(books, transaction);
    books.write(resolve(books, transaction, 'charged'));
    expect(books.wallet(alice).available).toBe(0n);
    expect(books.systemBalance('fee_revenue_collection')).toBe(0n);
    expect(books.systemBalance('suspense 1')).toBe(0n);
    checkBooks(books);
  });

  test('a payout, credited: the wallet gets all of it back, our fee included', () => {
    const books = new Books();
    books.write(topUp(alice, 10_000));
    const [transaction] = books.write(pay(alice, null, 5_000, 300));
    succeed(books, transaction, 5_000, 'R1');
    fail(books, transaction);
    books.write(resolve(books, transaction, 'credited'));
    expect(books.wallet(alice).available).toBe(10_000n);
    expect(books.systemBalance('fee_revenue_send_money')).toBe(0n);
    checkBooks(books);
  });

  test('a small payout whose fixed fee was more than it, credited: the wallet gets the fee back too', () => {
    const books = new Books();
    books.write(topUp(alice, 10_000));
    const [transaction] = books.write(pay(alice, null, 500, 600));
    succeed(books, transaction, 500, 'R1');
    fail(books, transaction);
    books.write(resolve(books, transaction, 'credited'));
    expect(books.wallet(alice).available).toBe(10_000n);
    expect(books.systemBalance('fee_revenue_send_money')).toBe(0n);
    checkBooks(books);
  });
});

describe('a transaction without a final word', () => {
  test('of another amount: it fails, what was held is back, and the correction takes what was really paid', () => {
    const books = new Books();
    books.write(topUp(alice, 10_000));
    const [transaction] = books.write(pay(alice, null, 5_000, 300));
    succeed(books, transaction, 4_000, 'R1');
    books.write(resolve(books, transaction, 'charged'));
    expect(books.transactions.get(idOf(transaction))?.status).toBe('failed');
    expect(books.wallet(alice)).toMatchObject({ available: 6_000n, held: 0n });
    expect(books.systemBalance('suspense 1')).toBe(0n);
    checkBooks(books);
  });

  test.each([
    ['completed', 'completed', 4_700n],
    ['failed', 'failed', 10_000n],
    ['dismissed', 'processing', 4_700n],
  ] as const)('past the truth deadline, %s: it is %s', (resolution, status, available) => {
    const books = new Books();
    books.write(topUp(alice, 10_000));
    const [transaction] = books.write(pay(alice, null, 5_000, 300));
    books.reviewCases.set(1, {
      transactionId: idOf(transaction),
      kind: 'truth_deadline',
      inSuspense: 0n,
      receiptOf: null,
      isOpen: true,
      proposedAtMs: null,
    });
    books.write(resolve(books, transaction, resolution, 1));
    expect(books.transactions.get(idOf(transaction))?.status).toBe(status);
    expect(books.wallet(alice).available).toBe(available);
    checkBooks(books);
  });

  test.each([
    ['that its operator cannot be asked about', 'cannot_be_asked'],
    ['that its operator called paid with details of another', 'details_differ'],
    ['that its operator called paid with a receipt of another', 'receipt_reused'],
  ] as const)('%s must get an end: a dismissed case would leave its money held for ever', (_name, kind) => {
    const books = new Books();
    books.write(topUp(alice, 10_000));
    const [transaction] = books.write(pay(alice, null, 5_000, 300));
    const id = idOf(transaction);
    books.reviewCases.set(1, {
      transactionId: id,
      kind,
      inSuspense: 0n,
      receiptOf: null,
      isOpen: true,
      proposedAtMs: null,
    });
    expect(books.write(resolve(books, transaction, 'dismissed', 1))[0]).toMatchObject({
      refusal: { code: 'resolution_does_not_fit', fitting: ['completed', 'failed'] },
    });
    expect(books.write(resolve(books, transaction, 'failed', 1))[0]).toMatchObject({ is: 'done' });
    checkBooks(books);
  });
});

describe('a resolution', () => {
  test('happens once, also within a batch', () => {
    const { books, transaction } = latePaid();
    const [, second] = books.write(resolve(books, transaction, 'credited'), resolve(books, transaction, 'credited'));
    expect(second).toEqual({ is: 'refused', refusal: { code: 'case_not_open' } });
    expect(books.write(resolve(books, transaction, 'credited'))[0]).toMatchObject({
      refusal: { code: 'case_not_open' },
    });
    expect(books.wallet(alice).available).toBe(47_500n);
    checkBooks(books);
  });

  test('needs a second person and a resolution that fits, and says which fit', () => {
    const { books, transaction } = latePaid();
    const command = resolve(books, transaction, 'credited');
    expect(books.write({ ...command, approver: 'joan' })[0]).toMatchObject({ refusal: { code: 'approver_is_maker' } });
    expect(books.write({ ...command, resolution: 'charged' })[0]).toMatchObject({
      refusal: { code: 'resolution_does_not_fit', fitting: ['credited', 'returned', 'kept'] },
    });
    expect(books.write({ ...command, reviewCaseId: 99 })[0]).toMatchObject({ refusal: { code: 'not_found' } });
    checkBooks(books);
  });

  test('whatever is resolved in whatever way, the books balance and suspense holds the open cases only', () => {
    const resolutions: Resolution[] = [
      'credited',
      'charged',
      'returned',
      'written_off',
      'kept',
      'completed',
      'failed',
      'dismissed',
    ];
    const word = fc.record({
      of: fc.nat(5),
      says: fc.constantFrom('paid', 'failed'),
      amount: fc.constantFrom(null, 5_000, 50_000, 777),
      receipt: fc.constantFrom(null, 'R1', 'R2'),
    });
    const deed = fc.oneof(word, fc.record({ resolve: fc.nat(12), as: fc.constantFrom(...resolutions) }));
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 25 }), (deeds) => {
        const books = new Books();
        books.write(topUp(alice, 12_000));
        const opened = books.write(
          pay(alice, null, 5_000, 300),
          collect(alice),
          pay(alice, null, 777),
          collect(alice),
          pay(alice, null, 5_000, 0),
          collect(alice),
        );
        for (const one of deeds) {
          if ('of' in one) {
            const payment = opened[one.of];
            if (payment?.is !== 'done') continue;
            if (one.says === 'paid') succeed(books, payment, one.amount, one.receipt && `${one.receipt}-${one.of}`);
            else fail(books, payment);
          } else {
            const [caseId, found] = [...books.reviewCases][one.resolve] ?? [];
            if (caseId === undefined || found === undefined) continue;
            const subject = opened.find((outcome) => outcome.is === 'done' && idOf(outcome) === found.transactionId);
            books.write(resolve(books, subject, one.as, caseId));
          }
          checkBooks(books);
        }
      }),
      { numRuns: 300 },
    );
  });
});

import { describe, expect, test } from 'vitest';
import { alice, Books, checkBooks, collect, idOf, succeed, topUp } from '../../../test/ledger/books.ts';
import { ugx } from '../../money/ugx.ts';
import { houseWalletId } from '../accounts.ts';
import type { UnknownPaymentEnd } from '../plan/resolutions.ts';
import type { BookUnknownPayment } from './book-unknown-payment.ts';

function booking(resolution: UnknownPaymentEnd, changes: Partial<BookUnknownPayment> = {}): BookUnknownPayment {
  const ofClient = resolution === 'credited' || resolution === 'charged';
  const comesIn = resolution === 'credited' || resolution === 'kept';
  return {
    kind: 'book_unknown_payment',
    walletId: ofClient ? alice : houseWalletId.test,
    mode: 'test',
    reviewCaseId: 1,
    resolution,
    operatorAccountId: 1,
    float: comesIn ? 'collection_float' : 'disbursement_float',
    amount: ugx(5_000),
    receipt: '77001',
    externalReference: '77001',
    reason: 'Statement of 21 November',
    maker: 'joan',
    approver: 'peter',
    ...changes,
  };
}

/** Alice has 10,000, and a statement has a payment that nobody knows. */
function opened(receiptOf: number | null = null): Books {
  const books = new Books();
  books.write(topUp(alice, 10_000));
  for (const id of [1, 2]) {
    const found = { transactionId: null, kind: 'missing_here', inSuspense: 0n, receiptOf } as const;
    books.reviewCases.set(id, { ...found, isOpen: true, proposedAtMs: null });
  }
  return books;
}

describe('a payment that is none of our transactions', () => {
  test.each([
    ['credited', 15_000n, 'collection_float 1', -5_000n, null],
    ['kept', 10_000n, 'collection_float 1', -5_000n, 'other_income'],
    ['charged', 5_000n, 'disbursement_float 1', 5_000n, null],
    ['written_off', 10_000n, 'disbursement_float 1', 5_000n, 'loss'],
  ] as const)(
    '%s: the wallet has %s, and the float and the other side are booked',
    (end, available, float, sum, other) => {
      const books = opened();
      const [outcome] = books.write(booking(end));
      expect(outcome).toMatchObject({
        is: 'done',
        transaction: {
          type: 'adjustment',
          status: 'completed',
          amount: 5_000n,
          operatorReceipt: '77001',
          details: { review_case: 1, maker: 'joan', approver: 'peter', bank_reference: '77001' },
        },
      });
      expect(books.wallet(alice).available).toBe(available);
      expect(books.systemBalance(float)).toBe(sum);
      if (other !== null) expect(books.systemBalance(other)).toBe(-sum);
      expect(books.reviewCases.get(1)?.isOpen).toBe(false);
      checkBooks(books);
    },
  );

  test('tells the client whose wallet moved, and nobody where the house has it', () => {
    const books = opened();
    books.write(booking('credited'));
    expect(books.plans.at(-1)?.events).toMatchObject([
      { walletId: alice, names: ['transaction.created', 'transaction.completed', 'wallet.credited'] },
    ]);
    books.write(booking('kept', { reviewCaseId: 2, receipt: '77002', externalReference: '77002' }));
    expect(books.plans.at(-1)?.events).toMatchObject([
      { walletId: houseWalletId.test, names: ['transaction.created', 'transaction.completed'] },
    ]);
  });

  test('is booked once: not for the same case, nor with the same number for another, nor both in one batch', () => {
    const books = opened();
    const [first, sameCase, sameNumber] = books.write(
      booking('credited'),
      booking('credited', { receipt: '77002', externalReference: '77002' }),
      booking('credited', { reviewCaseId: 2 }),
    );
    expect(first).toMatchObject({ is: 'done' });
    expect(sameCase).toMatchObject({ refusal: { code: 'case_not_open' } });
    const refusal = { code: 'external_reference_used', transactionId: idOf(first) };
    expect(sameNumber).toMatchObject({ refusal });
    expect(books.write(booking('credited'))[0]).toMatchObject({ refusal: { code: 'case_not_open' } });
    expect(books.write(booking('credited', { reviewCaseId: 2 }))[0]).toMatchObject({ refusal });
    expect(books.wallet(alice).available).toBe(15_000n);
    checkBooks(books);
  });

  test('is not booked when its receipt pays for a transaction of ours already', () => {
    const books = opened(1);
    expect(books.write(booking('credited'))[0]).toMatchObject({
      refusal: { code: 'external_reference_used', transactionId: 1 },
    });
    checkBooks(books);
  });

  test('that turns out to be a transaction of ours is not credited a second time: the receipt is taken', () => {
    const books = opened();
    const [collection] = books.write(collect(alice));
    books.write(booking('credited', { amount: ugx(50_000) }));
    succeed(books, collection, 50_000, '77001');
    expect(books.cases().map(({ kind }) => kind)).toEqual(['receipt_reused']);
    expect(books.transactions.get(idOf(collection))?.status).toBe('processing');
    expect(books.wallet(alice).available).toBe(60_000n);
  });

  test.each([
    ['one person alone', { approver: 'joan' }, { code: 'approver_is_maker' }],
    ['a case that is not there', { reviewCaseId: 9 }, { code: 'not_found' }],
    ['a wallet that is not there', { walletId: 999_999_999 }, { code: 'wallet_not_found' }],
    ['the house’s wallet as a client’s', { walletId: houseWalletId.test }, { code: 'wallet_not_found' }],
    ['the other mode', { mode: 'live' }, { code: 'wallet_not_found' }],
  ] as const)('is refused to %s', (_what, changes, refusal) => {
    const books = opened();
    expect(books.write(booking('credited', changes))[0]).toMatchObject({ is: 'refused', refusal });
    expect(books.wallet(alice).available).toBe(10_000n);
    checkBooks(books);
  });

  test('is refused where the case is one of a transaction of ours, which has ends of its own', () => {
    const books = opened();
    const [collection] = books.write(collect(alice));
    const found = {
      kind: 'truth_deadline',
      inSuspense: 0n,
      receiptOf: null,
      isOpen: true,
      proposedAtMs: null,
    } as const;
    books.reviewCases.set(3, { ...found, transactionId: idOf(collection) });
    expect(books.write(booking('credited', { reviewCaseId: 3 }))[0]).toMatchObject({ refusal: { code: 'not_found' } });
  });

  test('is charged whole or not at all', () => {
    const books = opened();
    expect(books.write(booking('charged', { amount: ugx(10_001) }))[0]).toMatchObject({
      refusal: { code: 'insufficient_funds', available: 10_000n, needed: 10_001n },
    });
    expect(books.write(booking('charged', { amount: ugx(10_000) }))[0]).toMatchObject({ is: 'done', balance: 0n });
    checkBooks(books);
  });
});

import { describe, expect, test } from 'vitest';
import { alice, Books, checkBooks, collect, idOf, pay, succeed, topUp } from '../../../test/ledger/books.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { Resolution } from '../rows/review-case.ts';

/** Ends the one case that there is. */
function resolve(books: Books, transaction: Outcome | undefined, resolution: Resolution): void {
  const [outcome] = books.write({
    kind: 'resolve_case',
    walletId: alice,
    mode: 'test',
    transactionId: idOf(transaction),
    reviewCaseId: 1,
    resolution,
    reason: 'Statement of 21 November',
    maker: 'joan',
    approver: 'peter',
  });
  expect(outcome?.is).toBe('done');
}

describe('another amount than was asked for, booked and resolved, and then told', () => {
  test.each([
    ['with its receipt', 4_000, 'R1'],
    ['without its receipt', 4_000, null],
    ['without its amount', null, 'R1'],
  ])('again %s is the same money, and is not booked again', (_name, amount, receipt) => {
    const books = new Books();
    books.write(topUp(alice, 10_000));
    const [payout] = books.write(pay(alice, null, 5_000, 300));
    succeed(books, payout, 4_000, 'R1');
    resolve(books, payout, 'charged');
    expect(succeed(books, payout, amount, receipt)).toMatchObject({ is: 'unchanged' });
    expect(books.inSuspense()).toHaveLength(1);
    expect(books.cases()).toHaveLength(1);
    expect(books.wallet(alice)).toMatchObject({ available: 6_000n, held: 0n });
    checkBooks(books);
  });

  test('as a third amount for its receipt is for a person, and not more money', () => {
    const books = new Books();
    const [collection] = books.write(collect(alice));
    succeed(books, collection, 40_000, 'R1');
    resolve(books, collection, 'credited');
    expect(succeed(books, collection, 45_000, 'R1')).toMatchObject({ is: 'sent_to_review' });
    expect(succeed(books, collection, 45_000, 'R1')).toMatchObject({ is: 'unchanged' });
    expect(books.inSuspense()).toHaveLength(1);
    checkBooks(books);
  });

  test('under another receipt is other money, and is booked', () => {
    const books = new Books();
    const [collection] = books.write(collect(alice));
    succeed(books, collection, 40_000, 'R1');
    resolve(books, collection, 'credited');
    expect(succeed(books, collection, 40_000, 'R2')).toMatchObject({ is: 'sent_to_review' });
    expect(books.inSuspense()).toHaveLength(2);
    checkBooks(books);
  });
});

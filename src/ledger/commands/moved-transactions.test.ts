import { describe, expect, test } from 'vitest';
import {
  alice,
  Books,
  checkBooks,
  collect,
  fail,
  failure,
  idOf,
  pay,
  succeed,
  success,
  topUp,
} from '../../../test/ledger/books.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { Transaction } from '../transaction.ts';
import type { Command } from './command.ts';
import type { OpenRefund } from './open-refund.ts';
import type { ResolveCase } from './resolve-case.ts';

/** A collection of 50,000 that was completed, and 10,000 of other money. */
function collected(receipt: string | null = 'R1'): { books: Books; opened: Outcome | undefined } {
  const books = new Books();
  books.write(topUp(alice, 10_000));
  const [opened] = books.write(collect(alice));
  succeed(books, opened, 50_000, receipt);
  return { books, opened };
}

/** A payout of 5,000 that failed. */
function failed(): { books: Books; opened: Outcome | undefined } {
  const books = new Books();
  books.write(topUp(alice, 10_000));
  const [opened] = books.write(pay(alice, null, 5_000, 300));
  fail(books, opened);
  return { books, opened };
}

/** Takes a transaction out of the books, as the move to the history store does. */
function move(books: Books, opened: Outcome | undefined): Transaction {
  const moved = books.transactions.get(idOf(opened));
  if (moved === undefined) throw new Error('it has moved already');
  books.transactions.delete(idOf(opened));
  return Object.freeze(moved);
}

/** The command with the transaction that it is about. */
const about = (moved: Transaction, command: Command): Command => ({ ...command, moved }) as Command;

const refundOf = (moved: Transaction): OpenRefund => ({
  kind: 'open_refund',
  amount: null,
  walletId: alice,
  mode: 'test',
  transactionId: moved.transactionId,
  moved,
  description: null,
  apiKeyId: 7,
  apiTriggered: true,
  budgetLineage: null,
  maker: 'api_key:7',
  idempotency: null,
  route: {
    operatorAccountId: 1,
    reference: 'refund-reference',
    sends: 1,
    callTimeoutMs: 30_000,
    firstQueryAfterMs: 1_000,
    paidFrom: 'collection_float',
    inPart: true,
  },
});

describe('a report about a transaction that has moved', () => {
  test.each([
    ['a completed collection that is reversed', () => collected(), failure, 'late_failure', 50_000],
    ['a failed payout that is paid', () => failed(), (one) => success(one, null, 'R2'), 'late_success', 5_000],
    [
      'a failed payout that is paid otherwise',
      () => failed(),
      (one) => success(one, 4_000, 'R2'),
      'late_success',
      4_000,
    ],
  ] as const satisfies readonly (readonly [
    string,
    () => ReturnType<typeof collected>,
    (opened: Outcome | undefined) => Command,
    string,
    number,
  ])[])('%s is reviewed once and changes nothing else', (_what, begin, report, kind, amount) => {
    const { books, opened } = begin();
    const command = about(move(books, opened), report(opened));
    const reviewed = books.plans.length;
    const outcomes = [...books.write(command, command), ...books.write(command)];
    expect(outcomes.map(({ is }) => is)).toEqual(['sent_to_review', 'unchanged', 'unchanged']);
    expect(books.cases()).toMatchObject([{ kind, found: { amount, booked: false, in_suspense: 0, moved: true } }]);
    for (const { transfers, transactionsMoved, events, wallets, submissionsEnded } of books.plans.slice(reviewed)) {
      expect([transfers, transactionsMoved, events, wallets, submissionsEnded]).toEqual([[], [], [], [], []]);
    }
    checkBooks(books);
  });

  test('that agrees writes nothing, and stores no receipt that the transaction does not carry', () => {
    const { books, opened } = collected(null);
    const moved = move(books, opened);
    const [outcome] = books.write(about(moved, success(opened, 50_000, 'R9')));
    expect(outcome).toEqual({ is: 'unchanged', transaction: moved });
    expect(books.plans.at(-1)).toMatchObject({ receipts: [], suspenseClaims: [], reviewCases: [] });
  });

  test('with another receipt is reviewed, and that receipt pays for nothing else', () => {
    const { books, opened } = collected();
    books.write(about(move(books, opened), success(opened, 50_000, 'R2')));
    const [other] = books.write(collect(alice));
    succeed(books, other, 50_000, 'R2');
    expect(books.cases().map(({ kind }) => kind)).toEqual(['receipt_differs', 'receipt_reused']);
    checkBooks(books);
  });

  test('keeps a reversed collection from being refunded, in the same batch and when the case is dismissed', () => {
    const { books, opened } = collected();
    const moved = move(books, opened);
    const refused = { is: 'refused', refusal: { code: 'not_refundable', because: 'reversed' } };
    expect(books.write(about(moved, failure(opened)), refundOf(moved))).toMatchObject([
      { is: 'sent_to_review' },
      refused,
    ]);
    books.write(dismiss(moved));
    expect(books.write(refundOf(moved))).toMatchObject([refused]);
  });

  test('keeps the part of a refund that was paid late from being refunded again', () => {
    const { books, opened } = collected();
    const collection = move(books, opened);
    const [refund] = books.write(refundOf(collection));
    fail(books, refund);
    const moved = move(books, refund);
    books.write(about(moved, success(refund, null, 'R2')));
    expect(books.write(refundOf(collection))).toMatchObject([
      { is: 'refused', refusal: { code: 'already_refunded', transactionId: idOf(refund) } },
    ]);
  });
});

function dismiss(moved: Transaction | undefined, change: Partial<ResolveCase> = {}): ResolveCase {
  return {
    kind: 'resolve_case',
    walletId: alice,
    mode: 'test',
    transactionId: moved?.transactionId ?? 0,
    ...(moved === undefined ? {} : { moved }),
    reviewCaseId: 1,
    resolution: 'dismissed',
    reason: 'Slip 7',
    maker: 'joan',
    approver: 'peter',
    ...change,
  };
}

describe('the case of a transaction that has moved', () => {
  test('can be dismissed only, with the transaction', () => {
    const { books, opened } = collected();
    const moved = move(books, opened);
    books.write(about(moved, failure(opened)));
    const alone = dismiss(undefined, { transactionId: moved.transactionId });
    expect(books.write(alone)).toMatchObject([{ refusal: { code: 'not_found' } }]);
    expect(books.write(dismiss(moved, { resolution: 'returned' }))).toMatchObject([
      { refusal: { code: 'resolution_does_not_fit', fitting: ['dismissed'] } },
    ]);
    expect(books.write(dismiss(moved))).toEqual([{ is: 'unchanged', transaction: moved }]);
    expect(books.plans.at(-1)).toMatchObject({ transfers: [], casesResolved: [{ resolution: 'dismissed' }] });
    checkBooks(books);
  });
});

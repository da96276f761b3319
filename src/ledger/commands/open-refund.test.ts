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
import { ugx } from '../../money/ugx.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { Resolution } from '../rows/review-case.ts';
import type { OpenRefund } from './open-refund.ts';
import type { ResolveCase } from './resolve-case.ts';

function refund(
  collection: Outcome | undefined,
  paidFrom: 'collection_float' | 'disbursement_float',
  amount: number | null = null,
): OpenRefund {
  return {
    kind: 'open_refund',
    amount: amount === null ? null : ugx(amount),
    walletId: alice,
    mode: 'test',
    transactionId: idOf(collection),
    moved: null,
    description: 'Wrong size',
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
      paidFrom,
      inPart: true,
    },
  };
}

/** How a person ends the newest case. */
function resolve(books: Books, transaction: Outcome | undefined, resolution: Resolution): ResolveCase {
  return {
    kind: 'resolve_case',
    walletId: alice,
    mode: 'test',
    transactionId: idOf(transaction),
    reviewCaseId: books.reviewCases.size,
    resolution,
    reason: 'Statement of 21 November',
    maker: 'joan',
    approver: 'peter',
  };
}

/** A completed collection of 50,000 and 10,000 of other money. */
function collected(): { books: Books; collection: Outcome | undefined } {
  const books = new Books();
  books.write(topUp(alice, 10_000));
  const [collection] = books.write(collect(alice));
  succeed(books, collection, 50_000, 'R1');
  return { books, collection };
}

// design.md section 3: refund of a collection (our fee is kept)
describe('a refund of a collection', () => {
  test.each(['collection_float', 'disbursement_float'] as const)(
    'takes all of it from the wallet, keeps our fee, and leaves the %s when it is paid',
    (paidFrom) => {
      const { books, collection } = collected();
      const floatBefore = books.systemBalance(`${paidFrom} 1`);
      const [opened] = books.write(refund(collection, paidFrom));
      expect(opened).toMatchObject({
        is: 'done',
        balance: 7_500n,
        transaction: { type: 'refund', status: 'processing', amount: 50_000n, feeAmount: 0n },
      });
      expect(books.wallet(alice).held).toBe(50_000n);
      succeed(books, opened, 50_000, 'R2');
      expect(books.wallet(alice)).toMatchObject({ available: 7_500n, held: 0n });
      expect(books.systemBalance('fee_revenue_collection')).toBe(2_500n);
      expect(books.systemBalance(`${paidFrom} 1`) - floatBefore).toBe(50_000n);
      checkBooks(books);
    },
  );

  // interface-decisions.md section 6
  test('accepted: transaction.created, wallet.debited; completed: transaction.completed; failed: transaction.failed, wallet.credited', () => {
    const { books, collection } = collected();
    const [first] = books.write(refund(collection, 'collection_float'));
    fail(books, first);
    const [second] = books.write(refund(collection, 'collection_float'));
    succeed(books, second, null, null);
    expect(books.plans.slice(-4).map(({ events }) => events.flatMap(({ names }) => names))).toEqual([
      ['transaction.created', 'wallet.debited'],
      ['transaction.failed', 'wallet.credited'],
      ['transaction.created', 'wallet.debited'],
      ['transaction.completed'],
    ]);
    checkBooks(books);
  });

  test('happens once, also within one batch, and again only after it failed', () => {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    const [first, second] = books.write(refund(collection, 'collection_float'), refund(collection, 'collection_float'));
    expect(second).toMatchObject({ is: 'refused', refusal: { code: 'already_refunded', transactionId: idOf(first) } });
    fail(books, first);
    const [third] = books.write(refund(collection, 'collection_float'));
    expect(third).toMatchObject({ is: 'done' });
    succeed(books, third, null, null);
    expect(books.write(refund(collection, 'collection_float'))[0]).toMatchObject({
      refusal: { code: 'already_refunded' },
    });
    checkBooks(books);
  });

  test('is refused for what is no collection, is not completed, was taken back, or when the money is gone or frozen', () => {
    const { books, collection } = collected();
    const [payment] = books.write(pay(alice, null, 500));
    expect(books.write(refund(payment, 'collection_float'))[0]).toMatchObject({
      refusal: { code: 'not_refundable', because: 'no_collection' },
    });
    const [open] = books.write(collect(alice));
    expect(books.write(refund(open, 'collection_float'))[0]).toMatchObject({
      refusal: { code: 'not_refundable', because: 'not_completed' },
    });
    const [reversed] = books.write(collect(alice));
    succeed(books, reversed, 50_000, 'R3');
    fail(books, reversed);
    expect(books.write(refund(reversed, 'collection_float'))[0]).toMatchObject({
      refusal: { code: 'not_refundable', because: 'reversed' },
    });
    books.write(pay(alice, null, 60_000));
    expect(books.write(refund(collection, 'collection_float'))[0]).toMatchObject({
      refusal: { code: 'insufficient_funds', needed: 50_000n },
    });
    books.wallets.set(alice, { ...books.wallet(alice), frozen: true });
    expect(books.write(refund(collection, 'collection_float'))[0]).toMatchObject({
      refusal: { code: 'wallet_frozen' },
    });
    checkBooks(books);
  });

  test.each([
    ['charged', 'refused'],
    ['written_off', 'refused'],
    ['returned', 'done'],
  ] as const)('of a collection that was taken back, which a person ended as %s, is %s', (resolution, expected) => {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    fail(books, collection);
    books.write(resolve(books, collection, resolution));
    const [outcome] = books.write(refund(collection, 'collection_float'));
    expect(outcome).toMatchObject({ is: expected });
    if (outcome?.is === 'refused') expect(outcome.refusal).toMatchObject({ because: 'reversed' });
    checkBooks(books);
  });

  test('is refused in the batch in which its collection is taken back', () => {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    expect(books.write(failure(collection), refund(collection, 'collection_float'))[1]).toMatchObject({
      refusal: { code: 'not_refundable', because: 'reversed' },
    });
    checkBooks(books);
  });

  test('that turns out paid after it failed is booked through suspense from the float that paid', () => {
    const { books, collection } = collected();
    const [opened] = books.write(refund(collection, 'collection_float'));
    fail(books, opened);
    const before = books.systemBalance('collection_float 1');
    expect(succeed(books, opened, 50_000, 'R9')).toMatchObject({ is: 'sent_to_review' });
    expect(books.systemBalance('collection_float 1') - before).toBe(50_000n);
    expect(books.systemBalance('suspense 1')).toBe(-50_000n);
    checkBooks(books);
  });
});

describe('refunds of parts of a collection', () => {
  const part = (collection: Outcome | undefined, amount: number | null) =>
    refund(collection, 'collection_float', amount);

  test('take their amounts from the wallet, and leave the fee where it is', () => {
    const { books, collection } = collected();
    const [first] = books.write(part(collection, 20_000));
    expect(first).toMatchObject({ balance: 37_500n, transaction: { amount: 20_000n, netAmount: 20_000n } });
    succeed(books, first, 20_000, 'R2');
    const [second] = books.write(part(collection, 10_000));
    expect(second).toMatchObject({ is: 'done', balance: 27_500n });
    expect(books.systemBalance('fee_revenue_collection')).toBe(2_500n);
    checkBooks(books);
  });

  test('are together at most the collection, also within one batch', () => {
    const { books, collection } = collected();
    const outcomes = books.write(part(collection, 30_000), part(collection, 20_001), part(collection, 20_000));
    expect(outcomes.map(({ is }) => is)).toEqual(['done', 'refused', 'done']);
    expect(outcomes[1]).toMatchObject({ refusal: { code: 'refund_too_large', left: 20_000n } });
    expect(books.write(part(collection, 1))[0]).toMatchObject({
      refusal: { code: 'already_refunded', transactionId: idOf(outcomes[0]) },
    });
    checkBooks(books);
  });

  test('without an amount take what is left', () => {
    const { books, collection } = collected();
    books.write(part(collection, 45_000));
    expect(books.write(part(collection, null))[0]).toMatchObject({ is: 'done', transaction: { amount: 5_000n } });
    expect(books.write(part(collection, null))[0]).toMatchObject({ refusal: { code: 'already_refunded' } });
    checkBooks(books);
  });

  test('that fail give their part back, and no other', () => {
    const { books, collection } = collected();
    const [first, second] = books.write(part(collection, 30_000), part(collection, 15_000));
    fail(books, first);
    expect(books.write(part(collection, 35_001))[0]).toMatchObject({ refusal: { left: 35_000n } });
    expect(books.write(part(collection, 35_000))[0]).toMatchObject({ is: 'done' });
    succeed(books, second, 15_000, 'R2');
    checkBooks(books);
  });

  test('that were paid though they failed here keep their part, and what they exceed is not negative', () => {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    const [first] = books.write(part(collection, 30_000));
    fail(books, first);
    const [whole] = books.write(part(collection, 40_000));
    expect(whole).toMatchObject({ is: 'done' });
    succeed(books, first, 30_000, 'R9');
    expect(books.write(part(collection, 1))[0]).toMatchObject({ refusal: { code: 'already_refunded' } });
    fail(books, whole);
    expect(books.write(part(collection, null))[0]).toMatchObject({ is: 'done', transaction: { amount: 20_000n } });
    checkBooks(books);
  });

  test('are refused where the operator refunds whole payments only, also those that earlier ones leave', () => {
    const { books, collection } = collected();
    const whole = (amount: number | null): OpenRefund => {
      const command = part(collection, amount);
      return { ...command, route: { ...command.route, inPart: false } };
    };
    const refused = { refusal: { code: 'not_refundable', because: 'whole_only' } };
    expect(books.write(whole(20_000))[0]).toMatchObject(refused);
    const [first] = books.write(part(collection, 20_000));
    expect(books.write(whole(null))[0]).toMatchObject(refused);
    fail(books, first);
    expect(books.write(whole(null))[0]).toMatchObject({ is: 'done', transaction: { amount: 50_000n } });
    checkBooks(books);
  });

  test('need their amount in the wallet, and not that of the collection', () => {
    const { books, collection } = collected();
    books.write(pay(alice, null, 50_000));
    expect(books.write(part(collection, null))[0]).toMatchObject({ refusal: { needed: 50_000n } });
    expect(books.write(part(collection, 7_500))[0]).toMatchObject({ is: 'done', balance: 0n });
    checkBooks(books);
  });
});

describe('a refund that was paid though it failed here', () => {
  /** Two refunds of one collection at most, and where they stand. */
  function failedAndPaid(): { books: Books; collection: Outcome | undefined; first: Outcome | undefined } {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    const [first] = books.write(refund(collection, 'collection_float'));
    fail(books, first);
    succeed(books, first, 50_000, 'R9');
    return { books, collection, first };
  }
  const again = (books: Books, collection: Outcome | undefined) =>
    books.write(refund(collection, 'collection_float'))[0];

  test('lets its collection not be refunded again', () => {
    const { books, collection, first } = failedAndPaid();
    expect(again(books, collection)).toMatchObject({
      refusal: { code: 'already_refunded', transactionId: idOf(first) },
    });
    checkBooks(books);
  });

  test('is heard in the batch that fails it, and before the next refund in that batch', () => {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    const [first] = books.write(refund(collection, 'collection_float'));
    const outcomes = books.write(failure(first), success(first, 50_000, 'R9'), refund(collection, 'collection_float'));
    expect(outcomes.map(({ is }) => is)).toEqual(['done', 'sent_to_review', 'refused']);
    expect(again(books, collection)).toMatchObject({ refusal: { code: 'already_refunded' } });
    checkBooks(books);
  });

  test('still counts when a second refund, made before that was known, has failed', () => {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    const [first] = books.write(refund(collection, 'collection_float'));
    fail(books, first);
    const second = again(books, collection);
    succeed(books, first, 50_000, 'R9');
    fail(books, second);
    expect(again(books, collection)).toMatchObject({
      refusal: { code: 'already_refunded', transactionId: idOf(first) },
    });
    checkBooks(books);
  });

  test.each([
    ['charged', 'refused'],
    ['written_off', 'refused'],
    ['returned', 'done'],
  ] as const)('and was %s by a person: another refund is %s', (resolution, expected) => {
    const { books, collection, first } = failedAndPaid();
    expect(books.write(resolve(books, first, resolution))[0]).toMatchObject({ is: 'done' });
    expect(again(books, collection)).toMatchObject({ is: expected });
    checkBooks(books);
  });

  test('twice, of which one was returned: the customer still has the other', () => {
    const { books, collection, first } = failedAndPaid();
    succeed(books, first, 50_000, 'R10');
    books.write(resolve(books, first, 'returned'));
    expect(again(books, collection)).toMatchObject({ refusal: { code: 'already_refunded' } });
    checkBooks(books);
  });

  test.each([
    ['charged', 'refused'],
    ['written_off', 'refused'],
    ['returned', 'done'],
  ] as const)('with another amount than ours, and %s by a person: another refund is %s', (resolution, expected) => {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    const [first] = books.write(refund(collection, 'collection_float'));
    succeed(books, first, 49_000, 'R9');
    expect(again(books, collection)).toMatchObject({ refusal: { code: 'already_refunded' } });
    books.write(resolve(books, first, resolution));
    expect(books.transactions.get(idOf(first))?.status).toBe('failed');
    expect(again(books, collection)).toMatchObject({ is: expected });
    checkBooks(books);
  });
});

describe('a refund that was paid and taken back later', () => {
  /** The refund of a collection is completed, and then its operator calls it failed. */
  function paidAndTakenBack(): { books: Books; collection: Outcome | undefined; first: Outcome | undefined } {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    const [first] = books.write(refund(collection, 'collection_float'));
    succeed(books, first, 50_000, 'R9');
    fail(books, first);
    return { books, collection, first };
  }
  const again = (books: Books, collection: Outcome | undefined) =>
    books.write(refund(collection, 'collection_float'))[0];

  test('lets its collection not be refunded again until a person has decided', () => {
    const { books, collection } = paidAndTakenBack();
    expect(again(books, collection)).toMatchObject({ refusal: { code: 'already_refunded' } });
    checkBooks(books);
  });

  test.each([
    ['credited', 'done'],
    ['returned', 'refused'],
    ['kept', 'refused'],
  ] as const)('and was %s by a person: another refund is %s', (resolution, expected) => {
    const { books, collection, first } = paidAndTakenBack();
    expect(books.write(resolve(books, first, resolution))[0]).toMatchObject({ is: 'done' });
    expect(again(books, collection)).toMatchObject({ is: expected });
    checkBooks(books);
  });

  test('and that the operator named a second payment of: credited, its customer may still have that one', () => {
    const { books, collection } = collected();
    books.write(topUp(alice, 500_000));
    const [first] = books.write(refund(collection, 'collection_float'));
    succeed(books, first, 50_000, 'R9');
    succeed(books, first, 50_000, 'R10');
    fail(books, first);
    books.write(resolve(books, first, 'credited'));
    expect(again(books, collection)).toMatchObject({ refusal: { code: 'already_refunded' } });
    checkBooks(books);
  });
});

describe('one open collection per payer', () => {
  test('the second one is refused until the first has its end, also within a batch; other payers are not concerned', () => {
    const books = new Books({ oneCollectionPerPayer: true });
    const [first, second, other] = books.write(collect(alice), collect(alice), collect(alice, '256700000009'));
    expect(second).toMatchObject({ refusal: { code: 'collection_already_open', transactionId: idOf(first) } });
    expect(other).toMatchObject({ is: 'done' });
    expect(books.write(collect(alice))[0]).toMatchObject({ refusal: { code: 'collection_already_open' } });
    fail(books, first);
    expect(books.write(collect(alice))[0]).toMatchObject({ is: 'done' });
  });

  test('is let in together with the end of the one before it', () => {
    const books = new Books({ oneCollectionPerPayer: true });
    const [first] = books.write(collect(alice));
    expect(books.write(failure(first), collect(alice)).map(({ is }) => is)).toEqual(['done', 'done']);
    expect(books.write(collect(alice))[0]).toMatchObject({ refusal: { code: 'collection_already_open' } });
  });

  test('is not asked of wallets that did not choose it', () => {
    const books = new Books();
    expect(books.write(collect(alice), collect(alice)).map(({ is }) => is)).toEqual(['done', 'done']);
    expect(books.plans[0]?.payerClaims).toEqual([]);
  });
});

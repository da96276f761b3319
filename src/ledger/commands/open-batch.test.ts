import { describe, expect, test } from 'vitest';
import { alice, Books, bob, carol, checkBooks, pay, payTogether, topUp } from '../../../test/ledger/books.ts';
import { ugx } from '../../money/ugx.ts';
import type { WalletState } from '../rows/wallet.ts';

function funded(change: Partial<WalletState> = {}): Books {
  const books = new Books(change);
  books.write(topUp(alice, 100_000));
  return books;
}

/** What is in the wallets, and how many transactions there are: what a refused batch must not change. */
const stateOf = (books: Books) => [
  books.wallet(alice),
  books.wallet(bob),
  books.wallet(carol),
  books.transactions.size,
];

describe('a batch', () => {
  test('makes every payment with the balance after it, numbered as one', () => {
    const books = funded();
    const [outcome] = books.write(
      payTogether(alice, pay(alice, bob, 10_000, 100), pay(alice, carol, 20_000), pay(alice, bob, 500)),
    );
    if (outcome?.is !== 'done') throw new Error(`it ended ${outcome?.is}`);
    const { payments = [], transaction, balance } = outcome;
    expect(payments.map((made) => made.balance)).toEqual([89_900n, 69_900n, 69_400n]);
    expect(balance).toBe(69_400n);
    expect(payments[0]?.transaction).toBe(transaction);
    expect(payments.map((made) => made.transaction.details)).toEqual(
      [1, 2, 3].map((item) => ({ batch_id: transaction.transactionId, batch_item: item, batch_items: 3 })),
    );
    expect([books.wallet(bob).available, books.wallet(carol).available]).toEqual([10_500n, 20_000n]);
    checkBooks(books);
  });

  test('of several in one write is refused alone', () => {
    const books = funded();
    const outcomes = books.write(
      payTogether(alice, pay(alice, bob, 60_000)),
      payTogether(alice, pay(alice, bob, 30_000), pay(alice, carol, 10_001)),
      payTogether(alice, pay(alice, bob, 30_000), pay(alice, carol, 10_000)),
    );
    expect(outcomes.map(({ is }) => is)).toEqual(['done', 'refused', 'done']);
    expect(books.wallet(alice).available).toBe(0n);
    checkBooks(books);
  });

  test('answers a repeat with the response of the first request', () => {
    const books = funded();
    const batch = {
      ...payTogether(alice, pay(alice, bob, 1_000), pay(alice, carol, 2_000)),
      idempotency: {
        key: 'k',
        fingerprint: 'f',
        responseDueAfterMs: 0,
        render: ({ payments = [] }: { payments?: readonly unknown[] }) => ({ status: 200, body: `${payments.length}` }),
      },
    };
    const [first, second] = books.write(batch, batch);
    expect(first).toMatchObject({ is: 'done', response: { status: 200, body: '2' } });
    expect(second).toMatchObject({ is: 'replayed', response: { status: 200, body: '2' } });
    expect(books.wallet(alice).available).toBe(97_000n);
    checkBooks(books);
  });
});

describe('all or none', () => {
  const items = [pay(alice, bob, 30_000), pay(alice, carol, 30_000), pay(alice, bob, 30_000)];

  test.each<[string, Partial<WalletState>, object]>([
    ['a limit of one payment', { limitPerTransaction: ugx(89_999) }, { code: 'limit_exceeded', limit: 'transaction' }],
    ['the limit of the day', { limitPerDay: ugx(89_999) }, { code: 'limit_exceeded', limit: 'day' }],
    ['a frozen wallet', { frozen: true }, { code: 'wallet_frozen' }],
    ['the threshold of approval', { approvalThreshold: ugx(90_000) }, { code: 'approval_needed', asked: 90_000n }],
  ])('the sum is refused by %s, though each payment would fit', (_what, change, refusal) => {
    const books = funded(change);
    const before = stateOf(books);
    expect(books.write(payTogether(alice, ...items))).toMatchObject([{ is: 'refused', refusal }]);
    expect(stateOf(books)).toEqual(before);
  });

  test('the sum is refused where the wallet has less', () => {
    const books = funded();
    const before = stateOf(books);
    expect(books.write(payTogether(alice, ...items, pay(alice, carol, 10_001)))).toEqual([
      { is: 'refused', refusal: { code: 'insufficient_funds', available: 100_000n, needed: 100_001n } },
    ]);
    expect(stateOf(books)).toEqual(before);
  });

  test('passes where the sum is just below the threshold and just at the limits', () => {
    const change = { approvalThreshold: ugx(90_001), limitPerTransaction: ugx(90_000), limitPerDay: ugx(90_000) };
    const books = funded(change);
    expect(books.write(payTogether(alice, ...items))).toMatchObject([{ is: 'done' }]);
    expect(books.write(payTogether(alice, pay(alice, bob, 1)))).toMatchObject([{ is: 'refused' }]);
    checkBooks(books);
  });

  test('a payment to the wallet itself refuses all, with its place', () => {
    const books = funded();
    const before = stateOf(books);
    const [first, ...others] = items;
    const itself = { ...pay(alice, bob, 1_000), recipientPhone: books.wallet(alice).phone ?? '' };
    const batch = payTogether(alice, first ?? itself, itself, ...others);
    expect(books.write(batch)).toEqual([{ is: 'refused', refusal: { code: 'own_wallet' }, place: 2 }]);
    expect(stateOf(books)).toEqual(before);
  });

  test('a phone that belongs to another wallet by now sends all of it back to be resolved again', () => {
    const books = funded();
    const before = stateOf(books);
    const moved = { ...pay(alice, bob, 1_000), recipientPhone: books.wallet(carol).phone ?? '' };
    expect(books.write(payTogether(alice, ...items, moved))).toEqual([{ is: 'route_changed' }]);
    expect(stateOf(books)).toEqual(before);
  });
});

describe('a client reference of a batch, where each is used once', () => {
  const noted = (reference: string) => ({
    ...pay(alice, bob, 1_000),
    clientData: { reference, metadata: null },
  });

  test('is refused when an earlier payment has it', () => {
    const books = funded({ uniqueClientReferences: true });
    const [earlier] = books.write(noted('a'));
    const before = stateOf(books);
    expect(books.write(payTogether(alice, noted('b'), noted('a')))).toEqual([
      {
        is: 'refused',
        refusal: {
          code: 'client_reference_used',
          transactionId: earlier?.is === 'done' ? earlier.transaction.transactionId : 0,
        },
        place: 2,
      },
    ]);
    expect(stateOf(books)).toEqual(before);
  });

  test('is refused when two payments of the batch have it', () => {
    const books = funded({ uniqueClientReferences: true });
    const before = stateOf(books);
    expect(books.write(payTogether(alice, noted('a'), noted('b'), noted('a')))).toEqual([
      { is: 'refused', refusal: { code: 'client_reference_repeated' }, place: 3 },
    ]);
    expect(stateOf(books)).toEqual(before);
  });

  test('may be repeated elsewhere', () => {
    const books = funded();
    expect(books.write(payTogether(alice, noted('a'), noted('a')))).toMatchObject([{ is: 'done' }]);
  });
});

describe('the budget of a key', () => {
  test.each<[string, object, object | null]>([
    ['of one payment', { perPayment: ugx(59_999) }, { code: 'budget_exceeded', budget: 'payment' }],
    ['of the day', { perDay: ugx(59_999) }, { code: 'budget_exceeded', budget: 'day' }],
    ['of the month', { perMonth: ugx(59_999) }, { code: 'budget_exceeded', budget: 'month' }],
    ['that has room for the sum', { perPayment: ugx(60_000), perDay: ugx(60_000) }, null],
  ])('%s compares the sum', (_what, limits, refusal) => {
    const books = funded();
    books.keyBudgets.set(7, {
      walletId: alice,
      lineage: 7,
      perPayment: null,
      perDay: null,
      perMonth: null,
      period: 1,
      day: 0,
      dayOut: ugx(0),
      month: 0,
      monthPeriod: 1,
      monthOut: ugx(0),
      ...limits,
    });
    const before = stateOf(books);
    const batch = { ...payTogether(alice, pay(alice, bob, 30_000), pay(alice, carol, 30_000)), budgetLineage: 7 };
    const [outcome] = books.write(batch);
    if (refusal === null) {
      expect(outcome).toMatchObject({ is: 'done' });
      expect(books.keyBudgets.get(7)?.dayOut).toBe(60_000n);
      checkBooks(books);
      return;
    }
    expect(outcome).toMatchObject({ is: 'refused', refusal });
    expect(stateOf(books)).toEqual(before);
    expect(books.keyBudgets.get(7)?.dayOut).toBe(0n);
  });
});

import { describe, expect, test } from 'vitest';
import {
  alice,
  Books,
  bob,
  checkBooks,
  collect,
  fail,
  idOf,
  pay,
  succeed,
  success,
  topUp,
} from '../../../test/ledger/books.ts';
import { type Ugx, ugx, zeroUgx } from '../../money/ugx.ts';
import type { OpenPayout } from '../commands/open-payout.ts';
import type { OpenRefund } from '../commands/open-refund.ts';
import type { BudgetLimits, KeyBudget } from '../rows/key-budget.ts';
import type { WalletState } from '../rows/wallet.ts';
import { transactionObject } from '../transaction-object.ts';
import { leftOf, useOfBudget } from './key-budget.ts';

const lineage = 7;

function budgetOf(limits: Partial<BudgetLimits>): KeyBudget {
  return {
    walletId: alice,
    lineage,
    perPayment: null,
    perDay: null,
    perMonth: null,
    period: 0,
    day: 0,
    dayOut: zeroUgx,
    month: 0,
    monthPeriod: 0,
    monthOut: zeroUgx,
    ...limits,
  };
}

/** Books in which the key 7 of Alice, who has 100,000, has a budget. */
function booksWith(limits: Partial<BudgetLimits>, change: Partial<WalletState> = {}): Books {
  const books = new Books(change);
  books.keyBudgets.set(lineage, budgetOf(limits));
  books.write(topUp(alice, 100_000));
  return books;
}

const payByKey = (to: number | null, net: number, fee = 0): OpenPayout => ({
  ...pay(alice, to, net, fee),
  budgetLineage: lineage,
});

const used = (books: Books) => {
  const { dayOut, monthOut } = useOfBudget(books.keyBudgets.get(lineage) ?? budgetOf({}), books.nowMs);
  return [Number(dayOut), Number(monthOut)];
};

const setClock = (books: Books, time: string) => {
  books.nowMs = Date.parse(time);
};

describe('the budget of an API key', () => {
  test.each([
    ['payment', { perPayment: 5_300n as Ugx }, null],
    ['day', { perDay: 5_300n as Ugx }, '2026-11-21T21:00:00Z'],
    ['month', { perMonth: 5_300n as Ugx }, '2026-11-30T21:00:00Z'],
  ] as const)(
    'per %s takes exactly its limit, fee included, and refuses a shilling more without a trace',
    (budget, limits, until) => {
      const books = booksWith(limits);
      expect(books.write(payByKey(bob, 5_001, 300))[0]).toEqual({
        is: 'refused',
        refusal: {
          code: 'budget_exceeded',
          budget,
          left: 5_300n,
          asked: 5_301n,
          untilMs: until === null ? null : Date.parse(until),
        },
      });
      expect(books.plans.at(-1)).toMatchObject({ wallets: [], keyBudgets: [], transfers: [], transactionsOpened: [] });
      expect(books.write(payByKey(bob, 5_000, 300))[0]).toMatchObject({ is: 'done' });
      expect(used(books)).toEqual([5_300, 5_300]);
      checkBooks(books);
    },
  );

  test('names the limit that leaves least, and of equal ones the one that lasts longest', () => {
    const books = booksWith({ perPayment: ugx(9_000), perDay: ugx(8_000), perMonth: ugx(8_000) });
    expect(books.write(payByKey(bob, 10_000))[0]).toMatchObject({ refusal: { budget: 'month', left: 8_000n } });
    books.write(payByKey(bob, 3_000));
    books.keyBudgets.set(lineage, { ...budgetOf({}), ...books.keyBudgets.get(lineage), perMonth: ugx(20_000) });
    expect(books.write(payByKey(bob, 10_000))[0]).toMatchObject({ refusal: { budget: 'day', left: 5_000n } });
  });

  test('is not exceeded by payments of one batch together, to wallets and to operators', () => {
    const books = booksWith({ perDay: ugx(10_000) });
    const outcomes = books.write(...[bob, null, bob, null, bob].map((to) => payByKey(to, 3_000)));
    expect(outcomes.map(({ is }) => is)).toEqual(['done', 'done', 'done', 'refused', 'refused']);
    expect(used(books)).toEqual([9_000, 9_000]);
  });

  test('does not concern payments of people and of keys without a budget', () => {
    const books = booksWith({ perDay: ugx(500) });
    expect(books.write(pay(alice, bob, 5_000))[0]).toMatchObject({ is: 'done' });
    expect(books.plans.at(-1)?.keyBudgets).toEqual([]);
    expect(used(books)).toEqual([0, 0]);
  });

  test('begins anew at midnight in Kampala, and its month on the first', () => {
    const books = booksWith({ perDay: ugx(5_000), perMonth: ugx(12_000) });
    setClock(books, '2026-11-29T20:59:59.999Z');
    books.write(payByKey(bob, 5_000));
    expect(books.write(payByKey(bob, 1))[0]).toMatchObject({ refusal: { budget: 'day', left: 0n } });
    setClock(books, '2026-11-29T21:00:00Z');
    books.write(payByKey(bob, 5_000));
    expect(used(books)).toEqual([5_000, 10_000]);
    setClock(books, '2026-11-30T20:59:59.999Z');
    expect(used(books)).toEqual([5_000, 10_000]);
    setClock(books, '2026-11-30T21:00:00Z');
    expect(used(books)).toEqual([0, 0]);
    expect(books.write(payByKey(bob, 5_000))[0]).toMatchObject({ is: 'done' });
    expect(used(books)).toEqual([5_000, 5_000]);
  });

  test('gets back what failed: to the day and month of the payment, and to no other', () => {
    const books = booksWith({ perDay: ugx(50_000), perMonth: ugx(90_000) });
    const [first] = books.write(payByKey(null, 5_000, 300));
    const [second] = books.write(payByKey(null, 2_000));
    const [third] = books.write(payByKey(null, 1_000));
    fail(books, first);
    expect(used(books)).toEqual([3_000, 3_000]);
    setClock(books, '2026-11-22T09:00:00Z');
    books.write(payByKey(bob, 700));
    fail(books, second);
    expect(used(books)).toEqual([700, 1_700]);
    setClock(books, '2026-12-01T09:00:00Z');
    books.write(payByKey(bob, 600));
    fail(books, third);
    expect(used(books)).toEqual([600, 600]);
    checkBooks(books);
  });

  test('gets nothing back when a payment that failed later succeeds, or one that succeeded fails again', () => {
    const books = booksWith({ perDay: ugx(50_000) });
    const [opened] = books.write(payByKey(null, 5_000));
    fail(books, opened);
    fail(books, opened);
    expect(used(books)).toEqual([0, 0]);
    const [paid] = books.write(payByKey(null, 4_000));
    succeed(books, paid, null, 'receipt');
    fail(books, paid);
    expect(used(books)).toEqual([4_000, 4_000]);
  });

  test('gets nothing back for a payment that was made before it was set', () => {
    const books = booksWith({ perDay: ugx(50_000) });
    const [before] = books.write(pay(alice, null, 5_000));
    books.write(payByKey(bob, 6_000));
    fail(books, before);
    expect(used(books)).toEqual([6_000, 6_000]);
  });

  test.each(['rejected', 'expired'] as const)('counts a payment that waits for approval, until it is %s', (because) => {
    const books = booksWith({ perDay: ugx(6_000) }, { approvalThreshold: ugx(5_000) });
    const [opened] = books.write(payByKey(bob, 5_000));
    expect(opened).toMatchObject({ transaction: { status: 'pending' } });
    expect(books.write(payByKey(bob, 2_000))[0]).toMatchObject({ refusal: { left: 1_000n } });
    const transactionId = idOf(opened);
    books.write({ kind: 'reject', walletId: alice, transactionId, because, approver: null, reason: null });
    expect(used(books)).toEqual([0, 0]);
  });

  test('counts an approved payment once', () => {
    const books = booksWith({ perDay: ugx(9_000) }, { approvalThreshold: ugx(5_000) });
    const [opened] = books.write(payByKey(bob, 5_000));
    const approval = {
      recipientWalletId: bob,
      transactionId: idOf(opened),
      approver: 'grace',
      firstApproverSeen: null,
    };
    expect(books.write({ kind: 'approve', walletId: alice, ...approval })[0]).toMatchObject({ is: 'done' });
    expect(used(books)).toEqual([5_000, 5_000]);
  });

  test('counts a refund that the key makes, and gets it back when it fails; money that comes in raises nothing', () => {
    const books = booksWith({ perDay: ugx(60_000) });
    const [first] = books.write(collect(alice));
    const [second] = books.write(collect(alice));
    books.write(success(first, 50_000, 'receipt 1'), success(second, 50_000, 'receipt 2'));
    expect(used(books)).toEqual([0, 0]);
    const [refunded] = books.write(refundOf(idOf(first)));
    expect(used(books)).toEqual([50_000, 50_000]);
    expect(books.write(refundOf(idOf(second)))[0]).toMatchObject({
      refusal: { code: 'budget_exceeded', left: 10_000n, asked: 50_000n },
    });
    fail(books, refunded);
    expect(used(books)).toEqual([0, 0]);
    expect(books.write(refundOf(idOf(second)))[0]).toMatchObject({ is: 'done' });
  });

  test('a clock that is set back over midnight does not give the day before once more', () => {
    const books = booksWith({ perDay: ugx(5_000), perMonth: ugx(50_000) });
    setClock(books, '2026-11-29T20:00:00Z');
    books.write(payByKey(bob, 5_000));
    setClock(books, '2026-11-29T21:00:00.500Z');
    const [late] = books.write(payByKey(null, 4_000));
    setClock(books, '2026-11-29T20:59:59.800Z');
    expect(books.write(payByKey(bob, 2_000))[0]).toMatchObject({
      refusal: { left: 1_000n, untilMs: Date.parse('2026-11-30T21:00:00Z') },
    });
    fail(books, late);
    expect(used(books)).toEqual([0, 5_000]);
  });

  test('a clock that was ahead by years neither stops the key for years nor mixes days up', () => {
    const books = booksWith({ perDay: ugx(5_000), perMonth: ugx(50_000) });
    const [today] = books.write(payByKey(null, 5_000));
    setClock(books, '2031-01-01T09:00:00Z');
    const [ahead] = books.write(payByKey(null, 4_000));
    setClock(books, '2026-11-21T10:00:00Z');
    expect(books.write(payByKey(bob, 3_000))[0]).toMatchObject({ is: 'done' });
    fail(books, today);
    fail(books, ahead);
    expect(used(books)).toEqual([3_000, 3_000]);
  });

  test('is not shown to clients with a payment', () => {
    const books = booksWith({ perDay: ugx(5_000) });
    const [opened] = books.write(payByKey(bob, 5_000));
    if (opened?.is !== 'done') throw new Error('it was refused');
    expect(opened.transaction.details).toEqual({ key_budget: { lineage, period: 1 } });
    expect(transactionObject(opened.transaction).metadata).not.toHaveProperty('key_budget');
  });
});

test('what is left of a limit that was lowered below what is used is nothing', () => {
  expect(leftOf(ugx(500), ugx(700))).toBe(0n);
  expect(leftOf(null, ugx(700))).toBeNull();
});

function refundOf(transactionId: number): OpenRefund {
  return {
    kind: 'open_refund',
    amount: null,
    walletId: alice,
    mode: 'test',
    transactionId,
    moved: null,
    description: null,
    apiKeyId: 7,
    apiTriggered: true,
    budgetLineage: lineage,
    maker: 'api_key:7',
    idempotency: null,
    route: {
      operatorAccountId: 1,
      reference: `refund ${transactionId}`,
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 1_000,
      paidFrom: 'collection_float',
      inPart: true,
    },
  };
}

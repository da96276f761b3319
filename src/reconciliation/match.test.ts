import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ugx } from '../money/ugx.ts';
import { type JudgedRow, Matching, type OurPayment } from './match.ts';
import type { StatementRow } from './statement-row.ts';

const noonMs = Date.parse('2026-11-21T12:00:00+03:00');

function payment(number: number, change: Partial<OurPayment> = {}): OurPayment {
  return {
    walletId: 1_000_001,
    transactionId: number,
    type: 'collection',
    status: 'completed',
    direction: 'in',
    amount: ugx(50_000),
    operatorAccountId: 1,
    reference: `ref-${number}`,
    receipt: `R${number}`,
    createdAtMs: noonMs,
    completedAtMs: noonMs + 5_000,
    ...change,
  };
}

/** The row that an operator that agrees with us has for a payment. */
function rowOf(ours: OurPayment, change: Partial<StatementRow> = {}): StatementRow {
  return {
    line: ours.transactionId + 1,
    receipt: ours.receipt,
    reference: ours.reference,
    amount: ours.amount,
    direction: ours.direction,
    status: ours.status === 'failed' ? 'failed' : ours.status === 'completed' ? 'succeeded' : 'pending',
    atMs: ours.createdAtMs,
    ...change,
  };
}

/** Judges rows against payments as the database finds them. */
function judgeAll(
  rows: readonly StatementRow[],
  payments: readonly OurPayment[],
  matching = new Matching(null),
  refund: OurPayment | null = null,
) {
  const find = (key: 'reference' | 'receipt', value: string | null) =>
    payments.find((one) => value !== null && one[key] === value) ?? null;
  return rows.map(
    (row): JudgedRow =>
      matching.judge(row, {
        byReference: find('reference', row.reference),
        byReceipt: find('receipt', row.receipt),
        refund,
      }),
  );
}

const one = payment(1);
const two = payment(2);

describe('a row of a statement', () => {
  test.each<[string, StatementRow, OurPayment, JudgedRow['outcome']]>([
    ['by receipt alone', rowOf(one, { reference: null }), one, 'matched'],
    ['by our reference alone', rowOf(one, { receipt: null }), one, 'matched'],
    ['by reference, our receipt unknown', rowOf(one), payment(1, { receipt: null }), 'matched'],
    ['without a direction', rowOf(one, { direction: null }), one, 'matched'],
    ['of a payment of nobody', rowOf(two), one, 'missing_here'],
    ['that failed, of nobody', rowOf(two, { status: 'failed' }), one, 'nothing_moved'],
    ['of no shillings, of nobody', rowOf(two, { amount: ugx(0) }), one, 'nothing_moved'],
    ['paid there, failed here', rowOf(one), payment(1, { status: 'failed' }), 'missing_here'],
    ['paid there, processing here', rowOf(one), payment(1, { status: 'processing' }), 'missing_here'],
    ['paid there, waiting for approval here', rowOf(one), payment(1, { status: 'pending' }), 'missing_here'],
    ['failed on both sides', rowOf(one, { status: 'failed' }), payment(1, { status: 'failed' }), 'nothing_moved'],
    ['open on both sides', rowOf(one, { status: 'pending' }), payment(1, { status: 'processing' }), 'nothing_moved'],
    [
      'failed there, open here',
      rowOf(one, { status: 'failed' }),
      payment(1, { status: 'processing' }),
      'status_differs',
    ],
    ['failed there, completed here', rowOf(one, { status: 'failed' }), one, 'status_differs'],
    ['open there, completed here', rowOf(one, { status: 'pending' }), one, 'status_differs'],
    ['of a shilling more', rowOf(one, { amount: ugx(50_001) }), one, 'amount_differs'],
    ['the other way round', rowOf(one, { direction: 'out' }), one, 'direction_differs'],
    ['with another receipt', rowOf(one, { receipt: 'R9' }), one, 'receipt_differs'],
    ['with our reference behind a prefix as its receipt', rowOf(one, { receipt: 'product-REF-1' }), one, 'matched'],
    ['with the reference of another as its receipt', rowOf(one, { receipt: 'product-ref-2' }), one, 'receipt_differs'],
  ])('%s', (_, row, ours, outcome) => {
    expect(judgeAll([row], [ours])).toMatchObject([{ outcome, row }]);
  });

  test('whose reference and receipt are of two payments of ours', () => {
    expect(judgeAll([rowOf(one, { receipt: 'R2' })], [one, two])).toMatchObject([
      { outcome: 'receipt_differs', payment: one, why: 'the receipt is that of transaction 2' },
    ]);
  });

  test.each<[string, OurPayment, Partial<StatementRow>, JudgedRow['outcome']]>([
    ['the same receipt', one, {}, 'repeated'],
    ['the same receipt at another time, as a reversal has', one, { atMs: noonMs + 60_000 }, 'paid_twice'],
    ['another receipt', one, { receipt: 'R9' }, 'paid_twice'],
    ['our reference as its receipt', one, { receipt: 'product-ref-1' }, 'repeated'],
    ['no receipt', one, { receipt: null }, 'paid_twice'],
    ['a receipt where ours has none', payment(1, { receipt: null }), { receipt: 'R9' }, 'paid_twice'],
    ['the same receipt and another amount, as a charge has', one, { amount: ugx(500) }, 'amount_differs'],
  ])('that comes a second time with %s', (_, ours, change, outcome) => {
    expect(judgeAll([rowOf(ours), rowOf(ours, change)], [ours])).toMatchObject([{ outcome: 'matched' }, { outcome }]);
  });
});

describe('a refund that the operator keeps no name of', () => {
  const refund = payment(9, { type: 'refund', direction: 'out', reference: 'unsent', receipt: null });

  test.each<[string, Partial<StatementRow>]>([
    ['a receipt of its own and the reference of the collection', { receipt: 'R9' }],
    ['the receipt of the collection alone', { reference: null }],
    ['both names of the collection', {}],
  ])('is the row of money out that has %s, before the collection’s or after it', (_, names) => {
    const [came, went] = [rowOf(one), rowOf(one, { ...names, direction: 'out', atMs: noonMs + 1 })];
    for (const rows of [
      [came, went],
      [went, came],
    ]) {
      const matching = new Matching(null);
      const judged = judgeAll(rows, [one], matching, refund);
      expect(judged.map(({ outcome }) => outcome)).toEqual(['matched', 'matched']);
      expect(judged.map(({ payment: ours }) => ours)).toEqual(rows.map((row) => (row === came ? one : refund)));
      expect(matching.missing(refund, noonMs)).toBeNull();
    }
  });

  test('is not a row of another amount, of money in, or of no direction', () => {
    const judge = (change: Partial<StatementRow>) =>
      judgeAll([rowOf(one), rowOf(one, { receipt: 'R9', ...change })], [one], undefined, refund)[1]?.outcome;
    expect(judge({ direction: 'out', amount: ugx(49_999) })).toBe('paid_twice');
    expect(judge({ direction: 'in' })).toBe('paid_twice');
    expect(judge({ direction: null })).toBe('paid_twice');
  });

  test('that the statement has twice was paid twice', () => {
    const went = rowOf(one, { receipt: 'R9', direction: 'out' });
    expect(judgeAll([went, { ...went, receipt: 'R10' }], [one], undefined, refund)).toMatchObject([
      { outcome: 'matched' },
      { outcome: 'paid_twice' },
    ]);
  });
});

describe('the period', () => {
  const period = { fromMs: noonMs, toMs: noonMs + 1000 };

  test.each([
    [-1, 'outside'],
    [0, 'matched'],
    [999, 'matched'],
    [1000, 'outside'],
  ])('a row %s ms after it began is %s', (afterMs, outcome) => {
    const row = rowOf(one, { atMs: noonMs + afterMs });
    expect(judgeAll([row], [one], new Matching(period))).toMatchObject([{ outcome }]);
  });

  test('a row without a time belongs to it', () => {
    expect(judgeAll([rowOf(one, { atMs: null })], [one], new Matching(period))).toMatchObject([{ outcome: 'matched' }]);
  });

  test('a row outside of it shows that a payment across its edge is not missing', () => {
    const matching = new Matching(period);
    judgeAll([rowOf(one, { atMs: noonMs - 1 })], [one], matching);
    expect(matching.missing(one, period.fromMs)).toBeNull();
  });

  test('a payment that began before the statement may be in the one before; after that it is missing', () => {
    const matching = new Matching(period);
    expect(matching.missing(payment(1, { createdAtMs: noonMs - 1 }), noonMs)).toBe('at_edge');
    expect(matching.missing(payment(1, { createdAtMs: noonMs }), noonMs)).toBe('missing_there');
    judgeAll([rowOf(two, { atMs: noonMs - 60_000 })], [two], matching);
    expect(matching.missing(payment(1, { createdAtMs: noonMs - 1 }), noonMs)).toBe('missing_there');
    expect(matching.covers).toEqual({ firstMs: noonMs - 60_000, lastMs: noonMs - 60_000 });
  });
});

describe('properties', () => {
  const status = fc.constantFrom('completed' as const, 'failed' as const, 'processing' as const);
  const books = fc
    .array(
      fc.record({
        status,
        amount: fc.bigInt(1n, 10_000_000n),
        direction: fc.constantFrom('in' as const, 'out' as const),
      }),
      {
        minLength: 1,
        maxLength: 40,
      },
    )
    .map((all) => all.map((change, index) => payment(index + 1, { ...change, amount: ugx(change.amount) })));

  test('books that agree with a statement have nothing that differs, in whatever order its rows are', () => {
    fc.assert(
      fc.property(books, fc.infiniteStream(fc.double({ noNaN: true })), (payments, order) => {
        const rows = payments
          .map((ours) => ({ row: rowOf(ours), at: order.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ row }) => row);
        const matching = new Matching(null);
        for (const { outcome, payment: ours } of judgeAll(rows, payments, matching)) {
          expect(outcome).toBe(ours?.status === 'completed' ? 'matched' : 'nothing_moved');
        }
        for (const ours of payments) expect(matching.missing(ours, noonMs)).toBeNull();
      }),
    );
  });

  test('exactly the payments whose rows were lost are missing there, and the others stay as they were', () => {
    fc.assert(
      fc.property(books, fc.infiniteStream(fc.boolean()), (payments, coin) => {
        const lost = new Set(payments.filter(() => coin.next().value));
        const matching = new Matching(null);
        const rows = payments.filter((ours) => !lost.has(ours)).map((ours) => rowOf(ours));
        for (const { outcome } of judgeAll(rows, payments, matching)) {
          expect(['matched', 'nothing_moved']).toContain(outcome);
        }
        const completed = payments.filter((ours) => ours.status === 'completed');
        const missing = completed.filter((ours) => matching.missing(ours, noonMs) === 'missing_there');
        expect(missing).toEqual(completed.filter((ours) => lost.has(ours)));
      }),
    );
  });

  test('exactly the payments that we lost are missing here', () => {
    fc.assert(
      fc.property(books, fc.infiniteStream(fc.boolean()), (payments, coin) => {
        const known = payments.filter(() => coin.next().value);
        const rows = payments.map((ours) => rowOf(ours));
        const missing = judgeAll(rows, known).filter(({ outcome }) => outcome === 'missing_here');
        expect(missing.map(({ row }) => row.receipt)).toEqual(
          payments.filter((ours) => ours.status === 'completed' && !known.includes(ours)).map(({ receipt }) => receipt),
        );
      }),
    );
  });

  test('a changed amount of a completed payment is always found, and nothing else is', () => {
    fc.assert(
      fc.property(books, fc.nat(), fc.bigInt(1n, 1_000n), (payments, pick, more) => {
        const changed = payments[pick % payments.length];
        const rows = payments.map((ours) =>
          ours === changed ? rowOf(ours, { amount: ugx(ours.amount + more) }) : rowOf(ours),
        );
        const differing = judgeAll(rows, payments).filter(({ outcome }) => outcome === 'amount_differs');
        expect(differing.map(({ payment: ours }) => ours)).toEqual(changed?.status === 'completed' ? [changed] : []);
      }),
    );
  });
});

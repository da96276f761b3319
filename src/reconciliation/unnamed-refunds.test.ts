import { expect, test } from 'vitest';
import { ugx } from '../money/ugx.ts';
import type { OurPayment } from './match.ts';
import { refundsByAmount } from './reconcile.ts';
import type { StatementRow } from './statement-row.ts';

function refund(number: number, amount: number, createdAtMs: number): OurPayment {
  return {
    walletId: 1_000_001,
    transactionId: number,
    type: 'refund',
    status: 'completed',
    direction: 'out',
    amount: ugx(amount),
    operatorAccountId: 1,
    reference: `ref-${number}`,
    receipt: null,
    createdAtMs,
    completedAtMs: createdAtMs,
  };
}

function row(amount: number, atMs: number | null): StatementRow {
  return { line: 2, receipt: 'R', reference: null, amount: ugx(amount), direction: 'out', status: 'succeeded', atMs };
}

const numbersOf = (rows: StatementRow[], refunds: OurPayment[]) =>
  refundsByAmount(rows, refunds).map((one) => one?.transactionId ?? null);

test('a row may be the refund of its amount that is nearest to it, and a refund is one row', () => {
  const refunds = [refund(1, 500, 1_000), refund(2, 500, 9_000), refund(3, 700, 9_000)];
  expect(numbersOf([row(500, 8_000), row(500, 8_500), row(500, 9_000), row(700, 1)], refunds)).toEqual([2, 1, null, 3]);
  expect(numbersOf([row(500, null), row(500, null)], refunds)).toEqual([1, 2]);
});

test('a row of an amount that no refund has is none', () => {
  expect(numbersOf([row(501, 1_000)], [refund(1, 500, 1_000)])).toEqual([null]);
});

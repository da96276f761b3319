import { expect, test } from 'vitest';
import { totalsByOperator } from './bulk-totals.ts';

const row = (phone: string, amount: number, fee: number, isWallet = false) => ({
  line: 1,
  phone,
  amount,
  fee,
  isWallet,
});
const operatorOf = (phone: string) => (phone.startsWith('25677') ? 'MTN' : 'Airtel');

test('rows add up by the operator that pays them, the largest sum first, and phones with a wallet here have none', () => {
  const rows = [
    row('256700000001', 40_000, 2_400),
    row('256770000001', 30_000, 1_800),
    row('256770000002', 20_000, 1_200),
    row('256770000003', 9_000, 0, true),
  ];
  expect(totalsByOperator(rows, operatorOf)).toEqual([
    { operator: 'MTN', rows: 2, amount: 50_000, fees: 3_000 },
    { operator: 'Airtel', rows: 1, amount: 40_000, fees: 2_400 },
    { operator: null, rows: 1, amount: 9_000, fees: 0 },
  ]);
});

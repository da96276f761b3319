import { expect, test } from 'vitest';
import type { DashboardTransaction } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import type { Preview } from '../../../../../src/wallet/preview.ts';
import { madePayment } from './made-payment.ts';

const recipient = { phone: '256772000001', operator: 'MTN', registered_name: 'GRACE NAMULI', saved_name: null };
const payment: Preview = {
  operation: 'send_money',
  amount: 100_000,
  fee_amount: 6_000,
  net_amount: 100_000,
  total_deducted: 106_000,
  transfer_type: 'external',
  currency: 'UGX',
  balance_before: 500_000,
  balance_after: 394_000,
  is_affordable: true,
  requires_approval: false,
  recipient,
};
const collection: Preview = {
  ...payment,
  operation: 'collection',
  fee_amount: 5_000,
  net_amount: 95_000,
  total_deducted: 100_000,
};
const moved = { transaction_id: 7, reference: 'SM_1_7', status: 'processing' };
const transaction = (change: Partial<DashboardTransaction>) =>
  ({
    status: 'completed',
    amount: 106_000,
    fee_amount: 6_000,
    net_amount: 100_000,
    failure_reason: null,
    balance_after: 390_000,
    counterparty: { phone: '256772000001', name: 'Grace N.' },
    ...change,
  }) as DashboardTransaction;

test('until the transaction is read, what was confirmed is shown, and the balance that the ledger gave', () => {
  expect(madePayment(payment, { ...moved, new_balance: 392_000 }, undefined)).toEqual({
    phone: '256772000001',
    name: 'GRACE NAMULI',
    amount: 100_000,
    fee: 6_000,
    total: 106_000,
    status: 'processing',
    failureReason: null,
    balanceAfter: 392_000,
  });
});

test('no balance is shown that the ledger did not give', () => {
  expect(madePayment(payment, { ...moved, new_balance: null }, undefined).balanceAfter).toBeNull();
  expect(madePayment(collection, moved, undefined)).toMatchObject({
    amount: 100_000,
    total: 95_000,
    balanceAfter: null,
  });
});

test('once the transaction is read, it says who, how much, and how it ended', () => {
  expect(madePayment(payment, { ...moved, new_balance: 392_000 }, transaction({}))).toMatchObject({
    name: 'Grace N.',
    amount: 100_000,
    total: 106_000,
    status: 'completed',
    balanceAfter: 390_000,
  });
  const failed = transaction({
    status: 'failed',
    failure_reason: 'The number has no account.',
    balance_after: 500_000,
  });
  expect(madePayment(payment, moved, failed)).toMatchObject({
    status: 'failed',
    failureReason: 'The number has no account.',
    balanceAfter: 500_000,
  });
  const paid = transaction({ amount: 100_000, fee_amount: 5_000, net_amount: 95_000, balance_after: 595_000 });
  expect(madePayment(collection, moved, paid)).toMatchObject({ amount: 100_000, total: 95_000, balanceAfter: 595_000 });
});

test('a name that the transaction lacks is the registered one', () => {
  const nameless = transaction({ counterparty: { phone: null, name: null } });
  expect(madePayment(payment, moved, nameless)).toMatchObject({ phone: '256772000001', name: 'GRACE NAMULI' });
});

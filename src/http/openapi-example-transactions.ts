import { arriving } from '../fees/arriving.ts';
import { feeOf, splitCollection, splitPayout } from '../fees/fee.ts';
import type { FeeOperation } from '../fees/schedules.ts';
import type { FailureCode, Transaction } from '../ledger/transaction.ts';
import { type Ugx, ugx, zeroUgx } from '../money/ugx.ts';
import { failureOf } from '../settlement/failure-sentences.ts';

/** The fees of the examples, in basis points: those of a new installation (interface-decisions.md section 4). */
export const exampleBasisPoints: Readonly<Record<FeeOperation, number>> = {
  collection: 500,
  send_money_external: 600,
  send_money_internal: 0,
  withdrawal: 350,
};

const acceptedAtMs = Date.parse('2026-11-21T14:06:10.822Z');
const endedAtMs = Date.parse('2026-11-21T14:06:31.407Z');

/** What the wallet of the examples has before any of them. */
const balanceBefore = ugx(1_000_000);

/** A wallet's money after a change; by the rule of the ledger it is never below 0. */
function balance(after: bigint): { readonly balanceAfter: Ugx } {
  return { balanceAfter: ugx(after) };
}

/** What an operation of `amount` shillings moves. */
function moneyOf(operation: FeeOperation, amount: Ugx): Pick<Transaction, 'amount' | 'feeAmount' | 'netAmount'> {
  const bands = [
    { upTo: null, fixed: zeroUgx, basisPoints: exampleBasisPoints[operation], minimum: zeroUgx, maximum: null },
  ];
  const fee = feeOf(bands, amount);
  const split = arriving(operation === 'collection' ? splitCollection(amount, fee) : splitPayout(amount, fee, true));
  return { amount: split.gross, feeAmount: split.fee, netAmount: split.net };
}

function completed(transaction: Transaction, operatorReceipt: string | null): Transaction {
  return { ...transaction, status: 'completed', operatorReceipt, completedAtMs: endedAtMs };
}

/** Failed at the operator's final word. What was held is in the wallet again. */
function failed(transaction: Transaction, code: FailureCode): Transaction {
  const { direction, balanceAfter, amount } = transaction;
  const back = direction === 'out' && balanceAfter !== null ? balance(balanceAfter + amount) : {};
  return { ...transaction, ...back, status: 'failed', failure: failureOf('settlement', code), failedAtMs: endedAtMs };
}

/** A collection of 50,000 shillings through an operator, without the fields that only some transactions have. */
export const collection: Transaction = {
  walletId: 1,
  transactionId: 42,
  mode: 'test',
  type: 'collection',
  direction: 'in',
  route: 'external',
  status: 'processing',
  ...moneyOf('collection', ugx(50_000)),
  senderPaysFee: null,
  feeScheduleId: 1,
  description: 'Invoice 7',
  counterpartyPhone: '256770000001',
  counterpartyName: 'Apio Grace',
  counterpartyWalletId: null,
  provider: 'MTN',
  operatorAccountId: 1,
  externalReference: '6f1c1a52-3a0e-4c63-9a0e-0d7b3f6f2c11',
  operatorReceipt: null,
  apiKeyId: 1,
  apiTriggered: true,
  details: null,
  balanceAfter: null,
  failure: null,
  transferCount: 0,
  eventCount: 1,
  createdAtMs: acceptedAtMs,
  completedAtMs: null,
  failedAtMs: null,
};

export const collected: Transaction = {
  ...completed(collection, '23847561092'),
  ...balance(balanceBefore + collection.netAmount),
};

export const notCollected = failed(collection, 'customer_refused');

const afterCollection = balanceBefore + collection.netAmount;
const sentMoney = moneyOf('send_money_external', ugx(50_000));

/** 50,000 shillings for somebody who has no wallet here. */
export const payment: Transaction = {
  ...collection,
  transactionId: 43,
  type: 'payment_sent',
  direction: 'out',
  ...sentMoney,
  senderPaysFee: true,
  description: 'Order 1',
  counterpartyPhone: '256700000001',
  counterpartyName: 'Okello David',
  provider: 'Airtel',
  externalReference: '0c2f6f1e9b8d4d27a1f35e7c9b0a4d18',
  ...balance(afterCollection - sentMoney.amount),
};

export const paid = completed(payment, '98127364455');

export const notPaid = failed(payment, 'recipient_not_found');

/** 50,000 shillings that another wallet of this service sent. */
export const received: Transaction = {
  ...collection,
  transactionId: 45,
  type: 'payment_received',
  route: 'internal',
  status: 'completed',
  ...moneyOf('send_money_internal', ugx(50_000)),
  description: 'Supplies for March',
  counterpartyPhone: '256772000001',
  counterpartyName: 'Corner Shop',
  counterpartyWalletId: 2,
  provider: null,
  externalReference: null,
  apiKeyId: null,
  apiTriggered: false,
  ...balance(afterCollection + 50_000n),
  completedAtMs: acceptedAtMs,
};

/** A payment of a batch, to another wallet of this service. */
function batchPayment(item: number, amount: Ugx, before: bigint): Transaction {
  const money = moneyOf('send_money_internal', amount);
  return {
    ...payment,
    ...money,
    // The recipient's transaction takes the number between two payments.
    transactionId: 46 + 2 * item,
    route: 'internal',
    status: 'completed',
    description: 'Share of invoice 2041',
    counterpartyPhone: `25677000000${item}`,
    counterpartyName: item === 1 ? 'Apio Grace' : 'Kato Hardware',
    counterpartyWalletId: 2 + item,
    provider: 'MTN',
    externalReference: null,
    details: { batch_id: 48, batch_item: item, batch_items: 2, client_reference: `share-${item}` },
    completedAtMs: acceptedAtMs,
    ...balance(before - money.amount),
  };
}

/** A batch of two payments. */
export const batched: readonly Transaction[] = [
  batchPayment(1, ugx(50_000), afterCollection),
  batchPayment(2, ugx(35_000), afterCollection - 50_000n),
];

const withdrawnMoney = moneyOf('withdrawal', ugx(100_000));

export const withdrawal: Transaction = {
  ...payment,
  transactionId: 44,
  type: 'withdrawal',
  ...withdrawnMoney,
  description: 'Takings of the week',
  counterpartyPhone: '256770000001',
  counterpartyName: 'Apio Grace',
  provider: 'MTN',
  externalReference: 'b7f0c9f4-52ce-4b0e-8f64-2f3d1a9c7e55',
  ...balance(afterCollection - withdrawnMoney.amount),
};

export const withdrawn = completed(withdrawal, '23847561307');

export const notWithdrawn = failed(withdrawal, 'recipient_limit_reached');

/** The collection given back to its customer, whole. */
export const refund: Transaction = {
  ...collection,
  transactionId: 46,
  type: 'refund',
  direction: 'out',
  amount: collection.amount,
  feeAmount: zeroUgx,
  netAmount: collection.amount,
  senderPaysFee: true,
  externalReference: 'd2a4b1a0-9c55-4f0e-8f5d-3e6a7b8c9d10',
  details: { refunds: collection.transactionId },
  ...balance(afterCollection - collection.amount),
};

/** 1,000,000 test shillings that a program put in its wallet. */
export const deposit: Transaction = {
  ...received,
  transactionId: 47,
  type: 'deposit',
  route: 'house',
  amount: ugx(1_000_000),
  netAmount: ugx(1_000_000),
  description: 'Test money',
  counterpartyPhone: null,
  counterpartyName: null,
  counterpartyWalletId: null,
  apiKeyId: 1,
  apiTriggered: true,
  details: null,
  ...balance(afterCollection + 1_000_000n),
};

import { apiVersion } from '../events/feed.ts';
import type { EventName } from '../ledger/event-names.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { transactionObject } from '../ledger/transaction-object.ts';
import { ugx, zeroUgx } from '../money/ugx.ts';
import { failureOf } from '../settlement/failure-sentences.ts';
import { eventBody } from '../webhooks/event-body.ts';

/** A delivery's body as parsed. */
export interface ExampleEvent {
  readonly id: string;
  readonly type: EventName;
  readonly created: number;
  readonly data: Record<string, unknown>;
  readonly api_version: string;
}

/** One realistic event of each name, made by the code that makes the real ones, so that its shape is always theirs. */
export function exampleEvent(name: EventName): ExampleEvent {
  const { eventNo, transaction } = moments[name];
  const atMs = transaction.completedAtMs ?? transaction.failedAtMs ?? transaction.createdAtMs;
  return JSON.parse(
    eventBody(
      {
        transactionId: transaction.transactionId,
        eventNo,
        type: name,
        createdSeconds: Math.floor(atMs / 1000),
        snapshot: JSON.stringify(transactionObject(transaction)),
      },
      apiVersion,
    ),
  );
}

const acceptedAtMs = Date.parse('2026-11-21T14:06:10.822Z');
const endedAtMs = Date.parse('2026-11-21T14:06:31.407Z');

/** 50,000 shillings asked of a customer, through an operator, with everything that only some transactions have left out. */
const collection: Transaction = {
  walletId: 1,
  transactionId: 42,
  mode: 'test',
  type: 'collection',
  direction: 'in',
  route: 'external',
  status: 'processing',
  amount: ugx(50_000),
  feeAmount: ugx(2_500),
  netAmount: ugx(47_500),
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

const collected: Transaction = {
  ...collection,
  status: 'completed',
  operatorReceipt: '23847561092',
  balanceAfter: ugx(1_047_500),
  completedAtMs: endedAtMs,
};

const notCollected: Transaction = {
  ...collection,
  status: 'failed',
  failure: failureOf('settlement', 'customer_refused'),
  failedAtMs: endedAtMs,
};

/** 50,000 shillings for somebody who has no wallet here. */
const payment: Transaction = {
  ...collection,
  transactionId: 43,
  type: 'payment_sent',
  direction: 'out',
  amount: ugx(53_000),
  feeAmount: ugx(3_000),
  netAmount: ugx(50_000),
  senderPaysFee: true,
  description: 'Order 1',
  counterpartyPhone: '256700000001',
  counterpartyName: 'Okello David',
  provider: 'Airtel',
  externalReference: '0c2f6f1e9b8d4d27a1f35e7c9b0a4d18',
  balanceAfter: ugx(994_500),
};

const paid: Transaction = {
  ...payment,
  status: 'completed',
  operatorReceipt: '98127364455',
  completedAtMs: endedAtMs,
};

const notPaid: Transaction = {
  ...payment,
  status: 'failed',
  balanceAfter: ugx(1_047_500),
  failure: failureOf('settlement', 'recipient_not_found'),
  failedAtMs: endedAtMs,
};

/** 50,000 shillings that another wallet of this service sent. */
const received: Transaction = {
  ...collection,
  transactionId: 45,
  type: 'payment_received',
  route: 'internal',
  status: 'completed',
  feeAmount: zeroUgx,
  netAmount: ugx(50_000),
  description: 'Supplies for March',
  counterpartyPhone: '256772000001',
  counterpartyName: 'Corner Shop',
  counterpartyWalletId: 2,
  provider: null,
  externalReference: null,
  apiKeyId: null,
  apiTriggered: false,
  balanceAfter: ugx(1_097_500),
  completedAtMs: acceptedAtMs,
};

const withdrawal: Transaction = {
  ...payment,
  transactionId: 44,
  type: 'withdrawal',
  amount: ugx(103_500),
  feeAmount: ugx(3_500),
  netAmount: ugx(100_000),
  description: 'Takings of the week',
  counterpartyPhone: '256770000001',
  counterpartyName: 'Apio Grace',
  provider: 'MTN',
  externalReference: 'b7f0c9f4-52ce-4b0e-8f64-2f3d1a9c7e55',
  balanceAfter: ugx(944_000),
};

const withdrawn: Transaction = {
  ...withdrawal,
  status: 'completed',
  operatorReceipt: '23847561307',
  completedAtMs: endedAtMs,
};

const notWithdrawn: Transaction = {
  ...withdrawal,
  status: 'failed',
  balanceAfter: ugx(1_047_500),
  failure: failureOf('settlement', 'recipient_limit_reached'),
  failedAtMs: endedAtMs,
};

/** Each name with a transaction that emits it and the event's number within that transaction. */
const moments: Record<EventName, { readonly eventNo: number; readonly transaction: Transaction }> = {
  'transaction.created': { eventNo: 1, transaction: collection },
  'transaction.completed': { eventNo: 2, transaction: collected },
  'transaction.failed': { eventNo: 2, transaction: notCollected },
  'transaction.pending': { eventNo: 3, transaction: { ...withdrawal, status: 'pending', externalReference: null } },
  'wallet.credited': { eventNo: 2, transaction: received },
  'wallet.debited': { eventNo: 2, transaction: payment },
  'deposit.completed': { eventNo: 3, transaction: collected },
  'deposit.failed': { eventNo: 3, transaction: notCollected },
  'withdrawal.completed': { eventNo: 4, transaction: withdrawn },
  'withdrawal.failed': { eventNo: 4, transaction: notWithdrawn },
  'send_money.completed': { eventNo: 4, transaction: paid },
  'send_money.failed': { eventNo: 4, transaction: notPaid },
};

import { apiVersion } from '../events/feed.ts';
import type { EventName } from '../ledger/event-names.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { transactionObject } from '../ledger/transaction-object.ts';
import { eventBody } from '../webhooks/event-body.ts';
import {
  collected,
  collection,
  notCollected,
  notPaid,
  notWithdrawn,
  paid,
  payment,
  received,
  withdrawal,
  withdrawn,
} from './openapi-example-transactions.ts';

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

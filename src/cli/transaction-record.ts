import type { Transaction } from '../ledger/transaction.ts';
import { type TransactionObject, transactionObject } from '../ledger/transaction-object.ts';
import type { OutputRecord, RecordValue } from './record.ts';

/** A transaction in the form of the API, with its wallet, maker and approver. */
export function transactionRecord(transaction: Transaction): OutputRecord {
  const object: TransactionObject = transactionObject(transaction);
  return {
    ...object,
    sender_pays_fee: object.sender_pays_fee ?? null,
    amount: transaction.amount,
    fee_amount: transaction.feeAmount,
    net_amount: transaction.netAmount,
    balance_after: transaction.balanceAfter,
    metadata: plainRecord({ ...object.metadata, ...transaction.details }),
    wallet_id: transaction.walletId,
  };
}

/** What JSON can hold, as it came from there. */
export function plainRecord(object: Readonly<Record<string, unknown>>): OutputRecord {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): RecordValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return JSON.stringify(value) ?? null;
}

import type { Caller } from '../access/caller.ts';
import type { Records } from '../history/records.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isoTime, isoTimeOrNull } from '../ledger/transaction-object.ts';
import { ugxToJson } from '../money/ugx.ts';
import { Refusal } from '../refusal.ts';
import { shownClientData } from './client-data.ts';
import { findTransaction } from './history.ts';

/** The top-level body of the contract's collection status. @throws Refusal when the wallet has no such collection. */
export async function collectionStatus(records: Records, caller: Caller, transactionId: number): Promise<object> {
  const transaction = await findTransaction(records, caller.walletId, transactionId);
  if (transaction?.type !== 'collection') {
    throw new Refusal('not_found', 'This wallet has no collection with that transaction id; check the id.');
  }
  return collectionStatusObject(transaction);
}

/** A collection as the contract's status shows it; amounts in shillings. */
export function collectionStatusObject(transaction: Transaction): object {
  const completed = transaction.status === 'completed';
  return {
    success: true,
    transaction_id: transaction.transactionId,
    reference: referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
    status: transaction.status,
    amount_requested: ugxToJson(transaction.amount),
    collection_fee: ugxToJson(transaction.feeAmount),
    net_amount_received: completed ? ugxToJson(transaction.netAmount) : null,
    failure_reason: transaction.failure?.reason ?? null,
    external_reference: transaction.externalReference,
    customer_phone: transaction.counterpartyPhone,
    customer_name: transaction.counterpartyName,
    created_at: isoTime(transaction.createdAtMs),
    completed_at: isoTimeOrNull(transaction.completedAtMs),
    failed_at: isoTimeOrNull(transaction.failedAtMs),
    ...shownClientData(transaction),
  };
}

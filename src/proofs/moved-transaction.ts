import { lastMovedEvent, type Records } from '../history/records.ts';
import { type TransactionRow, transactionFromRow } from '../ledger/rows/transaction.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { TransactionRecord } from './format/records.ts';
import { readAllTransactions } from './moved-records.ts';
import { latestTransactionLeaf, transactionLeaf } from './record-leaves.ts';
import { readStoredLeaves } from './stored-proofs.ts';

/** A row of the history store is missing, or not as it was proven. */
export class NotAsProven extends Error {
  override readonly name = 'NotAsProven';

  constructor(transactionId: number) {
    super(`transaction ${transactionId} is not in the history store as it was proven; run nsimbi audit`);
  }
}

/**
 * A transaction that has moved to the history store, for a decision about money: it counts as it was proven, whoever can write to that
 * store.
 * @returns null where it has not moved, or the wallet has no such transaction.
 * @throws HistoryUnavailable, NotAsProven
 */
export async function readMovedTransaction(
  records: Records,
  walletId: number,
  transactionId: number,
): Promise<Transaction | null> {
  if (transactionId >= (await records.boundary()).movedBelow) return null;
  if ((await lastMovedEvent(records, walletId)) === 0) return null;
  const [record] = await readAllTransactions(records, [{ walletId, transactionId }]);
  const stored = await readStoredLeaves(records, [transactionId]);
  const proven = latestTransactionLeaf(stored.filter((one) => one.walletId === walletId));
  if (record === undefined && proven === null) return null;
  if (record === undefined || proven === null || !transactionLeaf(proven.secret, record).equals(proven.leaf)) {
    throw new NotAsProven(transactionId);
  }
  return transactionFromRow(rowOf(record));
}

/** The record that was compared with its proof, in the form of a row. */
function rowOf(record: TransactionRecord): TransactionRow {
  // A record has the columns of a row, as texts; what is proven cannot have another value than those that a row can have.
  const columns = record as unknown as Omit<TransactionRow, 'details'>;
  return {
    ...columns,
    details: record.details === null ? null : JSON.parse(record.details),
    created_at_ms: record.created_at.getTime(),
    completed_at_ms: record.completed_at?.getTime() ?? null,
    failed_at_ms: record.failed_at?.getTime() ?? null,
  };
}

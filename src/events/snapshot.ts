import { type TransactionRow, transactionColumns, transactionFromRow } from '../ledger/rows/transaction.ts';
import { transactionObject } from '../ledger/transaction-object.ts';

/** What a row of `event` knows of the transaction that it tells of: a copy, or where there is none, the transaction. */
export interface SnapshotRow {
  snapshot: string | null;
  shown_transaction: TransactionRow | null;
}

/**
 * The columns of a SnapshotRow, of `event` or what is called so in a statement, which must have the columns wallet_id,
 * transaction_id and snapshot. A transaction that was completed when it was opened is not copied into its event, because the
 * database lets it not change any more (migrations/0015-final-when-opened.sql).
 */
export const snapshotColumns = `
  event.snapshot,
  CASE WHEN event.snapshot IS NULL THEN (
    SELECT to_json(shown) FROM (
      SELECT ${transactionColumns} FROM transaction
       WHERE transaction.wallet_id = event.wallet_id AND transaction.transaction_id = event.transaction_id) AS shown)
  END AS shown_transaction`;

/**
 * The transaction object of an event's moment, as JSON.stringify writes it: the same text whenever it is asked.
 * @throws SnapshotMissing when the event has no copy of its transaction, and the transaction is not in the database.
 */
export function snapshotOf(row: SnapshotRow): string {
  const snapshot = findSnapshot(row);
  if (snapshot === null) throw new SnapshotMissing();
  return snapshot;
}

/** As snapshotOf; null when neither the transaction nor a copy of it is in the database. */
export function findSnapshot({ snapshot, shown_transaction: transaction }: SnapshotRow): string | null {
  if (snapshot !== null || transaction === null) return snapshot;
  return JSON.stringify(transactionObject(transactionFromRow(transaction)));
}

/** The books are damaged: a partition was detached, or rows were lost. The audit reports it too. */
export class SnapshotMissing extends Error {
  override readonly name = 'SnapshotMissing';

  constructor() {
    super('the transaction of an event is not in the database');
  }
}

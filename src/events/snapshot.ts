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

/** The transaction object of an event's moment, as JSON.stringify writes it: the same text whenever it is asked. */
export function snapshotOf(row: SnapshotRow): string {
  if (row.snapshot !== null) return row.snapshot;
  if (row.shown_transaction === null) throw new Error('an event has its transaction or a copy of it');
  return JSON.stringify(transactionObject(transactionFromRow(row.shown_transaction)));
}

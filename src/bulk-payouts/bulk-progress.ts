import type { TransactionStatus } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';

/** The progress of a bulk payout: its rows by their state. */
export interface BulkProgress {
  /** Not sent yet. */
  readonly waiting: number;
  /** Sent and not final; or waiting for an approval of its own because the client's threshold fell. */
  readonly processing: number;
  readonly completed: number;
  /** Sent and failed, or never sent because it was refused. */
  readonly failed: number;
  readonly cancelled: number;
}

export async function readProgress(db: Queryable, walletId: number, bulkPayoutId: number): Promise<BulkProgress> {
  const { rows } = await db.query<{ end: BulkRowEnd; count: string }>(
    `SELECT ${rowEnd} AS "end", count(*) FROM ${rowsWithTransactions} GROUP BY 1`,
    [walletId, bulkPayoutId],
  );
  const counts = { waiting: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { end, count } of rows) counts[end] = Number(count);
  return counts;
}

export type BulkRowEnd = keyof BulkProgress;

/** A row with its state. Amounts in shillings. */
export interface BulkRowState {
  readonly row: number;
  readonly line: number;
  readonly phone: string;
  readonly amount: number;
  /** As it was charged, or as it was announced before. */
  readonly fee: number;
  /** The recipient's name in the file; null where it has none. */
  readonly name: string | null;
  /** The recipient's name as the payment recorded it, from the wallet here or the operator; null before, where none is known, and where the
   * payment has moved to the history store. */
  readonly registeredName: string | null;
  readonly description: string | null;
  readonly clientReference: string | null;
  readonly status: BulkRowEnd;
  readonly transactionId: number | null;
  readonly transactionStatus: TransactionStatus | null;
  readonly transactionCreatedAt: Date | null;
  readonly code: string | null;
  readonly reason: string | null;
}

/** Rows in the order of the file, behind `after`. */
export async function listRows(
  db: Queryable,
  walletId: number,
  bulkPayoutId: number,
  asked: { readonly after: number; readonly limit: number; readonly status?: BulkRowEnd | undefined },
): Promise<BulkRowState[]> {
  const { rows } = await db.query<{
    row_no: number;
    line: number;
    phone: string;
    amount: string;
    fee: string;
    recipient_name: string | null;
    counterparty_name: string | null;
    description: string | null;
    client_reference: string | null;
    end: BulkRowEnd;
    transaction_id: string | null;
    transaction_status: TransactionStatus | null;
    transaction_created_at: Date | null;
    code: string | null;
    reason: string | null;
  }>(
    `SELECT r.row_no, r.line, r.phone, r.amount, coalesce(t.fee_amount, (r.moved->>'fee_amount')::bigint, r.fee) AS fee,
            r.recipient_name, t.counterparty_name, r.description,
            r.client_reference, ${rowEnd} AS "end",
            r.transaction_id, ${paymentStatus} AS transaction_status,
            coalesce(t.created_at, (r.moved->>'created_at')::timestamptz) AS transaction_created_at,
            coalesce(t.failure_code, r.moved->>'failure_code', r.code) AS code,
            coalesce(t.failure_reason, r.moved->>'failure_reason', r.reason) AS reason
       FROM ${rowsWithTransactions} AND r.row_no > $3 AND ($4::text IS NULL OR ${rowEnd} = $4)
      ORDER BY r.row_no LIMIT $5`,
    [walletId, bulkPayoutId, asked.after, asked.status ?? null, asked.limit],
  );
  return rows.map((row) => ({
    row: row.row_no,
    line: row.line,
    phone: row.phone,
    amount: Number(row.amount),
    fee: Number(row.fee),
    name: row.recipient_name,
    registeredName: row.counterparty_name,
    description: row.description,
    clientReference: row.client_reference,
    status: row.end,
    transactionId: row.transaction_id === null ? null : Number(row.transaction_id),
    transactionStatus: row.transaction_status,
    transactionCreatedAt: row.transaction_created_at,
    code: row.code,
    reason: row.reason,
  }));
}

/** The rows of a bulk payout with their payments, where these are here: $1 is its wallet, $2 its number. */
export const rowsWithTransactions = `
  bulk_payout_row r LEFT JOIN transaction t ON t.wallet_id = $1 AND t.transaction_id = r.transaction_id
 WHERE r.bulk_payout_id = $2`;

/** Of the payment of a row, or as it ended where it has moved to the history store. */
const paymentStatus = `coalesce(t.status, r.moved->>'status')`;

/** The state of a row of `rowsWithTransactions`. */
export const rowEnd = `
  CASE WHEN r.status = 'waiting' THEN 'waiting' WHEN r.status = 'cancelled' THEN 'cancelled'
       WHEN r.status = 'refused' OR ${paymentStatus} = 'failed' THEN 'failed' WHEN ${paymentStatus} = 'completed' THEN 'completed'
       ELSE 'processing' END`;

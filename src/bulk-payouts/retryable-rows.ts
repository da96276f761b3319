import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import type { BulkFileRow } from './bulk-file.ts';
import type { BulkPayout, BulkStatus } from './bulk-payout.ts';
import { rowEnd, rowsWithTransactions } from './bulk-progress.ts';

/** The failed rows of a bulk payout that no retry has. */
export interface RetryableRows {
  /** In the order of the file. */
  readonly rows: readonly BulkFileRow[];
  /** How many others wait for a person: their operator may have paid them after all. */
  readonly inReview: number;
}

/**
 * Reads which rows a retry would send again: those that failed, that are in no retry, or only in one that was cancelled, rejected or expired
 * before it sent them, and of which no payment, of this bulk payout or of one that it retries, can have been made all the same.
 */
export async function readRetryableRows(
  db: Queryable,
  { walletId, bulkPayoutId }: Pick<BulkPayout, 'walletId' | 'bulkPayoutId'>,
): Promise<RetryableRows> {
  const { rows } = await db.query<{
    line: number;
    phone: string;
    amount: string;
    recipient_name: string | null;
    description: string | null;
    client_reference: string | null;
    may_be_paid: boolean;
  }>(
    `WITH RECURSIVE attempts (bulk_payout_id) AS (
       SELECT $2::bigint
        UNION
       SELECT retry_of FROM bulk_payout JOIN attempts USING (bulk_payout_id) WHERE retry_of IS NOT NULL)
     SELECT r.line, r.phone, r.amount, r.recipient_name, r.description, r.client_reference,
            r.line IN (SELECT line FROM attempts JOIN bulk_payout_row attempt USING (bulk_payout_id)
                        WHERE ${mayHaveBeenPaid('attempt.transaction_id')}) AS may_be_paid
       FROM ${rowsWithTransactions} AND ${rowEnd} = 'failed'
        AND NOT EXISTS (SELECT FROM bulk_payout retry JOIN bulk_payout_row again USING (bulk_payout_id)
                         WHERE retry.retry_of = r.bulk_payout_id AND again.line = r.line AND again.status <> 'cancelled')
      ORDER BY r.row_no`,
    [walletId, bulkPayoutId],
  );
  const retryable = rows.filter((row) => !row.may_be_paid);
  return {
    inReview: rows.length - retryable.length,
    rows: retryable.map((row) => ({
      line: row.line,
      phone: row.phone,
      amount: Number(row.amount),
      name: row.recipient_name,
      description: row.description,
      clientReference: row.client_reference,
    })),
  };
}

/**
 * SQL: whether a payment that failed here may have been made all the same. A person decides it while its review case is open. Resolved
 * cases say that it was made unless it was returned or did not happen; a dismissed one, unless the operator never reported it as made. Where a
 * callback came about a payment that has moved, its operator is queried first, however long the history store is away.
 */
function mayHaveBeenPaid(transactionId: string): string {
  return `(EXISTS (
    SELECT FROM review_case
     WHERE review_case.transaction_id = ${transactionId}
       AND (resolved_at IS NULL
            OR resolution NOT IN ('returned', 'failed', 'dismissed')
            OR resolution = 'dismissed' AND kind NOT IN ('truth_deadline', 'worker_gave_up', 'cannot_be_asked', 'missing_there')))
    OR EXISTS (
    SELECT FROM submission
     WHERE submission.transaction_id = ${transactionId} AND submission.direction IS NULL AND submission.hints > 0))`;
}

/**
 * Refuses to send a row of a retry when an earlier payment of it is no longer known to have failed: what was reported since the retry was
 * created counts too.
 * @throws Refusal `not_pending`
 */
export async function refusePaidAfterAll(
  db: Queryable,
  row: { readonly walletId: number; readonly bulkPayoutId: number; readonly line: number },
): Promise<void> {
  const { rows } = await db.query<{ transaction_id: string }>(
    `WITH RECURSIVE earlier (bulk_payout_id) AS (
       SELECT retry_of FROM bulk_payout WHERE bulk_payout_id = $2
        UNION
       SELECT retry_of FROM bulk_payout JOIN earlier USING (bulk_payout_id) WHERE retry_of IS NOT NULL)
     SELECT r.transaction_id
       FROM earlier JOIN bulk_payout_row r USING (bulk_payout_id)
       LEFT JOIN transaction t ON t.wallet_id = $1 AND t.transaction_id = r.transaction_id
      WHERE r.line = $3 AND r.transaction_id IS NOT NULL
        AND (coalesce(t.status, r.moved->>'status', '') <> 'failed' OR ${mayHaveBeenPaid('r.transaction_id')})
      LIMIT 1`,
    [row.walletId, row.bulkPayoutId, row.line],
  );
  const [paid] = rows;
  if (paid === undefined) return;
  throw new Refusal(
    'not_pending',
    `Not sent: the operator may have made the earlier payment of this row, transaction ${paid.transaction_id}, after all.`,
  );
}

/** A retry of a bulk payout. */
export interface BulkRetry {
  readonly bulkPayoutId: number;
  readonly status: BulkStatus;
}

/** The newest retries of a bulk payout, at most 20, newest first; also those that were cancelled, rejected or expired. */
export async function readRetries(db: Queryable, walletId: number, bulkPayoutId: number): Promise<BulkRetry[]> {
  const { rows } = await db.query<{ bulk_payout_id: string; status: BulkStatus }>(
    `SELECT bulk_payout_id, status FROM bulk_payout
      WHERE retry_of = $1 AND wallet_id = $2 ORDER BY bulk_payout_id DESC LIMIT 20`,
    [bulkPayoutId, walletId],
  );
  return rows.map((row) => ({ bulkPayoutId: Number(row.bulk_payout_id), status: row.status }));
}

import type { Records } from '../history/records.ts';
import { readMovingTransaction } from '../ledger/rows/transaction.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { readMovedTransaction } from '../proofs/moved-transaction.ts';
import { directionOf } from './money-calls.ts';
import type { SubmissionState } from './next-step.ts';
import type { Submission } from './submissions.ts';

/** A payment as its operator names it. */
export interface NamedPayment {
  readonly operatorAccountId: number;
  readonly reference: string;
}

/**
 * Adds a query of a final transaction, or makes the one that is planned due no later than `dueAt`. Of a transaction that has moved to the
 * history store it reads nothing there, so that no callback is lost while that is away.
 */
export async function addRecheck(
  db: Queryable,
  { operatorAccountId, reference }: NamedPayment,
  dueAt: Date,
): Promise<void> {
  await db.query({
    name: 'submission_add_recheck',
    text: `
      INSERT INTO submission (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
                              created_at, sends, call_ended_at, recheck, hints, due_at)
      SELECT r.transaction_id, r.wallet_id, account.mode, account.operator, r.operator_account_id,
             CASE WHEN t.type IN ('collection', 'refund') THEN t.type WHEN t.type IS NOT NULL THEN 'payout' END,
             r.reference, trusted_now(), 1, trusted_now(), true, 1, $3
        FROM operator_reference r
        JOIN operator_account account ON account.operator_account_id = r.operator_account_id
        LEFT JOIN transaction t ON t.wallet_id = r.wallet_id AND t.transaction_id = r.transaction_id
       WHERE r.operator_account_id = $1 AND r.reference = $2
         AND (t.status IN ('completed', 'failed')
              OR t.transaction_id IS NULL AND r.transaction_id < (SELECT moved_below FROM history_boundary))
          ON CONFLICT (transaction_id)
          DO UPDATE SET hints = submission.hints + 1, due_at = least(submission.due_at, excluded.due_at)`,
    values: [operatorAccountId, reference, dueAt],
  });
}

/** A submission with what its row lacks where its transaction has moved. */
export interface PolledSubmission extends Submission {
  readonly direction: SubmissionState['direction'];
  /** The transaction, which never changes, where it is in the history store or is being moved there; else null. */
  readonly moved: Transaction | null;
}

/**
 * Reads the transaction of a submission where it has moved to the history store, or is being moved there.
 * @throws HistoryUnavailable, NotAsProven, and Error where the transaction is in neither place.
 */
export async function withMovedTransaction(
  { db, records }: { readonly db: Queryable; readonly records: Records },
  submission: Submission,
): Promise<PolledSubmission> {
  const { walletId, transactionId, recheck } = submission;
  // Only final transactions move.
  const moved = recheck
    ? ((await readMovedTransaction(records, walletId, transactionId)) ??
      (await readMovingTransaction(db, walletId, transactionId)))
    : null;
  const direction = moved === null ? submission.direction : directionOf(moved);
  if (direction === null) {
    throw new Error(`transaction ${transactionId} of wallet ${walletId} is neither here nor in the history store`);
  }
  return { ...submission, direction, moved };
}

import type { Queryable } from '../postgres/pool.ts';

/** Why a transaction does not end by itself. What contradicts the ledger is opened by the ledger itself. */
export type StuckKind = 'worker_gave_up' | 'details_differ' | 'cannot_be_asked';

/**
 * Asks persons to look at a transaction without a final word, unless they have a case of it already. One that they dismissed
 * comes back with the next truth deadline: dismissing does not end the transaction, and its money is held.
 * @param deadlinesPassed whole truth deadlines since it was sent.
 * @returns whether a case was opened.
 */
export async function openTruthDeadlineCase(
  db: Queryable,
  { walletId, transactionId }: { readonly walletId: number; readonly transactionId: number },
  deadlinesPassed: number,
  found: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, claim, found, opened_at)
     SELECT mode, wallet_id, transaction_id, 'truth_deadline', $3, $4, clock_timestamp()
       FROM transaction
      WHERE wallet_id = $1 AND transaction_id = $2
        AND NOT EXISTS (SELECT FROM review_case WHERE transaction_id = $2 AND resolved_at IS NULL)
         ON CONFLICT ON CONSTRAINT case_once DO NOTHING`,
    [walletId, transactionId, deadlinesPassed > 1 ? `deadline ${deadlinesPassed}` : '', JSON.stringify(found)],
  );
  return rowCount === 1;
}

/**
 * Asks a person to look at a transaction that does not end by itself. A case of the same kind and claim is opened once.
 * @param claim what the operator tells, where another story is another case.
 */
export async function openReviewCase(
  db: Queryable,
  transaction: { readonly walletId: number; readonly transactionId: number },
  kind: StuckKind,
  found: Readonly<Record<string, unknown>>,
  claim = '',
): Promise<void> {
  await db.query(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, claim, found, opened_at)
     SELECT mode, wallet_id, transaction_id, $3, $4, $5, clock_timestamp()
       FROM transaction
      WHERE wallet_id = $1 AND transaction_id = $2
         ON CONFLICT ON CONSTRAINT case_once DO NOTHING`,
    [transaction.walletId, transaction.transactionId, kind, claim, JSON.stringify(found)],
  );
}

import type { Queryable } from '../postgres/pool.ts';

/** Why a transaction does not end by itself. What contradicts the ledger is opened by the ledger itself. */
export type StuckKind = 'truth_deadline' | 'worker_gave_up' | 'details_differ' | 'cannot_be_asked';

/**
 * Opens a review case for a transaction that does not end by itself. A case of the same kind and claim is opened once.
 * @param options.claim what the operator reported, where another report is another case.
 * @param options.unlessCaredFor whether the transaction needs none when it has its end by now, as after a resolution, or a
 *   case of it is open already, of whatever kind.
 * @returns whether it was opened now.
 */
export async function openReviewCase(
  db: Queryable,
  { walletId, transactionId }: { readonly walletId: number; readonly transactionId: number },
  kind: StuckKind,
  found: Readonly<Record<string, unknown>>,
  { claim = '', unlessCaredFor = false }: { readonly claim?: string; readonly unlessCaredFor?: boolean } = {},
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, claim, found, opened_at)
     SELECT mode, wallet_id, transaction_id, $3, $4, $5, clock_timestamp()
       FROM transaction
      WHERE wallet_id = $1 AND transaction_id = $2
        AND NOT ($6 AND (status IN ('completed', 'failed')
                         OR EXISTS (SELECT FROM review_case WHERE transaction_id = $2 AND resolved_at IS NULL)))
         ON CONFLICT ON CONSTRAINT case_once DO NOTHING`,
    [walletId, transactionId, kind, claim, JSON.stringify(found), unlessCaredFor],
  );
  return rowCount === 1;
}

import type { Queryable } from '../postgres/pool.ts';

/**
 * Asks a person to look at a transaction that does not end by itself. A case of the same kind is opened once.
 * What contradicts the ledger is opened by the ledger itself, with its booking.
 */
export async function openReviewCase(
  db: Queryable,
  transaction: { readonly walletId: number; readonly transactionId: number },
  kind: 'truth_deadline' | 'worker_gave_up',
  found: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db.query(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, found, opened_at)
     SELECT mode, wallet_id, transaction_id, $3, $4, clock_timestamp()
       FROM transaction
      WHERE wallet_id = $1 AND transaction_id = $2
         ON CONFLICT ON CONSTRAINT case_once DO NOTHING`,
    [transaction.walletId, transaction.transactionId, kind, JSON.stringify(found)],
  );
}

import type { Queryable } from '../postgres/pool.ts';

/** Idempotency keys are remembered this long; the interface promises at least a day. */
const remembered = '48 hours';
const rowsPerStep = 2_000;

/**
 * Removes a small batch of old idempotency keys. Those of bulk payouts that still run stay, because a row that was begun
 * is sent again with its key when nobody knows how it went. @returns how many; call again while it is a full batch.
 */
export async function forgetOldPromises(db: Queryable): Promise<{ forgotten: number; more: boolean }> {
  const { rowCount } = await db.query(
    // now() and not clock_timestamp(): only a time that stands still within a statement can be looked up in an index.
    `DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM idempotency_key k
        WHERE created_at < now() - interval '${remembered}'
          AND NOT (key LIKE 'bulk %' AND EXISTS (
                SELECT FROM bulk_payout b WHERE b.wallet_id = k.wallet_id AND b.status = 'running'))
        LIMIT $1))`,
    [rowsPerStep],
  );
  const forgotten = rowCount ?? 0;
  return { forgotten, more: forgotten === rowsPerStep };
}

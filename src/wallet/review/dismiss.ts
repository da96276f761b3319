import type { Queryable } from '../../postgres/pool.ts';
import { refusalOf } from '../sentences.ts';

/**
 * Ends a case about a payment that is none of our transactions, and for which nothing is to be booked: it was undone at
 * the operator, say, or booked on the float before. Whoever decides and who confirms are two, as with every case.
 * @throws Refusal `approver_is_maker`, or `case_not_open` when somebody was first or the proposal is gone.
 */
export async function dismissUnknownPayment(
  db: Queryable,
  decision: {
    readonly reviewCaseId: number;
    readonly reason: string;
    readonly maker: string;
    readonly approver: string;
    /** Where it confirms a proposal: when that was made, in milliseconds. */
    readonly proposedAtMs?: number;
  },
): Promise<void> {
  const { reviewCaseId, reason, maker, approver, proposedAtMs } = decision;
  if (approver === maker) throw refusalOf({ code: 'approver_is_maker' });
  const { rowCount } = await db.query(
    `UPDATE review_case SET resolved_at = clock_timestamp(), resolution = 'dismissed', resolution_reason = $2,
            resolved_by = $3, confirmed_by = $4
      WHERE review_case_id = $1 AND transaction_id IS NULL AND resolved_at IS NULL`,
    [reviewCaseId, reason, maker, approver],
  );
  if (rowCount !== 1) throw refusalOf({ code: 'case_not_open' });
  // The row of the case is locked from here on: no proposal of it is withdrawn any more.
  const { rows } = await db.query<{ at_ms: string }>(
    `DELETE FROM resolution_proposal WHERE review_case_id = $1
     RETURNING round(extract(epoch FROM proposed_at) * 1000)::bigint AS at_ms`,
    [reviewCaseId],
  );
  if (proposedAtMs !== undefined && Number(rows[0]?.at_ms) !== proposedAtMs) {
    throw refusalOf({ code: 'proposal_gone' });
  }
}

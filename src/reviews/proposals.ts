import type { Resolution } from '../ledger/rows/review-case.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';

/** How one person would end a review case; another one confirms it. */
export interface ResolutionProposal {
  readonly reviewCaseId: number;
  readonly resolution: Resolution;
  readonly reason: string;
  /** Who gets or pays for a payment that is none of our transactions; else null. */
  readonly clientId: number | null;
  readonly by: string;
  readonly atMs: number;
}

/** Proposals by the number of their case, of cases that are open still. */
export async function findProposals(
  db: Queryable,
  reviewCaseIds: readonly number[],
): Promise<ReadonlyMap<number, ResolutionProposal>> {
  const { rows } = await db.query<{
    review_case_id: string;
    resolution: Resolution;
    reason: string;
    client_id: string | null;
    proposed_by: string;
    at_ms: string;
  }>(
    `SELECT review_case_id, proposal.resolution, reason, client_id, proposed_by,
            round(extract(epoch FROM proposed_at) * 1000)::bigint AS at_ms
       FROM resolution_proposal AS proposal JOIN review_case USING (review_case_id)
      WHERE review_case_id = ANY ($1::bigint[]) AND resolved_at IS NULL`,
    [reviewCaseIds],
  );
  return new Map(
    rows.map((row) => {
      const reviewCaseId = Number(row.review_case_id);
      const { resolution, reason, proposed_by: by } = row;
      const clientId = row.client_id === null ? null : Number(row.client_id);
      return [reviewCaseId, { reviewCaseId, resolution, reason, clientId, by, atMs: Number(row.at_ms) }];
    }),
  );
}

/** Proposes an end. @throws Refusal `case_not_open` when a proposal waits already. */
export async function proposeResolution(
  db: Queryable,
  { reviewCaseId, resolution, reason, clientId, by }: Omit<ResolutionProposal, 'atMs'>,
): Promise<void> {
  const { rowCount } = await db.query(
    `INSERT INTO resolution_proposal (review_case_id, resolution, reason, client_id, proposed_by)
     VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING`,
    [reviewCaseId, resolution, reason, clientId, by],
  );
  if (rowCount !== 1) {
    throw new Refusal('case_not_open', 'A resolution is already proposed; confirm it, or withdraw it first.');
  }
}

/**
 * Locks a case until the database transaction ends. The ledger holds this lock while it ends a case. What it did is seen by a statement
 * after the lock.
 */
export async function lockCase(db: Queryable, reviewCaseId: number): Promise<void> {
  await db.query('SELECT FROM review_case WHERE review_case_id = $1 FOR NO KEY UPDATE', [reviewCaseId]);
}

/**
 * Withdraws the proposal of an open case, unless a person is confirming it: only one of the two succeeds.
 * @returns what was proposed; null when nothing is.
 */
export async function withdrawProposal(
  db: Queryable,
  reviewCaseId: number,
): Promise<Pick<ResolutionProposal, 'resolution' | 'reason' | 'by'> | null> {
  await lockCase(db, reviewCaseId);
  const { rows } = await db.query<{ resolution: Resolution; reason: string; by: string }>(
    `DELETE FROM resolution_proposal USING review_case
      WHERE resolution_proposal.review_case_id = $1 AND review_case.review_case_id = $1 AND resolved_at IS NULL
     RETURNING resolution_proposal.resolution, reason, proposed_by AS by`,
    [reviewCaseId],
  );
  return rows[0] ?? null;
}

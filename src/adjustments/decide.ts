import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { type Approved, type Proposed, takeApproval } from '../access/first-approvals.ts';
import type { SecondPersonSettings } from '../access/second-person.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import { refusalOf } from '../wallet/sentences.ts';
import { findProposal } from './find-proposals.ts';
import {
  type AdjustmentDecision,
  type AdjustmentProposal,
  bookingReferenceOf,
  digestOf,
  shownProposal,
} from './proposal.ts';

/** What a person decided after reading a proposal. */
export interface Decision {
  readonly proposalId: number;
  readonly decision: 'approved' | 'rejected';
  readonly actor: Actor;
  /** What the person saw. */
  readonly digest: string;
  readonly comment: string | null;
  readonly settings: SecondPersonSettings;
}

/** What an adjustment is approved as. Pure. */
export function approvedAs(proposal: AdjustmentProposal): Proposed {
  const { proposalId: id, mode, proposedBy } = proposal;
  return { id, digest: digestOf(proposal), mode, proposedBy };
}

/**
 * Stores a decision, or the first of two approvals; it books nothing yet. The same decision of the same person again changes nothing.
 * The maker may reject, which withdraws the proposal, and may approve test money only.
 * @throws Refusal `not_found`, `approver_is_maker`, `second_person_required`, `not_pending` or `external_reference_used`.
 */
export async function decideAdjustment(pool: pg.Pool, decision: Decision): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    await lockDecision(db, decision.proposalId);
    const proposal = await findProposal(db, decision.proposalId);
    if (proposal === null) throw new Refusal('not_found', 'There is no such proposal; reload the list.');
    if (digestOf(proposal) !== decision.digest) {
      throw new Refusal('not_pending', 'This proposal has changed; read it again before you decide.');
    }
    const { name } = decision.actor;
    const approved: Approved | null =
      decision.decision === 'approved'
        ? await takeApproval(db, 'adjustment', approvedAs(proposal), name, decision.settings)
        : null;
    const decidedBy = approved?.is === 'enough' ? approved.approver : name;
    if (proposal.decision !== null) return refuseOtherDecision(proposal.decision, { ...decision, decidedBy });
    if (decision.decision === 'approved') await refuseClaimedReference(db, proposal);
    if (approved?.is === 'first' && !approved.isNew) return;
    if (approved?.is !== 'first') await insertDecision(db, proposal, decision, decidedBy);
    const firstApprover = approved?.is === 'enough' ? approved.firstApprover : null;
    await recordAudit(db, {
      actor: decision.actor,
      action: `adjustment.${approved?.is === 'first' ? 'first_approved' : decision.decision}`,
      subject: `client ${proposal.clientId} ${proposal.mode}`,
      details: {
        adjustment_proposal_id: proposal.proposalId,
        proposed_by: proposal.proposedBy,
        ...(firstApprover === null ? {} : { first_approver: firstApprover }),
        digest: decision.digest,
        ...(decision.comment === null ? {} : { comment: decision.comment }),
      },
      shown: shownProposal(proposal),
    });
  });
}

/** One decision on a proposal at a time, until the database transaction ends. */
async function lockDecision(db: Queryable, proposalId: number): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('nsimbi.adjustment_decision', $1))`, [proposalId]);
}

async function insertDecision(
  db: Queryable,
  { proposalId, mode, proposedBy }: AdjustmentProposal,
  { decision, digest, comment }: Decision,
  decidedBy: string,
): Promise<void> {
  await db.query(
    `INSERT INTO adjustment_decision (adjustment_proposal_id, mode, proposed_by, decision, decided_by, digest, comment)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [proposalId, mode, proposedBy, decision, decidedBy, digest, comment],
  );
}

/**
 * At most one approved proposal may be on its way with a reference: then a transaction that is found under it can only
 * be that proposal's own. The lock makes two approvals wait for each other, and ends with the database transaction.
 */
async function refuseClaimedReference(db: Queryable, proposal: AdjustmentProposal): Promise<void> {
  const reference = bookingReferenceOf(proposal);
  await db.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('nsimbi.adjustment ' || $1 || ' ' || comparable_reference($2), 0))`,
    [proposal.mode, reference],
  );
  const claimed = await db.query<{ transaction_id: string | null }>(
    `SELECT transaction_id FROM adjustment_claim
      WHERE mode = $1 AND reference_key = comparable_reference($2)
        AND NOT EXISTS (SELECT FROM adjustment_decision WHERE adjustment_proposal_id = $3)
     UNION ALL
     SELECT NULL
       FROM adjustment_proposal AS other
       JOIN adjustment_decision USING (adjustment_proposal_id)
       LEFT JOIN adjustment_outcome AS outcome USING (adjustment_proposal_id)
      WHERE other.mode = $1 AND comparable_reference(other.external_reference) = comparable_reference($2)
        AND adjustment_proposal_id <> $3
        AND decision = 'approved' AND outcome.at IS NULL`,
    [proposal.mode, reference, proposal.proposalId],
  );
  const [claim] = claimed.rows;
  if (claim === undefined) return;
  if (claim.transaction_id !== null) {
    throw refusalOf({ code: 'external_reference_used', transactionId: Number(claim.transaction_id) });
  }
  throw new Refusal(
    'external_reference_used',
    'Another proposal with this external reference is being booked; check its result.',
  );
}

/** @throws Refusal `not_pending` unless it is the decision that was made. */
function refuseOtherDecision(
  made: AdjustmentDecision,
  { decision, decidedBy }: Pick<Decision, 'decision'> & { readonly decidedBy: string },
): void {
  if (made.is === decision && made.by === decidedBy) return;
  throw new Refusal('not_pending', `${made.by} has ${made.is} this proposal already.`);
}

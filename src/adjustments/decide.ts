import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { admitApprover, type SecondPersonSettings } from '../access/second-person.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import { refusalOf } from '../wallet/sentences.ts';
import { findProposal } from './find-proposals.ts';
import { type AdjustmentProposal, bookingReferenceOf, digestOf, shownProposal } from './proposal.ts';

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

/**
 * Stores a decision; it books nothing yet. The same decision of the same person again changes nothing.
 * The maker may reject, which withdraws the proposal, and may approve test money only.
 * @throws Refusal `not_found`, `approver_is_maker`, `second_person_required`, `not_pending` or `external_reference_used`.
 */
export async function decideAdjustment(pool: pg.Pool, decision: Decision): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const proposal = await findProposal(db, decision.proposalId);
    if (proposal === null) throw new Refusal('not_found', 'There is no such proposal; reload the list.');
    if (digestOf(proposal) !== decision.digest) {
      throw new Refusal('not_pending', 'This proposal has changed; read it again before you decide.');
    }
    let decidedBy = decision.actor.name;
    if (decision.decision === 'approved') {
      const pair = { mode: proposal.mode, makers: [proposal.proposedBy], approver: decision.actor.name };
      decidedBy = await admitApprover(db, pair, decision.settings);
      await refuseClaimedReference(db, proposal);
    }
    const { rowCount } = await db.query(
      `INSERT INTO adjustment_decision (adjustment_proposal_id, mode, proposed_by, decision, decided_by, digest, comment)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [
        proposal.proposalId,
        proposal.mode,
        proposal.proposedBy,
        decision.decision,
        decidedBy,
        decision.digest,
        decision.comment,
      ],
    );
    if (rowCount !== 1) return await refuseOtherDecision(db, decision, decidedBy);
    await recordAudit(db, {
      actor: decision.actor,
      action: `adjustment.${decision.decision}`,
      subject: `client ${proposal.clientId} ${proposal.mode}`,
      details: {
        adjustment_proposal_id: proposal.proposalId,
        proposed_by: proposal.proposedBy,
        digest: decision.digest,
        ...(decision.comment === null ? {} : { comment: decision.comment }),
      },
      shown: shownProposal(proposal),
    });
  });
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

async function refuseOtherDecision(
  db: Queryable,
  { proposalId, decision }: Decision,
  decidedBy: string,
): Promise<void> {
  const made = (await findProposal(db, proposalId))?.decision ?? null;
  if (made?.is === decision && made.by === decidedBy) return;
  throw new Refusal(
    'not_pending',
    made === null
      ? 'Another person is deciding this proposal now; reload it.'
      : `${made.by} has ${made.is} this proposal already.`,
  );
}

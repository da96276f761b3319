import { createHash } from 'node:crypto';
import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { type Approved, type Proposed, takeApproval } from '../access/first-approvals.ts';
import type { SecondPersonSettings } from '../access/second-person.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { refusalOf } from '../wallet/sentences.ts';
import type { FoundCase } from './cases.ts';
import { findProposals, lockCase, type ResolutionProposal } from './proposals.ts';

/** A person who confirms a proposed resolution. */
interface Confirmation {
  readonly found: FoundCase;
  readonly proposal: ResolutionProposal;
  readonly actor: Actor;
  /** The case and the proposal as they were shown. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly settings: SecondPersonSettings;
}

/** What a proposed resolution is approved as. The same resolution that is proposed again later is another one. Pure. */
export function approvedAs({ mode }: Pick<FoundCase, 'mode'>, proposal: ResolutionProposal): Proposed {
  const { reviewCaseId, resolution, reason, clientId, by, atMs } = proposal;
  const seen = ['resolution 1', reviewCaseId, mode, resolution, reason, clientId, by, atMs];
  const digest = createHash('sha256').update(JSON.stringify(seen)).digest('hex');
  return { id: reviewCaseId, digest, mode, proposedBy: by };
}

/**
 * Decides what the confirmation of a person means, and stores it where another person must confirm as well. It resolves nothing yet.
 * @throws Refusal `proposal_gone` when it was withdrawn meanwhile, `approver_is_maker`, `second_person_required`.
 */
export async function takeConfirmation(
  pool: pg.Pool,
  { found, proposal, actor, shown, settings }: Confirmation,
): Promise<Approved> {
  const { reviewCaseId, resolution, by } = proposal;
  const proposed = approvedAs(found, proposal);
  return await inDatabaseTransaction(pool, async (db) => {
    await lockCase(db, reviewCaseId);
    const still = (await findProposals(db, [reviewCaseId])).get(reviewCaseId);
    if (still === undefined || approvedAs(found, still).digest !== proposed.digest) {
      throw refusalOf({ code: 'proposal_gone' });
    }
    const approved = await takeApproval(db, 'review_resolution', proposed, actor.name, settings);
    if (approved.is === 'first' && approved.isNew) {
      await recordAudit(db, {
        actor,
        action: 'review_case.resolution_first_approved',
        subject: `review case ${reviewCaseId}`,
        details: { resolution, proposed_by: by, digest: proposed.digest },
        shown,
      });
    }
    return approved;
  });
}

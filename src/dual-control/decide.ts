import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { type Proposed, takeApproval } from '../access/first-approvals.ts';
import { findPersonByEmail } from '../access/people/people.ts';
import type { Duty } from '../ledger/housekeeping.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { ChangeServices, MadeBy, Shown } from './change-kind.ts';
import { kindOf } from './kinds.ts';
import { findProposal, findUnbooked, isUnchanged, type Proposal } from './proposals.ts';
import { laterActor, lockChanges, subjectOf } from './request-change.ts';

/** What a person decided after reading a proposal. */
export interface Decision {
  readonly proposalId: number;
  readonly actor: Actor;
  /** What the person saw. */
  readonly digest: string;
}

/** What a proposal is approved as. People and fees, which have no mode, count as live money does. Pure. */
export function approvedAs({ proposalId: id, digest, proposedBy }: Proposal): Proposed {
  return { id, digest, proposedBy, mode: 'live' };
}

/**
 * Approves a proposal and makes its change, both or neither. What it booked, or why not, is found with `findProposal`. Where two must
 * approve, the first approval is stored, and the proposal waits on.
 * @returns what is shown to the approver once; nothing after the first of two approvals.
 * @throws Refusal `not_found`, `not_pending`, `approver_is_maker`, `second_person_required`, or why the change cannot be made.
 */
export async function approveProposal(services: ChangeServices, decision: Decision): Promise<Shown> {
  const { pool, settings } = services;
  const { actor } = decision;
  const approved = await inDatabaseTransaction(pool, async (db) => {
    const waiting = await lockWaiting(db, decision, settings.approvalExpiryMs);
    const { change, proposedBy } = waiting;
    if (change.kind === 'live_mode') {
      await refuseUnfitFounders(db, [proposedBy, actor.name]);
      return { proposal: waiting, made: await makeApproved(services, db, waiting, { actor, isShown: true }) };
    }
    const approval = await takeApproval(db, 'change', approvedAs(waiting), actor.name, settings);
    if (approval.is === 'first') {
      if (approval.isNew) await recordDecision(db, waiting, { action: 'first_approved', by: { actor, isShown: true } });
      return null;
    }
    const by = { actor, isShown: true, firstApprover: approval.firstApprover };
    return { proposal: waiting, made: await makeApproved(services, db, waiting, by) };
  });
  if (approved === null) return {};
  const { proposal, made } = approved;
  const names = { proposedBy: laterActor(proposal.change, proposal.proposedBy), approvedBy: actor, form: null };
  const shown = (await kindOf(proposal.change).follow?.(services, proposal.change, made, names)) ?? made;
  // What is cut off here is booked by the background duty below.
  await bookApproved(services, proposal.proposalId, actor);
  return shown;
}

/**
 * Rejects a proposal, or withdraws one's own: nothing is changed.
 * @throws Refusal `not_found`, `not_pending`.
 */
export async function rejectProposal(
  { pool, settings }: Pick<ChangeServices, 'pool' | 'settings'>,
  { comment, ...decision }: Decision & { readonly comment: string | null },
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const proposal = await lockWaiting(db, decision, settings.approvalExpiryMs);
    await writeDecision(db, proposal, { decision: 'rejected', by: { actor: decision.actor, isShown: true }, comment });
  });
}

/** Who decides on a proposal. */
interface Decider {
  readonly actor: Actor;
  /** Whether a page showed them the change and what it replaces. */
  readonly isShown: boolean;
  /** Who approved it before them, where two must. */
  readonly firstApprover?: string | null;
}

/**
 * Makes a change in the database transaction of its approval.
 * @throws Refusal `not_pending` where something else than what the second person saw would be replaced.
 */
export async function makeApproved(
  { settings }: Pick<ChangeServices, 'settings'>,
  db: pg.PoolClient,
  proposal: Proposal,
  by: Decider,
): Promise<Shown> {
  const { proposalId, change, proposedBy } = proposal;
  const kind = kindOf(change);
  await lockChanges(db, change);
  if (!(await isUnchanged(db, proposalId, await kind.read(db, change, proposedBy)))) {
    throw new Refusal(
      'not_pending',
      'What this would replace has changed since it was proposed; reject it, and propose it again if it is still wanted.',
    );
  }
  await writeDecision(db, proposal, { decision: 'approved', by, comment: null });
  const names: MadeBy = { proposedBy: laterActor(change, proposedBy), approvedBy: by.actor, form: null };
  const made = await kind.make(db, change, names, settings);
  if (kind.book === undefined) await writeOutcome(db, proposalId, { createdClientId: made.clientId ?? null });
  return made;
}

/** A proposal that waits, locked until the database transaction ends. @throws Refusal `not_found`, `not_pending`. */
async function lockWaiting(db: Queryable, { proposalId, digest }: Decision, expiryMs: number): Promise<Proposal> {
  await lockProposal(db, proposalId);
  const proposal = await findProposal(db, proposalId, expiryMs);
  if (proposal === null) throw notFound();
  if (proposal.digest !== digest) {
    throw new Refusal('not_pending', 'This is not the proposal that you read; read it again before you decide.');
  }
  if (proposal.status === 'expired') {
    throw new Refusal('not_pending', 'This proposal has expired; propose it again if it is still wanted.');
  }
  if (proposal.status !== 'waiting') {
    throw new Refusal('not_pending', `${proposal.decision?.by ?? 'Somebody'} has decided on this proposal already.`);
  }
  return proposal;
}

/** One decision on a proposal at a time; the service may not lock a row that it may not change. */
export async function lockProposal(db: Queryable, proposalId: number): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('nsimbi.change_proposal', $1))`, [proposalId]);
}

/**
 * The two who enable live mode are the root of trust: two administrators who can sign in, each with a second factor.
 * @throws Refusal `approver_is_maker`, `second_person_required`.
 */
async function refuseUnfitFounders(db: Queryable, founders: readonly [string, string]): Promise<void> {
  if (founders[0] === founders[1]) throw new Refusal('approver_is_maker', 'Another person must approve this.');
  for (const email of founders) {
    const person = await findPersonByEmail(db, email);
    const isFit =
      person?.platformRole === 'platform_administrator' && person.status === 'active' && person.twoFactorEnabled;
    if (!isFit) {
      throw new Refusal(
        'second_person_required',
        `Two administrators with second factors enable live mode; ${email} is none.`,
      );
    }
  }
}

/** Stores a decision; its digest is of the proposal as it is, which the person has seen. */
export async function writeDecision(
  db: Queryable,
  proposal: Proposal,
  {
    decision,
    by,
    comment,
  }: { readonly decision: 'approved' | 'rejected'; readonly by: Decider; readonly comment: string | null },
): Promise<void> {
  const { proposalId, proposedBy, digest } = proposal;
  await db.query(
    `INSERT INTO change_decision (change_proposal_id, proposed_by, decision, decided_by, decided_at, digest, comment)
     VALUES ($1, $2, $3, $4, trusted_now(), $5, $6)`,
    [proposalId, proposedBy, decision, by.actor.name, digest, comment],
  );
  await recordDecision(db, proposal, { action: decision, by, comment });
}

async function recordDecision(
  db: Queryable,
  { proposalId, change, before, proposedBy, digest }: Proposal,
  {
    action,
    by: { actor, isShown, firstApprover = null },
    comment = null,
  }: {
    readonly action: 'first_approved' | 'approved' | 'rejected';
    readonly by: Decider;
    readonly comment?: string | null;
  },
): Promise<void> {
  await recordAudit(db, {
    actor,
    action: `proposal.${action}`,
    subject: subjectOf(change),
    details: {
      proposal: proposalId,
      proposed_by: proposedBy,
      ...(firstApprover === null ? {} : { first_approver: firstApprover }),
      change,
      before,
      ...(comment === null ? {} : { comment }),
    },
    // Read again in this database transaction, and the same as the page had: the digest says so.
    ...(isShown ? { shown: { change, replaces: before, proposed_by: proposedBy, digest } } : {}),
  });
}

async function writeOutcome(
  db: Queryable,
  proposalId: number,
  {
    transactionId = null,
    refusal = null,
    createdClientId = null,
  }: {
    readonly transactionId?: number | null;
    readonly refusal?: string | null;
    readonly createdClientId?: number | null;
  },
): Promise<void> {
  await db.query(
    `INSERT INTO change_outcome (change_proposal_id, transaction_id, refusal, created_client_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [proposalId, transactionId, refusal, createdClientId],
  );
}

/**
 * Books an approved change of the books, or finds that it is booked. May be called again after any failure: the ledger books
 * a reference once.
 * @param approver who approved it just now; null where it is booked afterwards.
 * @throws Refusal `database_unavailable` or `outcome_unknown`, and then it is still to be booked.
 */
async function bookApproved(
  services: ChangeServices,
  proposalId: number,
  approver: Actor | null = null,
): Promise<void> {
  await inDatabaseTransaction(services.pool, async (db) => {
    // One process at a time, so that a refusal is not written down while another one's booking is under way.
    await lockProposal(db, proposalId);
    const proposal = await findProposal(db, proposalId, services.settings.approvalExpiryMs);
    if (proposal?.status !== 'approved' || proposal.decision === null) return;
    const { change, proposedBy, decision } = proposal;
    const booked = await kindOf(change).book?.(services, change, {
      proposedBy: laterActor(change, proposedBy),
      approvedBy: approver ?? laterActor(change, decision.by),
      form: null,
    });
    if (booked === undefined) return;
    await writeOutcome(
      db,
      proposalId,
      'refusal' in booked ? { refusal: booked.refusal.message } : { transactionId: booked.transactionId },
    );
  });
}

/** Books what was approved and then cut off before it was booked. */
export function bookApprovedChanges(services: ChangeServices): Duty {
  return {
    name: 'book_approved_changes',
    everyMs: 5_000,
    work: async () => {
      let failure: unknown = null;
      for (const proposalId of await findUnbooked(services.pool, 100)) {
        // One that cannot be booked now must not keep the others waiting.
        await bookApproved(services, proposalId).catch((error: unknown) => {
          failure ??= error;
        });
      }
      if (failure !== null) throw failure;
      return { more: false };
    },
  };
}

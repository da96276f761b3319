import type pg from 'pg';
import type { Logger } from 'pino';
import { recordAudit } from '../access/audit-log.ts';
import { type Mail, type Mailer, timeText } from '../access/people/mail.ts';
import type { Duty } from '../ledger/housekeeping.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField, notFound, Refusal } from '../refusal.ts';
import type { Change } from './change.ts';
import type { ChangeServices } from './change-kind.ts';
import { lockProposal, makeApproved, writeDecision } from './decide.ts';
import { kindOf } from './kinds.ts';
import { type BreakGlass, findProposal } from './proposals.ts';
import { laterActor, subjectOf } from './request-change.ts';

/** Hours between the order and the change, in which everybody on the staff can reject it. */
export const breakGlassHours = 24;

/**
 * Orders that a proposal is made without a second person, a day from now. Only the owner's login to the database may write this.
 * @returns when it is due.
 * @throws Refusal `not_found`, `not_pending`, `invalid_request`.
 */
export async function orderBreakGlass(
  owner: pg.Pool,
  order: { readonly proposalId: number; readonly actor: Actor; readonly reason: string; readonly expiryMs: number },
): Promise<{ readonly dueAt: string }> {
  const { proposalId, actor, reason } = order;
  return await inDatabaseTransaction(owner, async (db) => {
    await lockProposal(db, proposalId);
    const proposal = await findProposal(db, proposalId, order.expiryMs);
    if (proposal === null) throw notFound();
    if (proposal.change.kind === 'live_mode') {
      throw invalidField('proposal', 'Live mode is enabled by two administrators, never by one.');
    }
    if (proposal.change.kind === 'api_key' || proposal.change.kind === 'api_key_roll') {
      throw invalidField(
        'proposal',
        'The text of a new key is shown to its approver, so that a person must approve it.',
      );
    }
    if (proposal.status !== 'waiting' || proposal.breakGlass !== null) {
      throw new Refusal('not_pending', 'This proposal is not waiting, or its change was ordered already.');
    }
    const { rows } = await db.query<{ due_at: Date }>(
      `INSERT INTO break_glass (change_proposal_id, ordered_by, reason, ordered_at, due_at)
       SELECT $1, $2, $3, now, now + $4 * interval '1 hour' FROM trusted_now() AS now RETURNING due_at`,
      [proposalId, actor.name, reason, breakGlassHours],
    );
    const dueAt = isoTime(rows[0]?.due_at.getTime() ?? 0);
    await recordAudit(db, {
      actor,
      action: 'break_glass.ordered',
      subject: subjectOf(proposal.change),
      details: { proposal: proposalId, reason, change: proposal.change, due_at: dueAt },
    });
    return { dueAt };
  });
}

/** Orders that staff has not reviewed yet: pages show them until then. */
export async function countUnreviewed(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: string }>('SELECT count(*) FROM break_glass WHERE reviewed_at IS NULL');
  return Number(rows[0]?.count);
}

/**
 * Notes that somebody on the staff has looked at an order and what it changed.
 * @throws Refusal `not_found`, `approver_is_maker`; `not_pending` while it can still be rejected instead.
 */
export async function reviewBreakGlass(
  { pool, settings }: Pick<ChangeServices, 'pool' | 'settings'>,
  { proposalId, actor }: { readonly proposalId: number; readonly actor: Actor },
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    await lockProposal(db, proposalId);
    const proposal = await findProposal(db, proposalId, settings.approvalExpiryMs);
    if (proposal === null || proposal.breakGlass === null) throw notFound();
    if (proposal.proposedBy === actor.name) throw new Refusal('approver_is_maker', 'Another person must review this.');
    if (proposal.status === 'waiting') {
      throw new Refusal('not_pending', 'This change is not made yet; reject it if it must not be made.');
    }
    const { rowCount } = await db.query(
      `UPDATE break_glass SET reviewed_by = $2, reviewed_at = clock_timestamp()
        WHERE change_proposal_id = $1 AND reviewed_at IS NULL`,
      [proposalId, actor.name],
    );
    if (rowCount !== 1) return;
    await recordAudit(db, {
      actor,
      action: 'break_glass.reviewed',
      subject: subjectOf(proposal.change),
      details: { proposal: proposalId },
    });
  });
}

/** Makes what the owner of the database ordered a day ago, unless somebody rejected it. */
export function makeOrderedChanges(services: ChangeServices, logger: Logger): Duty {
  const { pool } = services;
  return {
    name: 'make_ordered_changes',
    everyMs: 10_000,
    work: async () => {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT change_proposal_id AS id FROM break_glass LEFT JOIN change_decision USING (change_proposal_id)
          WHERE due_at <= trusted_now() AND decision IS NULL ORDER BY change_proposal_id LIMIT 10`,
      );
      for (const { id } of rows) {
        const proposalId = Number(id);
        try {
          await makeOrdered(services, proposalId, logger);
        } catch (error) {
          logger.error({ err: error, proposal: proposalId }, 'a change that the owner ordered could not be made');
          // What was refused stays refused; after any other failure the next look tries again.
          if (error instanceof Refusal) await rejectOrdered(services, proposalId, error.message);
        }
      }
      return { more: false };
    },
  };
}

async function makeOrdered(services: ChangeServices, proposalId: number, logger: Logger): Promise<void> {
  const { pool, settings } = services;
  const ordered = await inDatabaseTransaction(pool, async (db) => {
    await lockProposal(db, proposalId);
    const proposal = await findProposal(db, proposalId, settings.approvalExpiryMs);
    if (proposal?.status !== 'waiting' || proposal.breakGlass === null) return null;
    const { change, proposedBy, breakGlass } = proposal;
    const approvedBy = deciderOf(change, breakGlass);
    const made = await makeApproved(services, db, proposal, { actor: approvedBy, isShown: false });
    return { change, names: { proposedBy: laterActor(change, proposedBy), approvedBy, form: null }, made };
  });
  if (ordered === null) return;
  const { change, names, made } = ordered;
  logger.warn(
    { proposal: proposalId, approved_by: names.approvedBy.name },
    'a change was made without a second person',
  );
  await kindOf(change).follow?.(services, change, made, names);
}

/** Rejects an ordered change that cannot be made, for example because what it would replace has changed. */
async function rejectOrdered({ pool, settings }: ChangeServices, proposalId: number, why: string): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    await lockProposal(db, proposalId);
    const proposal = await findProposal(db, proposalId, settings.approvalExpiryMs);
    if (proposal?.status !== 'waiting' || proposal.breakGlass === null) return;
    const by = { actor: deciderOf(proposal.change, proposal.breakGlass), isShown: false };
    await writeDecision(db, proposal, { decision: 'rejected', by, comment: why.slice(0, 255) });
  });
}

/** Who decided on an ordered change, as decisions and the audit log name it. */
function deciderOf(change: Change, { by }: BreakGlass): Actor {
  return laterActor(change, `break-glass ${by}`);
}

/**
 * Notifies all staff of an order by email. An order counts as mailed when at least one email was accepted, so that one bad address
 * does not cause the same email to the others again; until then it is tried again. After a crash an email can be sent twice.
 */
export function mailBreakGlass({ mailer, logger }: { readonly mailer: Mailer; readonly logger: Logger }): Duty {
  return {
    name: 'mail_break_glass',
    everyMs: 10_000,
    work: async (db) => {
      const { rows: orders } = await db.query<Order>(
        `SELECT change_proposal_id AS id, ordered_by, reason, due_at, change->>'kind' AS kind
           FROM break_glass JOIN change_proposal USING (change_proposal_id)
          WHERE mailed_at IS NULL ORDER BY change_proposal_id LIMIT 10`,
      );
      if (orders.length === 0) return { more: false };
      const { rows: staff } = await db.query<{ email: string }>(
        'SELECT email FROM person WHERE platform_role IS NOT NULL AND disabled_at IS NULL ORDER BY email',
      );
      for (const order of orders) {
        const sent = await Promise.allSettled(staff.map(({ email }) => mailer.send(mailOf(email, order))));
        for (const result of sent) {
          if (result.status === 'fulfilled') continue;
          logger.error({ err: result.reason, proposal: order.id }, 'an email about a break-glass order was not sent');
        }
        if (!sent.some(({ status }) => status === 'fulfilled')) continue;
        await db.query('UPDATE break_glass SET mailed_at = clock_timestamp() WHERE change_proposal_id = $1', [
          order.id,
        ]);
      }
      return { more: false };
    },
  };
}

interface Order {
  readonly id: string;
  readonly ordered_by: string;
  readonly reason: string;
  readonly due_at: Date;
  readonly kind: string;
}

function mailOf(to: string, { id, ordered_by, reason, due_at, kind }: Order): Mail {
  return {
    to,
    subject: `Proposal ${id} takes effect without a second person`,
    text: `${ordered_by} ordered, with the owner's login to the database, that proposal ${id} (${kind.replaceAll('_', ' ')}) takes effect without a second person's approval.

Reason: ${reason}
It takes effect at ${timeText(due_at.getTime())}, unless an administrator rejects it before then, under "Proposals" of the platform.
`,
  };
}

import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import type { Records } from '../history/records.ts';
import type { BookUnknownPayment } from '../ledger/commands/book-unknown-payment.ts';
import type { ResolveCase } from '../ledger/commands/resolve-case.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Resolution } from '../ledger/rows/review-case.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { readMovedTransaction } from '../proofs/moved-transaction.ts';
import { Refusal } from '../refusal.ts';
import { refusalOf } from '../wallet/sentences.ts';
import { bookingOf } from './booking-of-unknown-payment.ts';
import type { FoundCase } from './cases.ts';

/** What is decided about a case, as far as the ledger depends on it. */
interface DecidedEnd {
  readonly resolution: Resolution;
  /** Shown to the client if its balance changes. */
  readonly reason: string;
  /** Who decided. */
  readonly maker: string;
  /** Who agreed; another person. */
  readonly approver: string;
  /** Who gets or pays for a payment that is none of our transactions; null where no client does. */
  readonly clientId: number | null;
  /** Where it confirms a proposal: when that was made, in milliseconds. It must stand still, and ends with the case. */
  readonly proposedAtMs?: number;
}

/** What two persons decided, or three where it was proposed at the command line. */
interface Decision extends Omit<DecidedEnd, 'clientId'> {
  /** Who agreed before, where two must; null or left out where one is enough. */
  readonly firstApprover?: string | null;
  /** Whose hand it was, for the audit log. */
  readonly actor: Actor;
  /** The case and the proposal as they were shown to who confirmed; left out at the command line, which shows nothing. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** Left out: null. */
  readonly clientId?: number | null;
}

/** What it stands on. */
interface Services {
  readonly pool: pg.Pool;
  readonly records: Records;
  readonly submit: (command: ResolveCase | BookUnknownPayment) => Promise<Outcome>;
}

/**
 * Ends a review case and books what follows from it.
 * @throws Refusal `approver_is_maker`, `case_not_open`, `resolution_does_not_fit`, `external_reference_used` where the
 * payment was booked already, `insufficient_funds` or `wallet_not_found`. @throws HistoryUnavailable, NotAsProven
 */
export async function resolveCase(
  { pool, records, submit }: Services,
  found: FoundCase,
  { actor, shown, clientId = null, firstApprover = null, ...decided }: Decision,
): Promise<void> {
  const { reviewCaseId } = found;
  const { resolution, maker, approver } = decided;
  const act = {
    actor,
    action: 'review_case.resolved',
    subject: `review case ${reviewCaseId}`,
    details: {
      resolution,
      resolved_by: maker,
      ...(firstApprover === null ? {} : { first_approver: firstApprover }),
      confirmed_by: approver,
      ...(clientId === null ? {} : { client_id: clientId }),
    },
    ...(shown === undefined ? {} : { shown }),
  };
  const command = await commandOf(records, found, { ...decided, clientId });
  if (command === null) {
    await inDatabaseTransaction(pool, async (db) => {
      await dismissUnknownPayment(db, { reviewCaseId, ...decided });
      await recordAudit(db, act);
    });
    return;
  }
  await ended(submit({ ...command, audit: () => act }));
}

/**
 * The ledger's command for a decision; null where a case about a payment that is none of our transactions is dismissed, which books nothing.
 * @throws Refusal `case_not_open`, `resolution_does_not_fit` or `wallet_not_found`. @throws HistoryUnavailable, NotAsProven
 */
export async function commandOf(
  records: Records,
  found: FoundCase,
  { clientId, ...decided }: DecidedEnd,
): Promise<ResolveCase | BookUnknownPayment | null> {
  const { reviewCaseId, mode, transaction } = found;
  if (transaction === null && decided.resolution !== 'dismissed') {
    return await bookingOf(records, found, { ...decided, clientId });
  }
  if (clientId !== null) {
    throw new Refusal(
      'resolution_does_not_fit',
      'This resolution takes no client: the wallet is known, or no wallet is affected.',
    );
  }
  if (transaction === null) return null;
  const { walletId, transactionId } = transaction;
  const moved = await readMovedTransaction(records, walletId, transactionId);
  const place = moved === null ? {} : { moved };
  return { kind: 'resolve_case', walletId, mode, transactionId, ...place, reviewCaseId, ...decided };
}

async function ended(submitted: Promise<Outcome>): Promise<void> {
  const outcome = await submitted;
  if (outcome.is === 'refused') throw refusalOf(outcome.refusal);
  if (outcome.is !== 'done' && outcome.is !== 'unchanged') throw new Error(`ending a case ended ${outcome.is}`);
}

/**
 * Ends a case about a payment that is none of our transactions, and for which nothing is to be booked: it was undone at
 * the operator, say, or booked on the float before. As with every case, one person decides and another confirms.
 * @throws Refusal `approver_is_maker`, or `case_not_open` when another person was first or the proposal is gone.
 */
async function dismissUnknownPayment(
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

import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import type { BookUnknownPayment, Outcome, Resolution, ResolveCase } from '../../ledger/commands.ts';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import { Refusal } from '../../refusal.ts';
import { refusalOf } from '../sentences.ts';
import { bookingOf } from './booking-of-unknown-payment.ts';
import type { FoundCase } from './cases.ts';
import { dismissUnknownPayment } from './dismiss.ts';

/** What two persons decided. */
export interface Decision {
  readonly resolution: Resolution;
  /** The client reads it where its wallet moves. */
  readonly reason: string;
  /** Who decided. */
  readonly maker: string;
  /** Who agreed; another person. */
  readonly approver: string;
  /** Whose hand it was, for the audit log. */
  readonly actor: string;
  /** Who gets or pays for a payment that is none of our transactions; null or left out where no client does. */
  readonly clientId?: number | null;
  /** Where it confirms a proposal: when that was made, in milliseconds. It must stand still, and ends with the case. */
  readonly proposedAtMs?: number;
}

/** What it stands on. */
interface Services {
  readonly pool: pg.Pool;
  readonly submit: (command: ResolveCase | BookUnknownPayment) => Promise<Outcome>;
}

/**
 * Ends a review case and books what follows from it.
 * @throws Refusal `approver_is_maker`, `case_not_open`, `resolution_does_not_fit`, `external_reference_used` where the
 * payment was booked already, `insufficient_funds` or `wallet_not_found`.
 */
export async function resolveCase(
  { pool, submit }: Services,
  found: FoundCase,
  { actor, clientId = null, ...decided }: Decision,
): Promise<void> {
  const { reviewCaseId, mode, transaction } = found;
  const { resolution, maker, approver } = decided;
  const act = {
    actor,
    action: 'review_case.resolved',
    subject: `review case ${reviewCaseId}`,
    details: {
      resolution,
      resolved_by: maker,
      confirmed_by: approver,
      ...(clientId === null ? {} : { client_id: clientId }),
    },
  };
  if (transaction === null && resolution !== 'dismissed') {
    const booking = await bookingOf(pool, found, { ...decided, clientId });
    await ended(submit({ ...booking, audit: () => act }));
    return;
  }
  if (clientId !== null) {
    throw new Refusal(
      'resolution_does_not_fit',
      'Nobody is named for this end: it is clear whose wallet it is, or none is.',
    );
  }
  if (transaction === null) {
    await inDatabaseTransaction(pool, async (db) => {
      await dismissUnknownPayment(db, { reviewCaseId, ...decided });
      await recordAudit(db, act);
    });
    return;
  }
  const { walletId, transactionId } = transaction;
  const command = { walletId, mode, transactionId, reviewCaseId, ...decided };
  await ended(submit({ kind: 'resolve_case', ...command, audit: () => act }));
}

async function ended(submitted: Promise<Outcome>): Promise<void> {
  const outcome = await submitted;
  if (outcome.is === 'refused') throw refusalOf(outcome.refusal);
  if (outcome.is !== 'done' && outcome.is !== 'unchanged') throw new Error(`ending a case ended ${outcome.is}`);
}

import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import type { Outcome, Resolution, ResolveCase } from '../../ledger/commands.ts';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import { Refusal } from '../refusal.ts';
import { refusalOf } from '../sentences.ts';
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
}

/**
 * Ends a review case and books what follows from it.
 * @throws Refusal `approver_is_maker`, `case_not_open` or `resolution_does_not_fit`.
 */
export async function resolveCase(
  { pool, submit }: { readonly pool: pg.Pool; readonly submit: (command: ResolveCase) => Promise<Outcome> },
  found: FoundCase,
  { resolution, reason, maker, approver, actor }: Decision,
): Promise<void> {
  const { reviewCaseId, mode, transaction } = found;
  const act = {
    actor,
    action: 'review_case.resolved',
    subject: `review case ${reviewCaseId}`,
    details: { resolution, resolved_by: maker, confirmed_by: approver },
  };
  if (transaction === null) {
    if (resolution !== 'dismissed') {
      throw new Refusal(
        'resolution_does_not_fit',
        'This payment is none of our transactions, so its case can only be dismissed; book what it moved on the float.',
      );
    }
    await inDatabaseTransaction(pool, async (db) => {
      await dismissUnknownPayment(db, { reviewCaseId, reason, maker, approver });
      await recordAudit(db, act);
    });
    return;
  }
  const { walletId, transactionId } = transaction;
  const decision = { walletId, mode, transactionId, reviewCaseId, resolution, reason, maker, approver };
  const outcome = await submit({ kind: 'resolve_case', ...decision });
  if (outcome.is === 'refused') throw refusalOf(outcome.refusal);
  if (outcome.is !== 'done' && outcome.is !== 'unchanged') throw new Error(`resolve_case ended ${outcome.is}`);
  await recordAudit(pool, act);
}

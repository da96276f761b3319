import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import { houseWalletId } from '../../ledger/accounts.ts';
import type { BookUnknownPayment, Outcome, Resolution, ResolveCase, UnknownPaymentEnd } from '../../ledger/commands.ts';
import { endsOfUnknownPayment } from '../../ledger/plan/resolutions.ts';
import type { Mode } from '../../ledger/transaction.ts';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import { refusalOf } from '../sentences.ts';
import type { FoundCase } from './cases.ts';
import { dismissUnknownPayment } from './dismiss.ts';
import { unknownPaymentOf } from './unknown-payment.ts';

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
  { resolution, reason, maker, approver, actor, clientId = null }: Decision,
): Promise<void> {
  const { reviewCaseId, mode, transaction } = found;
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
    await ended(submit(await bookingOf(pool, found, { resolution, reason, maker, approver, clientId })));
    await recordAudit(pool, act);
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
      await dismissUnknownPayment(db, { reviewCaseId, reason, maker, approver });
      await recordAudit(db, act);
    });
    return;
  }
  const { walletId, transactionId } = transaction;
  const decision = { walletId, mode, transactionId, reviewCaseId, resolution, reason, maker, approver };
  await ended(submit({ kind: 'resolve_case', ...decision }));
  await recordAudit(pool, act);
}

async function ended(submitted: Promise<Outcome>): Promise<void> {
  const outcome = await submitted;
  if (outcome.is === 'refused') throw refusalOf(outcome.refusal);
  if (outcome.is !== 'done' && outcome.is !== 'unchanged') throw new Error(`ending a case ended ${outcome.is}`);
}

/** What is to be booked for a payment that is none of our transactions. @throws Refusal `resolution_does_not_fit` */
async function bookingOf(
  db: Queryable,
  { reviewCaseId, mode, found, fitting, resolved, operatorAccountId }: FoundCase,
  {
    resolution,
    clientId,
    ...decision
  }: Pick<Decision, 'resolution' | 'reason' | 'maker' | 'approver'> & { clientId: number | null },
): Promise<BookUnknownPayment> {
  if (resolved !== null) throw refusalOf({ code: 'case_not_open' });
  const payment = unknownPaymentOf(found);
  const ends: readonly UnknownPaymentEnd[] = payment === null ? [] : endsOfUnknownPayment(payment.direction);
  const end = ends.find((one) => one === resolution);
  if (payment === null || end === undefined || operatorAccountId === null) {
    throw refusalOf({ code: 'resolution_does_not_fit', fitting });
  }
  const namesClient = end === 'credited' || end === 'charged';
  if (namesClient !== (clientId !== null)) {
    throw new Refusal(
      'resolution_does_not_fit',
      namesClient ? 'Say whose wallet it is: name a client.' : 'No client is named for this end.',
    );
  }
  const walletId = clientId === null ? houseWalletId[mode] : await walletOfClient(db, clientId, mode);
  const { direction: _, ...what } = payment;
  return {
    kind: 'book_unknown_payment',
    walletId,
    mode,
    reviewCaseId,
    resolution: end,
    operatorAccountId,
    ...what,
    ...decision,
  };
}

async function walletOfClient(db: Queryable, clientId: number, mode: Mode): Promise<number> {
  const { rows } = await db.query<{ wallet_id: string }>(
    'SELECT wallet_id FROM wallet WHERE client_id = $1 AND mode = $2',
    [clientId, mode],
  );
  const row = rows[0];
  if (row === undefined) throw refusalOf({ code: 'wallet_not_found' });
  return Number(row.wallet_id);
}

import { fingerprintOf } from '../ledger/idempotency.ts';
import type { Mode } from '../ledger/transaction.ts';
import { ugx } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import type { MoneyAnswer } from '../wallet/answer.ts';
import { type MoneyServices, orReplay } from '../wallet/operation.ts';
import { renderSendMoney, sendMoney } from '../wallet/send-money.ts';
import { refusePaidAfterAll } from './retryable-rows.ts';

/** A row that a worker has claimed. Amounts in shillings. */
export interface TakenRow {
  readonly bulkPayoutId: number;
  readonly row: number;
  /** Of the file, and so the same in a retry. */
  readonly line: number;
  /** The bulk payout whose failed row it sends again; null where it is no retry. */
  readonly retryOf: number | null;
  readonly walletId: number;
  readonly clientId: number;
  readonly mode: Mode;
  readonly maker: string;
  /** The API key that made the bulk payout, and the chain of its budget; null where a person did, or without one. */
  readonly apiKeyId: number | null;
  readonly budgetLineage: number | null;
  readonly approver: string | null;
  readonly phone: string;
  readonly amount: number;
  /** As it was shown to the person who confirmed the bulk payout. */
  readonly fee: number;
  /** The schedule that it is of; null in rows of old, which pay the fee in force when they go. */
  readonly feeScheduleId: number | null;
  readonly description: string | null;
  readonly clientReference: string | null;
  /** Until when this claim may pay it, in milliseconds of trusted time. */
  readonly payableUntilMs: number;
  /** How often it was claimed, this time included. */
  readonly tries: number;
}

/** The result of sending a row. */
export type RowResult =
  | { readonly is: 'sent'; readonly transactionId: number }
  | { readonly is: 'refused'; readonly code: string; readonly reason: string }
  /** The outcome is unknown, or the payment could not be tried. */
  | { readonly is: 'retry' };

/**
 * Makes the payment of a row. Its Idempotency-Key is its own, so that a row which is sent again, because a worker died
 * or an answer was lost, is still paid once. A row of a retry is not sent when its earlier payment was made after all.
 */
export async function sendRow(db: Queryable, services: MoneyServices, row: TakenRow): Promise<RowResult> {
  const caller = {
    clientId: row.clientId,
    walletId: row.walletId,
    mode: row.mode,
    apiKeyId: row.apiKeyId,
    budgetLineage: row.budgetLineage,
    ...(row.apiKeyId === null ? { person: row.maker } : {}),
  };
  const request = {
    recipient_phone: row.phone,
    amount: row.amount,
    ...(row.description === null ? {} : { description: row.description }),
    ...(row.clientReference === null ? {} : { client_reference: row.clientReference }),
  };
  const idempotent = {
    // Blanks, because the key of a client's own program has none.
    key: `bulk ${row.bulkPayoutId} ${row.row}`,
    fingerprint: fingerprintOf(JSON.stringify([row.bulkPayoutId, row.row, request])),
  };
  const { bulkPayoutId, feeScheduleId } = row;
  const bulk = {
    bulkPayoutId,
    row: row.row,
    approval: row.approver === null ? null : { approver: row.approver, grossMax: ugx(row.amount + row.fee) },
    payableUntilMs: row.payableUntilMs,
  };
  const price = feeScheduleId === null ? null : { fee: ugx(row.fee), feeScheduleId };
  try {
    const answer = await orReplay(db, caller, idempotent, renderSendMoney, async () => {
      // A refusal here is replaced by the first answer where the row was sent before.
      if (row.retryOf !== null) await refusePaidAfterAll(db, row);
      return await sendMoney(services, caller, request, idempotent, () => undefined, { inBulk: { bulk, price } });
    });
    return { is: 'sent', transactionId: transactionIdOf(answer) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (unknown.has(error.code)) return { is: 'retry' };
    if (passing.has(error.code) && row.tries < triesMax) return { is: 'retry' };
    return { is: 'refused', code: error.code, reason: error.message };
  }
}

/** Whether the row was paid is not known, so it is sent again until it is. */
const unknown: ReadonlySet<RefusalCode> = new Set(['request_in_progress', 'outcome_unknown', 'database_unavailable']);
/** Nothing was paid, and a later try may meet better times. */
const passing: ReadonlySet<RefusalCode> = new Set(['operator_unavailable']);
const triesMax = 10;

/** Every answer of a payment that was written holds its id, one that failed at once too. */
function transactionIdOf(answer: MoneyAnswer): number {
  const data = answer.is === 'failed' ? answer.refusal.data : (JSON.parse(answer.body) as { data?: unknown }).data;
  const id = (data as { transaction_id?: unknown } | undefined)?.transaction_id;
  if (typeof id !== 'number') throw new Error('the answer to a row of a bulk payout names no transaction');
  return id;
}

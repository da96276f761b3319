import type { Direction, TransactionStatus, TransactionType } from '../ledger/transaction.ts';
import type { Ugx } from '../money/ugx.ts';
import { NumberMap, NumberSet } from './number-set.ts';
import type { StatementRow } from './statement-row.ts';

/** A payment of ours as the operator should know it. */
export interface OurPayment {
  readonly walletId: number;
  readonly transactionId: number;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly direction: Direction;
  /** What the operator moves, in shillings: a collection's gross, the net of what leaves. */
  readonly amount: Ugx;
  readonly operatorAccountId: number;
  readonly reference: string | null;
  readonly receipt: string | null;
  readonly createdAtMs: number;
  readonly completedAtMs: number | null;
}

/** What is wrong, and needs a person. */
export type Difference =
  /** They moved money for which we have no completed payment. */
  | 'missing_here'
  /** We completed it in the period, and the statement does not have it. */
  | 'missing_there'
  | 'amount_differs'
  | 'direction_differs'
  /** Completed here, and not successful there; or failed there and still open here. */
  | 'status_differs'
  | 'receipt_differs'
  /** Money moved again for one payment of ours, or went back. */
  | 'paid_twice';

/** What became of a row of the statement. */
export type RowOutcome =
  | 'matched'
  | Exclude<Difference, 'missing_there'>
  /** The very same row was there before. */
  | 'repeated'
  /** Neither side says that money moved. */
  | 'nothing_moved'
  /** Outside of the period: it counts for payments across the period's edge, and is not judged. */
  | 'outside';

/** A row with what we know of it. */
export interface JudgedRow {
  readonly outcome: RowOutcome;
  readonly row: StatementRow;
  readonly payment: OurPayment | null;
  /** In words, for a difference; '' otherwise. */
  readonly why: string;
}

/** Milliseconds since 1970: from the first moment on, up to and without the second. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Compares an operator's statement with our payments, row by row, and remembers which of ours it has seen.
 * Pure: the caller finds the payments.
 */
export class Matching {
  readonly #period: Period | null;
  readonly #listed = new NumberSet();
  readonly #paid = new NumberSet();
  /** When the statement says that it was paid first, where it says when. */
  readonly #paidAtMs = new NumberMap();
  #firstMs: number | null = null;
  #lastMs: number | null = null;

  /** @param period the rows to judge; null judges all. */
  constructor(period: Period | null) {
    this.#period = period;
  }

  /** The earliest and the latest time of all rows, those outside of the period included; null without any time. */
  get covers(): { readonly firstMs: number; readonly lastMs: number } | null {
    return this.#firstMs === null || this.#lastMs === null ? null : { firstMs: this.#firstMs, lastMs: this.#lastMs };
  }

  /** @param named our payments with the row's reference and with its receipt. */
  judge(row: StatementRow, named: NamedPayments): JudgedRow {
    const found = isOfRefund(row, named) ? { byReference: named.refund, byReceipt: null } : named;
    const payment = found.byReference ?? found.byReceipt;
    const moved = row.status === 'succeeded';
    const before = payment === null ? null : this.#paidBefore(payment);
    if (payment !== null) this.#listed.add(payment.transactionId);
    if (payment !== null && moved && before === null) this.#notePaid(payment, row.atMs);
    this.#cover(row.atMs);

    if (this.#period !== null && row.atMs !== null && !isWithin(this.#period, row.atMs)) {
      return { outcome: 'outside', row, payment, why: '' };
    }
    return { row, payment, ...verdict(row, found, before) };
  }

  /**
   * Whether a completed payment of ours should have been in the statement and was not. `at_edge` when it began before
   * the statement does: the operator may have it in the statement before.
   */
  missing(payment: OurPayment, fromMs: number): 'missing_there' | 'at_edge' | null {
    if (this.#listed.has(payment.transactionId)) return null;
    const coveredFromMs = Math.min(fromMs, this.#firstMs ?? fromMs);
    return payment.createdAtMs < coveredFromMs ? 'at_edge' : 'missing_there';
  }

  #paidBefore({ transactionId }: OurPayment): PaidBefore | null {
    return this.#paid.has(transactionId) ? { atMs: this.#paidAtMs.get(transactionId) } : null;
  }

  #notePaid({ transactionId }: OurPayment, atMs: number | null): void {
    this.#paid.add(transactionId);
    if (atMs !== null) this.#paidAtMs.set(transactionId, atMs);
  }

  #cover(atMs: number | null): void {
    if (atMs === null) return;
    this.#firstMs = Math.min(this.#firstMs ?? atMs, atMs);
    this.#lastMs = Math.max(this.#lastMs ?? atMs, atMs);
  }
}

/** What the names in a row lead to. */
interface NamedPayments {
  readonly byReference: OurPayment | null;
  readonly byReceipt: OurPayment | null;
  /** The refund of the collection that is named, where the operator keeps no name of its own of refunds. */
  readonly refund: OurPayment | null;
}

/** Money that went out, as much as came in, under the collection's name is the collection given back. */
function isOfRefund(row: StatementRow, { byReference, byReceipt, refund }: NamedPayments): boolean {
  if (refund === null || row.direction !== 'out' || row.amount !== refund.amount) return false;
  return byReference === null || byReceipt === null || byReference.transactionId === byReceipt.transactionId;
}

export function isWithin({ fromMs, toMs }: Period, atMs: number): boolean {
  return atMs >= fromMs && atMs < toMs;
}

/** The first row of a payment that says that it was paid. */
type PaidBefore = Pick<StatementRow, 'atMs'>;

function verdict(
  row: StatementRow,
  { byReference, byReceipt }: Pick<NamedPayments, 'byReference' | 'byReceipt'>,
  before: PaidBefore | null,
): Pick<JudgedRow, 'outcome' | 'why'> {
  const payment = byReference ?? byReceipt;
  const moved = row.status === 'succeeded';
  if (payment === null) {
    if (!moved || row.amount === 0n) return { outcome: 'nothing_moved', why: '' };
    return { outcome: 'missing_here', why: 'no payment in our books has this receipt or reference' };
  }
  if (payment.status !== 'completed') {
    if (moved) return { outcome: 'missing_here', why: `paid in the statement, ${payment.status} in our books` };
    if (row.status === 'pending' || payment.status === 'failed') return { outcome: 'nothing_moved', why: '' };
    return { outcome: 'status_differs', why: `failed in the statement, ${payment.status} in our books` };
  }
  if (!moved) return { outcome: 'status_differs', why: `${row.status} in the statement, completed in our books` };
  if (byReference !== null && byReceipt !== null && byReference.transactionId !== byReceipt.transactionId) {
    return { outcome: 'receipt_differs', why: `the receipt is that of transaction ${byReceipt.transactionId}` };
  }
  const sameReceipt = isReceiptOf(payment, row.receipt, byReference !== null);
  if (row.receipt !== null && payment.receipt !== null && !sameReceipt) {
    if (before !== null)
      return { outcome: 'paid_twice', why: 'the statement has another receipt for the same payment' };
    return { outcome: 'receipt_differs', why: `its receipt in our books is ${payment.receipt}` };
  }
  if (row.amount !== payment.amount) return { outcome: 'amount_differs', why: '' };
  if (row.direction !== null && row.direction !== payment.direction) {
    return {
      outcome: 'direction_differs',
      why: `${row.direction} in the statement, ${payment.direction} in our books`,
    };
  }
  if (before === null) return { outcome: 'matched', why: '' };
  // Only a receipt that both sides name shows that it is the same money, and only the same time that it is the same row.
  if (!sameReceipt) {
    return {
      outcome: 'paid_twice',
      why: 'the statement has the payment twice, and no receipt shows that it is the same',
    };
  }
  if (row.atMs === before.atMs) return { outcome: 'repeated', why: '' };
  return {
    outcome: 'paid_twice',
    why: 'the statement has the receipt again at another time, as a reversal may have it',
  };
}

/** One operator may keep our own reference behind a prefix where others have a number of theirs (providers.md 2.6). */
function isReceiptOf({ receipt, reference }: OurPayment, reported: string | null, isNamed: boolean): boolean {
  if (reported === null || receipt === null) return false;
  return reported === receipt || (isNamed && reference !== null && reported.toLowerCase().includes(reference));
}

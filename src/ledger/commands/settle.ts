import type { Ugx } from '../../money/ugx.ts';
import type { Draft, DraftTransaction } from '../plan/draft.ts';
import { completeTransaction, failTransaction, floatOf } from '../plan/end-transaction.ts';
import type { Outcome } from '../plan/outcome.ts';
import { keepReceipt, reserveReceipt, transactionOfReceipt } from '../plan/receipts.ts';
import { claimPaidRefund } from '../plan/refund-claims.ts';
import type { ContradictionKind, SuspenseClaim } from '../rows/suspense-claim.ts';
import type { Failure, Transaction } from '../transaction.ts';
import { isFinal } from '../transaction.ts';

/** The final result of a transaction, from its operator, or from us where nothing was sent. */
export interface Settle {
  readonly kind: 'settle';
  readonly walletId: number;
  readonly transactionId: number;
  /** The transaction itself where it is in the history store or is moving there; left out where the ledger reads it. */
  readonly moved?: Transaction;
  readonly word: Settlement;
}

/** The final result, as the operator reports it. */
export type Settlement =
  | {
      readonly is: 'succeeded';
      readonly receipt: string | null;
      /** What the operator says it moved, in shillings; null when it does not say. */
      readonly amount: Ugx | null;
    }
  | {
      readonly is: 'failed';
      readonly failure: Failure;
      readonly receipt: string | null;
      /**
       * For a failure that holds only while no other money call was begun: it fails a processing transaction if, under the
       * lock, its submission counts exactly this many, and changes nothing otherwise.
       */
      readonly onlyAfterSends?: number;
      /** The operator has the payment and may still pay it, so that it is queried again later. */
      readonly lookAgain?: boolean;
    };

/**
 * Applies the final result of a transaction. A processing transaction moves its money. A final one changes nothing where the
 * result agrees with its status; a contradiction is booked through suspense and sent to review, and so is the withdrawal
 * of a contradiction, without a booking. Another amount, or a receipt that pays for another transaction already, settles
 * nothing. A transaction that moved never changes and gets no transfers: what contradicts it is reviewed without a booking.
 */
export function settle(draft: Draft, command: Settle): Outcome {
  const transaction = command.moved ?? draft.transaction(command.walletId, command.transactionId);
  if (transaction === undefined) return { is: 'refused', refusal: { code: 'not_found' } };
  const { word: settlement } = command;
  if (transaction.status === 'pending') {
    return { is: 'refused', refusal: { code: 'not_pending', status: transaction.status } };
  }
  if (settlement.is === 'failed' && settlement.onlyAfterSends !== undefined) {
    const sends = isFinal(transaction.status) ? undefined : draft.state.sends.get(transaction.transactionId);
    if (sends !== settlement.onlyAfterSends) return { is: 'unchanged', transaction };
  }
  if (settlement.is === 'succeeded' && isPaidReceipt(draft, transaction, settlement.receipt)) {
    return reviewReusedReceipt(draft, transaction, settlement.receipt);
  }
  if (isFinal(transaction.status)) {
    return settleFinal(draft, transaction, settlement, command.moved === undefined ? 'here' : 'moved');
  }

  const expected = amountExpected(transaction);
  if (settlement.is === 'succeeded' && settlement.amount !== null && settlement.amount !== expected) {
    return bookContradiction(draft, transaction, 'amount_differs', settlement.amount, settlement.receipt);
  }
  // Another amount is in suspense, so no later result may settle the transaction by itself.
  if (draft.claimsOf(transaction.transactionId).some((claim) => claim.kind === 'amount_differs')) {
    return settlement.is === 'succeeded'
      ? reviewOnly(draft, transaction, 'late_success', settlement.amount, settlement.receipt)
      : reviewOnly(draft, transaction, 'late_failure', null, settlement.receipt);
  }
  if (settlement.is === 'failed') return failTransaction(draft, transaction, settlement.failure, settlement.lookAgain);
  return completeTransaction(draft, transaction, settlement.receipt);
}

/** The amount that the operator should move: all of a collection, the net amount of a payout. */
function amountExpected(transaction: DraftTransaction): Ugx {
  return transaction.type === 'collection' ? transaction.amount : transaction.netAmount;
}

/** Compares a result with the final status of its transaction. */
function settleFinal(
  draft: Draft,
  transaction: DraftTransaction,
  settlement: Settlement,
  place: 'here' | 'moved',
): Outcome {
  const { status } = transaction;
  const contradict = place === 'here' ? bookContradiction : reviewMoved;
  const contradictedBy = (kind: ContradictionKind) =>
    draft.claimsOf(transaction.transactionId).some((claim) => isOfKind(claim, kind));
  if (settlement.is === 'failed') {
    if (status !== 'failed') return contradict(draft, transaction, 'late_failure', null, settlement.receipt);
    // It withdraws a late success that is booked already; a person may be about to pay that money out.
    if (contradictedBy('late_success')) return reviewOnly(draft, transaction, 'late_failure', null, settlement.receipt);
    return { is: 'unchanged', transaction };
  }
  if (status === 'failed') return contradict(draft, transaction, 'late_success', settlement.amount, settlement.receipt);
  const { operatorReceipt } = transaction;
  if (settlement.receipt !== null && operatorReceipt !== null && settlement.receipt !== operatorReceipt) {
    return reviewOnly(draft, transaction, 'receipt_differs', settlement.amount, settlement.receipt);
  }
  if (settlement.amount !== null && settlement.amount !== amountExpected(transaction)) {
    return reviewOnly(draft, transaction, 'amount_differs', settlement.amount, settlement.receipt);
  }
  if (place === 'here') keepReceipt(draft, transaction, settlement.receipt);
  if (contradictedBy('late_failure'))
    return reviewOnly(draft, transaction, 'late_success', settlement.amount, settlement.receipt);
  return { is: 'unchanged', transaction };
}

/** Books what the operator says it moved between float and suspense, once, and opens a review case. */
function bookContradiction(
  draft: Draft,
  transaction: DraftTransaction,
  kind: ContradictionKind,
  named: Ugx | null,
  receipt: string | null,
): Outcome {
  const claimed = claim(draft, transaction, kind, named, receipt);
  if (claimed === 'known') return { is: 'unchanged', transaction };
  const amount = named ?? amountExpected(transaction);
  if (claimed === 'new') {
    const suspense = draft.account(transaction, 'suspense');
    const float = draft.account(transaction, floatOf(transaction));
    if (suspenseGains(transaction, kind)) draft.post(transaction, float, suspense, amount);
    else draft.post(transaction, suspense, float, amount);
  }
  if (isRefundPaidLate(transaction, kind)) claimPaidRefund(draft, transaction);
  const inSuspense = claimed === 'new' ? Number(suspenseGains(transaction, kind) ? amount : -amount) : 0;
  openReview(draft, transaction, kind, named, receipt, {
    amount: Number(amount),
    booked: claimed === 'new',
    in_suspense: inSuspense,
  });
  return { is: 'sent_to_review', transaction };
}

/** Whether the operator says that it holds more for us than we have booked, so that suspense is credited. */
function suspenseGains(transaction: DraftTransaction, kind: ContradictionKind): boolean {
  return (transaction.type === 'collection') === (kind !== 'late_failure');
}

/** Opens a review case, once, for the contradiction of a transaction that moved: an adjustment books what people decide. */
function reviewMoved(
  draft: Draft,
  transaction: DraftTransaction,
  kind: ContradictionKind,
  named: Ugx | null,
  receipt: string | null,
): Outcome {
  if (claim(draft, transaction, kind, named, receipt) === 'known') return { is: 'unchanged', transaction };
  if (isRefundPaidLate(transaction, kind)) claimPaidRefund(draft, transaction);
  openReview(draft, transaction, kind, named, receipt, {
    amount: Number(named ?? amountExpected(transaction)),
    booked: false,
    in_suspense: 0,
    moved: true,
  });
  return { is: 'sent_to_review', transaction };
}

/** Whether the customer of a refund that failed here has the money, so that it may not be refunded again. */
function isRefundPaidLate({ type }: Transaction, kind: ContradictionKind): boolean {
  return type === 'refund' && kind === 'late_success';
}

/** Opens a review case, once, for a result that does not clearly say that more money moved. */
function reviewOnly(
  draft: Draft,
  transaction: DraftTransaction,
  kind: ContradictionKind,
  named: Ugx | null,
  receipt: string | null,
): Outcome {
  if (claim(draft, transaction, kind, named, receipt) === 'known') return { is: 'unchanged', transaction };
  openReview(draft, transaction, kind, named, receipt, {
    amount: named === null ? null : Number(named),
    booked: false,
  });
  return { is: 'sent_to_review', transaction };
}

function reviewReusedReceipt(draft: Draft, transaction: DraftTransaction, receipt: string | null): Outcome {
  if (claim(draft, transaction, 'receipt_reused', null, receipt) === 'known') return { is: 'unchanged', transaction };
  openReview(draft, transaction, 'receipt_reused', null, receipt, {
    transaction_id: transactionOfReceipt(draft, transaction, receipt),
    booked: false,
  });
  return { is: 'sent_to_review', transaction };
}

/**
 * Stores a contradicting result. A result without a receipt and a later one with a receipt are about the same money, and so
 * are two amounts with the same receipt; another receipt is other money.
 * @returns known: nothing is new. same_money: only the amount is new. new: the money is not booked yet.
 */
function claim(
  draft: Draft,
  transaction: DraftTransaction,
  kind: ContradictionKind,
  named: Ugx | null,
  receipt: string | null,
): 'known' | 'same_money' | 'new' {
  const amount = named ?? amountExpected(transaction);
  const earlier = draft.claimsOf(transaction.transactionId).filter((other) => isOfKind(other, kind));
  const comparable = named === null ? earlier : earlier.filter((other) => other.amount === amount);
  if (kind !== 'receipt_reused') reserveReceipt(draft, transaction, kind === 'late_failure' ? null : receipt);
  const known = isAboutMoneyOf(comparable, receipt ?? '');
  const isStored = comparable.some((other) => other.receipt === (receipt ?? ''));
  if (!isStored && !(known && receipt === null)) {
    draft.rows.suspenseClaims.push({
      transactionId: transaction.transactionId,
      walletId: transaction.walletId,
      kind,
      amount,
      receipt: receipt ?? '',
    });
  }
  if (known) return 'known';
  return isAboutMoneyOf(earlier, receipt ?? '') ? 'same_money' : 'new';
}

/** Another amount is booked while its transaction is processing; reported again after a person ended that, it is a late success. */
function isOfKind(claim: SuspenseClaim, kind: ContradictionKind): boolean {
  return claim.kind === kind || (kind === 'late_success' && claim.kind === 'amount_differs');
}

/** Whether one of some claims is about the same money as a receipt; '' stands for a receipt that was not named. */
function isAboutMoneyOf(claims: readonly SuspenseClaim[], receipt: string): boolean {
  if (claims.length === 0) return false;
  if (receipt === '' || claims.some((other) => other.receipt === receipt)) return true;
  return claims.every((other) => other.receipt === '');
}

function isPaidReceipt(draft: Draft, transaction: DraftTransaction, receipt: string | null): boolean {
  const paid = transactionOfReceipt(draft, transaction, receipt);
  return paid !== null && paid !== transaction.transactionId;
}

function openReview(
  draft: Draft,
  transaction: DraftTransaction,
  kind: ContradictionKind,
  named: Ugx | null,
  receipt: string | null,
  found: Record<string, unknown>,
): void {
  draft.rows.reviewCases.push({
    mode: transaction.mode,
    walletId: transaction.walletId,
    transactionId: transaction.transactionId,
    kind,
    claim: `${named ?? ''} ${receipt ?? ''}`.trim(),
    found: { receipt, status_here: transaction.status, expected: Number(amountExpected(transaction)), ...found },
  });
}

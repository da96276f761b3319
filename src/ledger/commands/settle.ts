import type { Ugx } from '../../money/ugx.ts';
import type { Draft, DraftTransaction } from '../plan/draft.ts';
import { completeTransaction, failTransaction, floatOf } from '../plan/end-transaction.ts';
import type { Outcome } from '../plan/outcome.ts';
import { keepReceipt, reserveReceipt, transactionOfReceipt } from '../plan/receipts.ts';
import { claimPaidRefund } from '../plan/refund-claims.ts';
import type { ContradictionKind, SuspenseClaim } from '../rows/suspense-claim.ts';
import type { Failure } from '../transaction.ts';
import { isFinal } from '../transaction.ts';

/** The operator's final word on a transaction, or our own before anything was sent. */
export interface Settle {
  readonly kind: 'settle';
  readonly walletId: number;
  readonly transactionId: number;
  readonly word: Settlement;
}

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
       * For a word that holds only while no other money call was begun: it fails a processing transaction whose
       * submission counts exactly so many, under the lock, and changes nothing otherwise.
       */
      readonly onlyAfterSends?: number;
      /** The operator has the payment and may still pay it, so that it is asked about again later. */
      readonly lookAgain?: boolean;
    };

/**
 * The operator's final word. On a processing transaction it moves the money; on a final one it changes nothing when it
 * agrees and goes through suspense to a person when it does not; one that takes such a word back goes to a person too.
 * Another amount, or a receipt that already paid for something else, settles nothing.
 */
export function settle(draft: Draft, command: Settle): Outcome {
  const transaction = draft.transaction(command.walletId, command.transactionId);
  if (transaction === undefined) return { is: 'refused', refusal: { code: 'not_found' } };
  const { word } = command;
  if (transaction.status === 'pending') {
    return { is: 'refused', refusal: { code: 'not_pending', status: transaction.status } };
  }
  if (word.is === 'failed' && word.onlyAfterSends !== undefined) {
    const sends = isFinal(transaction.status) ? undefined : draft.state.sends.get(transaction.transactionId);
    if (sends !== word.onlyAfterSends) return { is: 'unchanged', transaction };
  }
  if (word.is === 'succeeded' && isPaidReceipt(draft, transaction, word.receipt)) {
    return reviewReusedReceipt(draft, transaction, word.receipt);
  }
  if (isFinal(transaction.status)) return settleFinal(draft, transaction, word);

  const expected = amountExpected(transaction);
  if (word.is === 'succeeded' && word.amount !== null && word.amount !== expected) {
    return bookContradiction(draft, transaction, 'amount_differs', word.amount, word.receipt);
  }
  // Money of another amount is in suspense, so no later word may settle by itself.
  if (draft.claimsOf(transaction.transactionId).some((claim) => claim.kind === 'amount_differs')) {
    return word.is === 'succeeded'
      ? reviewOnly(draft, transaction, 'late_success', word.amount, word.receipt)
      : reviewOnly(draft, transaction, 'late_failure', null, word.receipt);
  }
  if (word.is === 'failed') return failTransaction(draft, transaction, word.failure, word.lookAgain);
  return completeTransaction(draft, transaction, word.receipt);
}

/** What the operator moves when all is well: all of a collection, the net amount of a payout. */
function amountExpected(transaction: DraftTransaction): Ugx {
  return transaction.type === 'collection' ? transaction.amount : transaction.netAmount;
}

function settleFinal(draft: Draft, transaction: DraftTransaction, word: Settlement): Outcome {
  const { status } = transaction;
  const contradictedBy = (kind: ContradictionKind) =>
    draft.claimsOf(transaction.transactionId).some((claim) => isOfKind(claim, kind));
  if (word.is === 'failed') {
    if (status !== 'failed') return bookContradiction(draft, transaction, 'late_failure', null, word.receipt);
    // It withdraws a late success that is booked already; a person may be about to pay that money out.
    if (contradictedBy('late_success')) return reviewOnly(draft, transaction, 'late_failure', null, word.receipt);
    return { is: 'unchanged', transaction };
  }
  if (status === 'failed') return bookContradiction(draft, transaction, 'late_success', word.amount, word.receipt);
  const { operatorReceipt } = transaction;
  if (word.receipt !== null && operatorReceipt !== null && word.receipt !== operatorReceipt) {
    return reviewOnly(draft, transaction, 'receipt_differs', word.amount, word.receipt);
  }
  if (word.amount !== null && word.amount !== amountExpected(transaction)) {
    return reviewOnly(draft, transaction, 'amount_differs', word.amount, word.receipt);
  }
  keepReceipt(draft, transaction, word.receipt);
  if (contradictedBy('late_failure')) return reviewOnly(draft, transaction, 'late_success', word.amount, word.receipt);
  return { is: 'unchanged', transaction };
}

/** Books what the operator says it moved between float and suspense, once, and asks a person. */
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
  if (transaction.type === 'refund' && kind === 'late_success') claimPaidRefund(draft, transaction);
  const inSuspense = claimed === 'new' ? Number(suspenseGains(transaction, kind) ? amount : -amount) : 0;
  openReview(draft, transaction, kind, named, receipt, {
    amount: Number(amount),
    booked: claimed === 'new',
    in_suspense: inSuspense,
  });
  return { is: 'sent_to_review', transaction };
}

/** Whether the operator says that it holds more for us than we have booked, so that suspense owes it to somebody. */
function suspenseGains(transaction: DraftTransaction, kind: ContradictionKind): boolean {
  return (transaction.type === 'collection') === (kind !== 'late_failure');
}

/** Asks a person, once, about a word that does not say clearly that more money moved. */
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
 * Takes note of a contradicting word. An operator that first names no receipt and then one speaks of the same money, and
 * so does one that names another amount for the same receipt; another receipt is other money.
 * @returns known: nothing new was said. same_money: only the amount is new. new: money that nobody has booked.
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
  const known = speaksOf(comparable, receipt ?? '');
  const saidExactly = comparable.some((other) => other.receipt === (receipt ?? ''));
  if (!saidExactly && !(known && receipt === null)) {
    draft.rows.suspenseClaims.push({
      transactionId: transaction.transactionId,
      walletId: transaction.walletId,
      kind,
      amount,
      receipt: receipt ?? '',
    });
  }
  if (known) return 'known';
  return speaksOf(earlier, receipt ?? '') ? 'same_money' : 'new';
}

/** Another amount is booked before its transaction has an end; said again after a person ended it, it is a late success. */
function isOfKind(claim: SuspenseClaim, kind: ContradictionKind): boolean {
  return claim.kind === kind || (kind === 'late_success' && claim.kind === 'amount_differs');
}

/** Whether one of some claims is about the same money as a receipt; '' stands for a receipt that was not named. */
function speaksOf(claims: readonly SuspenseClaim[], receipt: string): boolean {
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

import { subtractUgx, type Ugx } from '../../money/ugx.ts';
import type { Outcome, Settle, Settlement } from '../commands.ts';
import { eventsOf } from '../event-names.ts';
import { isFinal } from '../moves.ts';
import { nextPlannedLook } from '../planned-looks.ts';
import type { Failure, Transaction } from '../transaction.ts';
import type { Draft, DraftTransaction } from './draft.ts';
import { spendFee } from './internal-payment.ts';
import { uncountOut } from './payout-limits.ts';
import { claimPaidRefund, endRefundClaim } from './refund-claims.ts';
import { type ContradictionKind, receiptKey, type SuspenseClaim } from './state.ts';

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
  if (isFinal(transaction.status)) return wordAfterTheEnd(draft, transaction, word);

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

/** Completes a processing transaction: the money that its operator moved leaves or reaches the float. */
export function completeTransaction(draft: Draft, transaction: DraftTransaction, receipt: string | null): Outcome {
  draft.move(transaction, 'completed');
  keepReceipt(draft, transaction, receipt);
  const wallet = draft.walletOf(transaction);
  if (transaction.type === 'collection') {
    const float = draft.account(transaction, 'collection_float');
    draft.post(transaction, float, transaction.walletId, transaction.netAmount);
    spendFee(draft, transaction, float);
    draft.emit(transaction, eventsOf.collectionCompleted());
  } else {
    const inTransit = draft.account(transaction, 'in_transit');
    draft.post(transaction, inTransit, draft.account(transaction, floatOf(transaction)), transaction.netAmount);
    if (transaction.type === 'refund') {
      draft.emit(transaction, eventsOf.refundCompleted());
    } else {
      spendFee(draft, transaction, inTransit);
      draft.emit(transaction, eventsOf.payoutCompleted(payoutType(transaction)));
    }
    wallet.held = subtractUgx(wallet.held, transaction.amount);
  }
  draft.rows.submissionsEnded.push(transaction.transactionId);
  return { is: 'done', transaction, balance: wallet.available };
}

/**
 * Ends a transaction without the money having moved: what was held is back in the same database transaction.
 * @param lookAgain whether its operator is asked about it again later.
 */
export function failTransaction(
  draft: Draft,
  transaction: DraftTransaction,
  failure: Failure,
  lookAgain = false,
): Outcome {
  draft.move(transaction, 'failed');
  transaction.failure = failure;
  const wallet = draft.walletOf(transaction);
  if (transaction.type === 'collection') {
    draft.emit(transaction, eventsOf.collectionFailed());
  } else {
    draft.post(transaction, draft.account(transaction, 'in_transit'), transaction.walletId, transaction.amount);
    wallet.held = subtractUgx(wallet.held, transaction.amount);
    if (transaction.type === 'refund') {
      endRefundClaim(draft, transaction);
      draft.emit(transaction, eventsOf.refundFailed());
    } else {
      uncountOut(wallet, transaction.amount, transaction.createdAtMs);
      draft.emit(transaction, eventsOf.payoutFailed(payoutType(transaction)));
    }
  }
  if (transaction.route === 'external') endSubmission(draft, transaction, lookAgain);
  return { is: 'done', transaction, balance: wallet.available };
}

/** Nothing is owed to the operator any more, but for a look that is planned together with the failure or not at all. */
function endSubmission(draft: Draft, { transactionId }: DraftTransaction, lookAgain: boolean): void {
  const { nowMs } = draft.state;
  const dueAtMs = lookAgain ? nextPlannedLook(nowMs, transactionId, nowMs) : null;
  if (dueAtMs === null) draft.rows.submissionsEnded.push(transactionId);
  else draft.rows.submissionsToLookAgain.push({ transactionId, dueAtMs });
}

function wordAfterTheEnd(draft: Draft, transaction: DraftTransaction, word: Settlement): Outcome {
  const { status } = transaction;
  const contradictedBy = (kind: ContradictionKind) =>
    draft.claimsOf(transaction.transactionId).some((claim) => isOfKind(claim, kind));
  if (word.is === 'failed') {
    if (status !== 'failed') return bookContradiction(draft, transaction, 'late_failure', null, word.receipt);
    // It takes back what is booked; a person may be about to give that money away.
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

/** The float of its operator account that a transaction moves. */
export function floatOf({ type, details }: Transaction): 'collection_float' | 'disbursement_float' {
  if (type === 'refund') return details?.paid_from === 'collection_float' ? 'collection_float' : 'disbursement_float';
  return type === 'collection' ? 'collection_float' : 'disbursement_float';
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

function transactionOfReceipt(draft: Draft, transaction: DraftTransaction, receipt: string | null): number | null {
  if (receipt === null || transaction.operatorAccountId === null) return null;
  const key = receiptKey(transaction.operatorAccountId, receipt);
  return draft.receiptsMade.get(key) ?? draft.state.receipts.get(key) ?? null;
}

/** The receipt that a transaction was completed with. */
function keepReceipt(draft: Draft, transaction: DraftTransaction, receipt: string | null): void {
  reserveReceipt(draft, transaction, receipt);
  if (receipt === null || transaction.operatorReceipt === receipt) return;
  transaction.operatorReceipt = receipt;
  draft.touch(transaction);
}

/** From here on no other transaction can be completed with the receipt. */
function reserveReceipt(draft: Draft, transaction: DraftTransaction, receipt: string | null): void {
  if (receipt === null || transaction.operatorAccountId === null) return;
  if (transactionOfReceipt(draft, transaction, receipt) !== null) return;
  draft.receiptsMade.set(receiptKey(transaction.operatorAccountId, receipt), transaction.transactionId);
  draft.rows.receipts.push({
    operatorAccountId: transaction.operatorAccountId,
    receipt,
    walletId: transaction.walletId,
    transactionId: transaction.transactionId,
  });
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

/** A payout's type; anything else that reaches an operator's word here is our mistake. */
function payoutType(transaction: DraftTransaction): 'payment_sent' | 'withdrawal' {
  if (transaction.type === 'payment_sent' || transaction.type === 'withdrawal') return transaction.type;
  throw new Error(`a ${transaction.type} is not a payout`);
}

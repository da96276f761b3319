import { subtractUgx } from '../../money/ugx.ts';
import { eventsOf } from '../event-names.ts';
import { nextPlannedLook } from '../planned-looks.ts';
import type { Failure, Transaction } from '../transaction.ts';
import type { Draft, DraftTransaction } from './draft.ts';
import { spendFee } from './internal-payment.ts';
import { giveBackToBudget } from './key-budget.ts';
import type { Outcome } from './outcome.ts';
import { uncountOut } from './payout-limits.ts';
import { keepReceipt } from './receipts.ts';
import { endRefundClaim } from './refund-claims.ts';

/** Completes a processing transaction: posts what its operator moved from or to the float. */
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
 * Fails a transaction without the money having moved: a hold is released in the same database transaction.
 * @param lookAgain whether its operator is queried about it again later.
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
    giveBackToBudget(draft, transaction);
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

/** Ends the submission, or keeps it for a later query where one is planned with the failure. */
function endSubmission(draft: Draft, { transactionId }: DraftTransaction, lookAgain: boolean): void {
  const { nowMs, trustedNowMs } = draft.state;
  const plannedAtMs = lookAgain ? nextPlannedLook(nowMs, transactionId, nowMs) : null;
  if (plannedAtMs === null) draft.rows.submissionsEnded.push(transactionId);
  else draft.rows.submissionsToLookAgain.push({ transactionId, dueAtMs: trustedNowMs + plannedAtMs - nowMs });
}

/** The float of its operator account that a transaction moves. */
export function floatOf({ type, details }: Transaction): 'collection_float' | 'disbursement_float' {
  if (type === 'refund') return details?.paid_from === 'collection_float' ? 'collection_float' : 'disbursement_float';
  return type === 'collection' ? 'collection_float' : 'disbursement_float';
}

/** The type of a payout. @throws Error for any other type, which is our mistake. */
function payoutType(transaction: DraftTransaction): 'payment_sent' | 'withdrawal' {
  if (transaction.type === 'payment_sent' || transaction.type === 'withdrawal') return transaction.type;
  throw new Error(`a ${transaction.type} is not a payout`);
}

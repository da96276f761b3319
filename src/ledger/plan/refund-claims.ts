import { subtractUgx, type Ugx, zeroUgx } from '../../money/ugx.ts';
import type { ClaimedRefund } from '../rows/refund-claim.ts';
import type { Transaction } from '../transaction.ts';
import type { Draft } from './draft.ts';

/**
 * The refunds that have taken their part of a collection: they have not failed, or their operator paid the customer late. Oldest first.
 */
export function refundsOf(draft: Draft, collectionId: number): readonly ClaimedRefund[] {
  return draft.refundsMade.get(collectionId) ?? draft.state.refunds.get(collectionId) ?? [];
}

/** What is left of a collection to be refunded, in shillings: zero where its refunds, with those paid late, have all of it. */
export function leftToRefund(draft: Draft, { transactionId, amount }: Transaction): Ugx {
  let left = amount;
  for (const refund of refundsOf(draft, transactionId)) {
    if (refund.amount >= left) return zeroUgx;
    left = subtractUgx(left, refund.amount);
  }
  return left;
}

/** Keeps a refund's part of the collection from being refunded again until this refund fails. */
export function claimRefund(draft: Draft, refund: Transaction, collection: Transaction): void {
  add(draft, refund, { paidLate: false, collected: collection.amount });
}

/** Keeps its part from being refunded again though this refund failed here, because its customer was paid. */
export function claimPaidRefund(draft: Draft, refund: Transaction): void {
  endRefundClaim(draft, refund);
  add(draft, refund, { paidLate: true, collected: null });
}

/** The refund did not reach its customer, or was returned: its part of the collection can be refunded again. */
export function endRefundClaim(draft: Draft, refund: Transaction): void {
  const collectionId = collectionOf(refund);
  const { walletId, transactionId: refundId } = refund;
  const made = draft.rows.refundClaims.findIndex((row) => row.refundId === refundId);
  if (made !== -1) draft.rows.refundClaims.splice(made, 1);
  draft.rows.refundClaimsEnded.push({ collectionId, refundId, walletId });
  draft.refundsMade.set(
    collectionId,
    refundsOf(draft, collectionId).filter((claimed) => claimed.refundId !== refundId),
  );
}

function add(draft: Draft, refund: Transaction, more: { paidLate: boolean; collected: Ugx | null }): void {
  const collectionId = collectionOf(refund);
  const { walletId, transactionId: refundId, amount } = refund;
  draft.rows.refundClaims.push({ collectionId, refundId, walletId, amount, ...more });
  draft.refundsMade.set(collectionId, [...refundsOf(draft, collectionId), { refundId, amount }]);
}

function collectionOf(refund: Transaction): number {
  return Number(refund.details?.refunds);
}

import type { Transaction } from '../transaction.ts';
import type { Draft } from './draft.ts';

/** The refund that keeps a collection from being refunded again: it has not failed, or its operator paid the customer late. */
export function refundOf(draft: Draft, collectionId: number): number | undefined {
  return claimsOn(draft, collectionId)[0];
}

/** Keeps the collection from being refunded again until this refund fails. */
export function claimRefund(draft: Draft, refund: Transaction): void {
  add(draft, refund, false);
}

/** Keeps the collection from being refunded again though this refund failed here, because its customer was paid. */
export function claimPaidRefund(draft: Draft, refund: Transaction): void {
  endRefundClaim(draft, refund);
  add(draft, refund, true);
}

/** The refund did not reach its customer, or was returned: the collection can be refunded again. */
export function endRefundClaim(draft: Draft, refund: Transaction): void {
  const collectionId = collectionOf(refund);
  const { walletId, transactionId: refundId } = refund;
  const made = draft.rows.refundClaims.findIndex((row) => row.refundId === refundId);
  if (made !== -1) draft.rows.refundClaims.splice(made, 1);
  draft.rows.refundClaimsEnded.push({ collectionId, refundId, walletId });
  draft.refundsMade.set(
    collectionId,
    claimsOn(draft, collectionId).filter((id) => id !== refundId),
  );
}

function add(draft: Draft, refund: Transaction, paidLate: boolean): void {
  const collectionId = collectionOf(refund);
  const { walletId, transactionId: refundId } = refund;
  draft.rows.refundClaims.push({ collectionId, refundId, walletId, paidLate });
  draft.refundsMade.set(collectionId, [...claimsOn(draft, collectionId), refundId]);
}

function claimsOn(draft: Draft, collectionId: number): readonly number[] {
  return draft.refundsMade.get(collectionId) ?? draft.state.refunds.get(collectionId) ?? [];
}

function collectionOf(refund: Transaction): number {
  return Number(refund.details?.refunds);
}

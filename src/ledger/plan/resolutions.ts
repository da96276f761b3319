import type { Resolution, ReviewCase } from '../rows/review-case.ts';
import type { SuspenseClaim } from '../rows/suspense-claim.ts';
import type { Transaction } from '../transaction.ts';

/** Money that came in is given to a client or kept; money that went out is charged to a client or written off. */
export type UnknownPaymentEnd = Extract<Resolution, 'credited' | 'kept' | 'charged' | 'written_off'>;

/** Kinds of cases in which no further query to the operator can end the transaction. */
const endedByPeopleOnly: ReadonlySet<ReviewCase['kind']> = new Set([
  'cannot_be_asked',
  'details_differ',
  'receipt_reused',
]);

/**
 * How a case can end. Unassigned money that we hold is credited to the client, returned at the operator or kept; money
 * that left without a transaction is charged to the client, returned by the operator or written off. Where the case booked
 * nothing, only a processing transaction can be completed or failed, unless another amount waits in suspense for it; where no
 * further query can end that transaction, the case must, because nothing else would.
 */
export function fittingResolutions(
  reviewCase: Pick<ReviewCase, 'inSuspense' | 'kind'>,
  transaction: Transaction,
  claims: readonly Pick<SuspenseClaim, 'kind'>[],
): readonly Resolution[] {
  if (reviewCase.inSuspense > 0n) return ['credited', 'returned', 'kept'];
  if (reviewCase.inSuspense < 0n) return ['charged', 'returned', 'written_off'];
  if (transaction.status === 'processing' && !claims.some(({ kind }) => kind === 'amount_differs')) {
    return endedByPeopleOnly.has(reviewCase.kind) ? ['completed', 'failed'] : ['completed', 'failed', 'dismissed'];
  }
  return ['dismissed'];
}

/** How a payment that belongs to none of our transactions can be booked, by its direction. */
export function endsOfUnknownPayment(direction: 'in' | 'out'): readonly [UnknownPaymentEnd, UnknownPaymentEnd] {
  return direction === 'in' ? ['credited', 'kept'] : ['charged', 'written_off'];
}

/** Whether the proposal that a second person confirms was withdrawn, or replaced, after that person read it. */
export function isProposalGone(
  confirmation: { readonly proposedAtMs?: number },
  { proposedAtMs }: Pick<ReviewCase, 'proposedAtMs'>,
): boolean {
  return confirmation.proposedAtMs !== undefined && confirmation.proposedAtMs !== proposedAtMs;
}

import type { Resolution, ReviewCase } from '../rows/review-case.ts';
import type { SuspenseClaim } from '../rows/suspense-claim.ts';
import type { Transaction } from '../transaction.ts';

/** Money that came in is given to a client or kept; money that went out is charged to a client or written off. */
export type UnknownPaymentEnd = Extract<Resolution, 'credited' | 'kept' | 'charged' | 'written_off'>;

/** Its operator cannot be asked, or has said its last word, and that fits another payment. */
const endedByPersonsOnly: ReadonlySet<ReviewCase['kind']> = new Set([
  'cannot_be_asked',
  'details_differ',
  'receipt_reused',
]);

/**
 * How a case can end. Money that we hold for nobody is given to the client, given back at the operator or kept; money
 * that left for nobody is charged to the client, brought back at the operator or written off. Without a booking only a
 * transaction that still has no end can get one, unless money of another amount waits in suspense for it; where its
 * operator can say nothing more that would end it, it must get one, because nobody would look at it again.
 */
export function fittingResolutions(
  reviewCase: Pick<ReviewCase, 'inSuspense' | 'kind'>,
  transaction: Transaction,
  claims: readonly Pick<SuspenseClaim, 'kind'>[],
): readonly Resolution[] {
  if (reviewCase.inSuspense > 0n) return ['credited', 'returned', 'kept'];
  if (reviewCase.inSuspense < 0n) return ['charged', 'returned', 'written_off'];
  const hasNoEnd = transaction.status === 'processing';
  if (hasNoEnd && !claims.some(({ kind }) => kind === 'amount_differs')) {
    return endedByPersonsOnly.has(reviewCase.kind) ? ['completed', 'failed'] : ['completed', 'failed', 'dismissed'];
  }
  return ['dismissed'];
}

/** How a case about money that is none of our transactions' can be booked, by where the operator says that it went. */
export function endsOfUnknownPayment(direction: 'in' | 'out'): readonly [UnknownPaymentEnd, UnknownPaymentEnd] {
  return direction === 'in' ? ['credited', 'kept'] : ['charged', 'written_off'];
}

/** Whether the proposal that a second person confirms was withdrawn, or made anew, after that person read it. */
export function isProposalGone(
  confirmation: { readonly proposedAtMs?: number },
  { proposedAtMs }: Pick<ReviewCase, 'proposedAtMs'>,
): boolean {
  return confirmation.proposedAtMs !== undefined && confirmation.proposedAtMs !== proposedAtMs;
}

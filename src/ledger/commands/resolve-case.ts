import { lesserUgx, type Ugx, zeroUgx } from '../../money/ugx.ts';
import { houseWalletId } from '../accounts.ts';
import { eventsOf } from '../event-names.ts';
import type { Draft, DraftTransaction } from '../plan/draft.ts';
import { completeTransaction, failTransaction, floatOf } from '../plan/end-transaction.ts';
import { openHouseBooking } from '../plan/house.ts';
import { feeRevenueOf } from '../plan/internal-payment.ts';
import type { Act } from '../plan/opening.ts';
import type { Outcome } from '../plan/outcome.ts';
import { claimPaidRefund, endRefundClaim } from '../plan/refund-claims.ts';
import { fittingResolutions, isProposalGone } from '../plan/resolutions.ts';
import type { Resolution, ReviewCase } from '../rows/review-case.ts';
import type { Mode, Transaction } from '../transaction.ts';

/** What one person decided about a review case and another one confirmed. */
export interface ResolveCase extends Act {
  readonly kind: 'resolve_case';
  readonly walletId: number;
  readonly mode: Mode;
  readonly transactionId: number;
  /** The transaction itself where it is in the history store; left out where the ledger reads it. */
  readonly moved?: Transaction;
  readonly reviewCaseId: number;
  readonly resolution: Resolution;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string;
  /** Where it confirms a proposal: when that was made, in milliseconds. The proposal must still exist, and ends with the case. */
  readonly proposedAtMs?: number;
}

/**
 * Ends a review case as a person decided and a second one confirmed. The first transaction keeps its end; what is booked
 * is a new transaction that names it, of the client's wallet when that wallet moves, else of the house's.
 */
export function resolveCase(draft: Draft, command: ResolveCase, transactionId: number): Outcome {
  const transaction = command.moved ?? draft.transaction(command.walletId, command.transactionId);
  const reviewCase = draft.state.reviewCases.get(command.reviewCaseId);
  if (
    transaction === undefined ||
    transaction.mode !== command.mode ||
    reviewCase?.transactionId !== transaction.transactionId
  ) {
    return { is: 'refused', refusal: { code: 'not_found' } };
  }
  if (command.approver === command.maker) return { is: 'refused', refusal: { code: 'approver_is_maker' } };
  if (!reviewCase.isOpen || draft.casesResolved.has(command.reviewCaseId)) {
    return { is: 'refused', refusal: { code: 'case_not_open' } };
  }
  if (isProposalGone(command, reviewCase)) return { is: 'refused', refusal: { code: 'proposal_gone' } };
  const fitting = fittingResolutions(reviewCase, transaction, draft.claimsOf(transaction.transactionId));
  if (!fitting.includes(command.resolution)) {
    return { is: 'refused', refusal: { code: 'resolution_does_not_fit', fitting } };
  }
  draft.casesResolved.add(command.reviewCaseId);
  const outcome = end(draft, command, transaction, reviewCase, transactionId);
  draft.rows.casesResolved.push({
    reviewCaseId: command.reviewCaseId,
    resolution: command.resolution,
    reason: command.reason,
    maker: command.maker,
    approver: command.approver,
    transactionId: outcome.is === 'done' ? outcome.transaction.transactionId : null,
  });
  return outcome;
}

function end(
  draft: Draft,
  command: ResolveCase,
  transaction: DraftTransaction,
  { inSuspense, kind }: Pick<ReviewCase, 'inSuspense' | 'kind'>,
  transactionId: number,
): Outcome {
  const { resolution } = command;
  if (resolution === 'dismissed') return { is: 'unchanged', transaction };
  if (resolution === 'completed') return completeTransaction(draft, transaction, null);
  if (resolution === 'failed') {
    const failure = {
      stage: 'settlement',
      code: 'operator_failed',
      reason: 'The operator did not make this payment.',
    } as const;
    // Its operator did not report this and may still pay it, which only a query can show.
    return failTransaction(draft, transaction, failure, kind !== 'cannot_be_asked');
  }
  // Another amount settled nothing; now that a correction is booked for it, the transaction itself fails.
  if (transaction.status === 'processing') {
    failTransaction(draft, transaction, {
      stage: 'settlement',
      code: 'operator_failed',
      reason: 'The operator moved another amount; a correction is booked for it.',
    });
  }
  if (transaction.type === 'refund') keepFromSecondRefund(draft, transaction, resolution, inSuspense);
  const amount = (inSuspense < 0n ? -inSuspense : inSuspense) as Ugx;
  if (resolution === 'credited') return credit(draft, command, transaction, amount, transactionId);
  if (resolution === 'charged') return charge(draft, command, transaction, amount, transactionId);

  const booking = openBooking(draft, command, transaction, {
    walletId: houseWalletId[command.mode],
    transactionId,
    direction: inSuspense > 0n ? 'in' : 'out',
    net: amount,
  });
  const suspense = draft.account(booking, 'suspense');
  const other =
    resolution === 'returned'
      ? draft.account(booking, floatOf(transaction))
      : draft.account(booking, resolution === 'kept' ? 'other_income' : 'loss');
  if (inSuspense > 0n) draft.post(booking, suspense, other, amount);
  else draft.post(booking, other, suspense, amount);
  draft.emit(booking, eventsOf.bookedForTheHouse());
  return { is: 'done', transaction: booking, balance: draft.walletOf(booking).available };
}

/**
 * A customer who was paid has the money unless it came back, to the float or, of a refund completed here, to the wallet;
 * and all of it if the operator spoke of it once.
 */
function keepFromSecondRefund(draft: Draft, refund: Transaction, resolution: Resolution, inSuspense: bigint): void {
  const paid = draft.claimsOf(refund.transactionId).filter(({ kind }) => kind !== 'late_failure');
  const cameBack =
    inSuspense > 0n ? resolution === 'credited' && paid.length === 0 : resolution === 'returned' && paid.length === 1;
  if (cameBack) endRefundClaim(draft, refund);
  else if (inSuspense < 0n) claimPaidRefund(draft, refund);
}

/** A late collection reaches the wallet less its fee; a payout that came back reaches it whole, our fee included. */
function credit(
  draft: Draft,
  command: ResolveCase,
  transaction: Transaction,
  amount: Ugx,
  transactionId: number,
): Outcome {
  const late = transaction.type === 'collection';
  const fee = feeShare(transaction, amount);
  const booking = openBooking(draft, command, transaction, {
    walletId: transaction.walletId,
    transactionId,
    direction: 'in',
    ...(late ? { fee, net: (amount - fee) as Ugx } : { net: (amount + fee) as Ugx }),
  });
  const suspense = draft.account(booking, 'suspense');
  if (late) {
    draft.post(booking, suspense, booking.walletId, booking.netAmount);
    draft.post(booking, suspense, draft.account(booking, feeRevenueOf(transaction.type)), fee);
  } else {
    draft.post(booking, suspense, booking.walletId, amount);
    if (fee > 0n) draft.post(booking, draft.account(booking, feeRevenueOf(transaction.type)), booking.walletId, fee);
  }
  draft.emit(booking, eventsOf.adjusted('adjustment', 'in'));
  return { is: 'done', transaction: booking, balance: draft.walletOf(booking).available };
}

/** The wallet pays as far as it can, the rest becomes a receivable. Where a collection was taken back we return our fee. */
function charge(
  draft: Draft,
  command: ResolveCase,
  transaction: Transaction,
  amount: Ugx,
  transactionId: number,
): Outcome {
  const fee = transaction.type === 'collection' ? feeShare(transaction, amount) : zeroUgx;
  const owed = (amount - fee) as Ugx;
  const available = draft.wallet(transaction.walletId)?.available ?? zeroUgx;
  const paid = lesserUgx(available, owed);
  const ofClient = paid > zeroUgx;
  const booking = openBooking(draft, command, transaction, {
    walletId: ofClient ? transaction.walletId : houseWalletId[command.mode],
    transactionId,
    direction: 'out',
    net: ofClient ? paid : amount,
  });
  const suspense = draft.account(booking, 'suspense');
  if (ofClient) draft.post(booking, booking.walletId, suspense, paid);
  draft.post(booking, draft.account(booking, 'receivable'), suspense, (owed - paid) as Ugx);
  if (fee > 0n) draft.post(booking, draft.account(booking, feeRevenueOf(transaction.type)), suspense, fee);
  draft.emit(booking, ofClient ? eventsOf.adjusted('adjustment', 'out') : eventsOf.bookedForTheHouse());
  return { is: 'done', transaction: booking, balance: draft.walletOf(booking).available };
}

/**
 * The frozen fee's share of another amount, rounded half up; all of it when the amount is the expected one. What the fee
 * comes out of, as it does of a collection, it may not use up; a payout's fee went on top and can be the greater.
 */
function feeShare(transaction: Transaction, amount: Ugx): Ugx {
  const comesOutOfIt = transaction.type === 'collection';
  const expected = comesOutOfIt ? transaction.amount : transaction.netAmount;
  const share = (2n * transaction.feeAmount * amount + expected) / (2n * expected);
  return (comesOutOfIt && share >= amount ? zeroUgx : share) as Ugx;
}

function openBooking(
  draft: Draft,
  command: ResolveCase,
  transaction: Transaction,
  booking: { walletId: number; transactionId: number; direction: 'in' | 'out'; fee?: Ugx; net: Ugx },
): DraftTransaction {
  return openHouseBooking(draft, {
    ...booking,
    mode: command.mode,
    type: 'adjustment',
    reason: command.reason,
    operatorAccountId: transaction.operatorAccountId,
    details: { resolves: transaction.transactionId, maker: command.maker, approver: command.approver },
  });
}

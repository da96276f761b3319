import type { Ugx } from '../../money/ugx.ts';
import { houseWalletId, type SystemAccountKind } from '../accounts.ts';
import { eventsOf } from '../event-names.ts';
import type { Draft } from '../plan/draft.ts';
import { openHouseBooking } from '../plan/house.ts';
import type { Act } from '../plan/opening.ts';
import type { Outcome } from '../plan/outcome.ts';
import { isProposalGone, type UnknownPaymentEnd } from '../plan/resolutions.ts';
import { externalReferenceKey } from '../rows/adjustment-claim.ts';
import { receiptKey } from '../rows/operator-receipt.ts';
import type { Mode } from '../transaction.ts';

/**
 * What a person decided about a payment that an operator's statement has and that is none of our transactions: it is
 * booked on the float, and given to a wallet or taken from it. Who decides and who confirms are two.
 */
export interface BookUnknownPayment extends Act {
  readonly kind: 'book_unknown_payment';
  /** The client's wallet that gets it or pays for it; the house's for what touches no client. */
  readonly walletId: number;
  readonly mode: Mode;
  readonly reviewCaseId: number;
  readonly resolution: UnknownPaymentEnd;
  readonly operatorAccountId: number;
  readonly float: 'collection_float' | 'disbursement_float';
  /** Shillings that the operator moved. */
  readonly amount: Ugx;
  /** The operator's receipt, which then pays for nothing else; null when the statement has none. */
  readonly receipt: string | null;
  /** Unique per mode: the receipt, or else what the operator has in its place. */
  readonly externalReference: string;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string;
  /** As of a `ResolveCase`. */
  readonly proposedAtMs?: number;
}

/** The account of the house on the other side of each resolution; null where it is the client's wallet. */
const otherSide: Readonly<Record<UnknownPaymentEnd, { direction: 'in' | 'out'; house: SystemAccountKind | null }>> = {
  credited: { direction: 'in', house: null },
  kept: { direction: 'in', house: 'other_income' },
  charged: { direction: 'out', house: null },
  written_off: { direction: 'out', house: 'loss' },
};

/**
 * Books a payment that an operator made and that belongs to none of our transactions, and resolves its case. From here on
 * its receipt pays for nothing else: a transaction of ours that is settled with it goes to review instead of paying twice.
 */
export function bookUnknownPayment(draft: Draft, command: BookUnknownPayment, transactionId: number): Outcome {
  const { walletId, mode, resolution, operatorAccountId, amount, receipt } = command;
  const { direction, house } = otherSide[resolution];
  const wallet = draft.wallet(walletId);
  const ofHouse = walletId === houseWalletId[mode];
  if (wallet === undefined || wallet.mode !== mode || ofHouse !== (house !== null)) {
    return { is: 'refused', refusal: { code: 'wallet_not_found' } };
  }
  if (command.approver === command.maker) return { is: 'refused', refusal: { code: 'approver_is_maker' } };
  const reviewCase = draft.state.reviewCases.get(command.reviewCaseId);
  if (reviewCase === undefined || reviewCase.transactionId !== null) {
    return { is: 'refused', refusal: { code: 'not_found' } };
  }
  if (!reviewCase.isOpen || draft.casesResolved.has(command.reviewCaseId)) {
    return { is: 'refused', refusal: { code: 'case_not_open' } };
  }
  if (isProposalGone(command, reviewCase)) return { is: 'refused', refusal: { code: 'proposal_gone' } };
  const used = bookedAs(draft, command) ?? reviewCase.receiptOf;
  if (used !== null) return { is: 'refused', refusal: { code: 'external_reference_used', transactionId: used } };
  if (resolution === 'charged' && amount > wallet.available) {
    return { is: 'refused', refusal: { code: 'insufficient_funds', available: wallet.available, needed: amount } };
  }

  const booking = openHouseBooking(draft, {
    walletId,
    transactionId,
    mode,
    type: 'adjustment',
    direction,
    net: amount,
    reason: command.reason,
    operatorAccountId,
    details: {
      review_case: command.reviewCaseId,
      maker: command.maker,
      approver: command.approver,
      bank_reference: command.externalReference,
    },
  });
  const float = draft.account(booking, command.float);
  const other = house === null ? walletId : draft.account(booking, house);
  if (direction === 'in') draft.post(booking, float, other, amount);
  else draft.post(booking, other, float, amount);
  draft.externalReferencesMade.set(externalReferenceKey(mode, command.externalReference), transactionId);
  draft.rows.adjustmentClaims.push({ mode, externalReference: command.externalReference, walletId, transactionId });
  if (receipt !== null) {
    booking.operatorReceipt = receipt;
    draft.receiptsMade.set(receiptKey(operatorAccountId, receipt), transactionId);
    draft.rows.receipts.push({ operatorAccountId, receipt, walletId, transactionId });
  }
  draft.casesResolved.add(command.reviewCaseId);
  const { reviewCaseId, reason, maker, approver } = command;
  draft.rows.casesResolved.push({ reviewCaseId, resolution, reason, maker, approver, transactionId });
  draft.emit(booking, ofHouse ? eventsOf.bookedForTheHouse() : eventsOf.adjusted('adjustment', direction));
  return { is: 'done', transaction: booking, balance: wallet.available };
}

/** The transaction that booked this payment before, found by its reference or its receipt; null where there is none. */
function bookedAs(draft: Draft, { mode, externalReference, operatorAccountId, receipt }: BookUnknownPayment) {
  const reference = externalReferenceKey(mode, externalReference);
  return (
    draft.externalReferencesMade.get(reference) ??
    draft.state.externalReferences.get(reference) ??
    (receipt === null ? undefined : draft.receiptsMade.get(receiptKey(operatorAccountId, receipt))) ??
    null
  );
}

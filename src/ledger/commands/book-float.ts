import type { Ugx } from '../../money/ugx.ts';
import { houseWalletId } from '../accounts.ts';
import { eventsOf } from '../event-names.ts';
import type { Draft } from '../plan/draft.ts';
import { openHouseBooking } from '../plan/house.ts';
import type { Act } from '../plan/opening.ts';
import type { Outcome } from '../plan/outcome.ts';
import { externalReferenceKey } from '../rows/adjustment-claim.ts';
import type { Mode } from '../transaction.ts';

/** A manual movement of our float, or a charge of the operator, in shillings. Belongs to the house's wallet. */
export interface BookFloat extends Act {
  readonly kind: 'book_float';
  readonly mode: Mode;
  readonly what: 'fund' | 'sweep' | 'charge';
  readonly float: 'collection_float' | 'disbursement_float';
  readonly operatorAccountId: number;
  readonly amount: Ugx;
  readonly reason: string;
  readonly maker: string;
  /** Null for test money and in a rehearsal, where one person is enough. */
  readonly approver: string | null;
  /** Unique per mode: the slip or statement line this books. */
  readonly externalReference: string;
}

/**
 * Books a movement of our float outside any payment: funded from the bank, swept to it, or taken as a charge. A slip is
 * booked once.
 */
export function bookFloat(draft: Draft, command: BookFloat, transactionId: number): Outcome {
  const walletId = houseWalletId[command.mode];
  const house = draft.wallet(walletId);
  if (house === undefined) return { is: 'refused', refusal: { code: 'wallet_not_found' } };
  if (command.approver !== null && command.approver === command.maker)
    return { is: 'refused', refusal: { code: 'approver_is_maker' } };
  const slip = externalReferenceKey(command.mode, command.externalReference);
  const used = draft.externalReferencesMade.get(slip) ?? draft.state.externalReferences.get(slip);
  if (used !== undefined) return { is: 'refused', refusal: { code: 'external_reference_used', transactionId: used } };

  const booking = openHouseBooking(draft, {
    walletId,
    transactionId,
    mode: command.mode,
    type: 'adjustment',
    direction: command.what === 'fund' ? 'in' : 'out',
    net: command.amount,
    reason: command.reason,
    operatorAccountId: command.operatorAccountId,
    details: {
      float: `${command.what} ${command.float}`,
      maker: command.maker,
      ...(command.approver === null ? {} : { approver: command.approver }),
      bank_reference: command.externalReference,
    },
  });
  const float = draft.account(booking, command.float);
  const bank = draft.account(booking, 'bank');
  if (command.what === 'fund') draft.post(booking, float, bank, command.amount);
  if (command.what === 'sweep') draft.post(booking, bank, float, command.amount);
  if (command.what === 'charge') draft.post(booking, draft.account(booking, 'operator_charges'), float, command.amount);
  draft.externalReferencesMade.set(slip, transactionId);
  draft.rows.adjustmentClaims.push({
    mode: command.mode,
    externalReference: command.externalReference,
    walletId,
    transactionId,
  });
  draft.emit(booking, eventsOf.bookedForTheHouse());
  return { is: 'done', transaction: booking, balance: house.available };
}

import type { Ugx } from '../../money/ugx.ts';
import { eventsOf } from '../event-names.ts';
import type { IdempotencyKey } from '../idempotency.ts';
import type { Draft } from '../plan/draft.ts';
import { openHouseBooking } from '../plan/house.ts';
import type { Act } from '../plan/opening.ts';
import type { Outcome } from '../plan/outcome.ts';
import { externalReferenceKey } from '../rows/adjustment-claim.ts';
import type { Mode } from '../transaction.ts';

/** A top-up or correction by an administrator. */
export interface Adjust extends Act {
  readonly kind: 'adjust';
  readonly walletId: number;
  readonly mode: Mode;
  readonly type: 'deposit' | 'adjustment';
  readonly direction: 'in' | 'out';
  readonly amount: Ugx;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string | null;
  /** Unique per mode: the slip or statement line this books. Null only for test money. */
  readonly externalReference: string | null;
  readonly apiKeyId: number | null;
  readonly apiTriggered: boolean;
  readonly idempotency: IdempotencyKey | null;
}

/** A top-up or correction: live money comes from or goes to the bank, test money is issued or withdrawn. */
export function adjust(draft: Draft, command: Adjust, transactionId: number): Outcome {
  const wallet = draft.wallet(command.walletId);
  if (wallet === undefined || wallet.mode !== command.mode) {
    return { is: 'refused', refusal: { code: 'wallet_not_found' } };
  }
  if (command.approver !== null && command.approver === command.maker) {
    return { is: 'refused', refusal: { code: 'approver_is_maker' } };
  }
  if (command.externalReference !== null) {
    const key = externalReferenceKey(command.mode, command.externalReference);
    const used = draft.externalReferencesMade.get(key) ?? draft.state.externalReferences.get(key);
    if (used !== undefined) return { is: 'refused', refusal: { code: 'external_reference_used', transactionId: used } };
  }
  if (command.direction === 'out' && command.amount > wallet.available) {
    return {
      is: 'refused',
      refusal: { code: 'insufficient_funds', available: wallet.available, needed: command.amount },
    };
  }
  const transaction = openHouseBooking(draft, {
    walletId: command.walletId,
    transactionId,
    mode: command.mode,
    type: command.type,
    direction: command.direction,
    net: command.amount,
    reason: command.reason,
    apiKeyId: command.apiKeyId,
    apiTriggered: command.apiTriggered,
    details: detailsOf(command),
  });
  const source = draft.account(transaction, command.mode === 'live' ? 'bank' : 'issuance');
  if (command.direction === 'in') draft.post(transaction, source, command.walletId, command.amount);
  else draft.post(transaction, command.walletId, source, command.amount);
  if (command.externalReference !== null) {
    draft.externalReferencesMade.set(externalReferenceKey(command.mode, command.externalReference), transactionId);
    draft.rows.adjustmentClaims.push({
      mode: command.mode,
      externalReference: command.externalReference,
      walletId: command.walletId,
      transactionId,
    });
  }
  draft.emit(transaction, eventsOf.adjusted(command.type, command.direction));
  return { is: 'done', transaction, balance: wallet.available };
}

function detailsOf(command: Adjust): Record<string, unknown> {
  return {
    maker: command.maker,
    ...(command.approver === null ? {} : { approver: command.approver }),
    ...(command.externalReference === null ? {} : { bank_reference: command.externalReference }),
  };
}

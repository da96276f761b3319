import { type Ugx, zeroUgx } from '../../money/ugx.ts';
import type { Mode } from '../transaction.ts';
import { type Draft, type DraftTransaction, newTransaction } from './draft.ts';

/** What an administrator books. */
export interface HouseBooking {
  /** A client's wallet, or the house's for what touches no client. */
  readonly walletId: number;
  readonly transactionId: number;
  readonly mode: Mode;
  readonly type: 'deposit' | 'adjustment';
  readonly direction: 'in' | 'out';
  readonly fee?: Ugx;
  readonly net: Ugx;
  readonly reason: string;
  /** Whose floats and suspense it may touch. */
  readonly operatorAccountId?: number | null;
  readonly apiKeyId?: number | null;
  readonly apiTriggered?: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Opens a transaction that is complete as soon as it is booked; the caller posts its lines and emits its events. */
export function openHouseBooking(draft: Draft, booking: HouseBooking): DraftTransaction {
  const { nowMs } = draft.state;
  const fee = booking.fee ?? zeroUgx;
  return draft.open(
    newTransaction(
      {
        walletId: booking.walletId,
        transactionId: booking.transactionId,
        mode: booking.mode,
        type: booking.type,
        direction: booking.direction,
        route: 'house',
        status: 'completed',
        amount: (booking.net + fee) as Ugx,
        feeAmount: fee,
        netAmount: booking.net,
        senderPaysFee: null,
        feeScheduleId: null,
        description: booking.reason,
        counterpartyPhone: null,
        counterpartyName: null,
        counterpartyWalletId: null,
        provider: null,
        operatorAccountId: booking.operatorAccountId ?? null,
        externalReference: null,
        apiKeyId: booking.apiKeyId ?? null,
        apiTriggered: booking.apiTriggered ?? false,
        details: booking.details,
        createdAtMs: nowMs,
      },
      nowMs,
    ),
  );
}

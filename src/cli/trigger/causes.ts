import type { EventName } from '../../ledger/event-names.ts';

/** A payment with a number of the simulator that makes an event happen (interface-decisions.md sections 6 and 8). */
export interface Cause {
  readonly operation: 'collection' | 'send_money' | 'withdrawal';
  readonly phone: string;
  /** What the number does, for the person who waits. */
  readonly ends: string;
  /** Whether the event is that of a payment that waits for a second person. */
  readonly needsApproval: boolean;
}

/** Approves or pays after a second. */
const willing = { phone: '256770000001', ends: 'which succeeds after a second', needsApproval: false };
/** A customer who rejects after a second; a recipient that the operator does not know. */
const rejecting = { phone: '256770000002', ends: 'which the customer rejects after a second', needsApproval: false };
const unknown = { phone: '256770000002', ends: 'which the operator refuses at once', needsApproval: false };

/** What makes each event happen. */
export const causeOf: Readonly<Record<EventName, Cause>> = {
  'transaction.created': { operation: 'collection', ...willing },
  'transaction.completed': { operation: 'collection', ...willing },
  'transaction.failed': { operation: 'collection', ...rejecting },
  'transaction.pending': {
    operation: 'withdrawal',
    phone: willing.phone,
    ends: 'which waits for approval',
    needsApproval: true,
  },
  'wallet.credited': { operation: 'collection', ...willing },
  'wallet.debited': { operation: 'withdrawal', ...willing },
  'deposit.completed': { operation: 'collection', ...willing },
  'deposit.failed': { operation: 'collection', ...rejecting },
  'withdrawal.completed': { operation: 'withdrawal', ...willing },
  'withdrawal.failed': { operation: 'withdrawal', ...unknown },
  'send_money.completed': { operation: 'send_money', ...willing },
  'send_money.failed': { operation: 'send_money', ...unknown },
};

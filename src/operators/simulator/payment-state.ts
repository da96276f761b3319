import { behaviourOf, type SimulatedState } from './behaviours.ts';

/** A payment as the simulated operator's books hold it; times in milliseconds of trusted time. */
export interface BookedPayment {
  readonly paymentId: number;
  readonly direction: 'collection' | 'payout';
  readonly phone: string;
  readonly createdAtMs: number;
  readonly decision: 'approve' | 'decline' | null;
}

/**
 * The state of a payment at `nowMs`. A pure function of the books and the time, so that every process agrees and a
 * crash changes nothing.
 */
export function stateAt(payment: BookedPayment, nowMs: number, usualDelayMs: number): SimulatedState {
  const { handset, changes } = behaviourOf(payment.phone, payment.direction, usualDelayMs);
  const ageMs = nowMs - payment.createdAtMs;
  if (handset !== undefined) {
    if (payment.decision !== null) return handset[payment.decision];
    return ageMs >= handset.windowMs ? handset.unanswered : { is: 'pending' };
  }
  return changes.findLast((change) => ageMs >= change.afterMs)?.state ?? { is: 'pending' };
}

import { type Ugx, ugx } from '../money/ugx.ts';
import type { OperatorConnector } from '../operators/contract.ts';

export type FloatName = 'collection_float' | 'disbursement_float';

/** One float at an operator account. */
export interface FloatKey {
  readonly operatorAccountId: number;
  readonly float: FloatName;
}

/** What is known of a float: shillings that it can still pay, or null. */
export interface KnownFloat extends FloatKey {
  readonly known: Ugx | null;
  readonly level: FloatLevel;
}

/** The last balance of a float that its operator reported, and what was sent since; amounts in shillings. */
export interface FloatReport {
  /** As the operator last reported; null when it never did. */
  readonly reported: bigint | null;
  readonly reportAgeMs: number | null;
  /** What calls claimed since, including those that were in flight at the query. */
  readonly sentSince: bigint;
}

/** A report older than this does not limit payments any more. */
export const reportHoldsForMs = 600_000;

/** What a float can still pay, as far as is known; null when nothing is known, which holds no payment back. */
export function knownFloat({ reported, reportAgeMs, sentSince }: FloatReport): Ugx | null {
  if (reported === null || reportAgeMs === null || reportAgeMs > reportHoldsForMs) return null;
  return ugx(reported > sentSince ? reported - sentSince : 0n);
}

/** The float that a money call leaves; null where money comes in. */
export function floatLeftBy(
  direction: 'collection' | 'payout' | 'refund',
  connector: Pick<OperatorConnector, 'refundsLeave'>,
): FloatName | null {
  if (direction === 'collection') return null;
  return direction === 'refund' ? connector.refundsLeave : 'disbursement_float';
}

/** Which money calls leave a float. */
export function callsThatLeave(
  float: FloatName,
  connector: Pick<OperatorConnector, 'refundsLeave'>,
): ('payout' | 'refund')[] {
  return (['payout', 'refund'] as const).filter((direction) => floatLeftBy(direction, connector) === float);
}

export type FloatLevel = 'ok' | 'low' | 'unknown';

/** Whether a float is below the alert's limit (NSIMBI_FLOAT_ALERT); only payouts empty one. */
export function levelOf(float: FloatName, known: Ugx | null, alertBelow: number): FloatLevel {
  if (known === null) return 'unknown';
  return float === 'disbursement_float' && known < BigInt(alertBelow) ? 'low' : 'ok';
}

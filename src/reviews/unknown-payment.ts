import { type Ugx, ugx } from '../money/ugx.ts';

/** A payment of an operator's statement that is none of our transactions, as far as it can be booked. */
export interface UnknownPayment {
  readonly direction: 'in' | 'out';
  /** Shillings. */
  readonly amount: Ugx;
  readonly float: 'collection_float' | 'disbursement_float';
  readonly receipt: string | null;
  /** The operator's number of it, or the reference that it has there. */
  readonly externalReference: string;
}

/**
 * What a case has found of such a payment; null where the statement does not say enough to book it: which way, how much
 * and under which number. Money that comes in is on the float of collections, and what goes out leaves that of payouts,
 * unless the statement was one account's.
 */
export function unknownPaymentOf(found: Readonly<Record<string, unknown>>): UnknownPayment | null {
  const { direction, amount, float } = found;
  const receipt = textOf(found.receipt);
  const externalReference = receipt ?? textOf(found.reference);
  if (direction !== 'in' && direction !== 'out') return null;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return null;
  if (externalReference === null) return null;
  const usualFloat = direction === 'in' ? 'collection_float' : 'disbursement_float';
  const itsFloat = float === 'collection_float' || float === 'disbursement_float' ? float : usualFloat;
  return { direction, amount: ugx(amount), float: itsFloat, receipt, externalReference };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

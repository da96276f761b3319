import { type Ugx, ugx, zeroUgx } from '../money/ugx.ts';

/** One step of a schedule: what amounts up to `upTo` shillings cost. The last band has no end. */
export interface FeeBand {
  readonly upTo: Ugx | null;
  readonly fixed: Ugx;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
  readonly minimum: Ugx;
  readonly maximum: Ugx | null;
}

/** The fee of an amount in shillings: fixed part plus basis points, rounded half up, between minimum and maximum. */
export function feeOf(bands: readonly FeeBand[], amount: Ugx): Ugx {
  const band = bands.find(({ upTo }) => upTo === null || amount <= upTo);
  if (band === undefined) return zeroUgx;
  const share = (amount * BigInt(band.basisPoints) + 5_000n) / 10_000n;
  const fee = band.fixed + share;
  if (fee < band.minimum) return band.minimum;
  if (band.maximum !== null && fee > band.maximum) return band.maximum;
  return ugx(fee);
}

/**
 * Who pays the fee, for money that leaves a wallet: the sender on top of what the recipient gets, or the recipient out
 * of it. Gives gross (what leaves), fee and net (what arrives), all in shillings.
 */
export function splitPayout(amount: Ugx, fee: Ugx, senderPaysFee: boolean): MoneySplit {
  return senderPaysFee ? { gross: ugx(amount + fee), fee, net: amount } : splitFromGross(amount, fee);
}

/** Who pays the fee of a collection: the business, out of what the customer pays. */
export function splitCollection(amount: Ugx, fee: Ugx): MoneySplit {
  return splitFromGross(amount, fee);
}

/** What leaves the payer, what we keep, and what arrives; null net when the fee would leave nothing. */
export interface MoneySplit {
  readonly gross: Ugx;
  readonly fee: Ugx;
  readonly net: Ugx | null;
}

function splitFromGross(gross: Ugx, fee: Ugx): MoneySplit {
  return { gross, fee, net: fee < gross ? ugx(gross - fee) : null };
}

import { type Ugx, ugx, ugxToJson } from '../money/ugx.ts';
import type { FeeBand } from './fee.ts';

/** A band of fees as JSON, in the database, in proposals and in the dashboard's API: what amounts up to `up_to` shillings cost. */
export interface FeeBandJson {
  /** Null in the last band, which has no end. */
  readonly up_to: number | null;
  readonly fixed: number;
  /** Hundredths of a percent. */
  readonly basis_points: number;
  readonly minimum: number;
  readonly maximum: number | null;
}

export function feeBandToJson(band: FeeBand): FeeBandJson {
  return {
    up_to: shillingsOrNull(band.upTo),
    fixed: ugxToJson(band.fixed),
    basis_points: band.basisPoints,
    minimum: ugxToJson(band.minimum),
    maximum: shillingsOrNull(band.maximum),
  };
}

export function feeBandFromJson(band: FeeBandJson): FeeBand {
  return {
    upTo: band.up_to === null ? null : ugx(band.up_to),
    fixed: ugx(band.fixed),
    basisPoints: band.basis_points,
    minimum: ugx(band.minimum),
    maximum: band.maximum === null ? null : ugx(band.maximum),
  };
}

function shillingsOrNull(amount: Ugx | null): number | null {
  return amount === null ? null : ugxToJson(amount);
}

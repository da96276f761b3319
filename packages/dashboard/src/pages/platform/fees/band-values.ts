import type { FeeBandObject } from '../../../../../../src/dashboard/schemas/fees.ts';

/** A band as it is typed: an empty field is '', and so is the end of the last band. */
export interface BandValues {
  /** Only for the browser, so that a row stays itself when others come and go. */
  readonly key: string;
  readonly up_to: string | number;
  readonly fixed: string | number;
  readonly basis_points: string | number;
  readonly minimum: string | number;
  readonly maximum: string | number;
}

let made = 0;

export function bandValues(band: FeeBandObject | null = null): BandValues {
  made += 1;
  return {
    key: `band ${made}`,
    up_to: band?.up_to ?? '',
    fixed: band?.fixed ?? 0,
    basis_points: band?.basis_points ?? 0,
    minimum: band?.minimum ?? 0,
    maximum: band?.maximum ?? '',
  };
}

/** The bands as the service takes them; it checks them. */
export function bandsOf(values: readonly BandValues[]): FeeBandObject[] {
  return values.map((band) => ({
    up_to: amountOrNone(band.up_to),
    fixed: Number(band.fixed),
    basis_points: Number(band.basis_points),
    minimum: Number(band.minimum),
    maximum: amountOrNone(band.maximum),
  }));
}

function amountOrNone(value: string | number): number | null {
  return value === '' ? null : Number(value);
}

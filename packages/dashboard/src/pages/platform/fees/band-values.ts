import type { FeeBandObject } from '../../../../../../src/http/dashboard/schemas/fees.ts';
import { type WholeNumber, wholeNumberProblem } from '../../../components/whole-number-text.ts';
import { basisPointsOf, percentProblem, percentText } from './percent-text.ts';

/** A band as it is typed; the end of the last band is ''. */
export interface BandValues {
  /** Only for the browser, so that a row stays itself when others come and go. */
  readonly key: string;
  readonly up_to: WholeNumber;
  readonly fixed: WholeNumber;
  /** A percentage as it is typed: 3.5. */
  readonly basis_points: string;
  readonly minimum: WholeNumber;
  readonly maximum: WholeNumber;
}

/** What is wrong in a field of a band, for the `validate` of a form. */
export const bandProblems = {
  up_to: wholeNumberProblem,
  fixed: wholeNumberProblem,
  basis_points: percentProblem,
  minimum: wholeNumberProblem,
  maximum: wholeNumberProblem,
};

let made = 0;

export function bandValues(band: FeeBandObject | null = null): BandValues {
  made += 1;
  return {
    key: `band ${made}`,
    up_to: band?.up_to ?? '',
    fixed: band?.fixed ?? 0,
    basis_points: percentText(band?.basis_points ?? 0).replace(' %', ''),
    minimum: band?.minimum ?? 0,
    maximum: band?.maximum ?? '',
  };
}

/** The bands as the service takes them, which checks them; null while a field cannot be read. */
export function bandsOf(values: readonly BandValues[]): FeeBandObject[] | null {
  const bands = values.map(bandOf);
  return bands.every((band) => band !== null) ? bands : null;
}

function bandOf(band: BandValues): FeeBandObject | null {
  const basisPoints = basisPointsOf(band.basis_points);
  const numbers = [band.up_to, band.fixed, band.minimum, band.maximum];
  if (basisPoints === null || numbers.some((number) => wholeNumberProblem(number) !== null)) return null;
  return {
    up_to: amountOrNone(band.up_to),
    fixed: Number(band.fixed),
    basis_points: basisPoints,
    minimum: Number(band.minimum),
    maximum: amountOrNone(band.maximum),
  };
}

function amountOrNone(value: string | number): number | null {
  return value === '' ? null : Number(value);
}

import type { FeeBandObject } from '../../../../../../src/dashboard/schemas/fees.ts';
import { type WholeNumber, wholeNumberProblem } from '../../../components/whole-number-text.ts';

/** A band as it is typed; the end of the last band is ''. */
export interface BandValues {
  /** Only for the browser, so that a row stays itself when others come and go. */
  readonly key: string;
  readonly up_to: WholeNumber;
  readonly fixed: WholeNumber;
  readonly basis_points: WholeNumber;
  readonly minimum: WholeNumber;
  readonly maximum: WholeNumber;
}

/** What is wrong in a field of a band, for the `validate` of a form. */
export const bandProblems = {
  up_to: wholeNumberProblem,
  fixed: wholeNumberProblem,
  basis_points: wholeNumberProblem,
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
    basis_points: band?.basis_points ?? 0,
    minimum: band?.minimum ?? 0,
    maximum: band?.maximum ?? '',
  };
}

/** The bands as the service takes them, which checks them; null while a field holds no whole number. */
export function bandsOf(values: readonly BandValues[]): FeeBandObject[] | null {
  const fields = Object.keys(bandProblems) as (keyof typeof bandProblems)[];
  if (values.some((band) => fields.some((field) => wholeNumberProblem(band[field]) !== null))) return null;
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

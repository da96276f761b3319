import { InvalidArgumentError } from '@commander-js/extra-typings';
import { type Ugx, zeroUgx } from '../money/ugx.ts';
import type { FeeBand } from '../wallet/fees/fee.ts';
import { shillingsOrNothing } from './option-values.ts';

/** Bands such as `up_to=50000,fixed=500,basis_points=100,minimum=0,maximum=2000`, one each time the option is given. */
export function feeBandValues(text: string, before: readonly FeeBand[] | undefined): readonly FeeBand[] {
  const parts = new Map<string, string>();
  for (const part of text.split(',')) {
    const match = /^(up_to|fixed|basis_points|minimum|maximum)=(\d+)$/.exec(part.trim());
    if (match?.[1] === undefined || match[2] === undefined || parts.has(match[1])) {
      throw new InvalidArgumentError(
        'It must be some of up_to=N, fixed=N, basis_points=N, minimum=N, maximum=N, with commas between.',
      );
    }
    parts.set(match[1], match[2]);
  }
  const amount = (name: string): Ugx | null => {
    const value = parts.get(name);
    return value === undefined ? null : shillingsOrNothing(value);
  };
  const band: FeeBand = {
    upTo: amount('up_to'),
    fixed: amount('fixed') ?? zeroUgx,
    basisPoints: Number(parts.get('basis_points') ?? 0),
    minimum: amount('minimum') ?? zeroUgx,
    maximum: amount('maximum'),
  };
  return [...(before ?? []), band];
}

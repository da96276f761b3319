import { expect, test } from 'vitest';
import { ugx } from '../money/ugx.ts';
import { feeBandProblems } from './band-problems.ts';
import type { FeeBand } from './fee.ts';

const band: FeeBand = { upTo: null, fixed: ugx(500), basisPoints: 100, minimum: ugx(600), maximum: ugx(9_000) };

test.each<[Partial<FeeBand>, (keyof FeeBand)[]]>([
  [{}, []],
  [{ fixed: ugx(1_000_000_000), minimum: ugx(1_000_000_000), maximum: null }, []],
  [{ fixed: ugx(1_000_000_001) }, ['fixed']],
  [{ minimum: ugx(9_007_199_254_740_991), maximum: null }, ['minimum']],
  [{ basisPoints: 10_001 }, ['basisPoints']],
  [{ maximum: ugx(599) }, ['maximum']],
  [{ upTo: ugx(10_000) }, ['upTo']],
])('a band with %o has wrong parts %j', (parts, wrong) => {
  expect(feeBandProblems([{ ...band, ...parts }]).map(({ part }) => part)).toEqual(wrong);
});

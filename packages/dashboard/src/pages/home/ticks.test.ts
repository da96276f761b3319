import fc from 'fast-check';
import { expect, it } from 'vitest';
import { axisText, ticksUpTo } from './ticks.ts';

it.each([
  [0, [0, 1, 2]],
  [3, [0, 1, 2, 3]],
  [9_500, [0, 2_500, 5_000, 7_500, 10_000]],
  [24_200, [0, 10_000, 20_000, 30_000]],
  [1_400_000, [0, 500_000, 1_000_000, 1_500_000]],
  [8_000_000, [0, 2_000_000, 4_000_000, 6_000_000, 8_000_000]],
])('the axis of at most %i shillings has round ticks', (largest, ticks) => expect(ticksUpTo(largest)).toEqual(ticks));

it('an axis begins at 0, has room for the largest amount, whole shillings and equal spaces', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (largest) => {
      const ticks = ticksUpTo(largest);
      const [first, step = 0] = ticks;
      expect(first).toBe(0);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
      expect(ticks).toEqual(ticks.map((_, index) => index * step));
      expect(Number.isInteger(step)).toBe(true);
    }),
  );
});

it('amounts on an axis are short', () => {
  expect([0, 900, 25_000, 1_500_000, 2_000_000_000].map(axisText)).toEqual([
    '0',
    'UGX 900',
    'UGX 25K',
    'UGX 1.5M',
    'UGX 2B',
  ]);
});

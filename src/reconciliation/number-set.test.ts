import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberMap, NumberSet } from './number-set.ts';

test('has exactly the numbers that were added, however far apart', () => {
  const number = fc.oneof(fc.nat(200_000), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(number), fc.array(number), (added, others) => {
      const set = new NumberSet();
      for (const one of added) set.add(one);
      const known = new Set(added);
      for (const one of [...added, ...others]) expect(set.has(one)).toBe(known.has(one));
    }),
  );
});

test('has for each number what was last kept for it, and nothing for another', () => {
  const number = fc.oneof(fc.nat(200_000), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.maxSafeInteger())), fc.array(number), (kept, others) => {
      const map = new NumberMap();
      for (const [one, value] of kept) map.set(one, value);
      const known = new Map(kept);
      for (const one of [...known.keys(), ...others]) expect(map.get(one)).toBe(known.get(one) ?? null);
    }),
  );
});

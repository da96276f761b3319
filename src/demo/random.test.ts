import { expect, test } from 'vitest';
import { Random } from './random.ts';

const many = <Drawn>(draw: () => Drawn) => Array.from({ length: 3_000 }, draw);

test('a seed gives the same numbers again, and each part its own', () => {
  const [one, again, other] = [new Random('a'), new Random('a'), new Random('b')];
  const numbers = many(() => one.fraction());
  expect(many(() => again.fraction())).toEqual(numbers);
  expect(many(() => other.fraction())).not.toEqual(numbers);
  expect(new Random('a').of('x').fraction()).toBe(new Random('a').of('x').fraction());
  expect(new Random('a').of('x').fraction()).not.toBe(new Random('a').of('y').fraction());
});

test('numbers are within their bounds, which are reached', () => {
  const random = new Random('bounds');
  for (const fraction of many(() => random.fraction())) expect(fraction >= 0 && fraction < 1).toBe(true);
  expect(new Set(many(() => random.integer(3, 7)))).toEqual(new Set([3, 4, 5, 6, 7]));
  expect(new Set(many(() => random.pick(['x', 'y'])))).toEqual(new Set(['x', 'y']));
  expect(() => random.pick([])).toThrow('nothing to pick from');
});

test('weights, shares and counts are kept on average', () => {
  const random = new Random('averages');
  const heavy = many(() =>
    random.pickWeighted([
      ['heavy', 3],
      ['light', 1],
      ['never', 0],
    ]),
  ).filter((one) => one === 'heavy');
  expect(heavy.length / 3_000).toBeCloseTo(0.75, 1);
  expect(many(() => random.chance(0.2)).filter(Boolean).length / 3_000).toBeCloseTo(0.2, 1);
  const counts = many(() => random.count(12.4));
  expect(counts.reduce((sum, count) => sum + count, 0) / 3_000).toBeCloseTo(12.4, 0);
  expect(random.count(0)).toBe(0);
});

test('UUIDs have the form of version 4, each another', () => {
  const random = new Random('uuids');
  const uuids = many(() => random.uuid());
  for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(uuids).size).toBe(3_000);
});

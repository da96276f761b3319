import { expect, test } from 'vitest';
import { alice, bob, pay, payTogether } from '../../../test/ledger/books.ts';
import { countThatFits } from './entry.ts';

const payments = (...sizes: readonly number[]) =>
  sizes.map((size) => ({
    command:
      size === 1
        ? pay(alice, bob, 500)
        : payTogether(alice, ...Array.from({ length: size }, () => pay(alice, bob, 500))),
  }));

test.each<[string, number[], number]>([
  ['as many commands as the most', [1, 1, 1, 1, 1], 4],
  ['fewer where they are fewer', [1, 1], 2],
  ['none where none waits', [], 0],
  ['a batch as its payments', [1, 3, 1], 2],
  ['none of a batch that does not fit behind others', [1, 4, 1], 1],
  ['a batch that is larger by itself', [5, 1], 1],
])('takes %s', (_what, sizes, count) => {
  expect(countThatFits(payments(...sizes), 4)).toBe(count);
});

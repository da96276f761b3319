import { describe, expect, test } from 'vitest';
import { countText, moneyText } from './money-text.ts';

describe('an amount in shillings', () => {
  test.each([
    [0, 'UGX 0'],
    [500, 'UGX 500'],
    [1_250_000, 'UGX 1,250,000'],
    [-25_000, '−UGX 25,000'],
    // More than a double holds: only a bigint keeps the last digits.
    [9_007_199_254_740_993n, 'UGX 9,007,199,254,740,993'],
  ])('%s is written %s', (amount, text) => {
    expect(moneyText(amount)).toBe(text);
  });

  test('a count has the same commas', () => {
    expect(countText(10_000)).toBe('10,000');
  });
});

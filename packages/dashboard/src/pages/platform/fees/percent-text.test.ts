import { expect, test } from 'vitest';
import { percentText } from './percent-text.ts';

test.each([
  [0, '0 %'],
  [5, '0.05 %'],
  [50, '0.5 %'],
  [350, '3.5 %'],
  [1234, '12.34 %'],
  [10_000, '100 %'],
])('%i basis points are %s', (basisPoints, text) => {
  expect(percentText(basisPoints)).toBe(text);
});

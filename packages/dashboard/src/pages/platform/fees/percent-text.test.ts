import { expect, test } from 'vitest';
import { basisPointsOf, percentProblem, percentText } from './percent-text.ts';

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

test.each([
  ['', 0],
  ['0', 0],
  ['3.5', 350],
  ['3.50', 350],
  ['0.05', 5],
  // 0.29 * 100 is not 29 in floating point.
  ['0.29', 29],
  [' 12.34 % ', 1234],
  ['100', 10_000],
])('%j percent are %i basis points', (text, basisPoints) => {
  expect(basisPointsOf(text)).toBe(basisPoints);
  expect(percentProblem(text)).toBeNull();
});

test.each(['3.125', '3,5', '-1', '100.01', '1000', 'three', '1e1', '.5'])('%j is no percentage', (text) => {
  expect(basisPointsOf(text)).toBeNull();
  expect(percentProblem(text)).toMatch(/^Enter a percentage/);
});

test('what is shown can be typed again', () => {
  for (let points = 0; points <= 10_000; points += 1) expect(basisPointsOf(percentText(points))).toBe(points);
});

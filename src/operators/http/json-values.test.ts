import { expect, test } from 'vitest';
import { cleanText } from './json-values.ts';

test.each([
  ['NAKATO SARAH', 'NAKATO SARAH'],
  [' 18601\u0000\u0000', '18601'],
  ['A\u0000B\u0007', 'AB'],
  ['thanks \ud83d', 'thanks \ufffd'],
  ['\u0000 ', null],
  ['', null],
])('%j is kept as %j', (text, kept) => {
  expect(cleanText(text)).toBe(kept);
});

import { expect, test } from 'vitest';
import { networkNamed } from './registry.ts';

test.each([
  ['AIRTEL', 'Airtel'],
  ['mtn', 'MTN'],
  ['Other', 'Other'],
  ['Airtell', null],
  ['', null],
])('%j names the network %s', (text, operator) => {
  expect(networkNamed(text)).toBe(operator);
});

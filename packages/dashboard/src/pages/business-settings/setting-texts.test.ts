import { expect, it } from 'vitest';
import { addressesText, operatorText } from './setting-texts.ts';

it.each([
  [0, 'Any address'],
  [1, '1 address or network'],
  [12, '12 addresses or networks'],
])('%d allowed addresses are “%s”', (count, text) => {
  expect(addressesText(count)).toBe(text);
});

it('the company that sets limits is named where it has named itself', () => {
  expect(operatorText('Pearl Payments Limited')).toBe('Pearl Payments Limited');
  expect(operatorText(null)).toBe('The company that operates this service');
});

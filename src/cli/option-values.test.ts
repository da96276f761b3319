import { expect, test } from 'vitest';
import { shillingsOrNothing, shillingsValue } from './option-values.ts';

test('amounts are whole shillings, as many as one entry may be', () => {
  expect(shillingsOrNothing('0')).toBe(0n);
  expect(shillingsValue('1000000000000')).toBe(1_000_000_000_000n);
  for (const text of ['1000000000001', '9007199254740991', '1e6', '50,000', '1.5', '-1', '']) {
    expect(() => shillingsOrNothing(text)).toThrow('whole shillings');
  }
  expect(() => shillingsValue('0')).toThrow('at least 1 shilling');
});

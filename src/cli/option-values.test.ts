import { expect, test } from 'vitest';
import { sentenceValue, shillingsOrNothing, shillingsValue } from './option-values.ts';

test('amounts are whole shillings, as many as one entry may be', () => {
  expect(shillingsOrNothing('0')).toBe(0n);
  expect(shillingsValue('1000000000000')).toBe(1_000_000_000_000n);
  for (const text of ['1000000000001', '9007199254740991', '1e6', '50,000', '1.5', '-1', '']) {
    expect(() => shillingsOrNothing(text)).toThrow('whole shillings');
  }
  expect(() => shillingsValue('0')).toThrow('at least 1 shilling');
});

test('a slip of the bank is the same with spaces around it', () => {
  expect(sentenceValue(' slip 1\t')).toBe('slip 1');
  for (const text of ['', '  ', 'two\nlines', 'x'.repeat(256)]) {
    expect(() => sentenceValue(text)).toThrow('1 to 255 characters');
  }
});

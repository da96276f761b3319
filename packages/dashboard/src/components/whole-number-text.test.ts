import { describe, expect, test } from 'vitest';
import { moneyText } from './money-text.ts';
import { caretBefore, wholeNumberAfterEdit, wholeNumberOf, wholeNumberProblem } from './whole-number-text.ts';

describe('a whole number that is typed or pasted', () => {
  test.each([
    ['25000', 25_000],
    ['25,000', 25_000],
    [' 1 250 000 ', 1_250_000],
    ['UGX 25,000', 25_000],
    ['ugx', ''],
    ['', ''],
  ])('%j is %j', (text, value) => {
    expect(wholeNumberOf(text)).toBe(value);
    expect(wholeNumberProblem(value)).toBeNull();
  });

  test.each(['25,000.00', '1500.50', '1.500', '25k', '1e6', '-500', '1,50', '25,0000', '0x10', '99999999999999999'])(
    '%j never becomes another number, and is refused',
    (text) => {
      expect(wholeNumberOf(text)).toBe(text);
      expect(wholeNumberProblem(text)).toContain('whole number');
    },
  );
});

/** Types at the end as a browser tells it: a digit is an edit of the number, anything else is read as a whole. */
function typed(keys: string): number | string {
  let value: number | string = '';
  for (const key of keys) {
    const text: string = (typeof value === 'number' ? moneyText(value) : value) + key;
    value = /\d/.test(key) ? wholeNumberAfterEdit(value, text) : wholeNumberOf(text);
  }
  return value;
}

describe('key by key', () => {
  test.each([
    ['2500000', 2_500_000],
    ['25,000', 25_000],
    ['25,0000', 250_000],
  ])('%s is %i', (keys, value) => {
    expect(typed(keys)).toBe(value);
  });

  test.each(['25,000.00', '1500.50', '1.500', '25k', '1e6', '1,50'])('%s is no number', (keys) => {
    expect(wholeNumberProblem(typed(keys))).not.toBeNull();
  });

  test('what is deleted leaves the number of the digits that remain', () => {
    expect(wholeNumberAfterEdit(100_000, 'UGX 100,00')).toBe(10_000);
    expect(wholeNumberAfterEdit(1, 'UGX ')).toBe('');
    expect(wholeNumberAfterEdit('1500.5', '1500.')).toBe('1500.');
  });

  test('the caret stays before the same digits', () => {
    expect(caretBefore('UGX 12,500', 3)).toBe('UGX 12,'.length);
    expect(caretBefore('UGX 12,500', 0)).toBe('UGX 12,500'.length);
    expect(caretBefore('UGX 12,500', 5)).toBe('UGX '.length);
  });
});

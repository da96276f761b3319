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

/** Types at the end of a field that shows the text after each key. */
function typed(keys: string): number | string {
  let value: number | string = '';
  for (const key of keys) {
    const shown: string = typeof value === 'number' ? moneyText(value) : value;
    value = wholeNumberAfterEdit(shown, shown + key);
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
    expect(wholeNumberAfterEdit('UGX 100,000', 'UGX 100,00')).toBe(10_000);
    expect(wholeNumberAfterEdit('UGX 1', 'UGX ')).toBe('');
    expect(wholeNumberAfterEdit('1500.5', '1500.')).toBe('1500.');
  });

  test('digits in the middle, one or several at once, are of the number', () => {
    expect(wholeNumberAfterEdit('UGX 25,000', 'UGX 125,000')).toBe(125_000);
    expect(wholeNumberAfterEdit('UGX 25,000', 'UGX 2005,000')).toBe(2_005_000);
  });

  test.each(['25,000.00', '1.500', '-500', '5,00', '1e6', '25,0000'])(
    '%s in the place of a number is refused',
    (text) => {
      for (const before of ['UGX 25,000', 'UGX 1,500', 'UGX 500', 'UGX 6', '']) {
        expect(wholeNumberAfterEdit(before, text)).toBe(text);
      }
    },
  );

  test('the caret stays before the same digits', () => {
    expect(caretBefore('UGX 12,500', 3)).toBe('UGX 12,'.length);
    expect(caretBefore('UGX 12,500', 0)).toBe('UGX 12,500'.length);
    expect(caretBefore('UGX 12,500', 5)).toBe('UGX '.length);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addUgx, NotAnAmount, subtractUgx, ugx, ugxToJson } from './ugx.ts';

describe('an amount of shillings', () => {
  test.each([
    [0.5, 'a fraction'],
    [-1, 'negative'],
    [Number.NaN, 'not a number'],
    [2 ** 53, 'above 2^53 - 1'],
    [-1n, 'negative'],
    [2n ** 53n, 'above 2^53 - 1'],
    ['-5', 'negative text'],
    ['5.0', 'text with a fraction'],
    ['', 'empty text'],
  ])('refuses %s: %s', (value: bigint | number | string, _why: string) => {
    expect(() => ugx(value)).toThrow(NotAnAmount);
  });

  test('survives the way to JSON and back, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (value) => {
        expect(ugxToJson(ugx(value))).toBe(value);
        expect(ugxToJson(ugx(String(value)))).toBe(value);
      }),
    );
  });

  test('never becomes negative by subtraction', () => {
    expect(subtractUgx(ugx(5), ugx(5))).toBe(0n);
    expect(() => subtractUgx(ugx(5), ugx(6))).toThrow(NotAnAmount);
  });

  test('never grows beyond what JSON carries', () => {
    expect(() => addUgx(ugx(Number.MAX_SAFE_INTEGER), ugx(1))).toThrow(NotAnAmount);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ugx } from '../../money/ugx.ts';
import { amountText, flooredAmount, msisdnOf, plainText, wholeAmount } from './forms.ts';

describe('rule 13: numbers in MTN’s form', () => {
  test.each([
    ['256772123456', '256772123456'],
    ['+256772123456', '256772123456'],
  ])('%s is sent as %s', (phone, sent) => {
    expect(msisdnOf(phone)).toBe(sent);
  });
});

describe('rule 19: texts that MTN takes', () => {
  test.each([
    [['School fees'], 'School fees'],
    [["Ssente z'essomero 📚"], 'Ssente zessomero'],
    [['Ente n’embuzi'], 'Ente nembuzi'],
    [['Café Élan'], 'Cafe Elan'],
    [['Eŋŋanda'], 'Engnganda'],
    [['Order #55 / part_2 (of 3)'], 'Order 55 part 2 of 3'],
    [['line 1\nline 2\t.'], 'line 1 line 2 .'],
    [['Kampala Books', null], 'Kampala Books'],
    [['Kampala Books', '🎉'], 'Kampala Books'],
    [['Kampala Books', 'Term 2'], 'Kampala Books - Term 2'],
    [['🎉', null], 'Payment'],
  ])('%j is sent as %j', (parts, sent) => {
    expect(plainText(...parts)).toBe(sent);
  });

  test('whatever is written, 1 to 128 letters, digits, spaces, dots and hyphens are sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 }), (name, description) => {
        const text = plainText(name, description);
        expect(text).toMatch(/^[A-Za-z0-9 .-]{1,128}$/);
        expect(text).toBe(text.trim());
      }),
    );
  });
});

describe('amounts', () => {
  test('are sent as whole shillings without separators', () => {
    expect(amountText(ugx(5_000_000))).toBe('5000000');
  });

  test.each([
    ['5000', 5_000n],
    ['5000.0', 5_000n],
    ['5000.00', 5_000n],
    ['0', 0n],
    ['5000.5', null],
    ['5,000', null],
    ['-5000', null],
    ['5e3', null],
    ['', null],
    [null, null],
    ['9999999999999999999', null],
  ])('%s is the amount %s', (text, amount) => {
    expect(wholeAmount(text)).toBe(amount);
  });

  test.each([
    ['5000.99', 5_000n],
    ['37,600.00', 37_600n],
    ['-1', null],
    [null, null],
  ])('%s is the balance %s', (text, amount) => {
    expect(flooredAmount(text)).toBe(amount);
  });
});

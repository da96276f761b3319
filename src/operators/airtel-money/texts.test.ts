import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { airtelReferenceForm, nationalNumber, newAirtelReference, readShillings, referenceText } from './texts.ts';

describe('what Airtel takes', () => {
  test('a reference is 32 lower-case hex characters and never repeats', () => {
    const references = Array.from({ length: 1_000 }, newAirtelReference);
    expect(new Set(references).size).toBe(1_000);
    for (const reference of references) {
      expect(reference).toMatch(/^[0-9a-f]{32}$/);
      expect(reference).toMatch(airtelReferenceForm);
    }
  });

  test('rule 13: a number has 9 digits, without country code and zero', () => {
    expect(nationalNumber('256701234567')).toBe('701234567');
    for (const other of ['+256701234567', '0701234567', '701234567', '254701234567', '25670123456x']) {
      expect(() => nationalNumber(other)).toThrow('12 digits');
    }
  });

  test.each([
    ['Kampala Books', 'School fees', 'KampalaBooksSchoolFees'],
    ['Kampala Books', "Ssente z'essomero 📚", 'KampalaBooksSsenteZessomero'],
    ['Café Ñandú', null, 'CafeNandu'],
    ['', 'O’Brien & sons', 'OBrienSons'],
    ['A1', null, 'PaymentA1'],
    ['', null, 'Payment'],
    ['株式会社', '📚', 'Payment'],
    ['x'.repeat(70), 'y', `X${'x'.repeat(63)}`],
  ])('rule 19: the text for %j and %j is %s', (merchantName, description, text) => {
    expect(referenceText(merchantName, description)).toBe(text);
  });

  test('rule 19: whatever the texts are, 4 to 64 letters and digits leave', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.option(fc.string({ unit: 'binary' })), (name, description) => {
        expect(referenceText(name, description)).toMatch(/^[A-Za-z0-9]{4,64}$/);
      }),
    );
  });

  test.each([
    ['37,600.00', 37_600n],
    ['37600', 37_600n],
    [37_600, 37_600n],
    ['1,234,567.89', 1_234_567n],
    ['0.00', 0n],
    ['0', 0n],
    ['', null],
    ['-5.00', null],
    ['UGX 5', null],
    ['9999999999999999', null],
    [Number.NaN, null],
  ])('rule 20: a balance of %j is %s shillings', (text, shillings) => {
    expect(readShillings(text)).toBe(shillings);
  });
});

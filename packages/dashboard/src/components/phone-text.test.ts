import { describe, expect, test } from 'vitest';
import { phoneDigits, phoneText } from './phone-text.ts';

describe('a phone number', () => {
  test.each([
    ['256772000001', '+256 772 000 001'],
    // Masked by the service.
    ['256772***001', '+256 772 *** 001'],
    // Not of Uganda.
    ['254722123456', '254722123456'],
    ['', ''],
  ])('%s is written %s', (phone, text) => {
    expect(phoneText(phone)).toBe(text);
  });

  test.each([
    ['+256 772 000 001', '256772000001'],
    ['256-772-000-001', '256772000001'],
    ['0772 000 001', '256772000001'],
    ['772000001', '256772000001'],
    // Too short, and another country: the service says so.
    ['0772 000', '0772000'],
    ['+254 722 123 456', '+254722123456'],
  ])('%s as typed is sent as %s', (typed, sent) => {
    expect(phoneDigits(typed)).toBe(sent);
  });

  test('what is shown can be typed', () => {
    expect(phoneDigits(phoneText('256772000001'))).toBe('256772000001');
  });
});

import { describe, expect, test } from 'vitest';
import { msisdn } from './msisdn.ts';
import { operatorOf } from './operators.ts';

describe('a mobile number of Uganda', () => {
  test.each(['256772123456', '256701234567', '256770000001', '256700000009'])('takes %s', (text) => {
    expect(msisdn(text)).toBe(text);
  });

  test.each([
    ['+256772123456', 'a plus'],
    ['0772123456', 'national form'],
    ['256 772 123456', 'spaces'],
    ['25677212345', 'a digit too few'],
    ['2567721234567', 'a digit too many'],
    ['254722123456', 'Kenya'],
    ['256414123456', 'a fixed line'],
    ['256796123456', 'a range nobody has'],
    ['', 'nothing'],
  ])('refuses %s: %s', (text) => {
    expect(msisdn(text)).toBeNull();
  });

  // providers.md 3.1, the prefix table
  test.each([
    ['256772123456', 'MTN'],
    ['256782123456', 'MTN'],
    ['256762123456', 'MTN'],
    ['256790123456', 'MTN'],
    ['256794123456', 'MTN'],
    ['256737123456', 'MTN'],
    ['256701123456', 'Airtel'],
    ['256741123456', 'Airtel'],
    ['256751123456', 'Airtel'],
    ['256730123456', 'Airtel'],
    ['256731123456', 'Airtel'],
    ['256795123456', 'Airtel'],
    ['256711123456', 'UTL'],
    ['256726123456', 'Lycamobile'],
  ])('%s belongs to %s', (text, operator) => {
    const phone = msisdn(text);
    expect(phone === null ? 'not valid' : operatorOf(phone)).toBe(operator);
  });
});

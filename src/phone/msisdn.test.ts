import { describe, expect, test } from 'vitest';
import { msisdn } from './msisdn.ts';

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
});

import { expect, test } from 'vitest';
import { maskPhones } from './masked-phones.ts';

test.each([
  ['256772123456', '25677*****56'],
  ['+256772123456', '+25677*****56'],
  ['0772123456', '077*****56'],
  ['772123456', '77*****56'],
  ['{"partyId":"46733123450"}', '{"partyId":"4673*****50"}'],
  ['from 256772123456 to 256701000001', 'from 25677*****56 to 25670*****01'],
  ['HTTP 500 DP00800001999 UGX 5000000 at 20:15', 'HTTP 500 DP00800001999 UGX 5000000 at 20:15'],
])('%s becomes %s', (text, masked) => {
  expect(maskPhones(text)).toBe(masked);
});

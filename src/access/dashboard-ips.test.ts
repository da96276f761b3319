import { expect, test } from 'vitest';
import { dashboardIpsMax, dashboardIpsProblems, isDashboardIp, refuseOtherAddress } from './dashboard-ips.ts';

const own = '196.0.3.7';

test.each([
  ['no limit', [], own, []],
  ['their own address', ['196.0.3.7'], own, []],
  ['a network with their own address', ['10.0.0.0/8', '196.0.3.0/24'], own, []],
  ['an IPv6 network with their own address', ['2c0f:fe38::/32'], '2c0f:fe38:9::1', []],
  ['only other addresses, for somebody who cannot be locked out', ['10.0.0.0/8'], null, []],
])('a list with %s is taken', (_, entries, address, problems) => {
  expect(dashboardIpsProblems(entries, address)).toEqual(problems);
});

test('each wrong line gets a sentence', () => {
  const problems = dashboardIpsProblems(['196.0.3', '196.0.3.7', 'the office', '2c0f::/129'], own);
  expect(problems.map((sentence) => /^"([^"]*)" is neither .*\.$/.exec(sentence)?.[1])).toEqual([
    '196.0.3',
    'the office',
    '2c0f::/129',
  ]);
});

test.each([
  ['of the other kind', ['::/0']],
  ['beside the own one', ['196.0.3.8', '196.0.4.0/24']],
])('a list of addresses %s would lock its maker out', (_, entries) => {
  expect(dashboardIpsProblems(entries, own)).toEqual([
    'This list does not contain your own address, 196.0.3.7: you would lock yourself out. Add it.',
  ]);
});

test('a list has an end', () => {
  const entries = Array.from({ length: dashboardIpsMax + 1 }, () => own);
  expect(dashboardIpsProblems(entries, own)).toEqual(['A list has at most 100 addresses and networks.']);
});

test('an address outside of the list is refused, and named', () => {
  expect(isDashboardIp(['196.0.3.0/24'], '::ffff:196.0.3.9')).toBe(true);
  expect(() => refuseOtherAddress(['196.0.3.0/24'], '196.0.3.9')).not.toThrow();
  expect(() => refuseOtherAddress([], '203.0.113.1')).not.toThrow();
  expect(() => refuseOtherAddress(['196.0.3.0/24'], '203.0.113.1')).toThrow(
    /yours, 203\.0\.113\.1, is not one of them/,
  );
});

import { expect, test } from 'vitest';
import { allowedIpProblem, allowsMore, isAllowed, parseAllowedIps } from './allowed-ips.ts';

test.each([
  { list: [], address: '203.0.113.9', allowed: true },
  { list: ['196.0.3.7'], address: '196.0.3.7', allowed: true },
  { list: ['196.0.3.7'], address: '196.0.3.8', allowed: false },
  { list: ['196.0.3.7'], address: '::ffff:196.0.3.7', allowed: true },
  { list: ['196.0.3.0/24'], address: '196.0.3.255', allowed: true },
  { list: ['196.0.3.0/24'], address: '196.0.4.0', allowed: false },
  { list: ['10.0.0.0/8', '2c0f:fe38::/32'], address: '2c0f:fe38:9::1', allowed: true },
  { list: ['10.0.0.0/8', '2c0f:fe38::/32'], address: '2c0f:fe39::1', allowed: false },
  { list: ['2c0f:fe38::1'], address: '2C0F:FE38:0:0:0:0:0:1', allowed: true },
  { list: ['0.0.0.0/0'], address: '2c0f:fe38::1', allowed: false },
  { list: ['0.0.0.0/0'], address: 'not an address', allowed: false },
])('a key for $list used from $address: $allowed', ({ list, address, allowed }) => {
  expect(isAllowed(parseAllowedIps(list), address)).toBe(allowed);
});

test.each([
  '196.0.3',
  '010.0.0.1',
  '0x7f.0.0.1',
  '196.0.3.7/33',
  '2c0f::/129',
  'fe80::1%eth0',
  '::ffff:196.0.3.7',
  'host',
  '',
])('an allow-list does not take "%s"', (entry) => {
  expect(allowedIpProblem(entry)).toContain(`"${entry}"`);
  expect(() => parseAllowedIps([entry])).toThrow('not valid');
});

test.each([
  ['the same list', ['196.0.3.0/24', '10.1.2.3'], ['10.1.2.3', '196.0.3.0/24'], false],
  ['fewer entries', ['196.0.3.0/24', '10.1.2.3'], ['10.1.2.3'], false],
  ['an address of a network before', ['196.0.3.0/24'], ['196.0.3.7'], false],
  ['a part of an IPv6 network', ['2c0f:fe38::/32'], ['2c0f:fe38:9::/48'], false],
  ['a first list', [], ['10.1.2.3'], false],
  ['no list in place of none', [], [], false],
  ['no list any more', ['196.0.3.0/24'], [], true],
  ['one more address', ['196.0.3.0/24'], ['196.0.3.0/24', '10.1.2.3'], true],
  ['another address', ['10.1.2.3'], ['10.1.2.4'], true],
  ['a wider network', ['196.0.3.0/24'], ['196.0.0.0/16'], true],
  ['a network in place of its address', ['196.0.3.0'], ['196.0.3.0/31'], true],
  ['the other kind of address', ['0.0.0.0/0'], ['::/0'], true],
])('a list with %s: whether it allows more', (_, before, after, more) => {
  expect(allowsMore(before, after)).toBe(more);
});

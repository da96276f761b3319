import { expect, test } from 'vitest';
import { addressesOf, keyState, limitsOf, mayEverything, signingKeysOf } from './key.ts';

const key = {
  id: 1,
  shown_as: 'nsk_test_a',
  name: 'Shop',
  permissions: [],
  allowed_ips: [],
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  rolled_to: null,
  budget: null,
  signing_keys: [],
};
const now = Date.parse('2026-08-12T10:00:00Z');

test.each([
  ['active', {}],
  ['active', { expires_at: '2026-08-12T10:00:01Z' }],
  ['expired', { expires_at: '2026-08-12T10:00:00Z' }],
  ['rolled', { rolled_to: 2, expires_at: '2026-08-13T10:00:00Z' }],
  ['expired', { rolled_to: 2, expires_at: '2026-08-11T10:00:00Z' }],
  ['revoked', { revoked_at: '2026-08-11T10:00:00Z', rolled_to: 2 }],
])('a key is %s with %j', (state, fields) => {
  expect(keyState({ ...key, ...fields }, now)).toBe(state);
});

test('a key may do everything only with every permission', () => {
  const all = [
    'wallet:read',
    'wallet:collect',
    'wallet:send',
    'wallet:withdraw',
    'approvals:read',
    'approvals:decide',
    'webhooks:read',
    'webhooks:write',
  ];
  expect(mayEverything({ permissions: all })).toBe(true);
  expect(mayEverything({ permissions: all.slice(1) })).toBe(false);
});

test('addresses may stand in lines or with commas', () => {
  expect(addressesOf(' 196.0.3.7,196.0.4.0/24\n\n2c0f::/32 ')).toEqual(['196.0.3.7', '196.0.4.0/24', '2c0f::/32']);
});

test('an empty field of a signing key is none', () => {
  expect(signingKeysOf({ signing_keys: ' ', second_signing_key: '' })).toEqual([]);
  expect(signingKeysOf({ signing_keys: '', second_signing_key: ' key\n' })).toEqual(['key']);
});

test('an empty field of a budget is no limit', () => {
  expect(limitsOf({ per_payment: '', per_day: 5_000, per_month: '70000' })).toEqual({
    per_payment: null,
    per_day: 5_000,
    per_month: 70_000,
  });
});

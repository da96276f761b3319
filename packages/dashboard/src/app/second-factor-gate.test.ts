import { expect, test } from 'vitest';
import type { Me, MyClient } from '../api/session.ts';
import { needsSecondFactor } from './second-factor-gate.ts';

const shop: MyClient = {
  client_id: 7,
  name: 'Corner Shop',
  role: 'client_owner',
  two_factor_required: false,
  address_allowed: true,
  rights: { test: [], live: [] },
};

const me = (person: Partial<Me['person']>): Me => ({
  person: {
    id: '1',
    email: 'nakato@corner.ug',
    name: 'Nakato Grace',
    two_factor_enabled: false,
    app_enabled: false,
    two_factor_required: 'staff_and_live',
    ...person,
  },
  platform_role: null,
  rights: [],
  client_rights: { test: [], live: [] },
  clients: [shop],
});

test.each([
  ['/clients/7/test/keys', { clientId: '7', mode: 'test' }, false],
  ['/clients/7/live', { clientId: '7', mode: 'live' }, true],
  ['/clients/7/test/team', { clientId: '7', mode: 'test' }, true],
  ['/clients/7/test/notifications', { clientId: '7', mode: 'test' }, true],
  ['/clients/8/test', { clientId: '8', mode: 'test' }, true],
  ['/platform/clients', {}, true],
  ['/account', {}, false],
] as const)('%s waits for a second factor of staff and for live money, or not', (path, place, isNeeded) => {
  expect(needsSecondFactor(me({}), { path, ...place })).toBe(isNeeded);
  expect(needsSecondFactor(me({ two_factor_enabled: true }), { path, ...place })).toBe(false);
  expect(needsSecondFactor(me({ two_factor_required: 'nothing' }), { path, ...place })).toBe(false);
  expect(needsSecondFactor(me({ two_factor_required: 'everything' }), { path, ...place })).toBe(path !== '/account');
});

test('a client that requires it does so on its own pages, and on those of the platform', () => {
  const strict = { ...shop, client_id: 8, two_factor_required: true };
  const member = { ...me({ two_factor_required: 'nothing' }), clients: [shop, strict] };
  expect(needsSecondFactor(member, { path: '/clients/8/test/keys', clientId: '8', mode: 'test' })).toBe(true);
  expect(needsSecondFactor(member, { path: '/clients/7/live/keys', clientId: '7', mode: 'live' })).toBe(false);
  expect(needsSecondFactor(member, { path: '/platform/clients' })).toBe(true);
  expect(needsSecondFactor(member, { path: '/account' })).toBe(false);
});

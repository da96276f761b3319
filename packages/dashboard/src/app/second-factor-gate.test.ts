import { expect, test } from 'vitest';
import type { Me } from '../api/session.ts';
import { needsSecondFactor } from './second-factor-gate.ts';

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
  clients: [
    { client_id: 7, name: 'Corner Shop', role: 'client_owner', address_allowed: true, rights: { test: [], live: [] } },
  ],
});

test.each([
  ['/clients/7/test/keys', { clientId: '7', mode: 'test' }, false],
  ['/clients/7/live', { clientId: '7', mode: 'live' }, true],
  ['/clients/7/test/team', { clientId: '7', mode: 'test' }, true],
  ['/clients/8/test', { clientId: '8', mode: 'test' }, true],
  ['/platform/clients', {}, true],
  ['/account', {}, false],
] as const)('%s waits for a second factor of staff and for live money, or not', (path, place, isNeeded) => {
  expect(needsSecondFactor(me({}), { path, ...place })).toBe(isNeeded);
  expect(needsSecondFactor(me({ two_factor_enabled: true }), { path, ...place })).toBe(false);
  expect(needsSecondFactor(me({ two_factor_required: 'nothing' }), { path, ...place })).toBe(false);
  expect(needsSecondFactor(me({ two_factor_required: 'everything' }), { path, ...place })).toBe(path !== '/account');
});

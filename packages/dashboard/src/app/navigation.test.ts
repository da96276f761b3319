import { expect, test } from 'vitest';
import type { ClientRight, Me, PlatformRight } from '../api/session.ts';
import { barEntries, groupsOfClient } from './navigation.ts';

function person(rights: {
  readonly client?: readonly ClientRight[];
  readonly platform?: readonly PlatformRight[];
}): Me {
  const { client = [], platform = [] } = rights;
  return {
    person: {
      id: 'p',
      email: 'p@example.ug',
      name: 'P',
      two_factor_enabled: true,
      app_enabled: true,
      two_factor_required: 'nothing',
    },
    platform_role: platform.length === 0 ? null : 'platform_support',
    rights: platform,
    client_rights: { test: [], live: [] },
    clients: [
      {
        client_id: 7,
        name: 'Shop',
        role: 'client_owner',
        two_factor_required: false,
        address_allowed: true,
        rights: { test: client, live: client },
      },
    ],
  };
}

const shop = { clientId: '7', mode: 'test' } as const;
const labels = (me: Me, openClient: typeof shop | null) => barEntries(me, openClient).map(({ label }) => label);

test('a clerk has on the bar what moves money and what waits', () => {
  const clerk = person({ client: ['home.read', 'transactions.read', 'money.move', 'approvals.read', 'team.read'] });
  expect(labels(clerk, shop)).toEqual(['Home', 'Transactions', 'Send', 'Collect', 'Approvals']);
});

test('who only reads has nothing on the bar that moves money', () => {
  expect(labels(person({ client: ['home.read', 'transactions.read'] }), shop)).toEqual(['Home', 'Transactions']);
});

test('staff has the pages of the platform on the bar, where no client is open', () => {
  const staff = person({ platform: ['proposals.read', 'clients.read', 'reviews.read', 'fees.read'] });
  expect(labels(staff, null)).toEqual(['Waiting', 'Clients', 'Reviews']);
});

test('a person without any right has an empty bar', () => {
  expect(labels(person({}), null)).toEqual([]);
});

test('the handset is in test mode only', () => {
  const developer = person({ client: ['handset.use'] });
  const at = (mode: 'test' | 'live') =>
    groupsOfClient(developer, { clientId: '7', mode }).flatMap(({ entries }) => entries.map(({ label }) => label));
  expect(at('test')).toContain('Handset');
  expect(at('live')).not.toContain('Handset');
});

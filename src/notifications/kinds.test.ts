import { expect, test } from 'vitest';
import { clientRoles, platformRoles, type Role } from '../access/people/rights.ts';
import { type Candidate, kindsOfRole, type NotificationKind, recipientsOf } from './kinds.ts';

test.each<[Role | null, Partial<Record<NotificationKind, boolean>>]>([
  ['client_owner', { pending_approvals: true, failed_payouts: true, failing_webhooks: false, daily_summary: false }],
  ['client_finance', { pending_approvals: true, failed_payouts: true, daily_summary: false }],
  ['client_developer', { failed_payouts: false, failing_webhooks: true }],
  ['client_viewer', { failed_payouts: false, daily_summary: false }],
  ['platform_administrator', { pending_approvals: true, low_float: true, daily_summary: false }],
  ['platform_support', { low_float: false, daily_summary: false }],
  // One's own account.
  [null, { new_device: true }],
])('%s can have these kinds, with these defaults', (role, kinds) => {
  expect(Object.fromEntries(kindsOfRole(role))).toEqual(kinds);
});

test('only staff can have notifications of floats, and only who can decide those of approvals', () => {
  const having = (kind: NotificationKind) =>
    [...platformRoles, ...clientRoles].filter((role) => kindsOfRole(role).has(kind));
  expect(having('low_float')).toEqual(['platform_administrator', 'platform_support']);
  expect(having('pending_approvals')).toEqual(['platform_administrator', 'client_owner', 'client_finance']);
});

test('a kind goes to those who chose it or have it by default, and never to a role that cannot have it', () => {
  const person = (personId: string, role: Role, chosen: boolean | null): Candidate => ({
    personId,
    email: `${personId}@example.ug`,
    role,
    chosen,
  });
  const candidates = [
    person('default', 'client_owner', null),
    person('off', 'client_finance', false),
    person('on', 'client_developer', true),
    person('developer', 'client_developer', null),
  ];
  expect(recipientsOf('failed_payouts', candidates).map(({ personId }) => personId)).toEqual(['default', 'on']);
  // A choice from before the role was changed.
  expect(recipientsOf('pending_approvals', [person('was_owner', 'client_developer', true)])).toEqual([]);
});

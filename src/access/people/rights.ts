import type { Mode } from '../../ledger/transaction.ts';

/** What the people of a client can be there. */
export const clientRoles = ['client_owner', 'client_developer', 'client_finance', 'client_viewer'] as const;
export type ClientRole = (typeof clientRoles)[number];

/** What the service's own staff can be. */
export const platformRoles = ['platform_administrator', 'platform_support'] as const;
export type PlatformRole = (typeof platformRoles)[number];

export type Role = PlatformRole | ClientRole;

/** Where a role has a right: in both modes, or with test money only. */
type Reach = 'both' | 'test';

const everybody = {
  platform_administrator: 'both',
  platform_support: 'both',
  client_owner: 'both',
  client_developer: 'both',
  client_finance: 'both',
  client_viewer: 'both',
} as const;

/** Who has a role of their own at the client. */
const members = {
  client_owner: 'both',
  client_developer: 'both',
  client_finance: 'both',
  client_viewer: 'both',
} as const;
const developers = { client_owner: 'both', client_developer: 'both' } as const;
const staff = { platform_administrator: 'both', platform_support: 'both' } as const;
const administrators = { platform_administrator: 'both' } as const;

/**
 * Who may do what in a client's dashboard. Staff of the service reads, decides approvals and repairs webhooks, and never moves
 * a client's money; developers move test money only.
 */
export const clientRights = {
  'home.read': everybody,
  'transactions.read': everybody,
  'receipts.share': { client_owner: 'both', client_finance: 'both', client_developer: 'test' },
  'events.read': everybody,
  'money.move': { client_owner: 'both', client_finance: 'both', client_developer: 'test' },
  'approvals.read': everybody,
  'approvals.decide': { platform_administrator: 'both', client_owner: 'both', client_finance: 'both' },
  'handset.use': {
    platform_administrator: 'test',
    client_owner: 'test',
    client_developer: 'test',
    client_finance: 'test',
  },
  'keys.read': { ...staff, ...developers },
  'keys.write': developers,
  'webhooks.read': everybody,
  'webhooks.write': { ...administrators, ...developers },
  'requests.read': { ...staff, ...developers },
  'settings.read': everybody,
  'team.read': everybody,
  'team.activity': { ...staff, client_owner: 'both' },
  'team.write': { ...administrators, client_owner: 'both' },
  'notifications.read': everybody,
  'notifications.choose': members,
  'notifications.chat': { client_owner: 'both' },
} as const satisfies Record<string, Partial<Record<Role, Reach>>>;
export type ClientRight = keyof typeof clientRights;

/** Who may do what in the platform's dashboard. */
export const platformRights = {
  'platform_home.read': staff,
  'clients.read': staff,
  'clients.write': administrators,
  'adjustments.read': staff,
  'adjustments.make': administrators,
  'adjustments.approve': administrators,
  'proposals.read': staff,
  'proposals.decide': administrators,
  'live_readiness.read': administrators,
  'fees.read': staff,
  'fees.write': administrators,
  'reviews.read': staff,
  'reviews.resolve': administrators,
  'operators.read': staff,
  'reconciliation.read': staff,
  'reconciliation.run': administrators,
  'ledger.read': staff,
  'ledger.audit': staff,
  'disabled_webhooks.read': staff,
  'people.read': staff,
  'people.write': administrators,
  'audit_log.read': staff,
  'platform_notifications.choose': staff,
  'platform_notifications.chat': administrators,
} as const satisfies Record<string, Partial<Record<PlatformRole, Reach>>>;
export type PlatformRight = keyof typeof platformRights;

export type Right = ClientRight | PlatformRight;

/** Whether a right is one in a client's dashboard. */
export function isClientRight(right: Right): right is ClientRight {
  return Object.hasOwn(clientRights, right);
}

/** Whether someone with these roles may do this to a client's wallet of this mode. */
export function mayAtClient(roles: readonly Role[], right: ClientRight, mode: Mode): boolean {
  const reach: Partial<Record<Role, Reach>> = clientRights[right];
  return roles.some((role) => reach[role] === 'both' || (reach[role] === 'test' && mode === 'test'));
}

/** Whether staff with this role may do this in the platform's dashboard. */
export function mayAtPlatform(role: PlatformRole | null, right: PlatformRight): boolean {
  if (role === null) return false;
  const reach: Partial<Record<PlatformRole, Reach>> = platformRights[right];
  return reach[role] !== undefined;
}

/** The client's rights that these roles give in a mode, for a browser that shows only what can be done. */
export function clientRightsOf(roles: readonly Role[], mode: Mode): ClientRight[] {
  return (Object.keys(clientRights) as ClientRight[]).filter((right) => mayAtClient(roles, right, mode));
}

/** The rights in the platform's dashboard. */
export function platformRightsOf(role: PlatformRole | null): PlatformRight[] {
  return (Object.keys(platformRights) as PlatformRight[]).filter((right) => mayAtPlatform(role, right));
}

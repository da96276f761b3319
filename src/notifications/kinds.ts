import type { ClientRole, PlatformRole, Role } from '../access/people/rights.ts';

/** What the people of a client can be notified of, about live money only. */
export const clientKinds = ['pending_approvals', 'failed_payouts', 'failing_webhooks', 'daily_summary'] as const;
export type ClientKind = (typeof clientKinds)[number];

/** What the service's own staff can be notified of. */
export const platformKinds = ['pending_approvals', 'low_float', 'daily_summary'] as const;
export type PlatformKind = (typeof platformKinds)[number];

/** What everybody can be notified of about their own account. */
export const accountKinds = ['new_device'] as const;
export type AccountKind = (typeof accountKinds)[number];

export type NotificationKind = ClientKind | PlatformKind | AccountKind;

/** Which roles can have a kind, and whether they get it by e-mail where they chose nothing. */
type ByRole<Roles extends Role> = Readonly<Partial<Record<Roles, boolean>>>;

const ofClient: Readonly<Record<ClientKind, ByRole<ClientRole>>> = {
  // Those who can decide.
  pending_approvals: { client_owner: true, client_finance: true },
  failed_payouts: { client_owner: true, client_finance: true, client_developer: false, client_viewer: false },
  failing_webhooks: { client_owner: false, client_developer: true },
  daily_summary: { client_owner: false, client_finance: false, client_viewer: false },
};

const ofPlatform: Readonly<Record<PlatformKind, ByRole<PlatformRole>>> = {
  pending_approvals: { platform_administrator: true },
  low_float: { platform_administrator: true, platform_support: false },
  daily_summary: { platform_administrator: false, platform_support: false },
};

/** Whom or what notifications are about: a client, the platform, or a person's account. */
export interface Scope {
  /** Null for the platform and for an account. */
  readonly clientId: number | null;
  /** Whose account it is; null for a client and the platform. */
  readonly personId: string | null;
}

export const platformScope: Scope = { clientId: null, personId: null };

/** A person with a role in a scope, and what they chose there. */
export interface Candidate {
  readonly personId: string;
  readonly email: string;
  /** Null where it is their own account. */
  readonly role: Role | null;
  /** Null where they chose nothing. */
  readonly chosen: boolean | null;
}

/** The kinds that a person with a role can have, with the default of each. Pure. @param role null for one's own account. */
export function kindsOfRole(role: Role | null): ReadonlyMap<NotificationKind, boolean> {
  if (role === null) return new Map(accountKinds.map((kind) => [kind, true]));
  const table: Readonly<Partial<Record<NotificationKind, ByRole<Role>>>> = isPlatformRole(role) ? ofPlatform : ofClient;
  return new Map(
    (Object.keys(table) as NotificationKind[]).flatMap((kind) => {
      const byDefault = table[kind]?.[role];
      return byDefault === undefined ? [] : [[kind, byDefault] as const];
    }),
  );
}

/** Those who get a kind by e-mail: their role can have it, and they chose it or have it by default. Pure. */
export function recipientsOf(kind: NotificationKind, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ role, chosen }) => {
    const byDefault = kindsOfRole(role).get(kind);
    return byDefault !== undefined && (chosen ?? byDefault);
  });
}

function isPlatformRole(role: Role): role is PlatformRole {
  return role.startsWith('platform_');
}

/** How long something waits before it is sent, in milliseconds: what is over until then is not sent. */
export const waitMs: Readonly<Record<NotificationKind, number>> = {
  pending_approvals: 60_000,
  // A file of payments fails within a short time.
  failed_payouts: 60_000,
  // Most receivers that fail answer again after the first retries.
  failing_webhooks: 600_000,
  low_float: 60_000,
  daily_summary: 0,
  new_device: 0,
};

/** The least time between two messages of a kind to the same people, in milliseconds: what is found meanwhile is in the next one. */
export function gapMs(kind: NotificationKind): number {
  // A person must know at once that somebody else signs in.
  return kind === 'new_device' ? 0 : 600_000;
}

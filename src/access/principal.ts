import type { Mode } from '../ledger/transaction.ts';
import type { OwnQuotas } from './quotas.ts';
import type { SigningKey } from './signing-keys.ts';

/**
 * What an API key may do (interface-decisions.md section 2). `webhooks:write` includes `webhooks:read`, and `approvals:decide`
 * includes `approvals:read`.
 */
export const permissions = [
  'wallet:read',
  'wallet:send',
  'wallet:withdraw',
  'wallet:collect',
  'approvals:read',
  'approvals:decide',
  'webhooks:read',
  'webhooks:write',
] as const;
export type Permission = (typeof permissions)[number];

const permissionSets = new Map<string, ReadonlySet<Permission>>();

/** Some permissions as a set. Keys with the same rights share one, of which there can be 256. */
export function permissionSetOf(granted: readonly Permission[]): ReadonlySet<Permission> {
  const inOrder = permissions.filter((permission) => granted.includes(permission));
  const name = inOrder.join(' ');
  const known = permissionSets.get(name);
  if (known !== undefined) return known;
  const made = new Set(inOrder);
  permissionSets.set(name, made);
  return made;
}

/** The rate-limited operations, each with a window of its own (interface-decisions.md section 9). */
export const rateLimitNames = [
  'balance',
  'send_money',
  'withdrawal',
  'history',
  'transaction',
  'statements',
  'collect',
  'collection_status',
  'approvals',
  'webhooks',
  'fees',
  'lookup',
  'quotes',
  'name_match',
] as const;
export type RateLimitName = (typeof rateLimitNames)[number];

/** Requests a minute where they differ from the defaults. */
export type RateLimitsByName = Readonly<Partial<Record<RateLimitName, number>>>;

const perMinuteMax = 1_000_000_000;

/** What is wrong with rate limits that somebody wants to set, in words that follow "…: "; null when nothing is. */
export function rateLimitsProblem(rateLimits: Readonly<Record<string, number>>): string | null {
  for (const [name, perMinute] of Object.entries(rateLimits)) {
    if (!rateLimitNames.some((known) => known === name))
      return `there is no rate limit ${name}; there are ${rateLimitNames.join(', ')}`;
    if (!Number.isInteger(perMinute) || perMinute < 1 || perMinute > perMinuteMax)
      return `the rate limit ${name} must be a whole number of requests a minute from 1 to ${perMinuteMax}`;
  }
  return null;
}

/** Who a request comes from, once its API key is known. */
export interface Principal {
  readonly clientId: number;
  readonly walletId: number;
  readonly mode: Mode;
  readonly apiKeyId: number;
  readonly permissions: ReadonlySet<Permission>;
  /** Requests a minute where they differ from the defaults; the key's own win over the client's. */
  readonly rateLimits: RateLimitsByName;
  /** What its client may have as a whole, where that differs from the installation's. */
  readonly quotas: OwnQuotas;
  /** The first key of its chain of rolls, where that has a budget; null where the key has none. */
  readonly budgetLineage: number | null;
  /** One of these must have signed the request; null where its key has none. */
  readonly signingKeys: readonly SigningKey[] | null;
}

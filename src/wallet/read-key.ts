import { findApiKey } from '../access/api-keys.ts';
import type { Caller } from '../access/caller.ts';
import { type BudgetState, budgetObject } from '../access/key-budget.ts';
import type { RateLimitsByName } from '../access/principal.ts';
import { defaultRateLimits } from '../access/rate-limits.ts';
import { fingerprintOf } from '../access/signing-keys.ts';
import { isoTime, isoTimeOrNull } from '../ledger/transaction-object.ts';
import type { Queryable } from '../postgres/pool.ts';
import { notFound } from '../refusal.ts';

/** What an API key is shown of itself. */
export interface KeyIdentity {
  readonly apiKeyId: number;
  readonly shownAs: string;
  readonly name: string;
  readonly mode: string;
  readonly clientId: number;
  readonly clientName: string;
  readonly walletId: number;
  readonly permissions: readonly string[];
  readonly allowedIps: readonly string[];
  /** Requests a minute where the key or its client differs from the defaults. */
  readonly rateLimits: RateLimitsByName;
  readonly budget: BudgetState | null;
  /** Public keys, as they are stored. */
  readonly signingKeys: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
}

/** The key that a request is made with. @throws Refusal `not_found` where no key makes it. */
export async function readKey(db: Queryable, { apiKeyId, clientId }: Caller) {
  const key = apiKeyId === null ? null : await findApiKey(db, apiKeyId);
  const { rows } = await db.query<{ name: string; rate_limits: RateLimitsByName }>(
    'SELECT name, rate_limits FROM client WHERE client_id = $1',
    [clientId],
  );
  const [client] = rows;
  if (key === null || client === undefined) throw notFound();
  return renderKey({ ...key, clientName: client.name, rateLimits: { ...client.rate_limits, ...key.rateLimits } });
}

/** The key as the interface shows it; amounts in shillings. */
export function renderKey(key: KeyIdentity) {
  return {
    id: key.apiKeyId,
    key_prefix: key.shownAs,
    name: key.name,
    mode: key.mode,
    client_id: key.clientId,
    client_name: key.clientName,
    wallet_id: key.walletId,
    permissions: key.permissions,
    allowed_ips: key.allowedIps,
    rate_limits: { ...defaultRateLimits, ...key.rateLimits },
    budget: budgetObject(key.budget),
    signing_keys: key.signingKeys.map(fingerprintOf),
    created_at: isoTime(key.createdAtMs),
    expires_at: isoTimeOrNull(key.expiresAtMs),
  };
}

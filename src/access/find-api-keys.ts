import type { Mode } from '../ledger/transaction.ts';
import { textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type AllowedIps, parseAllowedIps } from './allowed-ips.ts';
import { type Permission, type Principal, permissionSetOf, type RateLimitsByName } from './principal.ts';
import type { OwnQuotas } from './quotas.ts';
import { signingKeyFrom } from './signing-keys.ts';

/** A key as authentication needs it. */
export interface KnownKey {
  readonly principal: Principal;
  /** 32 bytes as latin1 text: of a key that is remembered a buffer would take eight times the memory (docs/decisions/0012-memory-and-garbage.md). */
  readonly secretHash: string;
  /** Milliseconds since 1970; null for never. */
  readonly expiresAtMs: number | null;
  readonly allowedIps: AllowedIps;
}

interface ApiKeyRow {
  public_id: string;
  api_key_id: string;
  client_id: string;
  wallet_id: string;
  mode: Mode;
  secret_hash: Buffer;
  permissions: Permission[];
  allowed_ips: string[];
  rate_limits: RateLimitsByName;
  quotas: OwnQuotas;
  budget_lineage: string | null;
  signing_keys: string[];
  expires_at_ms: string | null;
}

/** The key's own limits win over its client's. */
const findApiKeysSql = `
  SELECT k.public_id, k.api_key_id, k.client_id, k.wallet_id, k.mode, k.secret_hash, k.permissions, k.allowed_ips,
         c.rate_limits || k.rate_limits AS rate_limits, c.quotas, b.lineage AS budget_lineage, k.signing_keys,
         round(extract(epoch FROM k.expires_at) * 1000)::bigint AS expires_at_ms
    FROM api_key k JOIN client c USING (client_id)
    LEFT JOIN key_budget b ON b.wallet_id = k.wallet_id AND b.lineage = coalesce(k.lineage, k.api_key_id)
                          AND num_nonnulls(b.per_payment, b.per_day, b.per_month) > 0
   WHERE k.public_id = ANY ($1::text[]) AND k.revoked_at IS NULL`;

/** The keys with some public ids, without those that were revoked or never were. */
export async function findApiKeys(db: Queryable, publicIds: readonly string[]): Promise<Map<string, KnownKey>> {
  const { rows } = await db.query<ApiKeyRow>({
    name: 'access.find_api_keys',
    text: findApiKeysSql,
    values: [textArray(publicIds)],
  });
  return new Map(rows.map((row) => [row.public_id, knownKeyFrom(row)]));
}

function knownKeyFrom(row: ApiKeyRow): KnownKey {
  return {
    principal: Object.freeze({
      clientId: Number(row.client_id),
      walletId: Number(row.wallet_id),
      mode: row.mode,
      apiKeyId: Number(row.api_key_id),
      permissions: permissionSetOf(row.permissions),
      rateLimits: row.rate_limits,
      quotas: row.quotas,
      budgetLineage: row.budget_lineage === null ? null : Number(row.budget_lineage),
      signingKeys: row.signing_keys.length === 0 ? null : row.signing_keys.map(signingKeyFrom),
    }),
    secretHash: row.secret_hash.toString('latin1'),
    expiresAtMs: row.expires_at_ms === null ? null : Number(row.expires_at_ms),
    allowedIps: parseAllowedIps(row.allowed_ips),
  };
}

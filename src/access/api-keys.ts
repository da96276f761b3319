import type pg from 'pg';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { type BudgetLimits, type KeyBudgetRow, keyBudgetFromRow } from '../ledger/rows/key-budget.ts';
import type { Mode } from '../ledger/transaction.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { allowedIpProblem } from './allowed-ips.ts';
import { type ApiKeyText, drawApiKey, hashSecret, writeApiKey } from './api-key-text.ts';
import { recordAudit } from './audit-log.ts';
import { ClientNotFound } from './clients.ts';
import {
  type BudgetState,
  budgetProblem,
  budgetStateOf,
  limitsSomething,
  limitsToJson,
  writeBudgetLimits,
} from './key-budget.ts';
import { announceKeyChange } from './key-changes.ts';
import { type Permission, permissions, type RateLimitsByName, rateLimitsProblem } from './principal.ts';
import { defaultQuotas, type QuotaSettings, type Quotas } from './quotas.ts';
import { fingerprintOf, readSigningKeys, refuseWhileOlderProgramsRun } from './signing-keys.ts';

/** The properties of a new key. */
export interface NewApiKey {
  readonly clientId: number;
  readonly mode: Mode;
  /** For people: what the key is for. */
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** When it stops working; null: never by itself. */
  readonly expiresAtMs: number | null;
  /** Addresses and networks (CIDR) that may use it; empty: all. */
  readonly allowedIps: readonly string[];
  /** Requests a minute where they differ from the client's and the defaults. */
  readonly rateLimits: RateLimitsByName;
  /** What it may pay at most, together with the keys that it is rolled to; null: no budget. */
  readonly budget: BudgetLimits | null;
  /** Ed25519 public keys, one of which must have signed each of its requests; none: signatures are not looked for. */
  readonly signingKeys: readonly string[];
}

/** A key that was just made. `apiKey` is its text, to be shown this once: only a hash of it is kept. */
export interface CreatedApiKey extends NewApiKey {
  readonly apiKeyId: number;
  readonly apiKey: string;
  readonly walletId: number;
}

/** A key as it can be shown at any time. */
export interface ApiKey extends NewApiKey {
  readonly apiKeyId: number;
  readonly walletId: number;
  /** How the text begins, `nsk_<mode>_<id>`: enough to tell keys apart, useless for a thief. */
  readonly shownAs: string;
  readonly createdAtMs: number;
  readonly createdBy: string;
  /** Known to a minute. */
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
  /** The key that took its place; this one works until `expiresAtMs`. */
  readonly rolledTo: number | null;
  /** The first key of the chain of rolls that it belongs to: itself, where it took no other key's place. */
  readonly lineage: number;
  readonly budget: BudgetState | null;
}

/** Makes a key of a client for one mode. @throws ApiKeyNotValid, SigningKeyNotValid, OlderProgramRuns, ClientNotFound, TooManyApiKeys */
export async function createApiKey(
  pool: Transactional,
  { actor, quotas, ...key }: NewApiKey & { readonly actor: Actor; readonly quotas: QuotaSettings },
): Promise<CreatedApiKey> {
  const [created] = await createApiKeys(pool, { keys: [key], actor, quotas });
  if (created === undefined) throw new Error('an API key was inserted and not returned');
  return created;
}

/**
 * Makes many keys at once, all or none, in the order given.
 * @param request.quotas how many keys a client may have that has no quotas of its own.
 * @throws ApiKeyNotValid, SigningKeyNotValid, OlderProgramRuns, ClientNotFound, TooManyApiKeys
 */
export async function createApiKeys(
  pool: Transactional,
  {
    keys: asked,
    actor,
    quotas,
  }: { readonly keys: readonly NewApiKey[]; readonly actor: Actor; readonly quotas: QuotaSettings },
): Promise<CreatedApiKey[]> {
  const nowMs = Date.now();
  for (const key of asked) refuseWhatIsNotValid(key, nowMs);
  const keys = asked.map((key) => ({ ...key, signingKeys: readSigningKeys(key.signingKeys) }));
  return await inDatabaseTransaction(pool, async (db) => {
    if (keys.some(({ signingKeys }) => signingKeys.length > 0)) await refuseWhileOlderProgramsRun(db);
    const created = await insertApiKeys(db, keys, actor);
    await writeBudgetLimits(
      db,
      created.flatMap(({ walletId, apiKeyId, budget }) =>
        budget === null ? [] : [{ ...budget, walletId, lineage: apiKeyId }],
      ),
    );
    await refuseTooMany(db, created, defaultQuotas(quotas));
    await recordAudit(
      db,
      created.map((key) => ({
        actor,
        action: 'api_key.created',
        subject: `api_key ${key.apiKeyId}`,
        details: auditDetails(key),
      })),
    );
    return created;
  });
}

/** A client's keys of both modes, the ended ones too, oldest first. */
export async function listApiKeys(db: Queryable, clientId: number): Promise<ApiKey[]> {
  const { rows } = await db.query<ApiKeyRow>(`${selectApiKeys} WHERE k.client_id = $1 ORDER BY k.api_key_id`, [
    clientId,
  ]);
  return rows.map(apiKeyFrom);
}

/** One key, or null when there is none with this number. */
export async function findApiKey(db: Queryable, apiKeyId: number): Promise<ApiKey | null> {
  const { rows } = await db.query<ApiKeyRow>(`${selectApiKeys} WHERE k.api_key_id = $1`, [apiKeyId]);
  return rows[0] === undefined ? null : apiKeyFrom(rows[0]);
}

/**
 * Ends a key: within a second no process lets it in. Revoking a revoked key changes nothing.
 * @throws ApiKeyNotFound
 */
export async function revokeApiKey(
  pool: pg.Pool,
  { apiKeyId, actor }: { readonly apiKeyId: number; readonly actor: Actor },
): Promise<ApiKey> {
  return await inDatabaseTransaction(pool, async (db) => {
    const { rows } = await db.query<{ public_id: string }>(
      `UPDATE api_key SET revoked_at = clock_timestamp() WHERE api_key_id = $1 AND revoked_at IS NULL
       RETURNING public_id`,
      [apiKeyId],
    );
    if (rows[0] !== undefined) {
      await recordAudit(db, { actor, action: 'api_key.revoked', subject: `api_key ${apiKeyId}`, details: {} });
      await announceKeyChange(db, rows[0].public_id);
    }
    const key = await findApiKey(db, apiKeyId);
    if (key === null) throw new ApiKeyNotFound(apiKeyId);
    return key;
  });
}

/**
 * Makes a key that takes the place of another, with the same rights, the same signing keys, the same budget with what is used of it and, if the old one was to
 * expire, the same length of life from now. The old one works `overlapMs` milliseconds longer, but not beyond its own end; without an overlap it is
 * revoked, which no clock can undo. Times are of this process's clock, by which keys are authenticated.
 * @throws ApiKeyNotFound, ApiKeyEnded when the old key was revoked, expired, or rolled before.
 */
export async function rollApiKey(
  pool: Transactional,
  { apiKeyId, overlapMs, actor }: { readonly apiKeyId: number; readonly overlapMs: number; readonly actor: Actor },
): Promise<CreatedApiKey> {
  if (!Number.isSafeInteger(overlapMs) || overlapMs < 0 || overlapMs > overlapMsMax)
    throw new ApiKeyNotValid('the overlap must be between 0 and 365 days');
  return await inDatabaseTransaction(pool, async (db) => {
    const { rows } = await db.query<ApiKeyRow>(`${selectApiKeys} WHERE k.api_key_id = $1 FOR NO KEY UPDATE OF k`, [
      apiKeyId,
    ]);
    const [row] = rows;
    if (row === undefined) throw new ApiKeyNotFound(apiKeyId);
    const old = apiKeyFrom(row);
    const nowMs = Date.now();
    if (old.revokedAtMs !== null || old.rolledTo !== null || (old.expiresAtMs !== null && old.expiresAtMs <= nowMs))
      throw new ApiKeyEnded(apiKeyId);
    const expiresAtMs = old.expiresAtMs === null ? null : nowMs + (old.expiresAtMs - old.createdAtMs);
    const [created] = await insertApiKeys(db, [{ ...old, expiresAtMs }], actor, old.lineage);
    if (created === undefined) throw new Error('an API key was inserted and not returned');
    await db.query(
      `UPDATE api_key SET rolled_to = $2, expires_at = least(expires_at, to_timestamp($3::float8 / 1000)),
              revoked_at = CASE WHEN $4 THEN clock_timestamp() END
        WHERE api_key_id = $1`,
      [apiKeyId, created.apiKeyId, nowMs + overlapMs, overlapMs === 0],
    );
    await recordAudit(db, {
      actor,
      action: 'api_key.rolled',
      subject: `api_key ${apiKeyId}`,
      details: { rolled_to: created.apiKeyId, overlap_ms: overlapMs, signing_keys: created.signingKeys },
    });
    await announceKeyChange(db, row.public_id);
    return created;
  });
}

const overlapMsMax = 365 * 24 * 60 * 60 * 1_000;

function refuseWhatIsNotValid(key: NewApiKey, nowMs: number): void {
  if (key.name.length < 1 || key.name.length > 120 || /\p{Cc}/u.test(key.name))
    throw new ApiKeyNotValid('the name of a key must have 1 to 120 characters, none of them a control character');
  if (key.permissions.length === 0)
    throw new ApiKeyNotValid(`a key needs at least one permission of ${permissions.join(', ')}`);
  for (const permission of key.permissions) {
    if (!permissions.includes(permission))
      throw new ApiKeyNotValid(`there is no permission ${permission}; there are ${permissions.join(', ')}`);
  }
  if (key.expiresAtMs !== null && !(key.expiresAtMs > nowMs))
    throw new ApiKeyNotValid('the expiry of a key must be in the future');
  for (const entry of key.allowedIps) {
    const problem = allowedIpProblem(entry);
    if (problem !== null) throw new ApiKeyNotValid(problem);
  }
  const problem = rateLimitsProblem(key.rateLimits);
  if (problem !== null) throw new ApiKeyNotValid(problem);
  if (key.budget !== null) {
    if (!limitsSomething(key.budget)) throw new ApiKeyNotValid('a budget needs at least one limit');
    const problemOfBudget = budgetProblem(key.budget);
    if (problemOfBudget !== null) throw new ApiKeyNotValid(problemOfBudget);
  }
}

/**
 * @param lineage the first key of the chain that they belong to; null where each begins its own.
 * @throws ClientNotFound
 */
async function insertApiKeys(
  db: Queryable,
  keys: readonly NewApiKey[],
  actor: Actor,
  lineage: number | null = null,
): Promise<CreatedApiKey[]> {
  const texts = keys.map((key) => drawApiKey(key.mode));
  const { rows } = await db.query<{ api_key_id: string; public_id: string; wallet_id: string }>(
    `INSERT INTO api_key (public_id, secret_hash, client_id, wallet_id, mode, name, permissions, rate_limits, allowed_ips,
                          expires_at, created_by, lineage, signing_keys)
     SELECT new.public_id, decode(new.secret_hash, 'hex'), wallet.client_id, wallet.wallet_id, wallet.mode, new.name,
            new.permissions, new.rate_limits, new.allowed_ips, to_timestamp(new.expires_at_ms / 1000), $2, $3,
            new.signing_keys
       FROM jsonb_to_recordset($1::jsonb)
            AS new (position bigint, public_id text, secret_hash text, client_id bigint, mode text, name text,
                    permissions text[], rate_limits jsonb, allowed_ips text[], expires_at_ms float8, signing_keys text[])
       JOIN wallet ON wallet.client_id = new.client_id AND wallet.mode = new.mode
      ORDER BY new.position
     RETURNING api_key_id, public_id, wallet_id`,
    [JSON.stringify(keys.map((key, position) => rowOf(key, at(texts, position), position))), actor.name, lineage],
  );
  const inserted = new Map(rows.map((row) => [row.public_id, row]));
  return keys.map((key, position) => {
    const text = at(texts, position);
    const row = inserted.get(text.publicId);
    if (row === undefined) throw new ClientNotFound(key.clientId);
    return {
      apiKeyId: Number(row.api_key_id),
      apiKey: writeApiKey(text),
      walletId: Number(row.wallet_id),
      clientId: key.clientId,
      mode: key.mode,
      name: key.name,
      permissions: key.permissions,
      expiresAtMs: key.expiresAtMs,
      allowedIps: key.allowedIps,
      rateLimits: key.rateLimits,
      budget: key.budget,
      signingKeys: key.signingKeys,
    };
  });
}

/**
 * Refuses keys beyond the quotas of their clients. The clients are locked, so that two at once cannot both be the last one;
 * a payment locks its wallet only. Counted are all keys that work, rolled ones until their overlap ends.
 * @throws TooManyApiKeys
 */
async function refuseTooMany(db: Queryable, created: readonly CreatedApiKey[], defaults: Quotas): Promise<void> {
  const clientIds = [...new Set(created.map(({ clientId }) => clientId))];
  await db.query('SELECT FROM client WHERE client_id = ANY($1::bigint[]) ORDER BY client_id FOR NO KEY UPDATE', [
    clientIds,
  ]);
  const { rows } = await db.query<{ client_id: string; mode: Mode; count: number; own: number | null }>(
    `SELECT client_id, mode, count(*)::integer AS count, (client.quotas ->> (mode || '_keys'))::integer AS own
       FROM api_key JOIN client USING (client_id)
      WHERE client_id = ANY($1::bigint[]) AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > clock_timestamp())
      GROUP BY client_id, mode, client.quotas`,
    [clientIds],
  );
  for (const { client_id, mode, count, own } of rows) {
    const most = own ?? defaults[`${mode}_keys`];
    const isAsked = created.some((key) => key.clientId === Number(client_id) && key.mode === mode);
    if (isAsked && count > most) throw new TooManyApiKeys(Number(client_id), mode, most);
  }
}

function rowOf(key: NewApiKey, text: ApiKeyText, position: number): object {
  return {
    position,
    public_id: text.publicId,
    secret_hash: hashSecret(text.secret).toString('hex'),
    client_id: key.clientId,
    mode: key.mode,
    name: key.name,
    permissions: [...new Set(key.permissions)],
    rate_limits: key.rateLimits,
    allowed_ips: key.allowedIps,
    expires_at_ms: key.expiresAtMs,
    signing_keys: key.signingKeys,
  };
}

function at(texts: readonly ApiKeyText[], position: number): ApiKeyText {
  const text = texts[position];
  if (text === undefined) throw new Error('every key has a text of its own');
  return text;
}

function auditDetails(key: CreatedApiKey): Record<string, unknown> {
  return {
    client_id: key.clientId,
    mode: key.mode,
    name: key.name,
    permissions: key.permissions,
    expires_at: key.expiresAtMs === null ? null : new Date(key.expiresAtMs).toISOString(),
    allowed_ips: key.allowedIps,
    rate_limits: key.rateLimits,
    budget: limitsToJson(key.budget),
    signing_keys: key.signingKeys,
    fingerprints: key.signingKeys.map(fingerprintOf),
  };
}

interface ApiKeyRow extends KeyBudgetRow {
  api_key_id: string;
  public_id: string;
  client_id: string;
  wallet_id: string;
  mode: Mode;
  name: string;
  permissions: Permission[];
  rate_limits: RateLimitsByName;
  allowed_ips: string[];
  signing_keys: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  rolled_to: string | null;
  last_used_at: Date | null;
  created_by: string;
  created_at: Date;
  lineage: string;
  has_budget: boolean;
  now_ms: string;
}

/** Of a key without a budget, the columns of `key_budget` are null and must not be read. */
const selectApiKeys = `
  SELECT k.api_key_id, k.public_id, k.client_id, k.wallet_id, k.mode, k.name, k.permissions, k.rate_limits, k.allowed_ips,
         k.signing_keys, k.expires_at, k.revoked_at, k.rolled_to, k.last_used_at, k.created_by, k.created_at,
         coalesce(k.lineage, k.api_key_id) AS lineage, b.lineage IS NOT NULL AS has_budget, b.per_payment, b.per_day,
         b.per_month, b.period, b.day, b.day_out, b.month, b.month_period, b.month_out,
         round(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
    FROM api_key k
    LEFT JOIN key_budget b ON b.wallet_id = k.wallet_id AND b.lineage = coalesce(k.lineage, k.api_key_id)
                          AND num_nonnulls(b.per_payment, b.per_day, b.per_month) > 0`;

function apiKeyFrom(row: ApiKeyRow): ApiKey {
  return {
    apiKeyId: Number(row.api_key_id),
    clientId: Number(row.client_id),
    walletId: Number(row.wallet_id),
    mode: row.mode,
    shownAs: `nsk_${row.mode}_${row.public_id}`,
    name: row.name,
    permissions: row.permissions,
    rateLimits: row.rate_limits,
    allowedIps: row.allowed_ips,
    signingKeys: row.signing_keys,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    revokedAtMs: row.revoked_at?.getTime() ?? null,
    rolledTo: row.rolled_to === null ? null : Number(row.rolled_to),
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
    createdBy: row.created_by,
    createdAtMs: row.created_at.getTime(),
    lineage: Number(row.lineage),
    budget: row.has_budget ? budgetStateOf(keyBudgetFromRow(row), Number(row.now_ms)) : null,
  };
}

/** There is no key with this number. */
export class ApiKeyNotFound extends Error {
  override readonly name = 'ApiKeyNotFound';

  constructor(apiKeyId: number) {
    super(`there is no API key ${apiKeyId}; nsimbi key list shows those there are`);
  }
}

/** The key does not work any more, or another has taken its place already, so it cannot be rolled. */
export class ApiKeyEnded extends Error {
  override readonly name = 'ApiKeyEnded';

  constructor(apiKeyId: number) {
    super(`the API key ${apiKeyId} was revoked, rolled or has expired; make a new one with nsimbi key create`);
  }
}

/** The client has as many keys of the mode as it may. */
export class TooManyApiKeys extends Error {
  override readonly name = 'TooManyApiKeys';
  readonly mode: Mode;
  /** How many it may have. */
  readonly most: number;

  constructor(clientId: number, mode: Mode, most: number) {
    super(
      `the client ${clientId} has reached its limit of ${most} working ${mode} API keys; revoke one that is not needed, or ` +
        'ask an administrator for a higher limit (nsimbi client quota)',
    );
    this.mode = mode;
    this.most = most;
  }
}

/** Something about the key is not allowed; the message says what and what is. */
export class ApiKeyNotValid extends Error {
  override readonly name = 'ApiKeyNotValid';
}

import { Type } from 'typebox';
import { type ApiKey, type CreatedApiKey, findApiKey } from '../../../access/api-keys.ts';
import { notFound } from '../../../http/refusal-of-error.ts';
import { positiveId } from '../../../http/schemas/id.ts';
import { isoTimeOrNull } from '../../../ledger/transaction-object.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import type { Caller } from '../../../wallet/answer.ts';
import { clientParams, clientPath } from '../../api.ts';

export const keyPath = `${clientPath}/keys/:keyId`;
export const keyParams = Type.Object({ ...clientParams, keyId: positiveId('The number of the key.') });

/** A key as it can be shown at any time. */
export function keyObject(key: ApiKey): object {
  return {
    id: key.apiKeyId,
    shown_as: key.shownAs,
    name: key.name,
    mode: key.mode,
    permissions: key.permissions,
    allowed_ips: key.allowedIps,
    rate_limits: key.rateLimits,
    expires_at: isoTimeOrNull(key.expiresAtMs),
    last_used_at: isoTimeOrNull(key.lastUsedAtMs),
    revoked_at: isoTimeOrNull(key.revokedAtMs),
    rolled_to: key.rolledTo,
    created_at: isoTimeOrNull(key.createdAtMs),
    created_by: key.createdBy,
  };
}

/** A key that was just made, with its text, which is told this once. */
export function newKeyObject(key: CreatedApiKey): object {
  return { id: key.apiKeyId, name: key.name, api_key: key.apiKey, expires_at: isoTimeOrNull(key.expiresAtMs) };
}

/** A key of the caller's own client and mode. @throws Refusal `not_found` */
export async function ownKey(db: Queryable, { clientId, mode }: Caller, apiKeyId: number): Promise<ApiKey> {
  const key = await findApiKey(db, apiKeyId);
  if (key === null || key.clientId !== clientId || key.mode !== mode) throw notFound();
  return key;
}

import type { Queryable } from '../../postgres/pool.ts';
import { invalidFields } from '../../refusal.ts';
import type { AddressPolicy } from '../safe-address/address-policy.ts';
import type { WebhookOwner } from '../webhook.ts';

/** The requested fields; what is undefined is not checked. */
interface Asked {
  readonly url?: string | undefined;
  readonly apiKeyId?: number | null | undefined;
}

/**
 * Refuses fields that a webhook may not have, all of them in one refusal. Call it outside any database transaction: it uses
 * the network. A key never changes its owner, so that the check holds afterwards too.
 * @throws Refusal `invalid_request` that names url, api_key_id or both.
 */
export async function refuseForbidden(
  parts: { readonly pool: Queryable; readonly addressPolicy: AddressPolicy },
  owner: WebhookOwner,
  asked: Asked,
): Promise<void> {
  const forbidden = await forbiddenFields(parts, owner, asked);
  if (Object.keys(forbidden).length > 0) throw invalidFields(forbidden);
}

/** The fields that a webhook may not have, each with a sentence. */
export async function forbiddenFields(
  { pool, addressPolicy }: { readonly pool: Queryable; readonly addressPolicy: AddressPolicy },
  owner: WebhookOwner,
  { url, apiKeyId }: Asked,
): Promise<Record<string, string>> {
  const [urlIs, apiKeyIdIs] = await Promise.all([
    url === undefined ? null : urlProblem(addressPolicy, owner, url),
    apiKeyId == null ? null : apiKeyProblem(pool, owner, apiKeyId),
  ]);
  return {
    ...(urlIs === null ? {} : { url: urlIs }),
    ...(apiKeyIdIs === null ? {} : { api_key_id: apiKeyIdIs }),
  };
}

/** Why deliveries cannot be sent to a URL, by its text and by what its name resolves to now; null when they can. */
async function urlProblem(addressPolicy: AddressPolicy, { mode }: WebhookOwner, url: string): Promise<string | null> {
  return addressPolicy.urlProblem(url, mode) ?? (await addressPolicy.resolvedProblem(url, mode));
}

/** The sentence for an API key of another client or mode, the same as for one that does not exist; null when it fits. */
async function apiKeyProblem(
  db: Queryable,
  { clientId, walletId }: WebhookOwner,
  apiKeyId: number,
): Promise<string | null> {
  const { rowCount } = await db.query({
    name: 'webhooks.own_api_key',
    text: 'SELECT FROM api_key WHERE api_key_id = $1 AND client_id = $2 AND wallet_id = $3',
    values: [apiKeyId, clientId, walletId],
  });
  return rowCount === 0 ? 'api_key_id must be the id of an API key of this client and mode.' : null;
}

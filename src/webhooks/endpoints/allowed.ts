import type { Queryable } from '../../postgres/pool.ts';
import { invalidField } from '../../wallet/refusal.ts';
import type { Reach } from '../safe-address/reach.ts';
import type { WebhookOwner } from './owner.ts';

/**
 * Refuses an address that deliveries could not go to, by its text and by what its name resolves to just now. Call it
 * outside any database transaction: it asks the network.
 * @throws Refusal `invalid_request` that names url.
 */
export async function refuseForbiddenUrl(reach: Reach, { mode }: WebhookOwner, url: string): Promise<void> {
  const problem = reach.urlProblem(url, mode) ?? (await reach.resolvedProblem(url, mode));
  if (problem !== null) throw invalidField('url', problem);
}

/**
 * Refuses an API key that is not one of the same client and mode, in the words for one that does not exist.
 * @throws Refusal `invalid_request` that names api_key_id.
 */
export async function refuseForeignApiKey(
  db: Queryable,
  { clientId, walletId }: WebhookOwner,
  apiKeyId: number | null,
): Promise<void> {
  if (apiKeyId === null) return;
  const { rowCount } = await db.query({
    name: 'webhooks.own_api_key',
    text: 'SELECT FROM api_key WHERE api_key_id = $1 AND client_id = $2 AND wallet_id = $3',
    values: [apiKeyId, clientId, walletId],
  });
  if (rowCount === 0) {
    throw invalidField('api_key_id', 'api_key_id must be the id of an API key of this client and mode.');
  }
}

import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { actorOfCaller, type Caller } from '../access/caller.ts';
import type { EventName } from '../ledger/event-names.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { isoTimeOrNull } from '../ledger/transaction-object.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { cancelBatch } from './deliveries/cancel-pending.ts';
import type { Deliveries } from './deliveries/deliveries.ts';
import { forbiddenFields } from './endpoints/allowed.ts';
import { changeWebhooks } from './endpoints/change-webhooks.ts';
import { createWebhook } from './endpoints/create-webhook.ts';
import { findWebhook, listWebhooks, webhookNotFound } from './endpoints/find-webhooks.ts';
import { rollSecret } from './endpoints/roll-secret.ts';
import { updateWebhook } from './endpoints/update-webhook.ts';
import {
  createdWebhookObject,
  rolledSecretObject,
  updatedWebhookObject,
  webhookObject,
} from './endpoints/webhook-object.ts';
import type { AddressPolicy } from './safe-address/address-policy.ts';
import type { WebhookOwner } from './webhook.ts';

/** The fields of a webhook in a request. */
interface AskedWebhook {
  readonly url: string;
  readonly events: readonly EventName[];
  /** 0 stands for all keys. */
  readonly api_key_id?: number;
  /** Empty for none. */
  readonly description?: string;
  readonly honor_hints?: boolean;
  readonly ordered?: boolean;
}

/** So many that a request is answered within seconds. */
const redeliveriesPerRequest = 10_000;

/**
 * A client's operations on its webhooks, with requests and responses as they are on the wire. An operation that does
 * nothing throws a Refusal.
 */
export function webhookOperations(parts: {
  readonly pool: pg.Pool;
  readonly sealer: Sealer;
  readonly addressPolicy: AddressPolicy;
  /** Called with the error when the missed events of a webhook could not be counted. */
  readonly onError: (error: unknown) => void;
  readonly deliveries: Pick<Deliveries, 'list' | 'noteCancelled' | 'redeliverOne' | 'redeliverRange' | 'sendTest'>;
}) {
  const { pool, deliveries } = parts;
  return {
    /** The fields of a request that no webhook of the caller may have, each with a sentence; other fields may be wrong too. */
    async forbidden(caller: Caller, { url, api_key_id: apiKeyId }: Pick<Partial<AskedWebhook>, 'url' | 'api_key_id'>) {
      return await forbiddenFields(parts, caller, { url, apiKeyId: apiKeyId || null });
    },
    async create(caller: Caller, asked: AskedWebhook) {
      const webhook = {
        url: asked.url,
        events: asked.events,
        apiKeyId: asked.api_key_id || null,
        description: asked.description || null,
        honorHints: asked.honor_hints ?? false,
        ordered: asked.ordered ?? false,
      };
      return createdWebhookObject(await createWebhook(parts, caller, webhook, actorOfCaller(caller)));
    },
    async list({ walletId }: Caller) {
      return (await listWebhooks(pool, walletId)).map(webhookObject);
    },
    async read({ walletId }: Caller, webhookId: number) {
      return webhookObject(await findWebhook(pool, walletId, webhookId));
    },
    async update(caller: Caller, webhookId: number, asked: Partial<AskedWebhook> & { readonly is_active?: boolean }) {
      const { url, events, honor_hints: honorHints, ordered, is_active: isActive } = asked;
      const changes = {
        url,
        events,
        apiKeyId: asked.api_key_id === undefined ? undefined : asked.api_key_id || null,
        description: asked.description === undefined ? undefined : asked.description || null,
        honorHints,
        ordered,
        isActive,
      };
      const updated = await updateWebhook(parts, caller, webhookId, changes, actorOfCaller(caller));
      deliveries.noteCancelled(updated.cancelled);
      return updatedWebhookObject(updated);
    },
    async delete(caller: Caller, webhookId: number) {
      deliveries.noteCancelled(await deleteWebhook(pool, caller, webhookId, actorOfCaller(caller)));
      return { id: webhookId, deleted: true };
    },
    async test({ walletId }: Caller, webhookId: number) {
      return await deliveries.sendTest({ walletId, webhookId });
    },
    async listDeliveries(
      { walletId }: Caller,
      webhookId: number,
      page: { readonly limit: number; readonly cursor: string | null },
    ) {
      await findWebhook(pool, walletId, webhookId);
      return await deliveries.list({ walletId, webhookId, ...page });
    },
    async redeliverOne({ walletId }: Caller, webhookId: number, deliveryId: number) {
      await deliveries.redeliverOne({ walletId, webhookId, deliveryId });
      return { id: deliveryId, status: 'pending' };
    },
    async redeliverRange(
      { walletId }: Caller,
      webhookId: number,
      range: { readonly fromMs: number; readonly toMs: number },
    ) {
      const asked = { walletId, webhookId, ...range, limit: redeliveriesPerRequest };
      const { queued, hasMore, nextFromMs } = await deliveries.redeliverRange(asked);
      return { queued, has_more: hasMore, next_from: isoTimeOrNull(nextFromMs) };
    },
    async rollSecret(caller: Caller, webhookId: number, overlapMs: number) {
      return rolledSecretObject(
        webhookId,
        await rollSecret(parts, caller, webhookId, overlapMs, actorOfCaller(caller)),
      );
    },
  };
}

export type WebhookOperations = ReturnType<typeof webhookOperations>;

/**
 * Ends a webhook: what waits for it is cancelled and the interface no longer knows it. Its row stays, because its
 * deliveries stay readable for people.
 * @returns how many deliveries were cancelled here; of very many the rest follows soon.
 * @throws Refusal `not_found`
 */
async function deleteWebhook(pool: pg.Pool, owner: WebhookOwner, webhookId: number, actor: Actor): Promise<number> {
  return await changeWebhooks(pool, owner.walletId, async (db) => {
    const { rowCount } = await db.query({
      name: 'webhooks.delete',
      text: `
        UPDATE webhook
           SET is_active = false, deleted_at = clock_timestamp(), updated_at = clock_timestamp(),
               disabled_at = coalesce(disabled_at, clock_timestamp()),
               disabled_reason = coalesce(disabled_reason, 'Deleted by its owner.')
         WHERE wallet_id = $1 AND webhook_id = $2 AND deleted_at IS NULL`,
      values: [owner.walletId, webhookId],
    });
    if (rowCount === 0) throw webhookNotFound();
    const cancelled = await cancelBatch(db, webhookId);
    await recordAudit(db, {
      actor,
      action: 'webhook.deleted',
      subject: `webhook ${webhookId}`,
      details: { client_id: owner.clientId, mode: owner.mode },
    });
    return cancelled;
  });
}

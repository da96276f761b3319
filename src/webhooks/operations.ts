import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import type { EventName } from '../ledger/event-names.ts';
import { isoTimeOrNull } from '../ledger/transaction-object.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { type Caller, makerOf } from '../wallet/answer.ts';
import { cancelBatch } from './deliveries/cancel-pending.ts';
import type { Deliveries } from './deliveries/deliveries.ts';
import { forbiddenFields } from './endpoints/allowed.ts';
import { createWebhook } from './endpoints/create-webhook.ts';
import { findWebhook, listWebhooks, webhookNotFound } from './endpoints/find-webhooks.ts';
import type { WebhookOwner } from './endpoints/owner.ts';
import { rollSecret } from './endpoints/roll-secret.ts';
import { changeWebhooks } from './endpoints/turn.ts';
import { updateWebhook } from './endpoints/update-webhook.ts';
import {
  createdWebhookObject,
  rolledSecretObject,
  updatedWebhookObject,
  webhookObject,
} from './endpoints/webhook-object.ts';
import type { AddressPolicy } from './safe-address/address-policy.ts';

/** What a request of the interface says of a webhook. */
interface AskedWebhook {
  readonly url: string;
  readonly events: readonly EventName[];
  /** 0 stands for all keys. */
  readonly api_key_id?: number;
  /** Empty for none. */
  readonly description?: string;
  readonly honor_hints?: boolean;
}

/** So many that a request is answered within seconds. */
const redeliveriesPerRequest = 10_000;

/**
 * What a client asks of its webhooks, in the words of the interface: requests and answers as they are on the wire.
 * Everything that is not done throws a Refusal.
 */
export function webhookOperations(parts: {
  readonly pool: pg.Pool;
  readonly sealer: Sealer;
  readonly reach: AddressPolicy;
  /** Is told why what a webhook missed could not be looked for. */
  readonly onError: (error: unknown) => void;
  readonly deliveries: Pick<Deliveries, 'list' | 'noteCancelled' | 'redeliverOne' | 'redeliverRange' | 'sendTest'>;
}) {
  const { pool, deliveries } = parts;
  return {
    /** What of a request, whose other fields may be wrong, no webhook of the caller may have: a sentence by field. */
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
      };
      return createdWebhookObject(await createWebhook(parts, caller, webhook, makerOf(caller)));
    },
    async list({ walletId }: Caller) {
      return (await listWebhooks(pool, walletId)).map(webhookObject);
    },
    async read({ walletId }: Caller, webhookId: number) {
      return webhookObject(await findWebhook(pool, walletId, webhookId));
    },
    async update(caller: Caller, webhookId: number, asked: Partial<AskedWebhook> & { readonly is_active?: boolean }) {
      const { url, events, honor_hints: honorHints, is_active: isActive } = asked;
      const changes = {
        url,
        events,
        apiKeyId: asked.api_key_id === undefined ? undefined : asked.api_key_id || null,
        description: asked.description === undefined ? undefined : asked.description || null,
        honorHints,
        isActive,
      };
      const updated = await updateWebhook(parts, caller, webhookId, changes, makerOf(caller));
      deliveries.noteCancelled(updated.cancelled);
      return updatedWebhookObject(updated);
    },
    async delete(caller: Caller, webhookId: number) {
      deliveries.noteCancelled(await deleteWebhook(pool, caller, webhookId, makerOf(caller)));
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
      return rolledSecretObject(webhookId, await rollSecret(parts, caller, webhookId, overlapMs, makerOf(caller)));
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
async function deleteWebhook(pool: pg.Pool, owner: WebhookOwner, webhookId: number, actor: string): Promise<number> {
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

import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import { cancelBatch } from '../deliveries/cancel-pending.ts';
import { webhookNotFound } from './find-webhooks.ts';
import type { WebhookOwner } from './owner.ts';
import { changeWebhooks } from './turn.ts';

/**
 * Ends a webhook: what waits for it is cancelled and the interface no longer knows it. Its row stays, because its
 * deliveries stay readable for people.
 * @returns how many deliveries were cancelled here; of very many the rest follows soon.
 * @throws Refusal `not_found`
 */
export async function deleteWebhook(
  pool: pg.Pool,
  owner: WebhookOwner,
  webhookId: number,
  actor: string,
): Promise<number> {
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

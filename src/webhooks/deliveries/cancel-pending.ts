import type pg from 'pg';
import type { Queryable } from '../../postgres/pool.ts';
import { changeWebhooks } from '../endpoints/turn.ts';

/** So many that a statement is short. */
const cancelledPerStep = 500;

/**
 * Cancels a small batch of what is pending for a webhook, unless it is active by now.
 * @returns how many; call again while it is a full batch.
 */
export async function cancelPending(
  pool: pg.Pool,
  { walletId, webhookId }: { readonly walletId: number; readonly webhookId: number },
  perStep = cancelledPerStep,
): Promise<{ cancelled: number; more: boolean }> {
  return await changeWebhooks(pool, walletId, async (db) => {
    const { rowCount } = await db.query({
      name: 'deliveries.webhook_is_inactive',
      text: 'SELECT FROM webhook WHERE wallet_id = $1 AND webhook_id = $2 AND NOT is_active',
      values: [walletId, webhookId],
    });
    if (rowCount === 0) return { cancelled: 0, more: false };
    const cancelled = await cancelBatch(db, webhookId, perStep);
    return { cancelled, more: cancelled === perStep };
  });
}

/** In the turn of the webhook's wallet. What is being attempted is left to its result. @returns how many. */
export async function cancelBatch(db: Queryable, webhookId: number, perStep = cancelledPerStep): Promise<number> {
  const { rowCount } = await db.query({
    name: 'deliveries.cancel',
    text: `
      WITH pending AS MATERIALIZED (
        SELECT webhook_id, delivery_id FROM delivery_due
         WHERE webhook_id = $1 AND (lease_token IS NULL OR due_at <= now())
         ORDER BY delivery_id LIMIT $2 FOR UPDATE SKIP LOCKED
      ), ended AS (
        DELETE FROM delivery_due USING pending
         WHERE delivery_due.webhook_id = pending.webhook_id AND delivery_due.delivery_id = pending.delivery_id
        RETURNING delivery_due.wallet_id, delivery_due.webhook_id, delivery_due.delivery_id
      )
      UPDATE delivery SET status = 'cancelled'
        FROM ended
       WHERE delivery.wallet_id = ended.wallet_id AND delivery.webhook_id = ended.webhook_id
         AND delivery.delivery_id = ended.delivery_id`,
    values: [webhookId, perStep],
  });
  return rowCount ?? 0;
}

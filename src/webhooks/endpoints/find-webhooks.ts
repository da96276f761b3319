import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import type { Webhook } from '../webhook.ts';
import { type WebhookRow, webhookColumns, webhookFromRow } from './webhook-row.ts';

/** A wallet's webhooks, newest first, without deleted ones. There are at most `webhooksMax`. */
export async function listWebhooks(db: Queryable, walletId: number): Promise<Webhook[]> {
  const { rows } = await db.query<WebhookRow>({
    name: 'webhooks.list',
    text: `SELECT ${webhookColumns} FROM webhook
            WHERE wallet_id = $1 AND deleted_at IS NULL ORDER BY webhook_id DESC`,
    values: [walletId],
  });
  return rows.map(webhookFromRow);
}

/** One webhook of a wallet. @throws Refusal `not_found` when the wallet has none with that id, or it was deleted. */
export async function findWebhook(db: Queryable, walletId: number, webhookId: number): Promise<Webhook> {
  const { rows } = await db.query<WebhookRow>({
    name: 'webhooks.find',
    text: `SELECT ${webhookColumns} FROM webhook WHERE wallet_id = $1 AND webhook_id = $2 AND deleted_at IS NULL`,
    values: [walletId, webhookId],
  });
  return onlyWebhook(rows);
}

/** @throws Refusal `not_found` for no row. */
export function onlyWebhook(rows: readonly WebhookRow[]): Webhook {
  const [row] = rows;
  if (row === undefined) throw webhookNotFound();
  return webhookFromRow(row);
}

export function webhookNotFound(): Refusal {
  return new Refusal('not_found', 'This wallet has no webhook with that id; check the id.');
}

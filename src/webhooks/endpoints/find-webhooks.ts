import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import type { Webhook } from '../webhook.ts';

/** The columns of `webhook` that make a Webhook; its secrets are no part of it. Times as milliseconds since 1970. */
export const webhookColumns = `
  wallet_id, webhook_id, client_id, mode, url, events, api_key_id, description, honor_hints, ordered, api_version,
  is_active, disabled_reason,
  round(extract(epoch FROM disabled_at) * 1000)::bigint AS disabled_at_ms,
  round(extract(epoch FROM created_at) * 1000)::bigint AS created_at_ms,
  round(extract(epoch FROM updated_at) * 1000)::bigint AS updated_at_ms`;

export interface WebhookRow {
  wallet_id: string;
  webhook_id: string;
  client_id: string;
  mode: Webhook['mode'];
  url: string;
  events: Webhook['events'];
  api_key_id: string | null;
  description: string | null;
  honor_hints: boolean;
  ordered: boolean;
  api_version: string;
  is_active: boolean;
  disabled_reason: string | null;
  disabled_at_ms: string | null;
  created_at_ms: string;
  updated_at_ms: string;
}

export function webhookFromRow(row: WebhookRow): Webhook {
  return {
    webhookId: Number(row.webhook_id),
    walletId: Number(row.wallet_id),
    clientId: Number(row.client_id),
    mode: row.mode,
    url: row.url,
    events: row.events,
    apiKeyId: row.api_key_id === null ? null : Number(row.api_key_id),
    description: row.description,
    honorHints: row.honor_hints,
    ordered: row.ordered,
    apiVersion: row.api_version,
    isActive: row.is_active,
    disabledAtMs: row.disabled_at_ms === null ? null : Number(row.disabled_at_ms),
    disabledReason: row.disabled_reason,
    createdAtMs: Number(row.created_at_ms),
    updatedAtMs: Number(row.updated_at_ms),
  };
}

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

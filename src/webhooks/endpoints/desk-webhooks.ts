import { isoTimeOrNull } from '../../ledger/transaction-object.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { type WebhookRow, webhookColumns, webhookFromRow, webhookNotFound } from './find-webhooks.ts';
import { type WebhookObject, webhookObject } from './webhook-object.ts';

/** Of deleted ones the newest, so many. */
const deletedShownMax = 100;

interface DeskRow extends WebhookRow {
  deleted_at_ms: number | null;
  previous_ends_at_ms: number | null;
}

const deskColumns = `${webhookColumns},
  round(extract(epoch FROM deleted_at) * 1000)::float8 AS deleted_at_ms,
  CASE WHEN next_secret_from > clock_timestamp() THEN round(extract(epoch FROM next_secret_from) * 1000)::float8 END
    AS previous_ends_at_ms`;

export type DeskWebhook = WebhookObject & {
  readonly deleted_at: string | null;
  /** Until when the secret before the last roll signs too; null when one secret signs. */
  readonly previous_secret_ends_at: string | null;
};

/** A wallet's deleted webhooks, the newest first: their deliveries stay readable. */
export async function listDeletedWebhooks(db: Queryable, walletId: number): Promise<DeskWebhook[]> {
  const { rows } = await db.query<DeskRow>({
    name: 'webhooks.list_deleted',
    text: `SELECT ${deskColumns} FROM webhook
            WHERE wallet_id = $1 AND deleted_at IS NOT NULL ORDER BY webhook_id DESC LIMIT $2`,
    values: [walletId, deletedShownMax],
  });
  return rows.map(deskWebhook);
}

/** One webhook, deleted or not. @throws Refusal `not_found` */
export async function findDeskWebhook(db: Queryable, walletId: number, webhookId: number): Promise<DeskWebhook> {
  const { rows } = await db.query<DeskRow>({
    name: 'webhooks.find_for_desk',
    text: `SELECT ${deskColumns} FROM webhook WHERE wallet_id = $1 AND webhook_id = $2`,
    values: [walletId, webhookId],
  });
  const [row] = rows;
  if (row === undefined) throw webhookNotFound();
  return deskWebhook(row);
}

function deskWebhook(row: DeskRow): DeskWebhook {
  return {
    ...webhookObject(webhookFromRow(row)),
    deleted_at: isoTimeOrNull(row.deleted_at_ms),
    previous_secret_ends_at: isoTimeOrNull(row.previous_ends_at_ms),
  };
}

import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import { apiVersion } from '../../events/feed.ts';
import type { EventName } from '../../ledger/event-names.ts';
import type { Actor } from '../../ledger/rows/audit-log.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import type { AddressPolicy } from '../safe-address/address-policy.ts';
import { newWebhookSecret } from '../secret.ts';
import { type Webhook, type WebhookOwner, webhooksMax } from '../webhook.ts';
import { refuseForbidden } from './allowed.ts';
import { changeWebhooks } from './change-webhooks.ts';
import { onlyWebhook, type WebhookRow, webhookColumns } from './find-webhooks.ts';
import { sealSecret } from './signing-secrets.ts';

export interface NewWebhook {
  readonly url: string;
  /** At least one, none twice. */
  readonly events: readonly EventName[];
  /** Only events of transactions made with this key; null: of all. */
  readonly apiKeyId: number | null;
  readonly description: string | null;
  readonly honorHints: boolean;
  /** Whether an event is sent only after every earlier event of its transaction has ended. */
  readonly ordered: boolean;
}

/**
 * Registers a webhook, active from now on.
 * @returns it with its secret, which is shown this once.
 * @throws Refusal `invalid_request` for an address or key that is not allowed, `limit_exceeded` when there are too many.
 */
export async function createWebhook(
  {
    pool,
    sealer,
    addressPolicy,
  }: { readonly pool: pg.Pool; readonly sealer: Sealer; readonly addressPolicy: AddressPolicy },
  owner: WebhookOwner,
  asked: NewWebhook,
  actor: Actor,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  await refuseForbidden({ pool, addressPolicy }, owner, asked);
  const secret = newWebhookSecret();
  const webhook = await changeWebhooks(pool, owner.walletId, async (db) => {
    await refuseTooMany(db, owner.walletId);
    const webhookId = await takeNumber(db);
    const created = await insert(db, owner, webhookId, asked, sealSecret(sealer, webhookId, secret));
    await recordAudit(db, {
      actor,
      action: 'webhook.created',
      subject: `webhook ${webhookId}`,
      details: {
        client_id: owner.clientId,
        mode: owner.mode,
        url: asked.url,
        events: asked.events,
        api_key_id: asked.apiKeyId,
        description: asked.description,
        honor_hints: asked.honorHints,
        ordered: asked.ordered,
      },
    });
    return created;
  });
  return { webhook, secret };
}

/** Counted in the wallet's turn, so that two at once cannot both be the last one. */
async function refuseTooMany(db: Queryable, walletId: number): Promise<void> {
  const { rows } = await db.query<{ count: number }>({
    name: 'webhooks.count',
    text: 'SELECT count(*)::integer AS count FROM webhook WHERE wallet_id = $1 AND deleted_at IS NULL',
    values: [walletId],
  });
  if ((rows[0]?.count ?? 0) < webhooksMax) return;
  const sentence = `There are ${webhooksMax} webhooks already, which is the most; delete one, or change its url.`;
  throw new Refusal('limit_exceeded', sentence, { errors: { url: [sentence] } });
}

/** Taken before the row is written, because the secret is sealed for this number. */
async function takeNumber(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ number: string }>({
    name: 'webhooks.take_number',
    text: `SELECT nextval('webhook_number') AS number`,
  });
  return Number(rows[0]?.number);
}

async function insert(
  db: Queryable,
  { clientId, walletId, mode }: WebhookOwner,
  webhookId: number,
  asked: NewWebhook,
  sealedSecret: Buffer,
): Promise<Webhook> {
  const { rows } = await db.query<WebhookRow>({
    name: 'webhooks.insert',
    text: `
      INSERT INTO webhook (wallet_id, webhook_id, client_id, mode, url, events, api_key_id, description, honor_hints,
                           ordered, api_version, secret)
      VALUES ($1, $2, $3, $4, $5, $6::text[], $7, $8, $9, $10, $11, $12) RETURNING ${webhookColumns}`,
    values: [
      walletId,
      webhookId,
      clientId,
      mode,
      asked.url,
      asked.events,
      asked.apiKeyId,
      asked.description,
      asked.honorHints,
      asked.ordered,
      apiVersion,
      sealedSecret,
    ],
  });
  return onlyWebhook(rows);
}

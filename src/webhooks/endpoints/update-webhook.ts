import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import type { Actor } from '../../ledger/rows/audit-log.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { cancelBatch } from '../deliveries/cancel-pending.ts';
import { stopWaiting } from '../deliveries/in-order.ts';
import type { AddressPolicy } from '../safe-address/address-policy.ts';
import { disabledByOwner, type Webhook, type WebhookOwner } from '../webhook.ts';
import { refuseForbidden } from './allowed.ts';
import { changeWebhooks } from './change-webhooks.ts';
import { findWebhook, onlyWebhook, type WebhookRow, webhookColumns } from './find-webhooks.ts';
import { allSinceCreation, type Missed, missedWhileDisabled } from './missed.ts';

/** The fields of a webhook that its owner can change. */
type Changeable = Pick<Webhook, 'url' | 'events' | 'apiKeyId' | 'description' | 'honorHints' | 'ordered' | 'isActive'>;

/** What is undefined stays as it is. */
export type WebhookChanges = { readonly [Name in keyof Changeable]?: Changeable[Name] | undefined };

export interface UpdatedWebhook {
  readonly webhook: Webhook;
  /** What it missed while it was disabled; null unless this change enabled it again. */
  readonly missed: Missed | null;
  /** Deliveries that this change cancelled here; of very many the rest follows soon. */
  readonly cancelled: number;
}

interface Parts {
  readonly pool: pg.Pool;
  readonly addressPolicy: AddressPolicy;
  /** Called with the error when missed events could not be counted. */
  readonly onError: (error: unknown) => void;
}

/**
 * Changes what is named and leaves the rest. What stays the same is not checked again, so that a client may send back a
 * whole webhook as it read it. What waits for earlier deliveries is due at once when it is ordered no longer. A disabled webhook receives
 * nothing: what waits for it is cancelled, here or, of very much, soon.
 * @throws Refusal `not_found`, or `invalid_request` for an address or key that is not allowed.
 */
export async function updateWebhook(
  { pool, addressPolicy, onError }: Parts,
  owner: WebhookOwner,
  webhookId: number,
  asked: WebhookChanges,
  actor: Actor,
): Promise<UpdatedWebhook> {
  const { url, apiKeyId } = changesOf(await findWebhook(pool, owner.walletId, webhookId), asked);
  await refuseForbidden({ pool, addressPolicy }, owner, { url, apiKeyId });
  const { before, after, cancelled } = await changeWebhooks(pool, owner.walletId, async (db) => {
    const before = await findWebhook(db, owner.walletId, webhookId);
    const changes = changesOf(before, asked);
    if (Object.keys(changes).length === 0) return { before, after: before, cancelled: 0 };
    const after = await update(db, { ...before, ...changes });
    if (changes.ordered === false) await stopWaiting(db, webhookId);
    const cancelled = changes.isActive === false ? await cancelBatch(db, webhookId) : 0;
    await recordAudit(db, {
      actor,
      action: 'webhook.updated',
      subject: `webhook ${webhookId}`,
      details: { client_id: owner.clientId, mode: owner.mode, ...detailsOf(changes) },
    });
    return { before, after, cancelled };
  });
  if (before.disabledAtMs === null || !after.isActive) return { webhook: after, missed: null, cancelled };
  const missed = await missedWhileDisabled(pool, after, before.disabledAtMs).catch((error: unknown) => {
    // It is active already, and missed events are offered only in this response.
    onError(error);
    return allSinceCreation(after, Date.now());
  });
  return { webhook: after, missed, cancelled };
}

/** The fields that differ from the webhook's. */
function changesOf(before: Webhook, asked: WebhookChanges): Partial<Changeable> {
  const named = Object.entries(asked).filter(([, value]) => value !== undefined);
  const current = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(named.filter(([name, value]) => !isDeepStrictEqual(value, current.get(name))));
}

async function update(db: Queryable, wanted: Webhook): Promise<Webhook> {
  const { rows } = await db.query<WebhookRow>({
    name: 'webhooks.update',
    // Disabled again keeps the moment and the reason of the first time; enabled again it begins without failures.
    text: `
      UPDATE webhook
         SET url = $3, events = $4::text[], api_key_id = $5, description = $6, honor_hints = $7, is_active = $8,
             ordered = $9,
             disabled_at = CASE WHEN $8 THEN NULL ELSE coalesce(disabled_at, clock_timestamp()) END,
             disabled_reason = CASE WHEN $8 THEN NULL ELSE coalesce(disabled_reason, '${disabledByOwner}') END,
             failing_since = CASE WHEN is_active THEN failing_since END,
             updated_at = clock_timestamp()
       WHERE wallet_id = $1 AND webhook_id = $2 AND deleted_at IS NULL RETURNING ${webhookColumns}`,
    values: [
      wanted.walletId,
      wanted.webhookId,
      wanted.url,
      wanted.events,
      wanted.apiKeyId,
      wanted.description,
      wanted.honorHints,
      wanted.isActive,
      wanted.ordered,
    ],
  });
  return onlyWebhook(rows);
}

function detailsOf({ apiKeyId, honorHints, isActive, ...others }: Partial<Changeable>): Record<string, unknown> {
  return { ...others, api_key_id: apiKeyId, honor_hints: honorHints, is_active: isActive };
}

import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import type { Actor } from '../../ledger/rows/audit-log.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { newWebhookSecret } from '../secret.ts';
import type { WebhookOwner } from '../webhook.ts';
import { changeWebhooks } from './change-webhooks.ts';
import { webhookNotFound } from './find-webhooks.ts';
import { sealSecret } from './signing-secrets.ts';

export interface RolledSecret {
  /** Shown this once. */
  readonly secret: string;
  /** When the secret before it stops signing, in milliseconds since 1970. */
  readonly previousEndsAtMs: number;
}

/**
 * Gives a webhook a new secret. The current one signs beside it for `overlapMs` milliseconds; with 0 it ends at once. A
 * second roll during an overlap replaces the new secret of the first roll, and the old one stays: a client that lost the
 * response can repeat the request without breaking its receiver.
 * @throws Refusal `not_found`
 */
export async function rollSecret(
  { pool, sealer }: { readonly pool: pg.Pool; readonly sealer: Sealer },
  owner: WebhookOwner,
  webhookId: number,
  overlapMs: number,
  actor: Actor,
): Promise<RolledSecret> {
  const secret = newWebhookSecret();
  const previousEndsAtMs = await changeWebhooks(pool, owner.walletId, async (db) => {
    const { rows } = await db.query<{ previous_ends_at_ms: string }>({
      name: 'webhooks.roll_secret',
      // A next secret whose time has come is the one that signs now.
      text: `
        UPDATE webhook
           SET secret = CASE WHEN $4::float8 = 0 THEN $3
                             WHEN next_secret_from <= clock_timestamp() THEN next_secret
                             ELSE secret END,
               next_secret = CASE WHEN $4 = 0 THEN NULL ELSE $3 END,
               next_secret_from = CASE WHEN $4 = 0 THEN NULL
                                       ELSE clock_timestamp() + make_interval(secs => $4 / 1000) END,
               updated_at = clock_timestamp()
         WHERE wallet_id = $1 AND webhook_id = $2 AND deleted_at IS NULL
        RETURNING round(extract(epoch FROM coalesce(next_secret_from, updated_at)) * 1000)::bigint AS previous_ends_at_ms`,
      values: [owner.walletId, webhookId, sealSecret(sealer, webhookId, secret), overlapMs],
    });
    const [row] = rows;
    if (row === undefined) throw webhookNotFound();
    await recordAudit(db, {
      actor,
      action: 'webhook.secret_rolled',
      subject: `webhook ${webhookId}`,
      details: { client_id: owner.clientId, mode: owner.mode, overlap_ms: overlapMs },
    });
    return Number(row.previous_ends_at_ms);
  });
  return { secret, previousEndsAtMs };
}

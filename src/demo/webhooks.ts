import type pg from 'pg';
import { recordAudit, serviceActor } from '../access/audit-log.ts';
import { apiVersion } from '../events/feed.ts';
import type { EventName } from '../ledger/event-names.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { changeWebhooks } from '../webhooks/endpoints/change-webhooks.ts';
import { sealSecret } from '../webhooks/endpoints/signing-secrets.ts';
import { newWebhookSecret } from '../webhooks/secret.ts';
import { statusSentence } from '../webhooks/sending/failure.ts';
import type { BusinessKey } from './cast.ts';
import type { Parties } from './parties.ts';

interface DemoWebhook {
  readonly owner: BusinessKey;
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventName[];
  /** Whether its receiver stopped answering, so that it was disabled. */
  readonly broken: boolean;
}

/** Addresses of .example reach nobody (RFC 2606, section 2). */
const demoWebhooks: readonly DemoWebhook[] = [
  {
    owner: 'shop',
    url: 'https://till.kisasi-fresh.example/nsimbi',
    description: 'Till of the shop',
    events: ['transaction.completed', 'transaction.failed'],
    broken: false,
  },
  {
    owner: 'deliveries',
    url: 'https://app.pearl-boda.example/webhooks/nsimbi',
    description: 'App of the riders',
    events: ['send_money.completed', 'send_money.failed', 'deposit.completed'],
    broken: false,
  },
  {
    owner: 'deliveries',
    url: 'https://accounts.pearl-boda.example/hook',
    description: 'Bookkeeping',
    events: ['send_money.completed', 'transaction.failed'],
    broken: true,
  },
];

/** For how long before the end of the history deliveries are kept, in milliseconds. */
const keptMs = 5 * 86_400_000;
/** A receiver that stopped answering was disabled so long before the end. */
const disabledBeforeMs = 86_400_000;
/** After the first attempt: those of the retries in the contract. */
const attemptOffsetsMs = [0, 60_000, 360_000, 1_260_000, 4_860_000, 26_460_000];
const lastOffsetMs = 26_460_000;

/**
 * Creates the webhooks of the businesses, and the deliveries that they would have made of the last events of the history, with their
 * attempts. Nothing is sent. Call it after the history, so that no event of the history waits to be sent.
 */
export async function createWebhooks(
  pool: pg.Pool,
  parties: Parties,
  request: {
    readonly sealer: Sealer;
    readonly actor: Actor;
    /** The end of the history, in milliseconds. */
    readonly nowMs: number;
  },
): Promise<void> {
  const { sealer, actor, nowMs } = request;
  const sinceMs = nowMs - keptMs;
  for (const webhook of demoWebhooks) {
    const { clientId, wallets } = parties.businesses[webhook.owner];
    const walletId = wallets.test;
    await changeWebhooks(pool, walletId, async (db) => {
      const webhookId = await insertWebhook(db, { webhook, clientId, walletId, sealer, createdAtMs: sinceMs });
      const { url, events, description } = webhook;
      const details = {
        client_id: clientId,
        mode: 'test',
        url,
        events,
        api_key_id: null,
        description,
        honor_hints: false,
        ordered: false,
      };
      await recordAudit(db, { actor, action: 'webhook.created', subject: `webhook ${webhookId}`, details });
      if (!webhook.broken) {
        await insertDelivered(db, { walletId, webhookId, events, fromMs: sinceMs, toMs: nowMs });
        return;
      }
      await breakDown(db, { walletId, webhookId, events, sinceMs, disabledMs: nowMs - disabledBeforeMs });
    });
  }
}

async function insertWebhook(
  db: Queryable,
  made: {
    readonly webhook: DemoWebhook;
    readonly clientId: number;
    readonly walletId: number;
    readonly sealer: Sealer;
    readonly createdAtMs: number;
  },
): Promise<number> {
  const { webhook, clientId, walletId, sealer, createdAtMs } = made;
  const taken = await db.query<{ number: string }>(`SELECT nextval('webhook_number') AS number`);
  const webhookId = Number(taken.rows[0]?.number);
  const secret = sealSecret(sealer, webhookId, newWebhookSecret());
  await db.query(
    `INSERT INTO webhook (wallet_id, webhook_id, client_id, mode, url, events, description, api_version, secret, created_at, updated_at)
     VALUES ($1, $2, $3, 'test', $4, $5::text[], $6, $7, $8, to_timestamp($9::float8 / 1000), to_timestamp($9::float8 / 1000))`,
    [walletId, webhookId, clientId, webhook.url, webhook.events, webhook.description, apiVersion, secret, createdAtMs],
  );
  return webhookId;
}

interface Span {
  readonly walletId: number;
  readonly webhookId: number;
  readonly events: readonly EventName[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** The events of a time that a webhook is subscribed to, in their order, as deliveries of a status. Parameters: see `spanValues`. */
const insertDeliveries = (status: 'delivered' | 'cancelled', deliveredAt: string) => `
  INSERT INTO delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no, event_type, status, created_at,
                        delivered_at)
  SELECT e.wallet_id, $2, e.transaction_id, e.first_sequence, e.first_sequence + named.position - 1,
         e.first_event_no + named.position - 1, named.name, '${status}', e.created_at, ${deliveredAt}
    FROM event e CROSS JOIN LATERAL unnest(e.names) WITH ORDINALITY AS named (name, position)
   WHERE e.wallet_id = $1 AND named.name = ANY ($3::text[])
     AND e.created_at >= to_timestamp($4::float8 / 1000) AND e.created_at < to_timestamp($5::float8 / 1000)
   ORDER BY e.first_sequence, named.position`;

const spanValues = ({ walletId, webhookId, events, fromMs, toMs }: Span) => [walletId, webhookId, events, fromMs, toMs];

/** Each was delivered at once; one in thirty only after a retry, because the receiver was restarting. */
async function insertDelivered(db: Queryable, span: Span): Promise<void> {
  const retried = `(e.first_sequence % 30 = 7 AND e.created_at < to_timestamp($5::float8 / 1000) - interval '5 minutes')`;
  const at = `e.created_at + interval '120 milliseconds' + CASE WHEN ${retried} THEN interval '1 minute' ELSE interval '0' END`;
  await db.query(
    `WITH added AS (${insertDeliveries('delivered', at)}
     RETURNING wallet_id, webhook_id, delivery_id, sequence, created_at, delivered_at)
     INSERT INTO delivery_attempt (wallet_id, webhook_id, delivery_id, attempt_no, at, response_status, duration_ms, error, response_excerpt)
     SELECT wallet_id, webhook_id, delivery_id, 1, created_at + interval '20 milliseconds', 503, 31, '${statusSentence(503, undefined)}',
            'Service Unavailable'
       FROM added WHERE delivered_at - created_at > interval '1 minute'
      UNION ALL
     SELECT wallet_id, webhook_id, delivery_id, CASE WHEN delivered_at - created_at > interval '1 minute' THEN 2 ELSE 1 END,
            delivered_at - interval '90 milliseconds', 200, 60 + (sequence % 90)::integer, NULL, 'ok'
       FROM added`,
    spanValues(span),
  );
}

/**
 * The receiver answered with an error from some event on, until the last retry failed: that delivery failed, those of the events
 * meanwhile are cancelled, and there are none after it.
 */
async function breakDown(
  db: Queryable,
  broken: {
    readonly walletId: number;
    readonly webhookId: number;
    readonly events: readonly EventName[];
    readonly sinceMs: number;
    readonly disabledMs: number;
  },
): Promise<void> {
  const { walletId, webhookId, events, sinceMs, disabledMs } = broken;
  const { rows } = await db.query<{ first_ms: string }>(
    `SELECT round(extract(epoch FROM max(created_at)) * 1000)::bigint AS first_ms FROM event
      WHERE wallet_id = $1 AND names && $2::text[]
        AND created_at >= to_timestamp($3::float8 / 1000) AND created_at < to_timestamp($4::float8 / 1000)`,
    [walletId, events, sinceMs, disabledMs - lastOffsetMs],
  );
  const firstMs = rows[0]?.first_ms;
  if (firstMs === undefined || firstMs === null) throw new Error('the delivery business has no payment to report');
  const failedMs = Number(firstMs);
  await insertDelivered(db, { walletId, webhookId, events, fromMs: sinceMs, toMs: failedMs });
  const span = { walletId, webhookId, events };
  const added = await db.query<{ delivery_id: string }>(
    `${insertDeliveries('cancelled', 'NULL')} RETURNING delivery_id`,
    spanValues({ ...span, fromMs: failedMs, toMs: failedMs + lastOffsetMs }),
  );
  const deliveryId = Number(added.rows[0]?.delivery_id);
  await db.query(
    `UPDATE delivery SET status = 'failed' WHERE wallet_id = $1 AND webhook_id = $2 AND delivery_id = $3`,
    [walletId, webhookId, deliveryId],
  );
  const sentence = statusSentence(500, undefined);
  await db.query(
    `INSERT INTO delivery_attempt (wallet_id, webhook_id, delivery_id, attempt_no, at, response_status, duration_ms, error, response_excerpt)
     SELECT $1, $2, $3, attempt_no, to_timestamp(($4::float8 + offset_ms) / 1000), 500, 240, $6, 'Internal Server Error'
       FROM unnest($5::float8[]) WITH ORDINALITY AS made (offset_ms, attempt_no)`,
    [walletId, webhookId, deliveryId, failedMs + 50, attemptOffsetsMs, sentence],
  );
  const reason = `The last retry of delivery ${deliveryId} failed. ${sentence}`;
  await db.query(
    `UPDATE webhook
        SET is_active = false, disabled_at = to_timestamp($3::float8 / 1000), updated_at = to_timestamp($3::float8 / 1000),
            disabled_reason = $4
      WHERE wallet_id = $1 AND webhook_id = $2`,
    [walletId, webhookId, failedMs + lastOffsetMs + 300, reason],
  );
  await recordAudit(db, {
    actor: serviceActor(),
    action: 'webhook.disabled',
    subject: `webhook ${webhookId}`,
    details: { delivery_id: deliveryId, reason },
  });
}

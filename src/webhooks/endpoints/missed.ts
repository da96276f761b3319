import type { Queryable } from '../../postgres/pool.ts';
import type { Webhook } from '../webhook.ts';

/** What a webhook missed while it was disabled, and the range of a redelivery that sends it. */
export interface Missed {
  /** Deliveries that gave up, also before the webhook was disabled. */
  readonly failedDeliveries: number;
  /** Deliveries that were waiting when it was disabled. */
  readonly cancelledDeliveries: number;
  /** Events that it is subscribed to and that were never made a delivery. */
  readonly events: number;
  /** Whether there is more than we searched, so that the numbers are lower bounds. */
  readonly isMore: boolean;
  /** Contains all of it. In milliseconds since 1970, half-open; null when nothing was missed. */
  readonly range: { readonly fromMs: number; readonly toMs: number } | null;
}

/** How many deliveries, and how many moments with events, are searched: the newest ones. */
const searchedMax = 10_000;

/** An event is fanned out a moment after it happened, so one from shortly before may have met a disabled webhook. */
const fanOutDelayMsMax = 600_000;

/**
 * Counts what a webhook missed until now, since it was disabled at `disabledAtMs` in milliseconds. Call it after
 * the commit that enabled it: whatever happens later is delivered as usual.
 */
export async function missedWhileDisabled(
  db: Queryable,
  webhook: Webhook,
  disabledAtMs: number,
  searched = searchedMax,
): Promise<Missed> {
  const sinceMs = Math.max(disabledAtMs - fanOutDelayMsMax, webhook.createdAtMs);
  const deliveries = await undelivered(db, webhook, searched);
  const events = await missedEvents(db, webhook, sinceMs, searched);
  // What was not searched may have been missed from its beginning.
  const oldest = [
    deliveries.is_more ? await oldestKeptMs(db, webhook) : deliveries.oldest_ms,
    events.is_more ? sinceMs : events.oldest_ms,
  ];
  const fromMs = oldest.filter((atMs) => atMs !== null).map(Number);
  return {
    failedDeliveries: deliveries.failed,
    cancelledDeliveries: deliveries.cancelled,
    events: events.count,
    isMore: deliveries.is_more || events.is_more,
    range: fromMs.length === 0 ? null : { fromMs: Math.min(...fromMs), toMs: Number(events.now_ms) },
  };
}

/** The result for an enabled webhook when nothing could be searched: a range of all that it can have missed. */
export function allSinceCreation({ createdAtMs, updatedAtMs }: Webhook, nowMs: number): Missed {
  const range = { fromMs: createdAtMs, toMs: Math.max(updatedAtMs, nowMs) };
  return { failedDeliveries: 0, cancelledDeliveries: 0, events: 0, isMore: true, range };
}

interface Undelivered {
  failed: number;
  cancelled: number;
  is_more: boolean;
  oldest_ms: string | null;
}

async function undelivered(db: Queryable, { walletId, webhookId }: Webhook, searched: number): Promise<Undelivered> {
  const { rows } = await db.query<Undelivered>({
    name: 'webhooks.undelivered',
    text: `
      SELECT count(*) FILTER (WHERE status = 'failed')::integer AS failed,
             count(*) FILTER (WHERE status = 'cancelled')::integer AS cancelled,
             count(*) = $3 AS is_more,
             floor(extract(epoch FROM min(event.created_at)) * 1000)::bigint
               AS oldest_ms
        FROM (SELECT status, transaction_id, first_sequence FROM delivery
               WHERE wallet_id = $1 AND webhook_id = $2 AND sequence IS NOT NULL
               ORDER BY delivery_id DESC LIMIT $3) AS looked
        LEFT JOIN event ON looked.status IN ('failed', 'cancelled') AND event.wallet_id = $1
                       AND event.first_sequence = looked.first_sequence
                       AND event.transaction_id = looked.transaction_id`,
    values: [walletId, webhookId, searched],
  });
  return only(rows);
}

/** When the oldest event happened of which a delivery is kept, in milliseconds. Sequences grow with time. */
async function oldestKeptMs(db: Queryable, { walletId, webhookId }: Webhook): Promise<string | null> {
  const { rows } = await db.query<{ at_ms: string }>({
    name: 'webhooks.oldest_kept',
    text: `
      SELECT floor(extract(epoch FROM event.created_at) * 1000)::bigint AS at_ms
        FROM (SELECT transaction_id, first_sequence FROM delivery
               WHERE wallet_id = $1 AND webhook_id = $2 AND sequence IS NOT NULL
               ORDER BY sequence LIMIT 1) AS oldest
        JOIN event ON event.wallet_id = $1 AND event.first_sequence = oldest.first_sequence
                  AND event.transaction_id = oldest.transaction_id`,
    values: [walletId, webhookId],
  });
  return rows[0]?.at_ms ?? null;
}

interface MissedEvents {
  count: number;
  is_more: boolean;
  oldest_ms: string | null;
  now_ms: string;
}

async function missedEvents(
  db: Queryable,
  { walletId, webhookId, events, apiKeyId }: Webhook,
  sinceMs: number,
  searched: number,
): Promise<MissedEvents> {
  const { rows } = await db.query<MissedEvents>({
    name: 'webhooks.missed_events',
    // Sequences grow with time within a wallet. The limit inside keeps the lookups of deliveries one by one.
    // A lookup is a range in order, as in redeliver.ts, so that only delivery_once serves it.
    text: `
      WITH looked AS (
        SELECT first_sequence, names, api_key_id, created_at FROM event
         WHERE wallet_id = $1 ORDER BY first_sequence DESC LIMIT $6)
      SELECT count(*)::integer AS count,
             (SELECT count(*) = $6 AND min(created_at) >= to_timestamp($5::float8 / 1000) FROM looked) AS is_more,
             floor(extract(epoch FROM min(looked.created_at)) * 1000)::bigint AS oldest_ms,
             ceil(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
        FROM looked
       CROSS JOIN unnest(looked.names) WITH ORDINALITY AS named (name, position)
        LEFT JOIN LATERAL (
              SELECT true AS yes FROM delivery
               WHERE wallet_id = $1 AND webhook_id = $2
                 AND sequence >= looked.first_sequence + named.position - 1
                 AND sequence <= looked.first_sequence + named.position - 1
               ORDER BY sequence LIMIT 1) AS delivered ON true
       WHERE looked.created_at >= to_timestamp($5::float8 / 1000)
         AND named.name = ANY ($3::text[])
         AND ($4::bigint IS NULL OR is_made_with_key(looked.api_key_id, $4))
         AND delivered.yes IS NULL`,
    values: [walletId, webhookId, events, apiKeyId, sinceMs, searched],
  });
  return only(rows);
}

function only<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('a statement without groups gives one row');
  return row;
}

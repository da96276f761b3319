import type pg from 'pg';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import { webhookNotFound } from '../endpoints/find-webhooks.ts';
import { joinTransaction } from './in-order.ts';

interface OfWebhook {
  readonly walletId: number;
  readonly webhookId: number;
}

/**
 * Sends a delivery again: it keeps its id and its event, is pending, and begins a new round of a first attempt and five
 * retries, at once. One that waits for a retry is attempted now; one that is being attempted is left to that attempt. To an ordered
 * webhook it is sent when the earlier ones of its transaction have ended, and later ones that have not ended wait for it.
 * @throws Refusal `not_found`, `webhook_disabled`, or `invalid_request` for a test delivery.
 */
export async function redeliverOne(
  pool: pg.Pool,
  { walletId, webhookId, deliveryId }: OfWebhook & { readonly deliveryId: number },
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    await refuseDisabled(db, walletId, webhookId);
    // The row of delivery_due first, as every statement locks it before the delivery.
    const { rows: waiting } = await db.query<{ in_flight: boolean }>({
      name: 'deliveries.lock_due',
      text: `
        SELECT lease_token IS NOT NULL AND due_at > trusted_now() AS in_flight FROM delivery_due
         WHERE webhook_id = $1 AND delivery_id = $2 AND wallet_id = $3 FOR UPDATE`,
      values: [webhookId, deliveryId, walletId],
    });
    const [found] = waiting;
    if (found === undefined) await begin(db, walletId, webhookId, deliveryId);
    else if (!found.in_flight) await attemptNow(db, webhookId, deliveryId);
  });
}

async function attemptNow(db: Queryable, webhookId: number, deliveryId: number): Promise<void> {
  await db.query({
    name: 'deliveries.attempt_now',
    text: `
      UPDATE delivery_due SET due_at = trusted_now(), round_attempts = 0, lease_token = NULL
       WHERE webhook_id = $1 AND delivery_id = $2`,
    values: [webhookId, deliveryId],
  });
}

async function begin(db: Queryable, walletId: number, webhookId: number, deliveryId: number): Promise<void> {
  const { rowCount } = await db.query({
    name: 'deliveries.redeliver_one',
    text: `
      WITH again AS (
        UPDATE delivery SET status = 'pending', delivered_at = NULL
         WHERE wallet_id = $1 AND webhook_id = $2 AND delivery_id = $3 AND sequence IS NOT NULL AND status <> 'pending'
        RETURNING wallet_id, webhook_id, delivery_id, transaction_id, sequence
      )
      INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, attempts, due_at, order_transaction_id, order_sequence)
      SELECT webhook_id, delivery_id, wallet_id, ${attemptsOf('again')}, (SELECT trusted_now()),
             CASE WHEN ordered THEN again.transaction_id END, CASE WHEN ordered THEN again.sequence END
        FROM again JOIN webhook USING (wallet_id, webhook_id)
${joinTransaction}`,
    values: [walletId, webhookId, deliveryId],
  });
  if (rowCount === 1) return;
  const { rows } = await db.query<{ is_test: boolean }>({
    name: 'deliveries.find',
    text: `SELECT sequence IS NULL AS is_test FROM delivery WHERE wallet_id = $1 AND webhook_id = $2 AND delivery_id = $3`,
    values: [walletId, webhookId, deliveryId],
  });
  const [delivery] = rows;
  if (delivery === undefined) {
    throw new Refusal('not_found', 'This webhook has no delivery with that id; check the id.');
  }
  if (delivery.is_test) {
    throw new Refusal('invalid_request', 'A test delivery is not sent again; send another test instead.');
  }
  // Another request has begun the same round a moment ago.
}

export interface RedeliveryRange extends OfWebhook {
  /** Of the events, in milliseconds since 1970, half-open. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The most deliveries that are queued by one call. */
  readonly limit: number;
  /**
   * How long deliveries are kept. It is not known which events before that were delivered, so they are not sent.
   */
  readonly retentionMs: number;
}

export interface QueuedRange {
  readonly queued: number;
  /** Whether there may be more: call again with `nextFromMs` in place of `fromMs` to continue where this call ended. */
  readonly hasMore: boolean;
  readonly nextFromMs: number | null;
}

/** Moments read in one statement, and the time after which a call ends with its result so far. */
const momentsPerStep = 1_000;
const lookingMsMax = 2_000;

/** A wallet's sequence grows with time, but a clock may have been set back a little. */
const clockStepMs = 60_000;

/**
 * Sends the events between two times that a webhook did not receive: failed and cancelled deliveries, and events
 * that it is subscribed to now and that were never made a delivery.
 * @throws Refusal `not_found` or `webhook_disabled`.
 */
export async function redeliverRange(
  pool: pg.Pool,
  range: RedeliveryRange,
  step: { readonly moments: number; readonly lookingMs: number } = { moments: momentsPerStep, lookingMs: lookingMsMax },
): Promise<QueuedRange> {
  await refuseDisabled(pool, range.walletId, range.webhookId);
  const endAt = performance.now() + step.lookingMs;
  const { fromMs, toMs } = await withinRetention(pool, range);
  let after = (await firstSequenceSince(pool, range.walletId, fromMs - clockStepMs)) - 1;
  const end = await firstSequenceSince(pool, range.walletId, toMs + clockStepMs);
  let queued = 0;
  while (after < end - 1 && fromMs < toMs) {
    const looked = await inDatabaseTransaction(pool, (db) =>
      queueStep(db, { ...range, fromMs, toMs, limit: range.limit - queued }, after, end, step.moments),
    );
    queued += looked.queued;
    if (looked.isEnd) break;
    after = looked.lastSequence;
    const isEnough = queued >= range.limit || performance.now() > endAt;
    if (isEnough) return { queued, hasMore: true, nextFromMs: Math.max(fromMs, looked.lastAtMs) };
  }
  return { queued, hasMore: false, nextFromMs: null };
}

async function refuseDisabled(db: Queryable, walletId: number, webhookId: number): Promise<void> {
  const { rows } = await db.query<{ is_active: boolean }>({
    name: 'deliveries.webhook_is_active',
    text: 'SELECT is_active FROM webhook WHERE wallet_id = $1 AND webhook_id = $2 AND deleted_at IS NULL',
    values: [walletId, webhookId],
  });
  const [webhook] = rows;
  if (webhook === undefined) throw webhookNotFound();
  if (!webhook.is_active) {
    throw new Refusal('webhook_disabled', 'This webhook is disabled; enable it with is_active: true, then try again.');
  }
}

async function withinRetention(db: Queryable, { fromMs, toMs, retentionMs }: RedeliveryRange) {
  const { rows } = await db.query<{ ms: number }>({
    name: 'deliveries.kept_since',
    text: `SELECT ceil((extract(epoch FROM now()) * 1000)::float8 - $1::float8) AS ms`,
    values: [retentionMs],
  });
  return { fromMs: Math.max(fromMs, rows[0]?.ms ?? fromMs), toMs };
}

/**
 * The sequence of a wallet's first event at or after a time, found by probing as in a sorted list: a busy wallet has
 * millions of events, and an index by time would cost every payment. Beyond the last event when there is none.
 */
export async function firstSequenceSince(db: Queryable, walletId: number, sinceMs: number): Promise<number> {
  let low = 1;
  let high = (await lastSequence(db, walletId)) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const moment = await momentFrom(db, walletId, middle);
    if (moment === null || moment.firstSequence >= high) high = middle;
    else if (moment.atMs >= sinceMs) high = middle;
    else low = moment.firstSequence + 1;
  }
  return low;
}

async function lastSequence(db: Queryable, walletId: number): Promise<number> {
  const { rows } = await db.query<{ event_sequence: string }>({
    name: 'deliveries.last_sequence',
    text: 'SELECT event_sequence FROM wallet WHERE wallet_id = $1',
    values: [walletId],
  });
  return Number(rows[0]?.event_sequence ?? 0);
}

async function momentFrom(
  db: Queryable,
  walletId: number,
  sequence: number,
): Promise<{ firstSequence: number; atMs: number } | null> {
  const { rows } = await db.query<{ first_sequence: string; at_ms: number }>({
    name: 'deliveries.moment_from',
    text: `
      SELECT first_sequence, (extract(epoch FROM created_at) * 1000)::float8 AS at_ms FROM event
       WHERE wallet_id = $1 AND first_sequence >= $2 ORDER BY first_sequence LIMIT 1`,
    values: [walletId, sequence],
  });
  const [row] = rows;
  return row === undefined ? null : { firstSequence: Number(row.first_sequence), atMs: row.at_ms };
}

interface QueuedStep {
  readonly queued: number;
  readonly isEnd: boolean;
  readonly lastSequence: number;
  readonly lastAtMs: number;
}

/** Reads some moments behind `after` and queues their undelivered events, at most the range's limit. */
async function queueStep(
  db: Queryable,
  { walletId, webhookId, fromMs, toMs, limit }: RedeliveryRange,
  after: number,
  end: number,
  moments: number,
): Promise<QueuedStep> {
  const { rows } = await db.query<{
    queued: string;
    moments: string;
    last_sequence: string | null;
    last_at_ms: number | null;
    cut_at: string | null;
    cut_at_ms: number | null;
  }>({
    name: 'deliveries.redeliver_range',
    text: queueSql,
    values: [walletId, webhookId, after, end, moments, fromMs, toMs, limit],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a statement without groups gives one row');
  const queued = Number(row.queued);
  // Cut by the limit: the moment that it ended in is read again.
  if (row.cut_at !== null) {
    return { queued, isEnd: false, lastSequence: Number(row.cut_at) - 1, lastAtMs: row.cut_at_ms ?? fromMs };
  }
  return {
    queued,
    isEnd: Number(row.moments) < moments,
    lastSequence: Number(row.last_sequence ?? after),
    lastAtMs: row.last_at_ms ?? fromMs,
  };
}

// The deliveries of an event are read as a range in order, which delivery_once alone gives without sorting: with an
// equality a table without statistics is read by its primary key, all deliveries of the webhook for each event.
const queueSql = `
  WITH moment AS MATERIALIZED (
    SELECT first_sequence, transaction_id, first_event_no, names, api_key_id, created_at FROM event
     WHERE wallet_id = $1 AND first_sequence > $3 AND first_sequence < $4
     ORDER BY first_sequence LIMIT $5
  ), missed AS MATERIALIZED (
    SELECT moment.first_sequence, moment.created_at, moment.transaction_id,
           moment.first_sequence + named.position - 1 AS sequence,
           moment.first_event_no + named.position - 1 AS event_no, named.name, known.delivery_id
      FROM moment
     CROSS JOIN webhook
     CROSS JOIN LATERAL unnest(moment.names) WITH ORDINALITY AS named (name, position)
      LEFT JOIN LATERAL (
            SELECT delivery_id, status FROM delivery
             WHERE wallet_id = $1 AND webhook_id = $2
               AND sequence >= moment.first_sequence + named.position - 1
               AND sequence <= moment.first_sequence + named.position - 1
             ORDER BY sequence LIMIT 1) AS known ON true
     WHERE webhook.wallet_id = $1 AND webhook.webhook_id = $2
       AND moment.created_at >= to_timestamp($6::float8 / 1000) AND moment.created_at < to_timestamp($7::float8 / 1000)
       AND CASE WHEN known.delivery_id IS NOT NULL THEN known.status IN ('failed', 'cancelled')
                ELSE named.name = ANY (webhook.events)
                     AND (webhook.api_key_id IS NULL OR is_made_with_key(moment.api_key_id, webhook.api_key_id)) END
     ORDER BY sequence LIMIT $8::integer + 1
  ), asked AS MATERIALIZED (
    SELECT * FROM missed ORDER BY sequence LIMIT $8::integer
  ), again AS (
    UPDATE delivery SET status = 'pending', delivered_at = NULL
      FROM asked
     WHERE delivery.wallet_id = $1 AND delivery.webhook_id = $2 AND delivery.delivery_id = asked.delivery_id
       AND delivery.status IN ('failed', 'cancelled')
    RETURNING delivery.wallet_id, delivery.webhook_id, delivery.delivery_id, delivery.transaction_id, delivery.sequence
  ), added AS (
    INSERT INTO delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no, event_type, status)
    SELECT $1, $2, transaction_id, first_sequence, sequence, event_no, name, 'pending'
      FROM asked WHERE delivery_id IS NULL ORDER BY sequence
        ON CONFLICT (wallet_id, webhook_id, sequence) WHERE sequence IS NOT NULL DO NOTHING
    RETURNING wallet_id, webhook_id, delivery_id, transaction_id, sequence
  ), queued AS (
    SELECT again.*, ${attemptsOf('again')} AS attempts FROM again
     UNION ALL
    SELECT added.*, 0 FROM added
  ), placed AS (
    SELECT wallet_id, webhook_id, delivery_id, attempts, in_order.transaction_id, in_order.sequence,
           row_number() OVER (of_transaction ORDER BY queued.sequence) AS place,
           array_agg(ROW(queued.sequence, delivery_id, attempts, 0)::waiting_delivery) OVER (
             of_transaction ORDER BY queued.sequence ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS waiting
      FROM queued
      JOIN webhook USING (wallet_id, webhook_id)
     CROSS JOIN LATERAL (
           SELECT CASE WHEN ordered THEN queued.transaction_id END AS transaction_id,
                  CASE WHEN ordered THEN queued.sequence END AS sequence,
                  CASE WHEN NOT ordered THEN delivery_id END AS alone) AS in_order
    WINDOW of_transaction AS (PARTITION BY in_order.transaction_id, in_order.alone)
  ), due AS (
    INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, attempts, due_at, order_transaction_id, order_sequence,
                              waiting)
    SELECT webhook_id, delivery_id, wallet_id, attempts, (SELECT trusted_now()), transaction_id, sequence, waiting
      FROM placed WHERE place = 1 ORDER BY transaction_id
${joinTransaction}
  )
  SELECT (SELECT count(*) FROM queued) AS queued, (SELECT count(*) FROM moment) AS moments,
         last.first_sequence AS last_sequence, (extract(epoch FROM last.created_at) * 1000)::float8 AS last_at_ms,
         cut.first_sequence AS cut_at, (extract(epoch FROM cut.created_at) * 1000)::float8 AS cut_at_ms
    FROM (SELECT) AS one
    LEFT JOIN (SELECT first_sequence, created_at FROM moment ORDER BY first_sequence DESC LIMIT 1) AS last ON true
    LEFT JOIN (SELECT first_sequence, created_at FROM missed ORDER BY sequence OFFSET $8::integer LIMIT 1) AS cut
           ON true`;

/** How many attempts a delivery has had, so that the next one's number is free. */
function attemptsOf(delivery: 'again'): string {
  return `coalesce((SELECT max(attempt_no) FROM delivery_attempt AS made
                     WHERE made.wallet_id = ${delivery}.wallet_id AND made.webhook_id = ${delivery}.webhook_id
                       AND made.delivery_id = ${delivery}.delivery_id), 0)`;
}

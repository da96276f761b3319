import { isoTime, isoTimeOrNull } from '../../ledger/transaction-object.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { invalidField } from '../../refusal.ts';
import { deliveryEventId } from '../event-body.ts';

export interface DeliveriesRequest {
  readonly walletId: number;
  readonly webhookId: number;
  /** 1 to 100. */
  readonly limit: number;
  /** The next_cursor of an earlier page; null for the first one. */
  readonly cursor: string | null;
  /** Only deliveries of this status. A page may then be short, or empty, while there is a next one. */
  readonly status?: DeliveryObject['status'] | undefined;
}

/** A delivery as the interface shows it (interface-decisions.md section 7). */
export interface DeliveryObject {
  readonly id: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /** Oldest first. */
  readonly attempts: readonly AttemptObject[];
  /** Null when none is due, and while one is being made. */
  readonly next_attempt_at: string | null;
  /** The id of an earlier delivery of its transaction, which must end before this one is sent; null when it waits for none. */
  readonly waiting_for: number | null;
  readonly created_at: string;
  readonly delivered_at: string | null;
}

export interface AttemptObject {
  readonly at: string;
  readonly response_status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response_excerpt: string | null;
}

/** So many deliveries are searched for those of one status; the next page continues behind them. */
const lookedThroughMax = 20_000;

/** A delivery may be redelivered without end; its first attempts are of no interest then. */
const attemptsShownMax = 100;

/**
 * A page of a webhook's deliveries, newest first, by keyset.
 * @throws Refusal for a cursor that we cannot read.
 */
export async function listDeliveries(
  db: Queryable,
  request: DeliveriesRequest,
): Promise<{ data: DeliveryObject[]; pagination: { next_cursor: string | null; has_more: boolean } }> {
  const { shown, nextCursor } = await deliveryRows(db, request);
  return { data: shown.map(deliveryObject), pagination: { next_cursor: nextCursor, has_more: nextCursor !== null } };
}

/** The rows of a page, and the cursor of the next; null at the end. @throws Refusal for a cursor that we cannot read. */
export async function deliveryRows(
  db: Queryable,
  { walletId, webhookId, limit, cursor, status }: DeliveriesRequest,
): Promise<{ shown: DeliveryRow[]; nextCursor: string | null }> {
  const before = cursor === null ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
  const values = [walletId, webhookId, before, limit + 1, attemptsShownMax];
  const { rows } = await db.query<DeliveryRow>(
    status === undefined
      ? { name: 'deliveries.list', text: listSql, values }
      : { name: 'deliveries.list_of_status', text: listOfStatusSql, values: [...values, status, lookedThroughMax] },
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? Number(shown.at(-1)?.delivery_id) : null;
  const next = last ?? (status === undefined ? null : await lookedLast(db, walletId, webhookId, before));
  return { shown, nextCursor: next === null ? null : cursorAfter(next) };
}

/** The delivery at which a search for a status paused; null when it came to the end. */
async function lookedLast(db: Queryable, walletId: number, webhookId: number, before: number): Promise<number | null> {
  const { rows } = await db.query<{ delivery_id: string }>({
    name: 'deliveries.looked_last',
    text: `
      SELECT delivery_id FROM delivery WHERE wallet_id = $1 AND webhook_id = $2 AND delivery_id < $3
       ORDER BY delivery_id DESC OFFSET $4 - 1 LIMIT 1`,
    values: [walletId, webhookId, before, lookedThroughMax],
  });
  return rows[0] === undefined ? null : Number(rows[0].delivery_id);
}

/** One delivery; null when the webhook has none with that id. */
export async function findDeliveryRow(
  db: Queryable,
  { walletId, webhookId, deliveryId }: { walletId: number; webhookId: number; deliveryId: number },
): Promise<DeliveryRow | null> {
  const { rows } = await db.query<DeliveryRow>({
    name: 'deliveries.list',
    text: listSql,
    values: [walletId, webhookId, deliveryId + 1, 1, attemptsShownMax],
  });
  return rows[0] !== undefined && Number(rows[0].delivery_id) === deliveryId ? rows[0] : null;
}

export interface DeliveryRow {
  delivery_id: string;
  transaction_id: string;
  event_no: number;
  sequence: string | null;
  event_type: string;
  status: DeliveryObject['status'];
  created_at_ms: number;
  delivered_at_ms: number | null;
  next_attempt_at_ms: number | null;
  waiting_for: string | null;
  attempts: AttemptRow[] | null;
}

interface AttemptRow extends Omit<AttemptObject, 'at'> {
  readonly at_ms: number;
}

// One statement, so that a delivery and its attempts are of the same moment. A lease that has not ended yet is an attempt
// under way, and its due_at no time of an attempt.
const selectFrom = (deliveries: string) => `
  SELECT delivery.delivery_id, delivery.transaction_id, event_no, sequence, event_type, status,
         round(extract(epoch FROM created_at) * 1000)::float8 AS created_at_ms,
         round(extract(epoch FROM delivered_at) * 1000)::float8 AS delivered_at_ms,
         CASE WHEN delivery_due.lease_token IS NULL OR delivery_due.due_at <= (SELECT trusted_now())
              THEN round(extract(epoch FROM wall_time_of(delivery_due.due_at)) * 1000)::float8 END AS next_attempt_at_ms,
         first.delivery_id AS waiting_for, latest.attempts
    FROM ${deliveries} AS delivery
    LEFT JOIN delivery_due ON delivery_due.webhook_id = delivery.webhook_id
                          AND delivery_due.delivery_id = delivery.delivery_id
    LEFT JOIN delivery_due AS first ON first.webhook_id = delivery.webhook_id
                                   AND first.order_transaction_id = delivery.transaction_id
                                   AND delivery_due.delivery_id IS NULL AND delivery.status = 'pending'
   CROSS JOIN LATERAL (
         SELECT json_agg(json_build_object(
                  'at_ms', round(extract(epoch FROM at) * 1000), 'response_status', response_status,
                  'duration_ms', duration_ms, 'error', error, 'response_excerpt', response_excerpt)
                  ORDER BY attempt_no) AS attempts
           FROM (SELECT * FROM delivery_attempt
                  WHERE wallet_id = $1 AND webhook_id = $2 AND delivery_attempt.delivery_id = delivery.delivery_id
                  ORDER BY attempt_no DESC LIMIT $5) AS attempt) AS latest
   WHERE delivery.wallet_id = $1 AND delivery.webhook_id = $2 AND delivery.delivery_id < $3
   ORDER BY delivery.delivery_id DESC LIMIT $4`;

const listSql = selectFrom('delivery');

const listOfStatusSql = selectFrom(`(
      SELECT * FROM (SELECT * FROM delivery WHERE wallet_id = $1 AND webhook_id = $2 AND delivery_id < $3
                      ORDER BY delivery_id DESC LIMIT $7) AS looked
       WHERE status = $6)`);

export function deliveryObject(row: DeliveryRow): DeliveryObject {
  const deliveryId = Number(row.delivery_id);
  return {
    id: deliveryId,
    event_id: deliveryEventId({
      deliveryId,
      transactionId: Number(row.transaction_id),
      eventNo: row.event_no,
      isTest: row.sequence === null,
    }),
    event_type: row.event_type,
    status: row.status,
    attempts: (row.attempts ?? []).map(({ at_ms, ...attempt }) => ({ at: isoTime(at_ms), ...attempt })),
    next_attempt_at: isoTimeOrNull(row.next_attempt_at_ms),
    waiting_for: row.waiting_for === null ? null : Number(row.waiting_for),
    created_at: isoTime(row.created_at_ms),
    delivered_at: isoTimeOrNull(row.delivered_at_ms),
  };
}

/** Cursors are opaque to clients, so that their content may change. */
function cursorAfter(deliveryId: number): string {
  return Buffer.from(`d${deliveryId}`).toString('base64url');
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const number = /^d\d{1,16}$/.test(text) ? Number(text.slice(1)) : Number.NaN;
  if (!Number.isSafeInteger(number)) {
    throw invalidField('cursor', 'cursor must be the next_cursor of an earlier page, unchanged.');
  }
  return number;
}

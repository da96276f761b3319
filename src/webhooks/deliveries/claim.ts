import { randomUUID } from 'node:crypto';
import { numberArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import {
  type ClaimedDelivery,
  type ClaimedRow,
  claimedColumns,
  claimedFromRow,
  joinEventAndWebhook,
  leaseMs,
} from './claimed-delivery.ts';
import type { ClaimRequest } from './concurrency-window.ts';
import type { Lane } from './due-lanes.ts';

/**
 * Claims what is due of each lane, oldest first, at most the limit of its request, and nothing of an inactive webhook.
 * @param inHand deliveries that this process still works on: when trusted time goes ahead for a moment their leases may
 * seem to have ended, and they must not be attempted twice at the same time.
 */
export async function claimDue(
  db: Queryable,
  requests: readonly ClaimRequest[],
  inHand: Iterable<number>,
): Promise<ClaimedDelivery[]> {
  const leaseToken = randomUUID();
  const { rows } = await db.query<ClaimedRow>({
    name: 'deliveries.claim',
    text: claimSql,
    values: [
      numberArray(requests.map((request) => request.walletId)),
      numberArray(requests.map((request) => request.webhookId)),
      `{${requests.map((request) => request.isRetry).join(',')}}`,
      numberArray(requests.map((request) => request.limit)),
      numberArray([...inHand]),
      leaseMs,
      leaseToken,
    ],
  });
  return rows.map((row) => claimedFromRow(row, leaseToken));
}

// The lateral part reads delivery_due_order from the lane's first due row on and stops at its limit, however many rows
// there are. A row that another claim has moved ahead since this statement began is checked again under its lock.
const claimSql = `
  WITH due AS MATERIALIZED (
    SELECT oldest.webhook_id, oldest.delivery_id
      FROM unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::integer[])
             AS lane (wallet_id, webhook_id, is_retry, row_limit)
      JOIN webhook ON webhook.wallet_id = lane.wallet_id AND webhook.webhook_id = lane.webhook_id AND webhook.is_active
     CROSS JOIN LATERAL (
           SELECT webhook_id, delivery_id FROM delivery_due
            WHERE delivery_due.webhook_id = lane.webhook_id AND delivery_due.is_retry = lane.is_retry
              AND due_at <= trusted_now() AND delivery_id <> ALL ($5::bigint[])
            ORDER BY due_at, delivery_id LIMIT lane.row_limit
              FOR UPDATE SKIP LOCKED) AS oldest
  ), claimed AS (
    UPDATE delivery_due SET due_at = (SELECT trusted_now()) + $6::float8 * interval '1 millisecond', lease_token = $7::uuid
      FROM due
     WHERE delivery_due.webhook_id = due.webhook_id AND delivery_due.delivery_id = due.delivery_id
    RETURNING delivery_due.*
  )
  SELECT ${claimedColumns}
    FROM claimed
   CROSS JOIN LATERAL (
         SELECT * FROM delivery
          WHERE delivery.wallet_id = claimed.wallet_id AND delivery.webhook_id = claimed.webhook_id
            AND delivery.delivery_id = claimed.delivery_id
          LIMIT 1) AS delivery
${joinEventAndWebhook}`;

/** How long a delivery waits whose event cannot be built, in milliseconds: a person has to restore its data. */
export const putOffMs = 3_600_000;

/** Makes a claimed delivery due again in an hour. Nothing was attempted, so nothing is counted. */
export async function putOff(db: Queryable, { webhookId, deliveryId, leaseToken }: ClaimedDelivery): Promise<void> {
  await db.query({
    name: 'deliveries.put_off',
    text: `
      UPDATE delivery_due SET due_at = trusted_now() + $4::float8 * interval '1 millisecond', lease_token = NULL
       WHERE webhook_id = $1 AND delivery_id = $2 AND lease_token = $3`,
    values: [webhookId, deliveryId, leaseToken, putOffMs],
  });
}

/** A lane with deliveries in delivery_due, as the walk finds it. */
export interface FoundLane extends Lane {
  /** Until its oldest delivery is due, in milliseconds; 0 or less when it is. */
  readonly dueInMs: number;
  readonly isActive: boolean;
}

export const walkStart: Omit<Lane, 'walletId'> = { webhookId: 0, isRetry: false };

/**
 * Steps through delivery_due_order from lane to lane, at most `lanesMax` behind `after`: one index lookup for each, however
 * many rows a lane has.
 */
export async function walkLanes(db: Queryable, after: Omit<Lane, 'walletId'>, lanesMax: number): Promise<FoundLane[]> {
  const { rows } = await db.query<{
    wallet_id: string;
    webhook_id: string;
    is_retry: boolean;
    due_in_ms: number;
    is_active: boolean;
  }>({ name: 'deliveries.walk', text: walkSql, values: [after.webhookId, after.isRetry, lanesMax] });
  return rows.map((row) => ({
    walletId: Number(row.wallet_id),
    webhookId: Number(row.webhook_id),
    isRetry: row.is_retry,
    dueInMs: row.due_in_ms,
    isActive: row.is_active,
  }));
}

const walkSql = `
  WITH RECURSIVE lane AS (
    (SELECT wallet_id, webhook_id, is_retry, due_at, 1 AS step FROM delivery_due
      WHERE (webhook_id, is_retry) > ($1::bigint, $2::boolean)
      ORDER BY webhook_id, is_retry, due_at, delivery_id LIMIT 1)
     UNION ALL
    SELECT next.*, lane.step + 1
      FROM lane
     CROSS JOIN LATERAL (
           SELECT wallet_id, webhook_id, is_retry, due_at FROM delivery_due
            WHERE (delivery_due.webhook_id, delivery_due.is_retry) > (lane.webhook_id, lane.is_retry)
            ORDER BY webhook_id, is_retry, due_at, delivery_id LIMIT 1) AS next
     WHERE lane.step < $3::integer
  )
  SELECT lane.wallet_id, lane.webhook_id, lane.is_retry, webhook.is_active,
         (extract(epoch FROM lane.due_at - (SELECT trusted_now())) * 1000)::float8 AS due_in_ms
    FROM lane
    JOIN webhook ON webhook.wallet_id = lane.wallet_id AND webhook.webhook_id = lane.webhook_id
   ORDER BY lane.webhook_id, lane.is_retry`;

/** Milliseconds for which the oldest delivery has been due, among the first `lanesMax` lanes; 0 when none is. */
export async function oldestDueMs(db: Queryable, lanesMax: number): Promise<number> {
  const lanes = await walkLanes(db, walkStart, lanesMax);
  return lanes.reduce((oldest, { dueInMs }) => Math.max(oldest, -dueInMs), 0);
}

import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { AttemptResult } from '../sending/sender.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { insertNext } from './in-order.ts';
import type { NextStep } from './next-step.ts';

/** An attempt that was made, and the next step of its delivery. */
export interface AttemptOutcome {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
  readonly next: NextStep;
  /** On performance.now()'s clock, which cannot be set: the database's own clock dates it when it is stored. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface StoredResults {
  /** The ids of the deliveries whose results were stored. */
  readonly stored: ReadonlySet<number>;
  /** Those of them for which the next delivery of their transaction is due now. */
  readonly nextDue: ReadonlySet<number>;
}

/**
 * Stores attempts in one statement: the attempt itself, the delivery delivered, due again, or failed, the delivery due that waited
 * for it (src/webhooks/deliveries/in-order.ts), and since when its webhook has been failing (the first failure behind the last success,
 * by the ends of the attempts). Only where the lease is still the claim's own; stored twice, which a lost connection can cause, it counts once.
 */
export async function recordResults(db: Queryable, unsorted: readonly AttemptOutcome[]): Promise<StoredResults> {
  const now = performance.now();
  // A delivery that was claimed without an order never gets one.
  const isOrdered = unsorted.some(({ delivery }) => delivery.isOrdered);
  const outcomes = isOrdered ? unsorted.toSorted(byTransaction) : unsorted;
  const { rows } = await db.query<{ delivery_id: string; has_next: boolean }>({
    name: isOrdered ? 'deliveries.record_ordered_results' : 'deliveries.record_results',
    text: isOrdered ? recordOrderedSql : recordSql,
    values: [
      numberArray(outcomes.map(({ delivery }) => delivery.walletId)),
      numberArray(outcomes.map(({ delivery }) => delivery.webhookId)),
      numberArray(outcomes.map(({ delivery }) => delivery.deliveryId)),
      textArray(outcomes.map(({ delivery }) => delivery.leaseToken)),
      numberArray(outcomes.map(({ delivery }) => delivery.attempts + 1)),
      numberArray(outcomes.map(({ startedAt }) => now - startedAt)),
      numberArray(outcomes.map(({ endedAt }) => now - endedAt)),
      numberArray(outcomes.map(({ result }) => result.responseStatus)),
      numberArray(outcomes.map(({ result }) => Math.round(result.durationMs))),
      textArray(outcomes.map(({ result }) => storable(result.error))),
      textArray(outcomes.map(({ result }) => storable(result.responseExcerpt))),
      textArray(outcomes.map(({ next }) => next.becomes)),
      numberArray(outcomes.map(({ next }) => (next.becomes === 'retried' ? next.inMs : null))),
    ],
  });
  return {
    stored: new Set(rows.map((row) => Number(row.delivery_id))),
    nextDue: new Set(rows.filter((row) => row.has_next).map((row) => Number(row.delivery_id))),
  };
}

/** The order in which a fan-out locks the rows of ordered webhooks. */
function byTransaction({ delivery: a }: AttemptOutcome, { delivery: b }: AttemptOutcome): number {
  return a.webhookId - b.webhookId || a.event.transactionId - b.event.transactionId || a.deliveryId - b.deliveryId;
}

/** PostgreSQL stores every character but this one, and a receiver may answer anything. */
export function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '�');
}

const attemptColumns = `wallet_id, webhook_id, delivery_id, attempt_no, started_ms_ago, response_status, duration_ms, error,
           response_excerpt`;

// A webhook's row is written only when it begins or ceases to fail, which is seldom; rows of several webhooks are locked in
// order, as two processes may note the same ones at the same time.
const recordSqlOf = (parts: Record<'ended' | 'next' | 'returning', string>) => `
  WITH result AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::integer[], $6::float8[],
                         $7::float8[], $8::smallint[], $9::integer[], $10::text[], $11::text[], $12::text[],
                         $13::float8[])
      AS result (wallet_id, webhook_id, delivery_id, lease_token, attempt_no, started_ms_ago, ended_ms_ago,
                 response_status, duration_ms, error, response_excerpt, becomes, retry_in_ms)
  ), ended AS (
    DELETE FROM delivery_due USING result
     WHERE delivery_due.webhook_id = result.webhook_id AND delivery_due.delivery_id = result.delivery_id
       AND delivery_due.lease_token = result.lease_token AND result.becomes <> 'retried'
    RETURNING result.*${parts.ended}
${parts.next}  ), retried AS (
    UPDATE delivery_due
       SET attempts = result.attempt_no, round_attempts = delivery_due.round_attempts + 1, lease_token = NULL,
           due_at = (SELECT trusted_now()) + (result.retry_in_ms - result.ended_ms_ago) * interval '1 millisecond'
      FROM result
     WHERE delivery_due.webhook_id = result.webhook_id AND delivery_due.delivery_id = result.delivery_id
       AND delivery_due.lease_token = result.lease_token AND result.becomes = 'retried'
    RETURNING result.*
  ), settled AS (
    UPDATE delivery
       SET status = ended.becomes,
           delivered_at = CASE WHEN ended.becomes = 'delivered'
                               THEN clock_timestamp() - ended.ended_ms_ago * interval '1 millisecond' END
      FROM ended
     WHERE delivery.wallet_id = ended.wallet_id AND delivery.webhook_id = ended.webhook_id
       AND delivery.delivery_id = ended.delivery_id
  ), stored AS (
    SELECT ${attemptColumns}, becomes, ended_ms_ago FROM ended
     UNION ALL
    SELECT ${attemptColumns}, becomes, ended_ms_ago FROM retried
  ), health AS (
    SELECT wallet_id, webhook_id, success_ms_ago IS NOT NULL AS has_succeeded,
           max(ended_ms_ago) FILTER (WHERE becomes <> 'delivered'
                                       AND (success_ms_ago IS NULL OR ended_ms_ago < success_ms_ago)) AS failing_ms
      FROM (SELECT stored.*, min(ended_ms_ago) FILTER (WHERE becomes = 'delivered')
                               OVER (PARTITION BY wallet_id, webhook_id) AS success_ms_ago
              FROM stored) AS attempt
     GROUP BY wallet_id, webhook_id, success_ms_ago
  ), changed AS MATERIALIZED (
    SELECT in_order.wallet_id, in_order.webhook_id, failing_ms
      FROM (SELECT * FROM health ORDER BY wallet_id, webhook_id) AS in_order
     CROSS JOIN LATERAL (
           SELECT FROM webhook
            WHERE webhook.wallet_id = in_order.wallet_id AND webhook.webhook_id = in_order.webhook_id
              AND ((failing_since IS NULL) <> (failing_ms IS NULL) OR (failing_since IS NOT NULL AND has_succeeded))
            LIMIT 1 FOR NO KEY UPDATE) AS locked
  ), noted AS (
    UPDATE webhook SET failing_since = clock_timestamp() - changed.failing_ms * interval '1 millisecond'
      FROM changed
     WHERE webhook.wallet_id = changed.wallet_id AND webhook.webhook_id = changed.webhook_id
  )
  INSERT INTO delivery_attempt (wallet_id, webhook_id, delivery_id, attempt_no, at, response_status, duration_ms, error,
                                response_excerpt)
  SELECT wallet_id, webhook_id, delivery_id, attempt_no,
         clock_timestamp() - started_ms_ago * interval '1 millisecond', response_status, duration_ms, error,
         response_excerpt
    FROM stored
  RETURNING delivery_id, ${parts.returning} AS has_next`;

const recordSql = recordSqlOf({ ended: '', next: '', returning: 'false' });

const recordOrderedSql = recordSqlOf({
  ended: ', delivery_due.order_transaction_id, delivery_due.waiting',
  next: `  ), next AS (${insertNext('ended')}
`,
  returning: 'delivery_id = ANY (ARRAY(SELECT delivery_id FROM ended WHERE waiting IS NOT NULL))',
});

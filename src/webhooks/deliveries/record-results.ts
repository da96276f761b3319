import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { AttemptResult } from '../sending/sender.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { NextStep } from './next-step.ts';

/** An attempt that was made, and what becomes of its delivery. */
export interface AttemptOutcome {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
  readonly next: NextStep;
  /** On performance.now()'s clock, which nobody sets: the database's own clock dates it when it is stored. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * Stores attempts in one statement: the attempt itself, and the delivery delivered, due again, or failed. Only where the
 * lease is still the claim's own; stored twice, which a lost connection can cause, it counts once.
 * @returns the ids of the deliveries whose results were stored.
 */
export async function recordResults(db: Queryable, outcomes: readonly AttemptOutcome[]): Promise<Set<number>> {
  const now = performance.now();
  const { rows } = await db.query<{ delivery_id: string }>({
    name: 'deliveries.record_results',
    text: recordSql,
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
  return new Set(rows.map((row) => Number(row.delivery_id)));
}

/** PostgreSQL stores every character but this one, and a receiver may answer anything. */
export function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '�');
}

const recordSql = `
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
    RETURNING result.*
  ), retried AS (
    UPDATE delivery_due
       SET attempts = result.attempt_no, round_attempts = delivery_due.round_attempts + 1, lease_token = NULL,
           due_at = clock_timestamp() + (result.retry_in_ms - result.ended_ms_ago) * interval '1 millisecond'
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
  )
  INSERT INTO delivery_attempt (wallet_id, webhook_id, delivery_id, attempt_no, at, response_status, duration_ms, error,
                                response_excerpt)
  SELECT wallet_id, webhook_id, delivery_id, attempt_no,
         clock_timestamp() - started_ms_ago * interval '1 millisecond', response_status, duration_ms, error,
         response_excerpt
    FROM (SELECT * FROM ended UNION ALL SELECT * FROM retried) AS stored
  RETURNING delivery_id`;

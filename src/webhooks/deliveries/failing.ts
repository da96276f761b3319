import { isoTime, isoTimeOrNull } from '../../ledger/transaction-object.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { type WaitingAttempt, whenDisabled } from './next-step.ts';

/** The state of a webhook with a receiver that does not accept deliveries. */
export interface Failing {
  /** When the first attempt failed after the last one that succeeded. */
  readonly since: string;
  /** Deliveries that wait, at most `waitingCountedMax`. */
  readonly waiting: number;
  /** Whether there are more than were counted. */
  readonly has_more_waiting: boolean;
  /** Null while an attempt is being made. */
  readonly next_attempt_at: string | null;
  /** When the webhook is disabled if every attempt until then fails too; null when nothing waits. */
  readonly disabled_at_then: string | null;
}

/** So many waiting deliveries are counted, so that a page is quick whatever the backlog. */
export const waitingCountedMax = 1_000;

/**
 * The active webhooks of a wallet that are failing, by id, or the given one if it is. The work is bounded: for each a
 * count up to a limit, and one index lookup for each step of the retry schedule.
 * @param retryDelaysMs pauses before the first, second, … retry.
 */
export async function readFailing(
  db: Queryable,
  { walletId, webhookId = null }: { readonly walletId: number; readonly webhookId?: number | null },
  retryDelaysMs: readonly number[],
): Promise<ReadonlyMap<number, Failing>> {
  const { rows } = await db.query<FailingRow>({
    name: 'deliveries.failing',
    text: failingSql,
    values: [walletId, webhookId, waitingCountedMax, retryDelaysMs.length],
  });
  return new Map(rows.map((row) => [Number(row.webhook_id), failingOf(row, retryDelaysMs)]));
}

interface FailingRow {
  webhook_id: string;
  since_ms: number;
  now_ms: number;
  waiting: number;
  furthest: readonly { round_attempts: number; due_ms: number; in_flight: boolean }[] | null;
}

function failingOf(row: FailingRow, retryDelaysMs: readonly number[]): Failing {
  const attempts = (row.furthest ?? []).map(({ round_attempts, due_ms, in_flight }): WaitingAttempt => {
    // The time of an attempt under way is the end of its lease.
    return { roundAttempts: round_attempts, dueAtMs: in_flight ? row.now_ms : Math.max(due_ms, row.now_ms) };
  });
  const isUnderWay = row.furthest?.some(({ in_flight }) => in_flight) === true;
  const next = attempts.length === 0 || isUnderWay ? null : Math.min(...attempts.map(({ dueAtMs }) => dueAtMs));
  return {
    since: isoTime(row.since_ms),
    waiting: Math.min(row.waiting, waitingCountedMax),
    has_more_waiting: row.waiting > waitingCountedMax,
    next_attempt_at: isoTimeOrNull(next),
    disabled_at_then: isoTimeOrNull(whenDisabled(attempts, retryDelaysMs)),
  };
}

// The retries that are due first of each step: read as a range in order, which delivery_due_furthest alone gives
// without sorting, so that a hundred thousand deliveries at one step hide nothing of another.
export const failingSql = `
  SELECT webhook.webhook_id, round(extract(epoch FROM failing_since) * 1000)::float8 AS since_ms,
         round(extract(epoch FROM now()) * 1000)::float8 AS now_ms,
         (SELECT coalesce(sum(1 + coalesce(cardinality(counted.waiting), 0)), 0)::integer
            FROM (SELECT delivery_due.waiting FROM delivery_due
                   WHERE delivery_due.webhook_id = webhook.webhook_id LIMIT $3 + 1) AS counted) AS waiting,
         (SELECT json_agg(json_build_object(
                   'round_attempts', round_attempts, 'due_ms', round(extract(epoch FROM wall_time_of(due_at)) * 1000),
                   'in_flight', lease_token IS NOT NULL AND due_at > (SELECT trusted_now())))
            FROM ((SELECT round_attempts, due_at, lease_token FROM delivery_due
                    WHERE delivery_due.webhook_id = webhook.webhook_id AND NOT is_retry
                    ORDER BY due_at LIMIT 1)
                   UNION ALL
                  SELECT first_due.*
                    FROM generate_series(1, $4::integer) AS step (attempts)
                   CROSS JOIN LATERAL (
                         SELECT round_attempts, due_at, lease_token FROM delivery_due
                          WHERE delivery_due.webhook_id = webhook.webhook_id AND is_retry
                            AND round_attempts >= step.attempts AND round_attempts <= step.attempts
                          ORDER BY round_attempts, due_at LIMIT 1) AS first_due) AS first_of_step) AS furthest
    FROM webhook
   WHERE wallet_id = $1 AND ($2::bigint IS NULL OR webhook_id = $2) AND deleted_at IS NULL
     AND is_active AND failing_since IS NOT NULL
   ORDER BY webhook_id`;

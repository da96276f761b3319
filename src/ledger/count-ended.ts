import type { Queryable } from '../postgres/pool.ts';
import { movedAmountSql } from './moved.ts';

const walletsPerStep = 20;
const momentsPerStep = 1_000;

/**
 * How many events a wallet may be behind before housekeeping counts them. Fewer are counted in one step when its page is
 * opened, which is far rarer for most wallets than payments.
 */
const behindAllowed = 1_000;

/** How long hours are kept; the dashboard looks back some days by the hour, and further by the day. */
const hoursKept = 40 * 24;
const hoursForgottenPerStep = 5_000;

/** The day in Kampala, as days since 1970-01-01, on which a row of `transaction` ended. */
const dayEndedSql = 'floor((extract(epoch FROM coalesce(completed_at, failed_at)) + 10800) / 86400)::integer';

/**
 * What an ended row of `transaction` counts as: its hour and day, type, direction and operator, one in `completed` or `failed`, and what it
 * moved with the fee in it, in shillings. The figures of hours, of days and of parts of hours, and the audit, count by this.
 */
export const endedColumnsSql = `
           floor(extract(epoch FROM coalesce(completed_at, failed_at)) / 3600)::integer AS hour, ${dayEndedSql} AS day,
           type, direction,
           -- A payment between wallets names the operator of its phone too, and some fail before they reach theirs.
           CASE WHEN route = 'external' AND failure_stage IS DISTINCT FROM 'approval'
                     AND failure_code IS DISTINCT FROM 'not_sent_in_time'
                THEN coalesce(provider, '') ELSE '' END AS operator,
           (status = 'completed')::integer AS completed,
           (status = 'failed' AND failure_stage <> 'approval')::integer AS failed,
           CASE WHEN status = 'completed' THEN ${movedAmountSql} ELSE 0 END AS moved,
           CASE WHEN status = 'completed' THEN fee_amount ELSE 0 END AS fees`;

/** The condition that an event ends its transaction. */
export const endsSql = "names && '{transaction.completed,transaction.failed}'::text[]";

// A wallet's events are numbered in the order of their commits, so that the last counted number says exactly what
// is still to be counted: nothing is left out and nothing counts twice, also after a crash. Hours and days have a number each, because an
// older program counts hours only. Each is read from its own number on, so that the hours of today do not wait until days of long ago are
// counted; where both numbers are the same, as they usually are, an event is read once.
const countSql = `
  WITH behind AS MATERIALIZED (
    SELECT wallet_count.wallet_id, counted_to, days_counted_to
      FROM wallet_count JOIN wallet USING (wallet_id)
     WHERE ($1::bigint IS NULL OR wallet_count.wallet_id = $1) AND event_sequence > least(counted_to, days_counted_to) + $4
     LIMIT $2 FOR UPDATE OF wallet_count SKIP LOCKED
  ), moment AS MATERIALIZED (
    SELECT wallet_id, transaction_id, names, first_sequence, first_sequence + cardinality(names) - 1 AS last_sequence,
           bool_or(is_of_hours) AS is_of_hours, bool_or(is_of_days) AS is_of_days
      FROM behind CROSS JOIN LATERAL (
           (SELECT transaction_id, names, first_sequence, true AS is_of_hours, days_counted_to = counted_to AS is_of_days
              FROM event
             WHERE event.wallet_id = behind.wallet_id AND first_sequence > counted_to
             ORDER BY first_sequence LIMIT $3)
            UNION ALL
           (SELECT transaction_id, names, first_sequence, false, true
              FROM event
             WHERE event.wallet_id = behind.wallet_id AND first_sequence > days_counted_to AND days_counted_to <> counted_to
             ORDER BY first_sequence LIMIT $3)) AS next
     GROUP BY wallet_id, transaction_id, names, first_sequence
  ), ended AS MATERIALIZED (
    SELECT wallet_id, is_of_hours, is_of_days, ended.*
      FROM moment CROSS JOIN LATERAL (
           SELECT ${endedColumnsSql}
             FROM transaction
            WHERE wallet_id = moment.wallet_id AND transaction_id = moment.transaction_id OFFSET 0) AS ended
     WHERE ${endsSql}
  ), added_to_hours AS (
    INSERT INTO wallet_hour AS known (wallet_id, hour, type, direction, operator, completed, failed, moved, fees)
    SELECT wallet_id, hour, type, direction, operator, sum(completed), sum(failed), sum(moved), sum(fees)
      FROM ended WHERE is_of_hours GROUP BY wallet_id, hour, type, direction, operator
    ON CONFLICT (wallet_id, hour, type, direction, operator) DO UPDATE
       SET completed = known.completed + excluded.completed, failed = known.failed + excluded.failed,
           moved = known.moved + excluded.moved,
           -- Stays null in an hour that an older program began.
           fees = known.fees + excluded.fees
  ), added_to_days AS (
    INSERT INTO wallet_day AS known (wallet_id, day, type, direction, operator, completed, failed, moved, fees)
    SELECT wallet_id, day, type, direction, operator, sum(completed), sum(failed), sum(moved), sum(fees)
      FROM ended WHERE is_of_days GROUP BY wallet_id, day, type, direction, operator
    ON CONFLICT (wallet_id, day, type, direction, operator) DO UPDATE
       SET completed = known.completed + excluded.completed, failed = known.failed + excluded.failed,
           moved = known.moved + excluded.moved, fees = known.fees + excluded.fees
  ), advanced AS (
    UPDATE wallet_count
       SET counted_to = greatest(wallet_count.counted_to, hours_to),
           days_counted_to = greatest(wallet_count.days_counted_to, days_to)
      FROM (SELECT wallet_id, max(last_sequence) FILTER (WHERE is_of_hours) AS hours_to,
                   max(last_sequence) FILTER (WHERE is_of_days) AS days_to
              FROM moment GROUP BY wallet_id) AS latest
     WHERE wallet_count.wallet_id = latest.wallet_id
  )
  SELECT count(*) AS wallets, coalesce(max(moments), 0) AS most
    FROM (SELECT count(*) AS moments FROM moment GROUP BY wallet_id) AS of_wallet`;

/**
 * Adds what ended since the last time to the hours and days of some wallets that are far behind, a bounded step, outside of the
 * way of payments. Several processes may do it at once.
 * @param behind how many events a wallet may be behind before it is counted.
 * @returns whether there is surely more to count; call again then.
 */
export async function countEnded(db: Queryable, behind: number = behindAllowed): Promise<{ readonly more: boolean }> {
  await db.query(
    `INSERT INTO wallet_count (wallet_id)
     SELECT wallet_id FROM wallet
      WHERE event_sequence > $1
        AND NOT EXISTS (SELECT FROM wallet_count WHERE wallet_count.wallet_id = wallet.wallet_id)
     ON CONFLICT DO NOTHING`,
    [behind],
  );
  const step = await count(db, null, behind);
  return { more: step.wallets === walletsPerStep || step.most >= momentsPerStep };
}

/**
 * Counts all wallets, for figures of the platform.
 * @param forMs no step begins later, in milliseconds from now.
 * @param signal ends it between two steps.
 * @returns whether there is surely more to count.
 * @throws the reason of the signal.
 */
export async function countAllEnded(
  db: Queryable,
  forMs: number,
  signal?: AbortSignal,
): Promise<{ readonly more: boolean }> {
  const endsAt = performance.now() + forMs;
  let { more } = await countEnded(db, 0);
  while (more && performance.now() < endsAt) {
    signal?.throwIfAborted();
    ({ more } = await countEnded(db, 0));
  }
  return { more };
}

/** Counts one wallet whose page is opened, a bounded step. @returns whether all of it is counted now. */
export async function countEndedOf(db: Queryable, walletId: number): Promise<boolean> {
  await db.query('INSERT INTO wallet_count (wallet_id) VALUES ($1) ON CONFLICT DO NOTHING', [walletId]);
  await count(db, walletId, 0);
  const { rows } = await db.query<{ is_counted: boolean }>(
    `SELECT event_sequence <= least(counted_to, days_counted_to) AS is_counted
       FROM wallet JOIN wallet_count USING (wallet_id) WHERE wallet_id = $1`,
    [walletId],
  );
  return rows[0]?.is_counted === true;
}

async function count(
  db: Queryable,
  walletId: number | null,
  behind: number,
): Promise<{ wallets: number; most: number }> {
  const { rows } = await db.query<{ wallets: string; most: string }>({
    name: 'ledger.count_ended',
    text: countSql,
    values: [walletId, walletsPerStep, momentsPerStep, behind],
  });
  return { wallets: Number(rows[0]?.wallets ?? 0), most: Number(rows[0]?.most ?? 0) };
}

/** Removes a small batch of hours that the dashboard no longer shows. */
export async function forgetOldHours(db: Queryable): Promise<{ readonly more: boolean }> {
  const { rowCount } = await db.query(
    `DELETE FROM wallet_hour WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM wallet_hour WHERE hour < floor(extract(epoch FROM now()) / 3600) - $1 LIMIT $2))`,
    [hoursKept, hoursForgottenPerStep],
  );
  return { more: rowCount === hoursForgottenPerStep };
}

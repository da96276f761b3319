import type { Queryable } from '../postgres/pool.ts';
import { movedAmountSql } from './moved.ts';

const walletsPerStep = 20;
const momentsPerStep = 2_000;

/**
 * How many events a wallet may be behind before housekeeping counts them. Fewer are counted in one step when its page is
 * opened, which is far rarer for most wallets than payments.
 */
const behindAllowed = 1_000;

/** How long hours are kept; the dashboard looks back thirty days. */
const hoursKept = 40 * 24;
const hoursForgottenPerStep = 5_000;

// A wallet's events are numbered in the order of their commits, so that the last counted number says exactly what
// is still to be counted: nothing is left out and nothing counts twice, also after a crash.
const countSql = `
  WITH behind AS MATERIALIZED (
    SELECT wallet_count.wallet_id, counted_to
      FROM wallet_count JOIN wallet USING (wallet_id)
     WHERE ($1::bigint IS NULL OR wallet_count.wallet_id = $1) AND event_sequence > counted_to + $4
     LIMIT $2 FOR UPDATE OF wallet_count SKIP LOCKED
  ), moment AS MATERIALIZED (
    SELECT behind.wallet_id, next.*
      FROM behind CROSS JOIN LATERAL (
           SELECT transaction_id, names, first_sequence + cardinality(names) - 1 AS last_sequence
             FROM event
            WHERE event.wallet_id = behind.wallet_id AND first_sequence > counted_to
            ORDER BY first_sequence LIMIT $3) AS next
  ), hour AS (
    SELECT wallet_id, ended.*
      FROM moment CROSS JOIN LATERAL (
           SELECT floor(extract(epoch FROM coalesce(completed_at, failed_at)) / 3600)::integer AS hour,
                  type, direction,
                  -- A payment between wallets names the operator of its phone too, and some fail before they reach theirs.
                  CASE WHEN route = 'external' AND failure_stage IS DISTINCT FROM 'approval'
                            AND failure_code IS DISTINCT FROM 'not_sent_in_time'
                       THEN coalesce(provider, '') ELSE '' END AS operator,
                  (status = 'completed')::integer AS completed,
                  (status = 'failed' AND failure_stage <> 'approval')::integer AS failed,
                  CASE WHEN status = 'completed' THEN ${movedAmountSql} ELSE 0 END AS moved,
                  CASE WHEN status = 'completed' THEN fee_amount ELSE 0 END AS fees
             FROM transaction
            WHERE wallet_id = moment.wallet_id AND transaction_id = moment.transaction_id OFFSET 0) AS ended
     WHERE names && '{transaction.completed,transaction.failed}'::text[]
  ), added AS (
    INSERT INTO wallet_hour AS known (wallet_id, hour, type, direction, operator, completed, failed, moved, fees)
    SELECT wallet_id, hour, type, direction, operator, sum(completed), sum(failed), sum(moved), sum(fees)
      FROM hour GROUP BY wallet_id, hour, type, direction, operator
    ON CONFLICT (wallet_id, hour, type, direction, operator) DO UPDATE
       SET completed = known.completed + excluded.completed, failed = known.failed + excluded.failed,
           moved = known.moved + excluded.moved,
           -- Stays null in an hour that an older program began.
           fees = known.fees + excluded.fees
  ), advanced AS (
    UPDATE wallet_count SET counted_to = last_sequence
      FROM (SELECT wallet_id, max(last_sequence) AS last_sequence FROM moment GROUP BY wallet_id) AS latest
     WHERE wallet_count.wallet_id = latest.wallet_id
  )
  SELECT count(*) AS wallets, coalesce(max(moments), 0) AS most
    FROM (SELECT count(*) AS moments FROM moment GROUP BY wallet_id) AS of_wallet`;

/**
 * Adds what ended since the last time to the hours of some wallets that are far behind, a bounded step, outside of the
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
  return { more: step.wallets === walletsPerStep || step.most === momentsPerStep };
}

/** The same for one wallet whose page is opened. @returns whether all of it is counted now. */
export async function countEndedOf(db: Queryable, walletId: number): Promise<boolean> {
  await db.query('INSERT INTO wallet_count (wallet_id) VALUES ($1) ON CONFLICT DO NOTHING', [walletId]);
  await count(db, walletId, 0);
  const { rows } = await db.query<{ is_counted: boolean }>(
    'SELECT event_sequence <= counted_to AS is_counted FROM wallet JOIN wallet_count USING (wallet_id) WHERE wallet_id = $1',
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

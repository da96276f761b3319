import type { Duty } from '../ledger/housekeeping.ts';
import type { TransactionType } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { waitMs } from './kinds.ts';

const walletsPerStep = 200;
const momentsPerStep = 1_000;

/** What is kept of a payout that failed, of live money. */
export interface FailedPayout {
  readonly transaction_id: number;
  readonly type: TransactionType;
  /** Milliseconds since 1970. */
  readonly created_at_ms: number;
  /** Gross, in shillings. */
  readonly amount: number;
  /** Without its middle digits. */
  readonly phone: string;
  /** One sentence. */
  readonly reason: string;
}

// A wallet's events are numbered in the order of their commits, so that the last searched number says exactly what is still to be
// searched: no payout is left out and none is found twice, also after a crash.
const searchSql = `
  WITH behind AS MATERIALIZED (
    SELECT notification_cursor.wallet_id, searched_to, client_id
      FROM notification_cursor JOIN wallet USING (wallet_id)
     WHERE event_sequence > searched_to
     LIMIT $1 FOR UPDATE OF notification_cursor SKIP LOCKED
  ), moment AS MATERIALIZED (
    SELECT behind.wallet_id, client_id, next.*
      FROM behind CROSS JOIN LATERAL (
           SELECT transaction_id, names, first_sequence + cardinality(names) - 1 AS last_sequence
             FROM event
            WHERE event.wallet_id = behind.wallet_id AND first_sequence > searched_to
            ORDER BY first_sequence LIMIT $2) AS next
  ), added AS (
    INSERT INTO notification (kind, client_id, subject, details, due_at)
    SELECT 'failed_payouts', client_id, 'transaction ' || transaction_id, failed.details,
           trusted_now() + interval '${waitMs.failed_payouts} milliseconds'
      FROM moment CROSS JOIN LATERAL (
           SELECT jsonb_build_object(
                    'transaction_id', transaction_id, 'type', type, 'created_at_ms', round(extract(epoch FROM created_at) * 1000),
                    'amount', amount, 'phone', left(counterparty_phone, 5) || '*****' || right(counterparty_phone, 2),
                    'reason', failure_reason) AS details, failure_code
             FROM transaction
            WHERE wallet_id = moment.wallet_id AND transaction_id = moment.transaction_id OFFSET 0) AS failed
     -- What a person rejected needs no notification.
     WHERE names && '{send_money.failed,withdrawal.failed}'::text[] AND failure_code <> 'approval_rejected'
    ON CONFLICT DO NOTHING
  ), advanced AS (
    UPDATE notification_cursor SET searched_to = last_sequence
      FROM (SELECT wallet_id, max(last_sequence) AS last_sequence FROM moment GROUP BY wallet_id) AS latest
     WHERE notification_cursor.wallet_id = latest.wallet_id
  )
  SELECT count(*)::integer AS wallets, coalesce(max(moments), 0)::integer AS most
    FROM (SELECT count(*) AS moments FROM moment GROUP BY wallet_id) AS of_wallet`;

/** Finds payouts of live money that failed since the last time, a bounded step. Several processes may do it at once. */
export async function findFailedPayouts(db: Queryable): Promise<{ readonly more: boolean }> {
  await db.query(
    `INSERT INTO notification_cursor (wallet_id)
     SELECT wallet_id FROM wallet
      WHERE mode = 'live' AND client_id IS NOT NULL AND event_sequence > 0
        AND NOT EXISTS (SELECT FROM notification_cursor AS known WHERE known.wallet_id = wallet.wallet_id)
     ON CONFLICT DO NOTHING`,
  );
  const { rows } = await db.query<{ wallets: number; most: number }>({
    name: 'notifications.find_failed_payouts',
    text: searchSql,
    values: [walletsPerStep, momentsPerStep],
  });
  const [step] = rows;
  return { more: step?.wallets === walletsPerStep || step?.most === momentsPerStep };
}

export const failedPayoutsDuty: Duty = {
  name: 'find_failed_payouts',
  everyMs: 10_000,
  work: findFailedPayouts,
};

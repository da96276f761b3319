import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../postgres/pool.ts';
import {
  type ClaimedDelivery,
  type ClaimedRow,
  claimedColumns,
  claimedFromRow,
  joinEventAndWebhook,
  leaseMs,
} from './claimed-delivery.ts';
import type { HandOver } from './concurrency-window.ts';
import type { Lane } from './due-lanes.ts';
import { joinTransaction } from './in-order.ts';

/** Where the next fan-out continues, so that one busy wallet does not delay the wallets behind it. */
export interface FanOutCursor {
  readonly walletId: number;
  readonly firstSequence: number;
}

export const fanOutStart: FanOutCursor = { walletId: 0, firstSequence: 0 };

export interface FannedOut {
  /** Moments taken from event_fan_out. */
  readonly moments: number;
  /** Whether some active webhook is ordered. */
  readonly hasOrdered: boolean;
  /** The last of them; where it began when there was none. */
  readonly cursor: FanOutCursor;
  /** Fresh deliveries that are leased to this process already, which saves their claim. */
  readonly claimed: readonly ClaimedDelivery[];
  /** Where other fresh deliveries wait to be claimed. */
  readonly waiting: readonly Lane[];
}

/**
 * Turns up to `momentsMax` moments behind the cursor into deliveries for the webhooks that are subscribed now. It is one
 * statement, so that a moment is taken and its deliveries are there, or neither: any number of processes may do it.
 * @param expectOrdered whether some webhook was ordered the last time: with a right guess one statement is executed, not two.
 */
export async function fanOut(
  db: Queryable,
  {
    after,
    momentsMax,
    handOver,
    expectOrdered = false,
  }: { after: FanOutCursor; momentsMax: number; handOver: HandOver; expectOrdered?: boolean },
): Promise<FannedOut> {
  const leaseToken = randomUUID();
  const values = [
    after.walletId,
    after.firstSequence,
    momentsMax,
    JSON.stringify(handOver.limits),
    handOver.total,
    leaseMs,
    leaseToken,
  ];
  let done = await fanOutWith(db, expectOrdered, values);
  if (!expectOrdered && done.summary.has_ordered === true) done = await fanOutWith(db, true, values);
  const { summary, claimed } = done;
  return {
    moments: Number(summary.moments),
    hasOrdered: summary.has_ordered === true,
    cursor:
      summary.last_wallet_id === null || summary.last_sequence === null
        ? after
        : { walletId: Number(summary.last_wallet_id), firstSequence: Number(summary.last_sequence) },
    claimed: claimed.map((row) => claimedFromRow(row, leaseToken)),
    waiting: (summary.waiting ?? []).map(([walletId, webhookId]) => ({ walletId, webhookId, isRetry: false })),
  };
}

async function fanOutWith(db: Queryable, isOrdered: boolean, values: readonly unknown[]) {
  const { rows } = await db.query<FanOutRow>({
    name: isOrdered ? 'deliveries.fan_out_ordered' : 'deliveries.fan_out',
    text: isOrdered ? fanOutOrderedSql : fanOutUnorderedSql,
    values: [...values],
  });
  const [summary, ...claimed] = rows.sort((a, b) => Number(a.delivery_id ?? 0) - Number(b.delivery_id ?? 0));
  if (summary === undefined) throw new Error('a fan-out returned no summary');
  return { summary, claimed };
}

/** The first row is the summary and has no delivery; each other row is a claimed delivery. */
interface FanOutRow extends ClaimedRow {
  moments: string | null;
  has_ordered: boolean | null;
  last_wallet_id: string | null;
  last_sequence: string | null;
  waiting: [walletId: number, webhookId: number][] | null;
}

// A row of event_fan_out is committed together with its event and is never changed, so what this statement takes it also
// sees. A row that another process is taking is skipped; if that process fails, the row is still there.
const fanOutSql = (parts: Record<'condition' | 'moments' | 'from' | 'unordered' | 'due' | 'waiting', string>) => `
  WITH taken AS (
    DELETE FROM event_fan_out
     WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM event_fan_out WHERE (wallet_id, first_sequence) > ($1::bigint, $2::bigint)
              ORDER BY wallet_id, first_sequence LIMIT $3 FOR UPDATE SKIP LOCKED))${parts.condition}
    RETURNING wallet_id, first_sequence, transaction_id
${parts.moments}  ), added AS (
    INSERT INTO delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no, event_type, status)
    SELECT event.wallet_id, webhook.webhook_id, event.transaction_id, event.first_sequence,
           event.first_sequence + named.position - 1, event.first_event_no + named.position - 1, named.name, 'pending'
      FROM ${parts.from} AS moment
      JOIN event ON event.wallet_id = moment.wallet_id AND event.first_sequence = moment.first_sequence
                AND event.transaction_id = moment.transaction_id
      JOIN webhook ON webhook.wallet_id = event.wallet_id AND webhook.is_active AND webhook.deleted_at IS NULL
                  AND (webhook.api_key_id IS NULL OR is_made_with_key(event.api_key_id, webhook.api_key_id))
     CROSS JOIN LATERAL unnest(event.names) WITH ORDINALITY AS named (name, position)
     WHERE named.name = ANY (webhook.events)
     ORDER BY event.wallet_id, event.first_sequence, named.position, webhook.webhook_id
        ON CONFLICT (wallet_id, webhook_id, sequence) WHERE sequence IS NOT NULL DO NOTHING
    RETURNING wallet_id, webhook_id, delivery_id, sequence, transaction_id, first_sequence, event_no, event_type
  ), placed AS (
    SELECT added.*, row_number() OVER (PARTITION BY webhook_id ORDER BY sequence) AS place,
           coalesce(($4::jsonb ->> webhook_id::text)::integer, 0) AS room
      FROM added${parts.unordered}
  ), delivery AS (
    SELECT placed.*, place <= room AND row_number() OVER (ORDER BY place > room, place) <= $5::integer AS is_handed_over
      FROM placed
  ), due AS (
    INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, due_at, lease_token)
    SELECT webhook_id, delivery_id, wallet_id,
           (SELECT trusted_now()) + CASE WHEN is_handed_over THEN $6::float8 ELSE 0 END * interval '1 millisecond',
           CASE WHEN is_handed_over THEN $7::uuid END
      FROM delivery
${parts.due}  )
  SELECT (SELECT count(*) FROM taken) AS moments, ${hasOrdered} AS has_ordered,
         last.wallet_id AS last_wallet_id, last.first_sequence AS last_sequence,
         (SELECT json_agg(json_build_array(wallet_id, webhook_id))
            FROM (SELECT DISTINCT wallet_id, webhook_id FROM delivery WHERE NOT is_handed_over${parts.waiting}
                 ) AS lane) AS waiting,
         NULL::bigint AS wallet_id, NULL::bigint AS webhook_id, NULL::bigint AS delivery_id, NULL::integer AS attempts,
         NULL::smallint AS round_attempts, NULL::bigint AS sequence, NULL::bigint AS transaction_id,
         NULL::smallint AS event_no, NULL AS event_type, NULL::bigint AS created_s, NULL AS snapshot,
         NULL::json AS shown_transaction, NULL AS url, NULL AS mode, NULL::boolean AS honor_hints, NULL AS api_version, NULL::bytea AS secret,
         NULL::bytea AS next_secret, NULL::bigint AS next_secret_from_ms, NULL::bigint AS claimed_at_ms,
         NULL::boolean AS is_ordered
    FROM (SELECT) AS one
    LEFT JOIN (SELECT wallet_id, first_sequence FROM taken ORDER BY wallet_id DESC, first_sequence DESC LIMIT 1) AS last
           ON true
   UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, ${claimedColumns}
    FROM (SELECT delivery.*, 0 AS attempts, 0::smallint AS round_attempts, NULL::bigint AS order_transaction_id
            FROM delivery WHERE is_handed_over) AS claimed
   CROSS JOIN LATERAL (
         SELECT claimed.sequence, claimed.transaction_id, claimed.first_sequence, claimed.event_no, claimed.event_type
         ) AS delivery
${joinEventAndWebhook}`;

const hasOrdered = '(EXISTS (SELECT FROM webhook WHERE ordered AND is_active))';

/**
 * Where no webhook is ordered, which is one look into an index. It takes nothing when one is: then the statement below is
 * executed, which takes longer to plan.
 */
const fanOutUnorderedSql = fanOutSql({
  condition: ` AND NOT ${hasOrdered}`,
  moments: '',
  from: 'taken',
  unordered: '',
  due: '',
  waiting: '',
});

/**
 * A moment that another process is taking is skipped, but a later event would then be sent to an ordered webhook before its
 * earlier one is a delivery. So earlier moments of the same transactions that another process is taking become deliveries here
 * too, and the index delivery_once makes the second of the two processes wait for the first and then do nothing. Both insert in
 * the same order, so neither waits for ever.
 */
const fanOutOrderedSql = fanOutSql({
  condition: '',
  moments: `  ), in_order AS MATERIALIZED (
    SELECT wallet_id, webhook_id FROM webhook
     WHERE ordered AND is_active AND wallet_id = ANY (ARRAY(SELECT wallet_id FROM taken))
  ), moment AS (
    SELECT wallet_id, first_sequence, transaction_id FROM taken
     UNION ALL
    SELECT earlier.wallet_id, earlier.first_sequence, earlier.transaction_id
      FROM (SELECT wallet_id, max(first_sequence) AS last_sequence, array_agg(first_sequence) AS sequences,
                   array_agg(transaction_id) AS transactions
              FROM taken WHERE wallet_id IN (SELECT wallet_id FROM in_order) GROUP BY wallet_id) AS of_wallet
     CROSS JOIN LATERAL (
           SELECT wallet_id, first_sequence, transaction_id FROM event_fan_out
            WHERE event_fan_out.wallet_id = of_wallet.wallet_id AND first_sequence < of_wallet.last_sequence
              AND transaction_id = ANY (of_wallet.transactions)
              AND first_sequence <> ALL (of_wallet.sequences)) AS earlier
`,
  from: 'moment',
  unordered: ' WHERE webhook_id <> ALL (ARRAY(SELECT webhook_id FROM in_order))',
  due: `  ), ordered AS (
    SELECT wallet_id, webhook_id, delivery_id, transaction_id, sequence,
           row_number() OVER (PARTITION BY webhook_id, transaction_id ORDER BY sequence) AS place,
           array_agg(ROW(sequence, delivery_id, 0, 0)::waiting_delivery) OVER (
             PARTITION BY webhook_id, transaction_id ORDER BY sequence
             ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS waiting
      FROM added WHERE webhook_id = ANY (ARRAY(SELECT webhook_id FROM in_order))
  ), due_in_order AS (
    INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, due_at, order_transaction_id, order_sequence, waiting)
    SELECT webhook_id, delivery_id, wallet_id, (SELECT trusted_now()), transaction_id, sequence, waiting
      FROM ordered WHERE place = 1 ORDER BY webhook_id, transaction_id
${joinTransaction}
`,
  waiting: `
                   UNION SELECT wallet_id, webhook_id FROM ordered`,
});

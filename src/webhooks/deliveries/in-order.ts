import type { Queryable } from '../../postgres/pool.ts';

// The deliveries of one transaction to an ordered webhook: the earliest has the row of delivery_due, the later ones wait in that
// row's column `waiting`, in order. All who add to it or end it lock this one row, so what waits is always found with the delivery
// that ends, and whoever stops at any point leaves either both or neither.

/**
 * Ends an INSERT into delivery_due: a delivery joins those of its transaction. An earlier one takes the place of the delivery that
 * has the row, which then waits, also when it is being attempted: the result of that attempt is not stored, and it is sent again
 * in its turn. Rows without order_transaction_id are inserted as they are. A statement inserts one row for each transaction, in
 * the order of webhook_id and order_transaction_id, so that two statements do not wait for each other.
 */
export const joinTransaction = `
  ON CONFLICT (webhook_id, order_transaction_id) WHERE order_transaction_id IS NOT NULL DO UPDATE
     SET (delivery_id, order_sequence, attempts, round_attempts, due_at, lease_token) = (
           SELECT delivery_id, sequence, attempts, round_attempts, due_at, lease_token
             FROM (VALUES (delivery_due.delivery_id, delivery_due.order_sequence, delivery_due.attempts,
                           delivery_due.round_attempts, delivery_due.due_at, delivery_due.lease_token),
                          (excluded.delivery_id, excluded.order_sequence, excluded.attempts,
                           excluded.round_attempts, excluded.due_at, excluded.lease_token))
                    AS first (delivery_id, sequence, attempts, round_attempts, due_at, lease_token)
            ORDER BY sequence LIMIT 1),
         waiting = ARRAY(
           SELECT one
             FROM unnest(ARRAY[
                    ROW(delivery_due.order_sequence, delivery_due.delivery_id, delivery_due.attempts,
                        delivery_due.round_attempts)::waiting_delivery,
                    ROW(excluded.order_sequence, excluded.delivery_id, excluded.attempts,
                        excluded.round_attempts)::waiting_delivery
                  ] || delivery_due.waiting || excluded.waiting) AS one
            ORDER BY one.sequence OFFSET 1)`;

/**
 * Continues with the next delivery of each transaction: due at once, with the others still waiting for it. In the statement that
 * deletes the rows. @param ended a list of deleted rows of delivery_due, with all its columns that are named here.
 */
export const insertNext = (ended: string) => `
    INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, attempts, round_attempts, due_at, order_transaction_id,
                              order_sequence, waiting)
    SELECT webhook_id, (waiting[1]).delivery_id, wallet_id, (waiting[1]).attempts, (waiting[1]).round_attempts,
           (SELECT trusted_now()), order_transaction_id, (waiting[1]).sequence, nullif(waiting[2:], '{}')
      FROM ${ended} WHERE waiting IS NOT NULL`;

/** Makes everything due that waits for an earlier delivery of a webhook, which is ordered no longer. */
export async function stopWaiting(db: Queryable, webhookId: number): Promise<void> {
  await db.query({
    name: 'deliveries.stop_waiting',
    text: `
      WITH first AS MATERIALIZED (
        SELECT webhook_id, delivery_id, wallet_id, waiting FROM delivery_due
         WHERE webhook_id = $1 AND order_transaction_id IS NOT NULL AND waiting IS NOT NULL
         ORDER BY order_transaction_id FOR UPDATE
      ), alone AS (
        UPDATE delivery_due SET waiting = NULL FROM first
         WHERE delivery_due.webhook_id = first.webhook_id AND delivery_due.delivery_id = first.delivery_id
      )
      INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, attempts, round_attempts, due_at)
      SELECT webhook_id, one.delivery_id, wallet_id, one.attempts, one.round_attempts, (SELECT trusted_now())
        FROM first CROSS JOIN LATERAL unnest(waiting) AS one`,
    values: [webhookId],
  });
}

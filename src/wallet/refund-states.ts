import { numberArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';

/** What became of a collection's money after it was completed; the collection itself stays completed. */
export type RefundState = 'refunded' | 'in_progress' | 'failed';

/**
 * How the refunds of some collections of a wallet stand, by the collections' ids; one that nobody refunded is left out. A
 * refund that failed, or whose money came back, counts only while no other one is under way or done.
 */
export async function readRefundStates(
  db: Queryable,
  walletId: number,
  collectionIds: readonly number[],
): Promise<ReadonlyMap<number, RefundState>> {
  if (collectionIds.length === 0) return new Map();
  const { rows } = await db.query<{ collection_id: string; state: RefundState }>({
    name: 'wallet.refund_states',
    text: `
      SELECT collection_id, CASE WHEN bool_or(is_claimed AND (paid_late OR status = 'completed')) THEN 'refunded'
                                 WHEN bool_or(is_claimed) THEN 'in_progress' ELSE 'failed' END AS state
        FROM (SELECT collection_id, refund_id, paid_late, true AS is_claimed FROM refund_claim
               WHERE collection_id = ANY ($2::bigint[])
               UNION ALL
              SELECT collection_id, refund_id, false, false FROM refund_ended
               WHERE collection_id = ANY ($2::bigint[])) AS refund
       CROSS JOIN LATERAL (
             SELECT status FROM transaction
              WHERE wallet_id = $1 AND transaction_id = refund.refund_id OFFSET 0) AS made
       GROUP BY collection_id`,
    values: [walletId, numberArray(collectionIds)],
  });
  return new Map(rows.map(({ collection_id, state }) => [Number(collection_id), state]));
}

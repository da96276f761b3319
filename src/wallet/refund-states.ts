import { byPlace, type Records } from '../history/records.ts';
import { addUgx, type Ugx, ugx, zeroUgx } from '../money/ugx.ts';
import { numberArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';

/** What became of a collection's money after it was completed; the collection itself stays completed. */
export type RefundState = 'refunded' | 'partly_refunded' | 'in_progress' | 'failed';

/**
 * How the refunds of some collections of a wallet stand, by the collections' ids; one that nobody refunded is left out. A
 * refund that failed, or whose money came back, counts only while no other one is under way or done.
 * @param collections with their amounts in shillings.
 * @throws HistoryUnavailable
 */
export async function readRefundStates(
  records: Records,
  walletId: number,
  collections: readonly { readonly id: number; readonly amount: number }[],
): Promise<ReadonlyMap<number, RefundState>> {
  if (collections.length === 0) return new Map();
  const { rows } = await records.query<RefundRow>({
    name: 'wallet.refunds_of_collections',
    text: `
      SELECT collection_id, refund_id AS "transactionId", paid_late, amount, true AS is_claimed FROM refund_claim
       WHERE collection_id = ANY ($1::bigint[]) AND wallet_id = $2
       UNION ALL
      SELECT collection_id, refund_id, false, 0, false FROM refund_ended
       WHERE collection_id = ANY ($1::bigint[]) AND coalesce(wallet_id, $2) = $2`,
    values: [numberArray(collections.map(({ id }) => id)), walletId],
  });
  const refunds = rows.map((row) => ({ ...row, transactionId: Number(row.transactionId) }));
  const { here, moved } = await byPlace(records, refunds);
  const completed = new Set([
    ...(await completedOf(records, walletId, here)),
    ...(await completedOf(records.history, walletId, moved)),
  ]);
  const amounts = new Map(collections.map(({ id, amount }) => [id, ugx(amount)]));
  const made = Map.groupBy(refunds, ({ collection_id }) => Number(collection_id));
  return new Map(
    [...made].map(([collectionId, ofCollection]) => {
      const claimed = ofCollection.filter(({ is_claimed }) => is_claimed);
      const paid = claimed.filter(({ paid_late, transactionId }) => paid_late || completed.has(transactionId));
      const paidBack = paid.reduce((sum, { amount }) => addUgx(sum, ugx(amount)), zeroUgx);
      const isOpen = claimed.length > paid.length;
      return [collectionId, stateOf(amounts.get(collectionId) ?? zeroUgx, paidBack, isOpen)];
    }),
  );
}

function stateOf(amount: Ugx, paidBack: Ugx, isOpen: boolean): RefundState {
  if (paidBack >= amount) return 'refunded';
  if (isOpen) return 'in_progress';
  return paidBack > zeroUgx ? 'partly_refunded' : 'failed';
}

interface RefundRow {
  collection_id: string;
  transactionId: string;
  paid_late: boolean;
  amount: string;
  is_claimed: boolean;
}

/** Those of some refunds that are completed. */
async function completedOf(
  place: Queryable,
  walletId: number,
  refunds: readonly { readonly transactionId: number }[],
): Promise<number[]> {
  if (refunds.length === 0) return [];
  const { rows } = await place.query<{ transaction_id: string }>({
    name: 'wallet.completed_of',
    text: `SELECT transaction_id FROM transaction
            WHERE wallet_id = $1 AND transaction_id = ANY ($2::bigint[]) AND status = 'completed'`,
    values: [walletId, numberArray(refunds.map(({ transactionId }) => transactionId))],
  });
  return rows.map((row) => Number(row.transaction_id));
}

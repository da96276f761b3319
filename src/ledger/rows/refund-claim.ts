import { type Ugx, ugx } from '../../money/ugx.ts';
import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { arrayStatement, type Send } from './statement.ts';

/** A refund that keeps its part of its collection from being refunded again. Amounts in shillings. */
export interface RefundClaim {
  readonly collectionId: number;
  readonly refundId: number;
  readonly walletId: number;
  /** What it gives back. */
  readonly amount: Ugx;
  /** What the customer had paid; null where it was paid late. */
  readonly collected: Ugx | null;
  /** Whether the refund failed here and its operator paid the customer all the same. */
  readonly paidLate: boolean;
}

/** A refund's part of its collection. */
export type ClaimedRefund = Pick<RefundClaim, 'refundId' | 'amount'>;

export type EndedRefundClaim = Pick<RefundClaim, 'collectionId' | 'refundId' | 'walletId'>;

const read = {
  name: 'ledger.read_refunds',
  text: `SELECT collection_id, refund_id, amount FROM refund_claim
          WHERE collection_id = ANY ($1::bigint[]) ORDER BY refund_id`,
};

/** The refunds that have taken their part of some collections, by collection, oldest first. */
export async function readRefunds(
  db: Queryable,
  collectionIds: readonly number[],
): Promise<Map<number, readonly ClaimedRefund[]>> {
  if (collectionIds.length === 0) return new Map();
  const { rows } = await db.query<{ collection_id: string; refund_id: string; amount: string }>({
    ...read,
    values: [numberArray(collectionIds)],
  });
  return new Map(
    [...Map.groupBy(rows, (row) => Number(row.collection_id))].map(([collectionId, refunds]) => [
      collectionId,
      refunds.map((row) => ({ refundId: Number(row.refund_id), amount: ugx(row.amount) })),
    ]),
  );
}

const insert = {
  name: 'ledger.insert_refund_claims',
  text: `
    INSERT INTO refund_claim (collection_id, refund_id, wallet_id, paid_late, amount, collected)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[], $5::bigint[], $6::bigint[])`,
};

export function insertRefundClaims(claims: readonly RefundClaim[]): Send[] {
  return arrayStatement(insert, claims.length, () => [
    numberArray(claims.map((row) => row.collectionId)),
    numberArray(claims.map((row) => row.refundId)),
    numberArray(claims.map((row) => row.walletId)),
    textArray(claims.map((row) => String(row.paidLate))),
    numberArray(claims.map((row) => row.amount)),
    numberArray(claims.map((row) => row.collected)),
  ]);
}

const remove = {
  name: 'ledger.delete_refund_claims',
  text: `
    WITH ended AS (
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS ended (collection_id, refund_id, wallet_id)
    ), noted AS (
      INSERT INTO refund_ended (collection_id, refund_id, wallet_id) SELECT collection_id, refund_id, wallet_id FROM ended
          ON CONFLICT DO NOTHING
    )
    DELETE FROM refund_claim USING ended
     WHERE refund_claim.collection_id = ended.collection_id AND refund_claim.refund_id = ended.refund_id`,
};

/**
 * Deletes claims and records in `refund_ended` that they ended. The number of rows is not checked: a claim may have ended
 * in the batch that made it, and a refund that came back may end a second time.
 */
export function deleteRefundClaims(ended: readonly EndedRefundClaim[]): Send[] {
  return arrayStatement(remove, ended.length, () => [
    numberArray(ended.map(({ collectionId }) => collectionId)),
    numberArray(ended.map(({ refundId }) => refundId)),
    numberArray(ended.map(({ walletId }) => walletId)),
  ]);
}

import { referenceOf } from '../../../ledger/reference.ts';
import type { Transaction } from '../../../ledger/transaction.ts';
import { numberArray } from '../../../postgres/array-parameter.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { type DeliveryRow, deliveryObject } from '../../../webhooks/deliveries/list.ts';
import type { DeliveryListed } from '../../schemas/webhooks.ts';

/** Deliveries of a wallet as the dashboard shows them, each with the transaction that its event is about. */
export async function listedDeliveries(
  db: Queryable,
  walletId: number,
  rows: readonly DeliveryRow[],
): Promise<DeliveryListed[]> {
  const references = await referencesOf(
    db,
    walletId,
    rows.map((row) => Number(row.transaction_id)),
  );
  return rows.map((row) => {
    const isTest = row.sequence === null;
    const id = Number(row.transaction_id);
    const reference = references.get(id);
    return {
      ...deliveryObject(row),
      sequence: isTest ? null : Number(row.sequence),
      transaction: isTest || reference === undefined ? null : { id, reference },
    };
  });
}

/** The references of transactions of a wallet, by id. */
async function referencesOf(
  db: Queryable,
  walletId: number,
  transactionIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await db.query<{ transaction_id: string; type: Transaction['type']; created_at_ms: number }>({
    name: 'transactions.references',
    text: `
      SELECT transaction_id, type, round(extract(epoch FROM created_at) * 1000)::float8 AS created_at_ms
        FROM transaction WHERE wallet_id = $1 AND transaction_id = ANY ($2::bigint[])`,
    values: [walletId, numberArray(transactionIds)],
  });
  return new Map(
    rows.map((row) => {
      const id = Number(row.transaction_id);
      return [id, referenceOf(row.type, row.created_at_ms, id)];
    }),
  );
}

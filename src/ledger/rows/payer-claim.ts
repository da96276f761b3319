import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { arrayStatement, type Send } from './statement.ts';

/** The latest collection from a payer, of a wallet that allows one open collection for each payer. */
export interface PayerClaim {
  readonly walletId: number;
  readonly phone: string;
  readonly transactionId: number;
}

/** The key of `readOpenCollections`' map. */
export const payerKey = (walletId: number, phone: string) => `${walletId} ${phone}`;

const readOpen = {
  name: 'ledger.read_open_collections',
  text: `
    SELECT c.wallet_id, c.phone, c.transaction_id FROM unnest($1::bigint[], $2::text[]) AS asked (wallet_id, phone)
      JOIN wallet w ON w.wallet_id = asked.wallet_id AND w.one_collection_per_payer
      JOIN payer_claim c ON c.wallet_id = asked.wallet_id AND c.phone = asked.phone
      JOIN transaction t ON t.wallet_id = c.wallet_id AND t.transaction_id = c.transaction_id
     WHERE t.status = 'processing'`,
};

/** The open collection of each payer, by `payerKey`, of wallets that allow one. */
export async function readOpenCollections(
  db: Queryable,
  payers: readonly Pick<PayerClaim, 'walletId' | 'phone'>[],
): Promise<Map<string, number>> {
  if (payers.length === 0) return new Map();
  const { rows } = await db.query<{ wallet_id: string; phone: string; transaction_id: string }>({
    ...readOpen,
    values: [numberArray(payers.map(({ walletId }) => walletId)), textArray(payers.map(({ phone }) => phone))],
  });
  return new Map(rows.map((row) => [payerKey(Number(row.wallet_id), row.phone), Number(row.transaction_id)]));
}

const upsert = {
  name: 'ledger.upsert_payer_claims',
  text: `
    INSERT INTO payer_claim (wallet_id, phone, transaction_id)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])
        ON CONFLICT (wallet_id, phone) DO UPDATE SET transaction_id = excluded.transaction_id`,
};

export function upsertPayerClaims(claims: readonly PayerClaim[]): Send[] {
  return arrayStatement(upsert, claims.length, () => [
    numberArray(claims.map((row) => row.walletId)),
    textArray(claims.map((row) => row.phone)),
    numberArray(claims.map((row) => row.transactionId)),
  ]);
}

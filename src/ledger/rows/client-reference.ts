import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { arrayStatement, type Send } from './statement.ts';

/** A transaction by the reference that its client gave to it. */
export interface ClientReference {
  readonly walletId: number;
  readonly reference: string;
  readonly transactionId: number;
}

/** The key of `readClientReferences`' map. */
export const clientReferenceKey = (walletId: number, reference: string) => `${walletId} ${reference}`;

const readFirst = {
  name: 'ledger.read_client_references',
  text: `
    SELECT c.wallet_id, c.client_reference, min(c.transaction_id) AS transaction_id
      FROM unnest($1::bigint[], $2::text[]) AS asked (wallet_id, client_reference)
      JOIN wallet w ON w.wallet_id = asked.wallet_id AND w.unique_client_references
      JOIN client_reference c ON c.wallet_id = asked.wallet_id AND c.client_reference = asked.client_reference
     GROUP BY c.wallet_id, c.client_reference`,
};

/** The first transaction with each reference, by `clientReferenceKey`, of wallets that use a reference once. */
export async function readClientReferences(
  db: Queryable,
  asked: readonly Pick<ClientReference, 'walletId' | 'reference'>[],
): Promise<Map<string, number>> {
  if (asked.length === 0) return new Map();
  const { rows } = await db.query<{ wallet_id: string; client_reference: string; transaction_id: string }>({
    ...readFirst,
    values: [numberArray(asked.map(({ walletId }) => walletId)), textArray(asked.map(({ reference }) => reference))],
  });
  return new Map(
    rows.map((row) => [clientReferenceKey(Number(row.wallet_id), row.client_reference), Number(row.transaction_id)]),
  );
}

const insert = {
  name: 'ledger.insert_client_references',
  text: `
    INSERT INTO client_reference (wallet_id, client_reference, transaction_id)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])`,
};

export function insertClientReferences(references: readonly ClientReference[]): Send[] {
  return arrayStatement(insert, references.length, () => [
    numberArray(references.map((row) => row.walletId)),
    textArray(references.map((row) => row.reference)),
    numberArray(references.map((row) => row.transactionId)),
  ]);
}

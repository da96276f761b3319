import { type Ugx, ugx } from '../../money/ugx.ts';
import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { arrayStatement, type Send } from './statement.ts';

/** Why an operator's report cannot be followed without a person. */
export type ContradictionKind =
  | 'late_success'
  | 'late_failure'
  | 'amount_differs'
  | 'receipt_differs'
  | 'receipt_reused';

/** A report of the operator that contradicts what is booked; stored once. */
export interface SuspenseClaim {
  readonly kind: ContradictionKind;
  /** What the operator said it moved, or what was expected when it did not say. */
  readonly amount: Ugx;
  /** '' when the operator named none. */
  readonly receipt: string;
}

export interface SuspenseClaimRow extends SuspenseClaim {
  readonly transactionId: number;
  readonly walletId: number;
}

const read = {
  name: 'ledger.read_suspense_claims',
  text: 'SELECT transaction_id, kind, amount, receipt FROM suspense_claim WHERE transaction_id = ANY ($1::bigint[])',
};

/** The contradicting reports about some transactions, by transaction. */
export async function readSuspenseClaims(
  db: Queryable,
  transactionIds: readonly number[],
): Promise<Map<number, SuspenseClaim[]>> {
  const claims = new Map<number, SuspenseClaim[]>();
  if (transactionIds.length === 0) return claims;
  const { rows } = await db.query<{
    transaction_id: string;
    kind: ContradictionKind;
    amount: string;
    receipt: string;
  }>({ ...read, values: [numberArray(transactionIds)] });
  for (const row of rows) {
    const transactionId = Number(row.transaction_id);
    const known = claims.get(transactionId) ?? [];
    claims.set(transactionId, [...known, { kind: row.kind, amount: ugx(row.amount), receipt: row.receipt }]);
  }
  return claims;
}

const insert = {
  name: 'ledger.insert_suspense_claims',
  text: `
    INSERT INTO suspense_claim (transaction_id, kind, amount, receipt, wallet_id, created_at)
    SELECT new.*, to_timestamp($1::float8 / 1000)
      FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bigint[]) AS new`,
};

export function insertSuspenseClaims(claims: readonly SuspenseClaimRow[], atMs: number): Send[] {
  return arrayStatement(insert, claims.length, () => [
    atMs,
    numberArray(claims.map((row) => row.transactionId)),
    textArray(claims.map((row) => row.kind)),
    numberArray(claims.map((row) => row.amount)),
    textArray(claims.map((row) => row.receipt)),
    numberArray(claims.map((row) => row.walletId)),
  ]);
}

import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { arrayStatement, exactly, type Send } from './statement.ts';

/** A payout that waits for a second person. */
export interface Approval {
  /** Who asked for the payout, and so may not approve it. */
  readonly maker: string;
  /** Until when it can be approved, in milliseconds of trusted time. */
  readonly expiresAtMs: number;
}

export interface ApprovalRow extends Approval {
  readonly transactionId: number;
  readonly walletId: number;
}

const read = {
  name: 'ledger.read_approvals',
  text: `
    SELECT transaction_id, maker, round(extract(epoch FROM due_at) * 1000)::bigint AS expires_at_ms
      FROM approval WHERE transaction_id = ANY ($1::bigint[])`,
};

/** The approvals that some transactions wait for, by transaction. */
export async function readApprovals(db: Queryable, transactionIds: readonly number[]): Promise<Map<number, Approval>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await db.query<{ transaction_id: string; maker: string; expires_at_ms: string }>({
    ...read,
    values: [numberArray(transactionIds)],
  });
  return new Map(
    rows.map((row) => [Number(row.transaction_id), { maker: row.maker, expiresAtMs: Number(row.expires_at_ms) }]),
  );
}

const insert = {
  name: 'ledger.insert_approvals',
  text: `
    INSERT INTO approval (transaction_id, wallet_id, maker, due_at)
    SELECT transaction_id, wallet_id, maker, to_timestamp(expires_at_ms / 1000)
      FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[])
        AS new (transaction_id, wallet_id, maker, expires_at_ms)`,
};

export function insertApprovals(approvals: readonly ApprovalRow[]): Send[] {
  return arrayStatement(insert, approvals.length, () => [
    numberArray(approvals.map((row) => row.transactionId)),
    numberArray(approvals.map((row) => row.walletId)),
    textArray(approvals.map((row) => row.maker)),
    numberArray(approvals.map((row) => row.expiresAtMs)),
  ]);
}

const remove = exactly(
  'ledger.delete_approvals',
  'approvals ended',
  2,
  'DELETE FROM approval WHERE transaction_id = ANY ($1::bigint[])',
);

/** Fails where one of the approvals is not there. */
export function deleteApprovals(transactionIds: readonly number[]): Send[] {
  return arrayStatement(remove, transactionIds.length, () => [numberArray(transactionIds), transactionIds.length]);
}

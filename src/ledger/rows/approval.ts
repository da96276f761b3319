import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { arrayStatement, exactly, type Send } from './statement.ts';

/** A payout that waits for a second person. */
export interface Approval {
  /** Who asked for the payout, `api_key:<id>` or a person, and so may not approve it. */
  readonly maker: string;
  /**
   * The person behind the maker, who may not approve it either where it is live money: of an API key, who created or last rolled
   * it. Null where no person is known to have done so: then two persons must approve.
   */
  readonly responsible: string | null;
  /** Who approved it already, where two must. */
  readonly firstApprover: string | null;
  /** Until when it can be approved, in milliseconds of trusted time. */
  readonly expiresAtMs: number;
}

export interface ApprovalRow extends Pick<Approval, 'maker' | 'expiresAtMs'> {
  readonly transactionId: number;
  readonly walletId: number;
}

/** The first approval of a payment that needs two. */
export interface FirstApproval {
  readonly transactionId: number;
  readonly approver: string;
}

/**
 * SQL: the person behind a maker, as of `Approval`. Who created a key never changes.
 * @param maker an expression of SQL.
 */
export const responsibleFor = (maker: string) => `
  CASE WHEN starts_with(${maker}, 'api_key:')
       THEN (SELECT api_key.created_by FROM api_key JOIN person ON person.email = api_key.created_by
              WHERE api_key_id = substr(${maker}, 9)::bigint)
       ELSE ${maker} END`;

const read = {
  name: 'ledger.read_approvals',
  text: `
    SELECT transaction_id, maker, ${responsibleFor('approval.maker')} AS responsible, first_approver,
           round(extract(epoch FROM due_at) * 1000)::bigint AS expires_at_ms
      FROM approval WHERE transaction_id = ANY ($1::bigint[])`,
};

interface ReadRow {
  readonly transaction_id: string;
  readonly maker: string;
  readonly responsible: string | null;
  readonly first_approver: string | null;
  readonly expires_at_ms: string;
}

/** The approvals that some transactions wait for, by transaction. */
export async function readApprovals(db: Queryable, transactionIds: readonly number[]): Promise<Map<number, Approval>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await db.query<ReadRow>({ ...read, values: [numberArray(transactionIds)] });
  return new Map(
    rows.map(({ transaction_id, maker, responsible, first_approver, expires_at_ms }) => [
      Number(transaction_id),
      { maker, responsible, firstApprover: first_approver, expiresAtMs: Number(expires_at_ms) },
    ]),
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

const approveFirst = exactly(
  'ledger.approve_first',
  'first approvals',
  3,
  `UPDATE approval SET first_approver = new.approver
     FROM unnest($1::bigint[], $2::text[]) AS new (transaction_id, approver)
    WHERE approval.transaction_id = new.transaction_id AND first_approver IS NULL`,
);

/** Fails where one of the approvals is not there, or has its first approver already. */
export function updateFirstApprovers(approvals: readonly FirstApproval[]): Send[] {
  return arrayStatement(approveFirst, approvals.length, () => [
    numberArray(approvals.map((row) => row.transactionId)),
    textArray(approvals.map((row) => row.approver)),
    approvals.length,
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

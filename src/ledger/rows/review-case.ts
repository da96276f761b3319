import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import { sentTogether } from '../../postgres/pipeline.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Mode } from '../transaction.ts';
import { arrayStatement, exactly, type Send } from './statement.ts';
import type { ContradictionKind } from './suspense-claim.ts';

/** A case as it was opened. */
export interface ReviewCase {
  /** Null where an operator's statement has a payment that none of our transactions stands for. */
  readonly transactionId: number | null;
  readonly kind:
    | ContradictionKind
    | 'details_differ'
    | 'truth_deadline'
    | 'worker_gave_up'
    | 'cannot_be_asked'
    | 'statement_differs'
    | 'missing_here'
    | 'missing_there';
  /** Shillings that the case put into suspense (above 0) or took out of it (below 0); 0 when nothing was booked. */
  readonly inSuspense: bigint;
  /** The transaction that the receipt in a statement pays for already; null when none, or where the statement has no receipt. */
  readonly receiptOf: number | null;
  readonly isOpen: boolean;
  /** When the resolution that waits for a second person was proposed, in milliseconds; null when none waits. */
  readonly proposedAtMs: number | null;
}

/** How a review case can end; which of them fit a case is decided in plan/resolutions.ts. */
export type Resolution =
  /** The client gets the money that the operator says it moved. */
  | 'credited'
  /** The client's wallet pays for it, as far as it can; the rest becomes a receivable. */
  | 'charged'
  /** Reversed at the operator by hand. */
  | 'returned'
  /** Our loss. */
  | 'written_off'
  /** Our income: its owner is unknown. */
  | 'kept'
  /** A transaction without a final result is completed, or failed, on other evidence. */
  | 'completed'
  | 'failed'
  /** There was nothing to book. */
  | 'dismissed';

export interface ReviewCaseRow {
  readonly mode: Mode;
  readonly walletId: number;
  readonly transactionId: number;
  readonly kind: ContradictionKind;
  /** Amount and receipt as the operator named them: another one of these is another case. */
  readonly claim: string;
  readonly found: Readonly<Record<string, unknown>>;
}

export interface CaseResolved {
  readonly reviewCaseId: number;
  readonly resolution: string;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string;
  /** What was booked for it, or the transaction that it ended; null where it did neither. */
  readonly transactionId: number | null;
}

const lock = {
  name: 'ledger.lock_cases',
  // A statement of its own, so that the next one reads what the lock waited for, such as the withdrawal of a proposal.
  text: `
    SELECT FROM review_case WHERE review_case_id = ANY ($1::bigint[]) ORDER BY review_case_id FOR NO KEY UPDATE`,
};

const read = {
  name: 'ledger.read_cases',
  text: `
    SELECT review_case_id, transaction_id, kind, resolved_at IS NULL AS is_open,
           round(extract(epoch FROM proposed_at) * 1000)::bigint AS proposed_at_ms,
           coalesce((found->>'in_suspense')::bigint, 0) AS in_suspense,
           (SELECT r.transaction_id
              FROM operator_account own
              JOIN operator_account account ON account.mode = own.mode AND account.operator = own.operator
              JOIN operator_receipt r ON r.operator_account_id = account.operator_account_id
             WHERE own.operator_account_id = review_case.operator_account_id AND r.receipt = found->>'receipt'
             LIMIT 1) AS receipt_of
      FROM review_case LEFT JOIN resolution_proposal USING (review_case_id)
     WHERE review_case_id = ANY ($1::bigint[])`,
};

interface CaseRow {
  review_case_id: string;
  transaction_id: string | null;
  kind: ReviewCase['kind'];
  is_open: boolean;
  in_suspense: string;
  receipt_of: string | null;
  proposed_at_ms: string | null;
}

/** Locks cases in the order of their ids and returns them with their proposals, by id. */
export async function lockCases(db: Queryable, caseIds: readonly number[]): Promise<Map<number, ReviewCase>> {
  if (caseIds.length === 0) return new Map();
  const values = [numberArray(caseIds)];
  const [, { rows }] = await sentTogether([db.query({ ...lock, values }), db.query<CaseRow>({ ...read, values })]);
  return new Map(rows.map((row) => [Number(row.review_case_id), caseFromRow(row)]));
}

/** Cases as they were last committed, by id, for what only shows them: nothing may be written by it. */
export async function readCases(db: Queryable, caseIds: readonly number[]): Promise<Map<number, ReviewCase>> {
  if (caseIds.length === 0) return new Map();
  const { rows } = await db.query<CaseRow>({ ...read, values: [numberArray(caseIds)] });
  return new Map(rows.map((row) => [Number(row.review_case_id), caseFromRow(row)]));
}

function caseFromRow(row: CaseRow): ReviewCase {
  return {
    transactionId: row.transaction_id === null ? null : Number(row.transaction_id),
    kind: row.kind,
    inSuspense: BigInt(row.in_suspense),
    receiptOf: row.receipt_of === null ? null : Number(row.receipt_of),
    isOpen: row.is_open,
    proposedAtMs: row.proposed_at_ms === null ? null : Number(row.proposed_at_ms),
  };
}

const readReversed = {
  name: 'ledger.read_reversed',
  text: `
    SELECT transaction_id FROM review_case
     WHERE transaction_id = ANY ($1::bigint[]) AND kind = 'late_failure' AND resolution IS DISTINCT FROM 'returned'`,
};

/** Those of some collections that their operator took back, unless that was reversed at the operator. */
export async function readReversedCollections(db: Queryable, collectionIds: readonly number[]): Promise<Set<number>> {
  if (collectionIds.length === 0) return new Set();
  const { rows } = await db.query<{ transaction_id: string }>({
    ...readReversed,
    values: [numberArray(collectionIds)],
  });
  return new Set(rows.map((row) => Number(row.transaction_id)));
}

const insert = {
  name: 'ledger.insert_review_cases',
  text: `
    INSERT INTO review_case (mode, wallet_id, transaction_id, kind, claim, found, opened_at)
    SELECT mode, wallet_id, transaction_id, kind, claim, found::jsonb, to_timestamp($1::float8 / 1000)
      FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[])
        AS new (mode, wallet_id, transaction_id, kind, claim, found)`,
};

export function insertReviewCases(cases: readonly ReviewCaseRow[], atMs: number): Send[] {
  return arrayStatement(insert, cases.length, () => [
    atMs,
    textArray(cases.map((row) => row.mode)),
    numberArray(cases.map((row) => row.walletId)),
    numberArray(cases.map((row) => row.transactionId)),
    textArray(cases.map((row) => row.kind)),
    textArray(cases.map((row) => row.claim)),
    textArray(cases.map((row) => JSON.stringify(row.found))),
  ]);
}

const resolve = exactly(
  'ledger.resolve_cases',
  'cases resolved',
  8,
  `
    UPDATE review_case SET resolved_at = to_timestamp($1::float8 / 1000), resolution = new.resolution,
           resolution_reason = new.reason, resolved_by = new.maker, confirmed_by = new.approver,
           resolution_transaction_id = new.transaction_id
      FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])
        AS new (review_case_id, resolution, reason, maker, approver, transaction_id)
     WHERE review_case.review_case_id = new.review_case_id AND review_case.resolved_at IS NULL`,
);

const deleteProposals = {
  name: 'ledger.delete_proposals',
  text: 'DELETE FROM resolution_proposal WHERE review_case_id = ANY ($1::bigint[])',
};

/** Resolves cases and deletes their proposals. Fails where one of the cases is resolved already. */
export function resolveCases(resolved: readonly CaseResolved[], atMs: number): Send[] {
  if (resolved.length === 0) return [];
  const ids = numberArray(resolved.map((row) => row.reviewCaseId));
  return [
    ...arrayStatement(resolve, resolved.length, () => [
      atMs,
      ids,
      textArray(resolved.map((row) => row.resolution)),
      textArray(resolved.map((row) => row.reason)),
      textArray(resolved.map((row) => row.maker)),
      textArray(resolved.map((row) => row.approver)),
      numberArray(resolved.map((row) => row.transactionId)),
      resolved.length,
    ]),
    ...arrayStatement(deleteProposals, resolved.length, () => [ids]),
  ];
}

/** Whether the cases are resolved as they were planned to be. */
export async function areResolved(db: Queryable, resolved: readonly CaseResolved[]): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
              AS planned (review_case_id, resolution, resolved_by, confirmed_by)
       JOIN review_case r USING (review_case_id, resolution, resolved_by, confirmed_by)`,
    [
      numberArray(resolved.map(({ reviewCaseId }) => reviewCaseId)),
      textArray(resolved.map(({ resolution }) => resolution)),
      textArray(resolved.map(({ maker }) => maker)),
      textArray(resolved.map(({ approver }) => approver)),
    ],
  );
  return rowCount === resolved.length;
}

/** Why a transaction does not end by itself. What contradicts the ledger is opened by the ledger itself. */
export type StuckKind = 'truth_deadline' | 'worker_gave_up' | 'details_differ' | 'cannot_be_asked';

/**
 * Opens a review case for a transaction that does not end by itself, wherever it is: one in the history store has its end, and a query about
 * it can fail. A case of the same kind and claim is opened once.
 * @param options.claim what the operator reported, where another report is another case.
 * @param options.unlessCaredFor whether the transaction needs none when it has its end by now, as after a resolution, or a
 *   case of it is open already, of whatever kind.
 * @returns whether it was opened now.
 */
export async function openReviewCase(
  db: Queryable,
  { walletId, transactionId }: { readonly walletId: number; readonly transactionId: number },
  kind: StuckKind,
  found: Readonly<Record<string, unknown>>,
  { claim = '', unlessCaredFor = false }: { readonly claim?: string; readonly unlessCaredFor?: boolean } = {},
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, claim, found, opened_at)
     SELECT mode, wallet_id, $2, $3, $4, $5, clock_timestamp()
       FROM wallet
      WHERE wallet_id = $1
        AND (NOT $6 OR EXISTS (SELECT FROM transaction
                                WHERE wallet_id = $1 AND transaction_id = $2 AND status NOT IN ('completed', 'failed'))
                       AND NOT EXISTS (SELECT FROM review_case WHERE transaction_id = $2 AND resolved_at IS NULL))
         ON CONFLICT ON CONSTRAINT case_once DO NOTHING`,
    [walletId, transactionId, kind, claim, JSON.stringify(found), unlessCaredFor],
  );
  return rowCount === 1;
}

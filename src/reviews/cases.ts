import { byPlace, type Records } from '../history/records.ts';
import { endsOfUnknownPayment, fittingResolutions } from '../ledger/plan/resolutions.ts';
import type { Resolution } from '../ledger/rows/review-case.ts';
import type { SuspenseClaim } from '../ledger/rows/suspense-claim.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from '../ledger/rows/transaction.ts';
import type { Mode, Transaction } from '../ledger/transaction.ts';
import { findTransaction } from '../wallet/history.ts';
import type { CaseKind } from './kinds.ts';
import { unknownPaymentOf } from './unknown-payment.ts';

/** What only a person can decide, with all that is known of it. */
export interface FoundCase {
  readonly reviewCaseId: number;
  readonly mode: Mode;
  readonly kind: CaseKind;
  /** What was found, as it was when the case was opened. */
  readonly found: Readonly<Record<string, unknown>>;
  /** Shillings that wait in suspense: above 0 held for nobody, below 0 gone for nobody, 0 when nothing was booked. */
  readonly inSuspense: bigint;
  /** The operator account whose statement reported it; null where no statement did. */
  readonly operatorAccountId: number | null;
  readonly openedAtMs: number;
  /** Null where an operator's statement has a payment that we know nothing of. */
  readonly transaction: Transaction | null;
  /** How it can end; empty when it has ended. */
  readonly fitting: readonly Resolution[];
  readonly resolved: Resolved | null;
}

/** How a case ended. */
export interface Resolved {
  readonly as: Resolution;
  readonly reason: string;
  readonly by: string;
  readonly confirmedBy: string;
  readonly atMs: number;
  /** The transaction that books it; null when there was nothing to book. */
  readonly transactionId: number | null;
}

export interface CaseQuery {
  /** Both when null. */
  readonly mode: Mode | null;
  /** Also resolved cases. */
  readonly all: boolean;
  /** Only those with a number above this; 0 begins. */
  readonly after: number;
  readonly limit: number;
}

/** Review cases in the order of their numbers, oldest first. */
export async function listCases(records: Records, { mode, all, after, limit }: CaseQuery): Promise<FoundCase[]> {
  const { rows } = await records.query<CaseRow>(
    `${selectCases}
      WHERE review_case_id > $1 AND ($2::text IS NULL OR mode = $2) AND ($3 OR resolved_at IS NULL)
      ORDER BY review_case_id LIMIT $4`,
    [after, mode, all, limit],
  );
  return await withTransactions(records, rows);
}

/** One review case, or null when there is none with this number. */
export async function findCase(records: Records, reviewCaseId: number): Promise<FoundCase | null> {
  const { rows } = await records.query<CaseRow>(`${selectCases} WHERE review_case_id = $1`, [reviewCaseId]);
  const [found] = await withTransactions(records, rows);
  return found ?? null;
}

interface CaseRow {
  review_case_id: string;
  mode: Mode;
  wallet_id: string | null;
  transaction_id: string | null;
  kind: CaseKind;
  found: Record<string, unknown>;
  in_suspense: string;
  operator_account_id: number | null;
  opened_at_ms: string;
  claims: SuspenseClaim['kind'][];
  resolution: Resolution | null;
  resolution_reason: string | null;
  resolved_by: string | null;
  confirmed_by: string | null;
  resolved_at_ms: string | null;
  resolution_transaction_id: string | null;
}

const selectCases = `
  SELECT review_case_id, mode, wallet_id, transaction_id, operator_account_id, kind, found,
         coalesce((found->>'in_suspense')::bigint, 0) AS in_suspense,
         round(extract(epoch FROM opened_at) * 1000)::bigint AS opened_at_ms,
         ARRAY(SELECT claim.kind FROM suspense_claim AS claim
                WHERE claim.transaction_id = review_case.transaction_id) AS claims,
         resolution, resolution_reason, resolved_by, confirmed_by,
         round(extract(epoch FROM resolved_at) * 1000)::bigint AS resolved_at_ms, resolution_transaction_id
    FROM review_case`;

/** Every wallet is asked by key, because a record belongs to its wallet. */
async function withTransactions(records: Records, rows: readonly CaseRow[]): Promise<FoundCase[]> {
  const ids = rows.flatMap(({ wallet_id, transaction_id }) =>
    wallet_id === null || transaction_id === null
      ? []
      : [{ walletId: Number(wallet_id), transactionId: Number(transaction_id) }],
  );
  const { here, moved } = await byPlace(records, ids);
  const { rows: found } = await records.query<TransactionRow>(
    `SELECT ${transactionColumns} FROM transaction
      WHERE (wallet_id, transaction_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
    [here.map(({ walletId }) => walletId), here.map(({ transactionId }) => transactionId)],
  );
  const transactions = new Map(found.map((row) => [Number(row.transaction_id), transactionFromRow(row)]));
  for (const { walletId, transactionId } of moved) {
    const transaction = await findTransaction(records, walletId, transactionId);
    if (transaction !== null) transactions.set(transactionId, transaction);
  }
  return rows.map((row) => caseOf(row, transactions.get(Number(row.transaction_id)) ?? null));
}

function caseOf(row: CaseRow, transaction: Transaction | null): FoundCase {
  const inSuspense = BigInt(row.in_suspense);
  const resolved = resolvedOf(row);
  return {
    reviewCaseId: Number(row.review_case_id),
    mode: row.mode,
    kind: row.kind,
    found: row.found,
    inSuspense,
    operatorAccountId: row.operator_account_id,
    openedAtMs: Number(row.opened_at_ms),
    transaction,
    fitting:
      resolved === null ? fittingOf({ inSuspense, kind: row.kind, found: row.found }, transaction, row.claims) : [],
    resolved,
  };
}

/** A payment that is none of ours can be booked where the statement says enough of it. */
function fittingOf(
  { found, ...reviewCase }: Pick<FoundCase, 'inSuspense' | 'kind' | 'found'>,
  transaction: Transaction | null,
  claims: readonly SuspenseClaim['kind'][],
): readonly Resolution[] {
  if (transaction === null) {
    const payment = unknownPaymentOf(found);
    return payment === null ? ['dismissed'] : [...endsOfUnknownPayment(payment.direction), 'dismissed'];
  }
  return fittingResolutions(
    reviewCase,
    transaction,
    claims.map((kind) => ({ kind })),
  );
}

function resolvedOf(row: CaseRow): Resolved | null {
  const { resolution, resolution_reason: reason, resolved_by: by, confirmed_by: confirmedBy } = row;
  if (resolution === null || reason === null || by === null || confirmedBy === null) return null;
  const bookedBy = row.resolution_transaction_id;
  return {
    as: resolution,
    reason,
    by,
    confirmedBy,
    atMs: Number(row.resolved_at_ms),
    transactionId: bookedBy === null ? null : Number(bookedBy),
  };
}

import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Difference, OurPayment } from './match.ts';
import type { StatementFloat } from './our-payments.ts';
import type { StatementRow } from './statement-row.ts';

/** A difference between a statement and our books; without a row it is a payment that the statement lacks. */
export interface FoundDifference {
  readonly outcome: Difference;
  readonly row: StatementRow | null;
  readonly payment: OurPayment | null;
  readonly why: string;
}

/** The review case of a difference. `opened`: by this run. */
export interface DifferenceCase {
  readonly reviewCaseId: number;
  readonly state: 'opened' | 'open' | 'resolved';
}

/** Whose statement it is. */
export interface StatementOf {
  readonly mode: Mode;
  readonly operator: string;
  /** Where a payment that we know nothing of belongs. */
  readonly operatorAccountId: number;
  /** The account whose statement it is; null for one of both. */
  readonly float: StatementFloat;
  /** The file's name, for the person who reads the case. */
  readonly fileName: string;
}

/**
 * Review cases of differences, in their order, opened where there are none yet. What the ledger itself has sent to review
 * in the same words has its case already. The same statement again finds the cases of the first time.
 * @param open false only looks; a difference without a case is then null.
 */
export async function casesOf(
  db: Queryable,
  statement: StatementOf,
  differences: readonly FoundDifference[],
  open: boolean,
): Promise<(DifferenceCase | null)[]> {
  const wanted = differences.map((difference, no) => wantedCase(statement, difference, no));
  const cases = new Map<number, DifferenceCase>();
  await lookUp(db, wanted, cases);
  if (open) {
    const { rows } = await db.query<{ review_case_id: string; key: string }>(insertCases, [
      statement.mode,
      JSON.stringify(wanted.filter(({ no }) => !cases.has(no))),
    ]);
    const opened = new Map(rows.map((row) => [row.key, Number(row.review_case_id)]));
    for (const one of wanted) {
      const reviewCaseId = cases.has(one.no) ? undefined : opened.get(keyOf(one));
      if (reviewCaseId !== undefined) cases.set(one.no, { reviewCaseId, state: 'opened' });
      opened.delete(keyOf(one));
    }
    // Two rows that claim the same have one case, and another run may have opened it meanwhile.
    const unnamed = wanted.filter(({ no }) => !cases.has(no));
    if (unnamed.length > 0) await lookUp(db, unnamed, cases);
  }
  return wanted.map(({ no }) => cases.get(no) ?? null);
}

interface WantedCase {
  readonly no: number;
  readonly wallet_id: number | null;
  readonly transaction_id: number | null;
  readonly operator_account_id: number;
  readonly kind: 'statement_differs' | 'missing_here' | 'missing_there';
  readonly claim: string;
  /** How the ledger names the same contradiction when the operator itself reports it. */
  readonly ledger_kinds: readonly string[];
  readonly found: Readonly<Record<string, unknown>>;
}

function wantedCase(statement: StatementOf, difference: FoundDifference, no: number): WantedCase {
  const { outcome, row, payment, why } = difference;
  const isKind = outcome === 'missing_here' || outcome === 'missing_there';
  return {
    no,
    wallet_id: payment?.walletId ?? null,
    transaction_id: payment?.transactionId ?? null,
    operator_account_id: payment?.operatorAccountId ?? statement.operatorAccountId,
    kind: isKind ? outcome : 'statement_differs',
    claim: claimOf(outcome, row),
    ledger_kinds: ledgerKindsOf(outcome, payment),
    found: {
      operator: statement.operator,
      statement: statement.fileName,
      difference: outcome,
      ...(why === '' ? {} : { why }),
      ...(statement.float === null ? {} : { float: statement.float }),
      ...(row === null ? {} : foundThere(row)),
      ...(payment === null ? {} : foundHere(payment)),
    },
  };
}

/** Another claim is another case; the line and the file are not part of it, so that a longer statement finds the same. */
function claimOf(outcome: Difference, row: StatementRow | null): string {
  if (row === null) return '';
  const id = row.receipt ?? `${row.reference} ${row.atMs ?? ''}`.trim();
  return [outcome, id, row.amount, row.direction ?? '', row.status].join(' ');
}

function ledgerKindsOf(outcome: Difference, payment: OurPayment | null): readonly string[] {
  if (payment === null) return [];
  if (outcome === 'missing_here' && payment.status === 'failed') return ['late_success'];
  if (outcome === 'status_differs' && payment.status === 'completed') return ['late_failure'];
  if (outcome === 'amount_differs') return ['amount_differs'];
  if (outcome === 'receipt_differs' || outcome === 'paid_twice') return ['receipt_differs', 'receipt_reused'];
  return [];
}

function foundThere(row: StatementRow): Record<string, unknown> {
  return {
    line: row.line,
    receipt: row.receipt,
    reference: row.reference,
    amount: Number(row.amount),
    direction: row.direction,
    status: row.status,
    at: row.atMs === null ? null : new Date(row.atMs).toISOString(),
  };
}

function foundHere(payment: OurPayment): Record<string, unknown> {
  return {
    amount_here: Number(payment.amount),
    direction_here: payment.direction,
    status_here: payment.status,
    receipt_here: payment.receipt,
    reference_here: payment.reference,
  };
}

function keyOf({ transaction_id, kind, claim }: WantedCase): string {
  return `${transaction_id ?? ''} ${kind} ${claim}`;
}

async function lookUp(db: Queryable, wanted: readonly WantedCase[], cases: Map<number, DifferenceCase>): Promise<void> {
  const { rows } = await db.query<{ no: number; review_case_id: string; resolved: boolean }>(selectCases, [
    JSON.stringify(wanted),
  ]);
  for (const row of rows) {
    cases.set(row.no, { reviewCaseId: Number(row.review_case_id), state: row.resolved ? 'resolved' : 'open' });
  }
}

const selectCases = `
  SELECT wanted.no, found.review_case_id, found.resolved
    FROM jsonb_to_recordset($1::jsonb)
           AS wanted (no integer, transaction_id bigint, operator_account_id integer, kind text, claim text, ledger_kinds text[])
   CROSS JOIN LATERAL (
         SELECT c.review_case_id, c.resolved_at IS NOT NULL AS resolved
           FROM review_case c
          WHERE c.transaction_id = wanted.transaction_id
            AND (c.kind = wanted.kind AND c.claim = wanted.claim OR c.kind = ANY (wanted.ledger_kinds))
         UNION ALL
         SELECT c.review_case_id, c.resolved_at IS NOT NULL
           FROM review_case c
          WHERE c.transaction_id IS NULL AND wanted.transaction_id IS NULL
            AND c.operator_account_id = wanted.operator_account_id AND c.kind = wanted.kind AND c.claim = wanted.claim
          ORDER BY review_case_id LIMIT 1) found`;

/** What is with persons is not sent again behind their backs. */
const insertCases = `
  WITH opened AS (
    INSERT INTO review_case (mode, wallet_id, transaction_id, operator_account_id, kind, claim, found, opened_at)
    SELECT $1, wallet_id, transaction_id, operator_account_id, kind, claim, found, clock_timestamp()
      FROM jsonb_to_recordset($2::jsonb)
             AS wanted (wallet_id bigint, transaction_id bigint, operator_account_id integer, kind text, claim text, found jsonb)
        ON CONFLICT DO NOTHING
    RETURNING review_case_id, transaction_id, concat(transaction_id, ' ', kind, ' ', claim) AS key
  ), with_persons AS (
    UPDATE submission SET in_review = true
      FROM opened
     WHERE submission.transaction_id = opened.transaction_id AND NOT submission.recheck
  )
  SELECT review_case_id, key FROM opened`;

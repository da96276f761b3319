import type { Mode } from '../ledger/transaction.ts';
import { ugx } from '../money/ugx.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { OurPayment, Period } from './match.ts';
import type { StatementRow } from './statement-row.ts';

/** Which of the operator's two accounts a statement is of; null when it is of both. */
export type StatementFloat = 'collection_float' | 'disbursement_float' | null;

/** Whose payments a statement is compared with. */
export interface Scope {
  readonly mode: Mode;
  readonly operatorAccountIds: readonly number[];
  readonly float: StatementFloat;
  /** When the first of these accounts was made, in milliseconds since 1970: no payment is older. */
  readonly sinceMs: number;
}

const paymentsAtOnce = 10_000;
const longestSliceMs = 3_600_000;
/** Payments that began earlier than this before the statement are not looked for, and would only be at its edge. */
const beforePeriodMs = 24 * 3_600_000;

/**
 * Our payments that rows name, by reference and by receipt. Money that was booked on a float is found by its slip, in any
 * spelling.
 */
export async function findPayments(
  db: Queryable,
  scope: Scope,
  rows: readonly StatementRow[],
): Promise<{ readonly byReference: Map<string, OurPayment>; readonly byReceipt: Map<string, OurPayment> }> {
  const references = rows.flatMap(({ reference }) => reference ?? []);
  const receipts = rows.flatMap(({ receipt }) => receipt ?? []);
  const accounts = numberArray(scope.operatorAccountIds);
  const [referred, receipted, booked] = await Promise.all([
    db.query<KeyedRow>({ ...selectByReference, values: [accounts, textArray(references)] }),
    db.query<KeyedRow>({ ...selectByReceipt, values: [accounts, textArray(receipts)] }),
    db.query<KeyedRow>({ ...selectBookings, values: [accounts, textArray(receipts), scope.mode] }),
  ]);
  return {
    byReference: paymentsByKey(referred.rows),
    byReceipt: new Map([...paymentsByKey(booked.rows), ...paymentsByKey(receipted.rows)]),
  };
}

/** The refunds of collections, by the number of the collection: those without a receipt, and none that failed. */
export async function findRefundsOf(
  db: Queryable,
  collections: readonly OurPayment[],
): Promise<Map<number, OurPayment>> {
  if (collections.length === 0) return new Map();
  const ids = numberArray(collections.map(({ transactionId }) => transactionId));
  const { rows } = await db.query<KeyedRow>({ ...selectRefundsOf, values: [ids] });
  return new Map(rows.map((row) => [Number(row.key), paymentFromRow(row)]));
}

/**
 * Refunds without a receipt that are completed or open, and began in a time or in the day before it, in the order of
 * their beginning.
 */
export async function unnamedRefunds(db: Queryable, scope: Scope, { fromMs, toMs }: Period): Promise<OurPayment[]> {
  const { rows } = await db.query<PaymentRow>({
    ...selectUnnamedRefunds,
    values: [numberArray(scope.operatorAccountIds), scope.mode, fromMs - beforePeriodMs, toMs, scope.float],
  });
  return rows.map(paymentFromRow);
}

/**
 * Payments that were completed at an operator in a period, in the order of their beginning. Read by slices of time in
 * short statements, so that no snapshot stays open; a slice shrinks where there is much and grows where there is little.
 * @param begunFromMs when the statement begins, in milliseconds since 1970: the period, or its first row before that.
 * @param atOnce payments read in one statement at most, as long as they did not all begin in one millisecond.
 */
export async function* completedPayments(
  db: Queryable,
  scope: Scope,
  period: Period,
  begunFromMs: number,
  atOnce = paymentsAtOnce,
): AsyncGenerator<OurPayment[]> {
  let sliceMs = 60_000;
  for (let fromMs = Math.max(begunFromMs - beforePeriodMs, scope.sinceMs); fromMs < period.toMs; ) {
    const untilMs = Math.min(fromMs + sliceMs, period.toMs);
    const limit = sliceMs === 1 ? null : atOnce + 1;
    const { rows } = await db.query<PaymentRow>({
      ...selectCompleted,
      values: [
        numberArray(scope.operatorAccountIds),
        scope.mode,
        fromMs,
        untilMs,
        period.fromMs,
        period.toMs,
        scope.float,
        limit,
      ],
    });
    if (limit !== null && rows.length >= limit) {
      sliceMs = Math.max(1, Math.floor(sliceMs / 4));
      continue;
    }
    yield rows.map(paymentFromRow);
    fromMs = untilMs;
    if (rows.length < atOnce / 4) sliceMs = Math.min(sliceMs * 2, longestSliceMs);
  }
}

interface PaymentRow {
  wallet_id: string;
  transaction_id: string;
  type: OurPayment['type'];
  status: OurPayment['status'];
  direction: OurPayment['direction'];
  amount: string;
  operator_account_id: number;
  external_reference: string | null;
  receipt: string | null;
  created_at_ms: string;
  completed_at_ms: string | null;
}

interface KeyedRow extends PaymentRow {
  key: string;
}

/** The operator moves a collection whole, and of what leaves the part that reaches the recipient. */
const paymentColumns = `
  t.wallet_id, t.transaction_id, t.type, t.status, t.direction,
  CASE WHEN t.direction = 'in' THEN t.amount ELSE t.net_amount END AS amount, t.operator_account_id,
  t.external_reference, t.operator_receipt AS receipt,
  round(extract(epoch FROM t.created_at) * 1000)::bigint AS created_at_ms,
  round(extract(epoch FROM t.completed_at) * 1000)::bigint AS completed_at_ms`;

const selectByReference = {
  name: 'reconcile.by_reference',
  text: `
    SELECT r.reference AS key, ${paymentColumns}
      FROM unnest($2::text[]) AS asked (reference)
      JOIN operator_reference r ON r.operator_account_id = ANY ($1::integer[]) AND r.reference = asked.reference
      JOIN transaction t ON t.wallet_id = r.wallet_id AND t.transaction_id = r.transaction_id`,
};

const selectByReceipt = {
  name: 'reconcile.by_receipt',
  text: `
    SELECT r.receipt AS key, ${paymentColumns}
      FROM unnest($2::text[]) AS asked (receipt)
      JOIN operator_receipt r ON r.operator_account_id = ANY ($1::integer[]) AND r.receipt = asked.receipt
      JOIN transaction t ON t.wallet_id = r.wallet_id AND t.transaction_id = r.transaction_id`,
};

const selectBookings = {
  name: 'reconcile.bookings',
  text: `
    SELECT asked.receipt AS key, ${paymentColumns.replace('t.operator_receipt', 'asked.receipt')}
      FROM unnest($2::text[]) AS asked (receipt)
      JOIN adjustment_claim c ON c.mode = $3
       AND (c.reference_key = comparable_reference(asked.receipt) OR c.external_reference = asked.receipt)
      JOIN transaction t ON t.wallet_id = c.wallet_id AND t.transaction_id = c.transaction_id
     WHERE t.operator_account_id = ANY ($1::integer[])
     ORDER BY c.external_reference = asked.receipt`,
};

const selectRefundsOf = {
  name: 'reconcile.refunds_of',
  text: `
    SELECT r.collection_id AS key, ${paymentColumns}
      FROM refund_claim r
      JOIN transaction t ON t.wallet_id = r.wallet_id AND t.transaction_id = r.refund_id
     WHERE r.collection_id = ANY ($1::bigint[]) AND NOT r.paid_late AND t.operator_receipt IS NULL`,
};

const ownFloat = `
  CASE WHEN t.direction = 'in' THEN 'collection_float' ELSE coalesce(t.details->>'paid_from', 'disbursement_float') END`;

const selectUnnamedRefunds = {
  name: 'reconcile.unnamed_refunds',
  text: `
    SELECT ${paymentColumns}
      FROM transaction t
     WHERE t.created_at >= to_timestamp($3::double precision / 1000)
       AND t.created_at < to_timestamp($4::double precision / 1000)
       AND t.type = 'refund' AND t.status IN ('processing', 'completed') AND t.operator_receipt IS NULL
       AND t.route = 'external' AND t.mode = $2 AND t.operator_account_id = ANY ($1::integer[])
       AND ($5::text IS NULL OR $5 = ${ownFloat})
     ORDER BY t.created_at, t.transaction_id`,
};

const selectCompleted = {
  name: 'reconcile.completed',
  text: `
    SELECT ${paymentColumns}
      FROM transaction t
     WHERE t.created_at >= to_timestamp($3::double precision / 1000)
       AND t.created_at < to_timestamp($4::double precision / 1000)
       AND t.status = 'completed' AND t.route = 'external' AND t.mode = $2
       AND t.operator_account_id = ANY ($1::integer[])
       AND t.completed_at >= to_timestamp($5::double precision / 1000)
       AND t.completed_at < to_timestamp($6::double precision / 1000)
       AND ($7::text IS NULL OR $7 = ${ownFloat})
     ORDER BY t.created_at, t.transaction_id
     LIMIT $8`,
};

function paymentsByKey(rows: readonly KeyedRow[]): Map<string, OurPayment> {
  return new Map(rows.map((row) => [row.key, paymentFromRow(row)]));
}

function paymentFromRow(row: PaymentRow): OurPayment {
  return {
    walletId: Number(row.wallet_id),
    transactionId: Number(row.transaction_id),
    type: row.type,
    status: row.status,
    direction: row.direction,
    amount: ugx(row.amount),
    operatorAccountId: row.operator_account_id,
    reference: row.external_reference,
    receipt: row.receipt,
    createdAtMs: Number(row.created_at_ms),
    completedAtMs: row.completed_at_ms === null ? null : Number(row.completed_at_ms),
  };
}

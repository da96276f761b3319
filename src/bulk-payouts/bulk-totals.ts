import { msisdn } from '../phone/msisdn.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { MoneyServices } from '../wallet/operation.ts';
import type { BulkPayout } from './bulk-payout.ts';
import { type BulkDuplicate, duplicatesOf } from './check-bulk.ts';

/** The rows of a bulk payout that one operator pays. Amounts in shillings. */
export interface OperatorTotal {
  /** Null for phones with a wallet here, which no operator pays. */
  readonly operator: string | null;
  readonly rows: number;
  readonly amount: number;
  readonly fees: number;
}

/** What an approver compares before deciding about all rows. */
export interface BulkTotals {
  /** The largest amount first. */
  readonly byOperator: readonly OperatorTotal[];
  /** Rows with the phone and amount of an earlier row. */
  readonly duplicates: readonly BulkDuplicate[];
}

/** A row as far as the totals depend on it. */
interface CountedRow {
  readonly line: number;
  readonly phone: string;
  readonly amount: number;
  readonly fee: number;
  readonly isWallet: boolean;
}

/** The totals of a bulk payout, as its rows would be paid now. Its rows, at most 10,000, never change. */
export async function readTotals(
  db: Queryable,
  { prefixes }: Pick<MoneyServices, 'prefixes'>,
  { bulkPayoutId, mode }: BulkPayout,
): Promise<BulkTotals> {
  const { rows } = await db.query<{ line: number; phone: string; amount: string; fee: string; is_wallet: boolean }>(
    `SELECT r.line, r.phone, r.amount, r.fee, wallet_phone.phone IS NOT NULL AS is_wallet
       FROM bulk_payout_row r LEFT JOIN wallet_phone ON wallet_phone.mode = $2 AND wallet_phone.phone = r.phone
      WHERE r.bulk_payout_id = $1 ORDER BY r.row_no`,
    [bulkPayoutId, mode],
  );
  const counted = rows.map((row) => ({
    line: row.line,
    phone: row.phone,
    amount: Number(row.amount),
    fee: Number(row.fee),
    isWallet: row.is_wallet,
  }));
  const operatorOf = (phone: string) => {
    const known = msisdn(phone);
    return known === null ? 'Other' : prefixes.operatorOf(known);
  };
  return { byOperator: totalsByOperator(counted, operatorOf), duplicates: duplicatesOf(counted) };
}

/** The sums of each operator's rows, the largest amount first. Pure. */
export function totalsByOperator(
  rows: readonly CountedRow[],
  operatorOf: (phone: string) => string,
): readonly OperatorTotal[] {
  const groups = Map.groupBy(rows, ({ phone, isWallet }) => (isWallet ? null : operatorOf(phone)));
  return [...groups]
    .map(([operator, ofOperator]) => ({
      operator,
      rows: ofOperator.length,
      amount: ofOperator.reduce((sum, { amount }) => sum + amount, 0),
      fees: ofOperator.reduce((sum, { fee }) => sum + fee, 0),
    }))
    .sort((one, other) => other.amount - one.amount);
}

/** Of some rows of a bulk payout, by their number: the line of the first earlier row with the same phone and amount. */
export async function readRepeatedLines(
  db: Queryable,
  bulkPayoutId: number,
  rows: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (rows.length === 0) return new Map();
  const { rows: found } = await db.query<{ row_no: number; line: number }>(
    `SELECT r.row_no, min(earlier.line) AS line
       FROM bulk_payout_row r JOIN bulk_payout_row earlier USING (bulk_payout_id, phone, amount)
      WHERE bulk_payout_id = $1 AND r.row_no = ANY ($2::integer[]) AND earlier.row_no < r.row_no
      GROUP BY r.row_no`,
    [bulkPayoutId, rows],
  );
  return new Map(found.map((row) => [row.row_no, row.line]));
}

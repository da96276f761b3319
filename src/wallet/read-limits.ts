import type { Caller } from '../access/caller.ts';
import { feeBandToJson } from '../fees/band-json.ts';
import type { FeeBook } from '../fees/fee-book.ts';
import { type FeeScheduleInForce, feeOperations } from '../fees/schedules.ts';
import { endOfKampalaDay, kampalaDay } from '../ledger/kampala-day.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { lesserUgx, type Ugx, ugx, ugxToJson, zeroUgx } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import { notFound } from '../refusal.ts';

/** The limits of a wallet at a moment. Amounts in shillings, with fees; null where there is no such limit. */
export interface WalletLimits {
  readonly frozen: boolean;
  readonly perPayment: Ugx | null;
  readonly perDay: Ugx | null;
  /** What left the wallet on the day of Kampala. */
  readonly outToday: Ugx;
  readonly approvalThreshold: Ugx | null;
  readonly withdrawListedOnly: boolean;
  readonly oneCollectionPerPayer: boolean;
  readonly uniqueClientReferences: boolean;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** The limits and fees that apply to the next payment of a wallet. @throws Refusal `not_found` */
export async function readLimits(
  db: Queryable,
  feeBook: Pick<FeeBook, 'inForce'>,
  { walletId, clientId, mode }: Caller,
): Promise<object> {
  const limits = await readWalletLimits(db, walletId);
  const schedules = await Promise.all(feeOperations.map((operation) => feeBook.inForce(operation, clientId)));
  return { mode, ...renderLimits(limits), fees: schedules.map(renderSchedule) };
}

/** The limits that apply to the next payment of a wallet. @throws Refusal `not_found` */
export async function readWalletLimits(db: Queryable, walletId: number): Promise<WalletLimits> {
  const { rows } = await db.query<LimitsRow>(
    `SELECT frozen, limit_per_transaction, limit_per_day, day, day_out, approval_threshold, withdraw_listed_only,
            one_collection_per_payer, unique_client_references,
            floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at_ms
       FROM wallet WHERE wallet_id = $1`,
    [walletId],
  );
  const [row] = rows;
  if (row === undefined) throw notFound();
  return limitsOf(row);
}

interface LimitsRow {
  readonly frozen: boolean;
  readonly limit_per_transaction: string | null;
  readonly limit_per_day: string | null;
  readonly day: number;
  readonly day_out: string;
  readonly approval_threshold: string | null;
  readonly withdraw_listed_only: boolean;
  readonly one_collection_per_payer: boolean;
  readonly unique_client_references: boolean;
  readonly at_ms: string;
}

function limitsOf(row: LimitsRow): WalletLimits {
  const atMs = Number(row.at_ms);
  const orNull = (amount: string | null) => (amount === null ? null : ugx(amount));
  return {
    frozen: row.frozen,
    perPayment: orNull(row.limit_per_transaction),
    perDay: orNull(row.limit_per_day),
    outToday: row.day === kampalaDay(atMs) ? ugx(row.day_out) : zeroUgx,
    approvalThreshold: orNull(row.approval_threshold),
    withdrawListedOnly: row.withdraw_listed_only,
    oneCollectionPerPayer: row.one_collection_per_payer,
    uniqueClientReferences: row.unique_client_references,
    atMs,
  };
}

/** The limits as the interface shows them. Pure. */
export function renderLimits(limits: WalletLimits) {
  const { perPayment, perDay, outToday, approvalThreshold } = limits;
  const json = (amount: Ugx | null) => (amount === null ? null : ugxToJson(amount));
  return {
    currency: 'UGX',
    frozen: limits.frozen,
    per_payment: json(perPayment),
    per_day: json(perDay),
    used_today: ugxToJson(outToday),
    left_today: perDay === null ? null : ugxToJson(ugx(perDay - lesserUgx(perDay, outToday))),
    day_ends_at: isoTime(endOfKampalaDay(limits.atMs)),
    approval_threshold: json(approvalThreshold),
    withdraw_listed_only: limits.withdrawListedOnly,
    one_collection_per_payer: limits.oneCollectionPerPayer,
    unique_client_references: limits.uniqueClientReferences,
    as_of: isoTime(limits.atMs),
  };
}

/** A fee schedule as the interface shows it. Pure. */
export function renderSchedule({ operation, effectiveFromMs, bands }: FeeScheduleInForce) {
  return { operation, effective_from: isoTime(effectiveFromMs), bands: bands.map(feeBandToJson) };
}

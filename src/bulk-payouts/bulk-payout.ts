import { responsibleFor } from '../ledger/rows/approval.ts';
import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';

export const bulkStatuses = [
  'draft',
  'awaiting_approval',
  'running',
  'finished',
  'cancelled',
  'rejected',
  'expired',
] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/** A file of payments. Amounts in shillings. */
export interface BulkPayout {
  readonly bulkPayoutId: number;
  readonly walletId: number;
  readonly clientId: number;
  readonly mode: Mode;
  readonly name: string;
  readonly status: BulkStatus;
  readonly rowCount: number;
  readonly amount: number;
  readonly fees: number;
  readonly maker: string;
  /** The API key that made it; null where a person did. */
  readonly apiKeyId: number | null;
  /** The chain of that key where it has a budget, against which the payments count; null elsewhere. */
  readonly budgetLineage: number | null;
  /** Whether another person must approve it even below the threshold. */
  readonly asksApproval: boolean;
  /** The bulk payout whose failed rows it sends again. */
  readonly retryOf: number | null;
  /** The person behind the maker, as of an approval; null where none is known. */
  readonly responsible: string | null;
  /** Who approved it already, where two persons must. */
  readonly firstApprover: string | null;
  readonly approver: string | null;
  /** Who rejected or cancelled it. */
  readonly stoppedBy: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
  /** What the wall clock will show when it can no longer be approved. */
  readonly expiresAt: Date | null;
  /** Whether that time has come by trusted time, which decides. */
  readonly isPastExpiry: boolean;
  readonly begunAt: Date | null;
  readonly endedAt: Date | null;
}

interface BulkPayoutColumns {
  bulk_payout_id: string;
  wallet_id: string;
  client_id: string;
  mode: Mode;
  name: string;
  status: BulkStatus;
  row_count: number;
  amount: string;
  fees: string;
  maker: string;
  api_key_id: string | null;
  budget_lineage: string | null;
  ask_approval: boolean;
  retry_of: string | null;
  responsible: string | null;
  first_approver: string | null;
  approver: string | null;
  stopped_by: string | null;
  reason: string | null;
  created_at: Date;
  expires_at: Date | null;
  is_past_expiry: boolean;
  begun_at: Date | null;
  ended_at: Date | null;
}

const columns = `
  bulk_payout_id, wallet_id, client_id, mode, name, status, row_count, amount, fees, maker, first_approver, approver, stopped_by,
  reason, api_key_id, ask_approval, retry_of, created_at, wall_time_of(expires_at) AS expires_at, coalesce(expires_at <= trusted_now(), false) AS is_past_expiry,
  begun_at, ended_at, ${responsibleFor('bulk_payout.maker')} AS responsible,
  (SELECT b.lineage FROM api_key k JOIN key_budget b ON b.wallet_id = k.wallet_id AND b.lineage = coalesce(k.lineage, k.api_key_id)
    WHERE k.api_key_id = bulk_payout.api_key_id) AS budget_lineage`;

/** The wallet's bulk payout. @throws Refusal when it has none with that id. */
export async function readBulkPayout(db: Queryable, walletId: number, bulkPayoutId: number): Promise<BulkPayout> {
  return oneOf(await select(db, 'WHERE wallet_id = $1 AND bulk_payout_id = $2', [walletId, bulkPayoutId]));
}

/** As `readBulkPayout`, and locks the row until the database transaction ends. */
export async function lockBulkPayout(db: Queryable, walletId: number, bulkPayoutId: number): Promise<BulkPayout> {
  return oneOf(await select(db, 'WHERE wallet_id = $1 AND bulk_payout_id = $2 FOR UPDATE', [walletId, bulkPayoutId]));
}

/** The wallet's bulk payouts, newest first; of one status where it is named. */
export async function listBulkPayouts(
  db: Queryable,
  walletId: number,
  page: { readonly before: number; readonly limit: number; readonly status?: BulkStatus | undefined },
): Promise<BulkPayout[]> {
  const newestFirst = `WHERE wallet_id = $1 AND bulk_payout_id < $2 AND ($4::text IS NULL OR status = $4)
    ORDER BY bulk_payout_id DESC LIMIT $3`;
  return await select(db, newestFirst, [walletId, page.before, page.limit, page.status ?? null]);
}

/** The running bulk payouts of all wallets, oldest first. @param mode of both modes when null. */
export async function listRunning(db: Queryable, mode: Mode | null): Promise<BulkPayout[]> {
  const oldestFirst = `WHERE status = 'running' AND ($1::text IS NULL OR mode = $1) ORDER BY bulk_payout_id LIMIT 100`;
  return await select(db, oldestFirst, [mode]);
}

async function select(db: Queryable, which: string, values: unknown[]): Promise<BulkPayout[]> {
  const { rows } = await db.query<BulkPayoutColumns>(`SELECT ${columns} FROM bulk_payout ${which}`, values);
  return rows.map((row) => ({
    bulkPayoutId: Number(row.bulk_payout_id),
    walletId: Number(row.wallet_id),
    clientId: Number(row.client_id),
    mode: row.mode,
    name: row.name,
    status: row.status,
    rowCount: row.row_count,
    amount: Number(row.amount),
    fees: Number(row.fees),
    maker: row.maker,
    apiKeyId: numberOrNull(row.api_key_id),
    budgetLineage: numberOrNull(row.budget_lineage),
    asksApproval: row.ask_approval,
    retryOf: numberOrNull(row.retry_of),
    responsible: row.responsible,
    firstApprover: row.first_approver,
    approver: row.approver,
    stoppedBy: row.stopped_by,
    reason: row.reason,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isPastExpiry: row.is_past_expiry,
    begunAt: row.begun_at,
    endedAt: row.ended_at,
  }));
}

function numberOrNull(value: string | null): number | null {
  return value === null ? null : Number(value);
}

function oneOf([found]: BulkPayout[]): BulkPayout {
  if (found === undefined) throw new Refusal('not_found', 'This wallet has no bulk payout with that id; check the id.');
  return found;
}

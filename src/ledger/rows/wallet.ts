import { type Ugx, ugx } from '../../money/ugx.ts';
import { bigintArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Mode } from '../transaction.ts';
import { arrayStatement, exactly, type Send } from './statement.ts';

/** A wallet as it was read. Amounts in shillings, `day` in days since 1970 in Kampala. */
export interface WalletState {
  readonly walletId: number;
  readonly mode: Mode;
  readonly holderName: string;
  readonly phone: string | null;
  readonly available: Ugx;
  readonly held: Ugx;
  readonly entryNo: number;
  readonly eventSequence: number;
  readonly day: number;
  readonly dayOut: Ugx;
  readonly frozen: boolean;
  /** Whether an active webhook receives its events. */
  readonly hasWebhooks: boolean;
  readonly limitPerTransaction: Ugx | null;
  readonly limitPerDay: Ugx | null;
  readonly approvalThreshold: Ugx | null;
  readonly withdrawListedOnly: boolean;
  readonly oneCollectionPerPayer: boolean;
  readonly uniqueClientReferences: boolean;
}

/** A wallet as it was read and as a batch leaves it. */
export interface WalletWrite {
  readonly before: WalletState;
  readonly after: WalletState;
}

const read = `
    SELECT wallet_id, mode, holder_name, phone, available, held, entry_no, event_sequence, day, day_out, frozen,
           has_webhooks, limit_per_transaction, limit_per_day, approval_threshold, withdraw_listed_only,
           one_collection_per_payer, unique_client_references
      FROM wallet WHERE wallet_id = ANY ($1::bigint[])`;

const lock = {
  name: 'ledger.lock_wallets',
  // Sorted before it locks, so that two sessions that wait never wait for each other in a circle.
  text: `${read} ORDER BY wallet_id FOR NO KEY UPDATE`,
};

const lockFree = {
  name: 'ledger.lock_free_wallets',
  text: `${read} FOR NO KEY UPDATE SKIP LOCKED`,
};

const existing = {
  name: 'ledger.existing_wallets',
  text: 'SELECT wallet_id FROM wallet WHERE wallet_id = ANY ($1::bigint[])',
};

/**
 * Locks wallets in the order of their ids, waits for those that another session has locked, and returns their state.
 * A statement of its own: see docs/architecture.md.
 */
export function lockWallets(db: Queryable, walletIds: readonly number[]): Promise<Map<number, WalletState>> {
  return statesOf(db, lock, walletIds);
}

/** As `lockWallets`, without waiting: wallets that another session has locked are left out, as are those that do not exist. */
export function lockFreeWallets(db: Queryable, walletIds: readonly number[]): Promise<Map<number, WalletState>> {
  return statesOf(db, lockFree, walletIds);
}

/** The state of some wallets as it was last committed, for what only shows it: nothing may be written by it. */
export function readWallets(db: Queryable, walletIds: readonly number[]): Promise<Map<number, WalletState>> {
  return statesOf(db, { name: 'ledger.read_wallets', text: read }, walletIds);
}

/** Which of some wallets exist, whoever has locked them. */
export async function existingWallets(db: Queryable, walletIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (walletIds.length === 0) return new Set();
  const { rows } = await db.query<{ wallet_id: string }>({
    ...existing,
    values: [bigintArray(walletIds, (id) => id)],
  });
  return new Set(rows.map((row) => Number(row.wallet_id)));
}

async function statesOf(
  db: Queryable,
  statement: { readonly name: string; readonly text: string },
  walletIds: readonly number[],
): Promise<Map<number, WalletState>> {
  if (walletIds.length === 0) return new Map();
  const { rows } = await db.query<WalletRow>({ ...statement, values: [bigintArray(walletIds, (id) => id)] });
  return new Map(rows.map((row) => [Number(row.wallet_id), walletFromRow(row)]));
}

interface WalletRow {
  wallet_id: string;
  mode: Mode;
  holder_name: string;
  phone: string | null;
  available: string;
  held: string;
  entry_no: string;
  event_sequence: string;
  day: number;
  day_out: string;
  frozen: boolean;
  has_webhooks: boolean;
  limit_per_transaction: string | null;
  limit_per_day: string | null;
  approval_threshold: string | null;
  withdraw_listed_only: boolean;
  one_collection_per_payer: boolean;
  unique_client_references: boolean;
}

function walletFromRow(row: WalletRow): WalletState {
  const limit = (text: string | null) => (text === null ? null : ugx(text));
  return {
    walletId: Number(row.wallet_id),
    mode: row.mode,
    holderName: row.holder_name,
    phone: row.phone,
    available: ugx(row.available),
    held: ugx(row.held),
    entryNo: Number(row.entry_no),
    eventSequence: Number(row.event_sequence),
    day: row.day,
    dayOut: ugx(row.day_out),
    frozen: row.frozen,
    hasWebhooks: row.has_webhooks,
    limitPerTransaction: limit(row.limit_per_transaction),
    limitPerDay: limit(row.limit_per_day),
    approvalThreshold: limit(row.approval_threshold),
    withdrawListedOnly: row.withdraw_listed_only,
    oneCollectionPerPayer: row.one_collection_per_payer,
    uniqueClientReferences: row.unique_client_references,
  };
}

const update = exactly(
  'ledger.update_wallets',
  'wallets',
  9,
  `
    UPDATE wallet SET available = new.available, held = new.held, entry_no = new.entry_no,
           event_sequence = new.event_sequence, day = new.day, day_out = new.day_out
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                  $8::bigint[])
        AS new (wallet_id, entry_no_read, available, held, entry_no, day, day_out, event_sequence)
     WHERE wallet.wallet_id = new.wallet_id AND wallet.entry_no = new.entry_no_read`,
);

/** Fails where a wallet's entry number is not the one that was read. */
export function updateWallets(wallets: readonly WalletWrite[]): Send[] {
  return arrayStatement(update, wallets.length, () => [
    bigintArray(wallets, ({ before }) => before.walletId),
    bigintArray(wallets, ({ before }) => before.entryNo),
    bigintArray(wallets, ({ after }) => after.available),
    bigintArray(wallets, ({ after }) => after.held),
    bigintArray(wallets, ({ after }) => after.entryNo),
    bigintArray(wallets, ({ after }) => after.day),
    bigintArray(wallets, ({ after }) => after.dayOut),
    bigintArray(wallets, ({ after }) => after.eventSequence),
    wallets.length,
  ]);
}

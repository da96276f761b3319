import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** What the database has counted so far; the difference of two counts is what lay between them. */
export interface Counted {
  readonly payments: number;
  readonly rowsInserted: number;
  readonly rowsUpdated: number;
  readonly rowsDeleted: number;
  /** Updates of wallets, and how many of these were HOT. */
  readonly walletUpdates: number;
  readonly walletUpdatesHot: number;
  readonly walBytes: number;
}

export interface WrittenPerPayment {
  readonly payments: number;
  readonly rows: number;
  readonly walBytes: number;
  readonly walletUpdatesHotPercent: number;
}

/** Counts once the statistics of all idle sessions have arrived, which PostgreSQL sends up to ten seconds late. */
export async function countWritten(client: Client): Promise<Counted> {
  let before = await countNow(client);
  for (let quietSeconds = 0; quietSeconds < 3; ) {
    await sleep(1000);
    const now = await countNow(client);
    const moved = now.payments - before.payments;
    quietSeconds = moved === 0 && now.rowsInserted - before.rowsInserted < 100 ? quietSeconds + 1 : 0;
    before = now;
  }
  return before;
}

export function writtenBetween(before: Counted, after: Counted): WrittenPerPayment {
  const payments = after.payments - before.payments;
  const rows =
    after.rowsInserted -
    before.rowsInserted +
    (after.rowsUpdated - before.rowsUpdated) +
    (after.rowsDeleted - before.rowsDeleted);
  const updates = after.walletUpdates - before.walletUpdates;
  const hot = after.walletUpdatesHot - before.walletUpdatesHot;
  return {
    payments,
    rows: Number((rows / payments).toFixed(2)),
    walBytes: Math.round((after.walBytes - before.walBytes) / payments),
    walletUpdatesHotPercent: updates === 0 ? 100 : Math.round((hot / updates) * 100),
  };
}

/** A payment inside writes two transactions, the sender's and the recipient's; every one of them is inserted once. */
const count = `
  SELECT sum(n_tup_ins) FILTER (WHERE relname LIKE 'transaction\\_p%') / 2 AS payments,
         sum(n_tup_ins) AS rows_inserted, sum(n_tup_upd) AS rows_updated, sum(n_tup_del) AS rows_deleted,
         sum(n_tup_upd) FILTER (WHERE relname = 'wallet') AS wallet_updates,
         sum(n_tup_hot_upd) FILTER (WHERE relname = 'wallet') AS wallet_updates_hot,
         pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal_bytes
    FROM pg_stat_user_tables
   WHERE schemaname = 'nsimbi'`;

async function countNow(client: Client): Promise<Counted> {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<Record<string, string>>(count);
  const of = (name: string) => Number(rows[0]?.[name] ?? 0);
  return {
    payments: of('payments'),
    rowsInserted: of('rows_inserted'),
    rowsUpdated: of('rows_updated'),
    rowsDeleted: of('rows_deleted'),
    walletUpdates: of('wallet_updates'),
    walletUpdatesHot: of('wallet_updates_hot'),
    walBytes: of('wal_bytes'),
  };
}

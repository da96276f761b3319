import { firstSystemAccount, lastSystemAccount } from '../ledger/accounts.ts';
import type { Queryable } from '../postgres/pool.ts';
import { isSince, movedBelowSql, pageSteps, readMovedBelow, readPartitionsHere, takeBoundary } from './boundary.ts';

/** How much of a partition of the transfers is read at once, in pages of 8 kB. */
export interface PageCounts {
  /** Pages read in one short statement. */
  readonly pagesPerStep: number;
  /** Transfers are only ever added; these last pages may still have had free space when their number was read. */
  readonly pagesWithRoom: number;
}

const usualCounts: PageCounts = { pagesPerStep: 8_192, pagesWithRoom: 1_000 };
const triesMax = 3;

/**
 * Compares each system account with the sum of its transfers, while payments go on and without a long snapshot. Rows of
 * database transactions that ended before a boundary never change and are added up step by step; later rows are read in
 * one statement with the balances. A row's transaction ID (xmin) decides, not `created_at`, because clocks can jump.
 * Space that a failed batch left in an old page can hide a new transfer, so a difference is checked again. What has moved to the history
 * store counts as it was added up when its partition was closed; where another one is closed meanwhile, everything is read again.
 * @returns a sentence for each account that differs.
 */
export async function wrongSystemAccounts(db: Queryable, counts: PageCounts = usualCounts): Promise<string[]> {
  for (let tried = 1; ; tried += 1) {
    const wrong = await compareOnce(db, counts);
    if (wrong === 'moved') tried -= 1;
    else if (wrong.length === 0 || tried === triesMax) return wrong;
  }
}

async function compareOnce(db: Queryable, { pagesPerStep, pagesWithRoom }: PageCounts): Promise<string[] | 'moved'> {
  const boundary = await takeBoundary(db);
  const movedBelow = await readMovedBelow(db);
  const partitions = await readPartitionsHere(db, 'transfer', movedBelow);
  const totals = new Map<string, bigint>();
  for (const { name, pages } of partitions) {
    for (const [from, to] of pageSteps(pages, pagesPerStep)) {
      const lines = linesOf(name, `ctid >= '${from}' AND ctid < '${to}'`);
      const { rows } = await db.query<{ account_id: string; total: string }>(
        `SELECT account_id, sum(amount) AS total FROM (${lines} AND NOT ${isSince}) lines
          WHERE account_id BETWEEN $2 AND $3 GROUP BY account_id`,
        [boundary, firstSystemAccount, lastSystemAccount],
      );
      for (const row of rows) totals.set(row.account_id, (totals.get(row.account_id) ?? 0n) + BigInt(row.total));
    }
  }
  const since = partitions.map(
    ({ name, pages }) => `${linesOf(name, `ctid >= '(${Math.max(0, pages - pagesWithRoom)},0)'`)} AND ${isSince}`,
  );
  since.push(
    `SELECT key::bigint AS account_id, value::bigint AS amount FROM history_partition, jsonb_each_text(accounts)
      WHERE closed_at IS NOT NULL`,
  );
  const { rows } = await db.query<{
    account_id: string;
    name: string | null;
    balance: string;
    since: string;
    moved_below: string;
  }>(
    `SELECT account_id, a.mode || ' ' || a.kind AS name, coalesce(since.amount, 0) AS since,
            coalesce(a.balance, 0) + coalesce(delta.amount, 0) AS balance, ${movedBelowSql} AS moved_below
       FROM system_account a
       FULL JOIN (SELECT account_id, sum(amount) AS amount FROM system_account_delta GROUP BY account_id) delta
                 USING (account_id)
       FULL JOIN (SELECT account_id, sum(amount) AS amount FROM (${since.join(' UNION ALL ')}) lines
                   WHERE account_id BETWEEN $2 AND $3 GROUP BY account_id) since USING (account_id)
      ORDER BY account_id`,
    [boundary, firstSystemAccount, lastSystemAccount],
  );
  if (rows.some(({ moved_below }) => BigInt(moved_below) !== movedBelow)) return 'moved';
  const known = new Set(rows.map((row) => row.account_id));
  return [
    ...rows.flatMap(({ account_id, name, balance, since: added }) => {
      const total = (totals.get(account_id) ?? 0n) + BigInt(added);
      if (name !== null && total === BigInt(balance)) return [];
      const account = `account ${account_id} (${name ?? 'which does not exist'})`;
      return `${account} says ${balance}, its transfers add up to ${total}`;
    }),
    ...[...totals]
      .filter(([accountId]) => !known.has(accountId))
      .map(([accountId, total]) => `account ${accountId} does not exist, its transfers add up to ${total}`),
  ];
}

/** Both sides of a partition's transfers, credits less debits; the name is the catalogue's own, quoted by it. */
export function linesOf(partition: string, pages = 'true'): string {
  return `SELECT side.account_id, side.amount
            FROM ${partition} l,
                 LATERAL (VALUES (l.credit_account, l.amount), (l.debit_account, -l.amount)) side (account_id, amount)
           WHERE ${pages}`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../postgres/pool.ts';
import { lastSystemAccount } from '../accounts.ts';

/** Pages read in one short statement: 64 MB. */
const pagesPerStep = 8_192;
/** Transfers are only ever added; these last pages may still have had free space when their number was read. */
const pagesWithRoom = 1_000;
/** How long batches that were under way may take to end, in milliseconds. */
const patienceMs = 30_000;
const triesMax = 3;

/**
 * Compares each system account with the sum of its transfers, while payments go on and without a long snapshot: what was
 * written before a moment never changes and is added up step by step; the rest is read in one statement with the
 * balances. Space that a failed batch left in an old page can hide a new transfer, so a difference is checked again.
 * @returns a sentence for each account that differs.
 */
export async function wrongSystemAccounts(db: Queryable, pagesMax: number = pagesPerStep): Promise<string[]> {
  for (let tried = 1; ; tried += 1) {
    const wrong = await compareOnce(db, pagesMax);
    if (wrong.length === 0 || tried === triesMax) return wrong;
  }
}

async function compareOnce(db: Queryable, pagesMax: number): Promise<string[]> {
  const moment = await momentBehindUs(db);
  const partitions = await readPartitions(db);
  const totals = new Map<string, bigint>();
  for (const { name, pages } of partitions) {
    for (let from = 0; from < pages; from += pagesMax) {
      const lines = linesOf(name, `ctid >= '(${from},0)' AND ctid < '(${Math.min(from + pagesMax, pages)},0)'`);
      const { rows } = await db.query<{ account_id: string; total: string }>(
        `SELECT account_id, sum(amount) AS total FROM (${lines} AND created_at < $1) lines
          WHERE account_id <= $2 GROUP BY account_id`,
        [moment, lastSystemAccount],
      );
      for (const row of rows) totals.set(row.account_id, (totals.get(row.account_id) ?? 0n) + BigInt(row.total));
    }
  }
  const since = partitions.map(
    ({ name, pages }) => `${linesOf(name, `ctid >= '(${Math.max(0, pages - pagesWithRoom)},0)'`)} AND created_at >= $1`,
  );
  const { rows } = await db.query<{ account_id: string; name: string; balance: string; since: string }>(
    `SELECT a.account_id, a.mode || ' ' || a.kind AS name, coalesce(since.amount, 0) AS since,
            a.balance + coalesce((SELECT sum(amount) FROM system_account_delta d
                                   WHERE d.account_id = a.account_id), 0) AS balance
       FROM system_account a
       LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM (${since.join(' UNION ALL ')}) lines
                   GROUP BY account_id) since USING (account_id)
      ORDER BY account_id`,
    [moment],
  );
  return rows.flatMap((row) => {
    const total = (totals.get(row.account_id) ?? 0n) + BigInt(row.since);
    if (total === BigInt(row.balance)) return [];
    return `account ${row.account_id} (${row.name}) says ${row.balance}, its transfers add up to ${total}`;
  });
}

/** A time of the database before which nothing more will be committed. */
async function momentBehindUs(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ moment: string }>(
    `SELECT date_trunc('milliseconds', clock_timestamp())::text AS moment`,
  );
  // A batch has its number before it reads the clock, so every batch of an earlier time has a lower one than this.
  const { rows: next } = await db.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
  const giveUpAt = performance.now() + patienceMs;
  for (let ended = false; !ended && performance.now() < giveUpAt; ) {
    const { rows: now } = await db.query<{ ended: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended',
      [next[0]?.xid],
    );
    ended = now[0]?.ended === true;
    if (!ended) await sleep(20);
  }
  const moment = rows[0]?.moment;
  if (moment === undefined) throw new Error('the server did not return the time');
  return moment;
}

async function readPartitions(db: Queryable): Promise<{ name: string; pages: number }[]> {
  const { rows } = await db.query<{ name: string; pages: string }>(`
    SELECT relid::regclass::text AS name, pg_relation_size(relid) / current_setting('block_size')::bigint AS pages
      FROM pg_partition_tree('transfer'::regclass) WHERE isleaf ORDER BY relid::regclass::text`);
  return rows.map(({ name, pages }) => ({ name, pages: Number(pages) }));
}

/** Both sides of a partition's transfers, credits less debits; the name is the catalogue's own, quoted by it. */
function linesOf(partition: string, pages: string): string {
  return `SELECT side.account_id, side.amount
            FROM ${partition} l,
                 LATERAL (VALUES (l.credit_account, l.amount), (l.debit_account, -l.amount)) side (account_id, amount)
           WHERE ${pages}`;
}

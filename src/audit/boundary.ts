import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../postgres/pool.ts';
import { haveOlderEnded, takeTransactionId } from '../postgres/transaction-ids.ts';

/** How long batches that were under way may take to end, in milliseconds. */
const patienceMs = 30_000;

/**
 * Whether the row was inserted by a database transaction with the ID $1 or a later one. Rows store the last 32 bits of a
 * transaction ID, so a row inserted 2^32 transactions earlier can match too; the next try uses another boundary.
 */
export const isSince = '(age(xmin) BETWEEN 0 AND age($1::xid))';

/**
 * Takes a transaction ID and waits until every database transaction with a lower one has ended. The wait has a limit: a
 * difference caused by a transaction that stays open longer is checked again.
 * @returns the last 32 bits of the transaction ID, as rows store them.
 */
export async function takeBoundary(db: Queryable): Promise<string> {
  const { full, short } = await takeTransactionId(db);
  const giveUpAt = performance.now() + patienceMs;
  while (!(await haveOlderEnded(db, full)) && performance.now() < giveUpAt) await sleep(20);
  return short;
}

/**
 * The partitions of a table of records whose transactions have not moved to the history store. One that has moved is still there for a while.
 * @param movedBelow transactions with lower ids have moved.
 */
export async function readPartitionsHere(db: Queryable, table: string, movedBelow: bigint): Promise<PagedTable[]> {
  const tables = await readPagedTables(db, table);
  if (movedBelow === 0n) return tables;
  const { rows } = await db.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = $1::regclass
        AND (regexp_match(pg_get_expr(relpartbound, inhrelid), $$FROM \\('?(\\d+)'?\\)$$))[1]::bigint < $2`,
    [table, movedBelow.toString()],
  );
  const moved = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => !moved.has(name));
}

/** Transactions with lower ids have moved to the history store, in the snapshot of the statement. */
export const movedBelowSql = '(SELECT moved_below FROM history_boundary)';

/** Transactions with lower ids have moved to the history store. */
export async function readMovedBelow(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ moved_below: string }>('SELECT moved_below FROM history_boundary');
  return BigInt(rows[0]?.moved_below ?? 0);
}

/** A table without partitions, or a partition, with its size; the name is the catalogue's own, quoted by it. */
export interface PagedTable {
  readonly name: string;
  readonly pages: number;
}

/** The tables that the rows of a table are in: itself, or its partitions. `pg_partition_tree` lists no table without partitions. */
export async function readPagedTables(db: Queryable, table: string): Promise<PagedTable[]> {
  const { rows } = await db.query<{ name: string; pages: string }>(
    `SELECT relid::regclass::text AS name, pg_relation_size(relid) / current_setting('block_size')::bigint AS pages
       FROM (SELECT relid FROM pg_partition_tree($1::regclass) WHERE isleaf
              UNION SELECT oid FROM pg_class WHERE oid = $1::regclass AND relkind = 'r') tables
      ORDER BY relid::regclass::text`,
    [table],
  );
  return rows.map(({ name, pages }) => ({ name, pages: Number(pages) }));
}

/** The bounds of steps through the pages of a table, for a condition `ctid >= from AND ctid < to`. */
export function* pageSteps(pages: number, pagesPerStep: number): Generator<readonly [from: string, to: string]> {
  for (let from = 0; from < pages; from += pagesPerStep) {
    yield [`(${from},0)`, `(${Math.min(from + pagesPerStep, pages)},0)`];
  }
}

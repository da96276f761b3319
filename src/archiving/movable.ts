import { readBoundary } from '../history/boundary.ts';
import type { Queryable } from '../postgres/pool.ts';

/** A partition of transactions, with that of their transfers and that of their events. */
export interface Partition {
  /** Its transactions have ids from `firstId` to before `endId`. */
  readonly firstId: number;
  readonly endId: number;
  /** The names of the three tables; the catalogue's own, quoted by it. */
  readonly tables: Readonly<Record<RecordTable, string>>;
}

/** The tables that move, in the order in which their partitions are dropped: an event is never here without its transaction. */
export const recordTables = ['event', 'transfer', 'transaction'] as const;
export type RecordTable = (typeof recordTables)[number];

/** The partition that moves next. */
export interface NextPartition extends Partition {
  /** Why it does not move yet, a sentence each; none when it can. */
  readonly heldBy: readonly string[];
}

/** So many numbers behind the newest one, a batch may still write with a number that it took before. */
const numbersBehindMax = 1_000_000;

/**
 * The oldest partition that has not moved, and what keeps it here. Partitions move in their order, so that one boundary tells what has
 * moved.
 * @param afterMs how old its transactions must be, in milliseconds.
 * @returns null when there is no partition but those that are still written to.
 */
export async function readNextPartition(db: Queryable, afterMs: number): Promise<NextPartition | null> {
  const { movedBelow } = await readBoundary(db);
  const partition = (await readPartitions(db)).find(({ firstId }) => firstId >= movedBelow);
  if (partition === undefined) return null;
  const { rows } = await db.query<{ newest: string }>('SELECT last_value AS newest FROM transaction_number');
  if (partition.endId + numbersBehindMax > Number(rows[0]?.newest)) return null;
  return { ...partition, heldBy: await whatHolds(db, partition, afterMs) };
}

/** Every partition that has all three tables, in the order of the ids. */
export async function readPartitions(db: Queryable): Promise<Partition[]> {
  const { rows } = await db.query<{ first_id: string; end_id: string; tables: Partition['tables'] }>(
    `SELECT bounds[1]::bigint AS first_id, bounds[2]::bigint AS end_id, jsonb_object_agg(parent, name) AS tables
       FROM (SELECT parent, inhrelid::regclass::text AS name,
                    regexp_match(pg_get_expr(relpartbound, inhrelid), $$FROM \\('?(\\d+)'?\\) TO \\('?(\\d+)'?\\)$$) AS bounds
               FROM unnest($1::text[]) AS parent
               JOIN pg_inherits ON inhparent = ('nsimbi.' || parent)::regclass AND NOT inhdetachpending
               JOIN pg_class ON pg_class.oid = inhrelid) AS partition
      GROUP BY bounds HAVING count(*) = cardinality($1::text[])
      ORDER BY first_id`,
    [recordTables],
  );
  return rows.map(({ first_id, end_id, tables }) => ({ firstId: Number(first_id), endId: Number(end_id), tables }));
}

interface HeldBy {
  readonly is_young: boolean;
  readonly open: string;
  readonly newest: Date | null;
}

/** What keeps a partition here, a sentence each. @param afterMs as in `readNextPartition`. */
export async function whatHolds(db: Queryable, partition: Partition, afterMs: number): Promise<string[]> {
  // By the wall clock and by trusted time, so that a clock that is set ahead moves nothing.
  const { rows } = await db.query<HeldBy>(
    `SELECT newest, newest > least(now(), trusted_now()) - $1::float8 * interval '1 millisecond' IS TRUE AS is_young, open
       FROM (SELECT max(greatest(created_at, completed_at, failed_at)) AS newest,
                    count(*) FILTER (WHERE status NOT IN ('completed', 'failed')) AS open
               FROM ${partition.tables.transaction}) AS transactions`,
    [afterMs],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a statement without groups gives one row');
  const days = Math.ceil(afterMs / 86_400_000);
  if (found.is_young) return [`its newest transaction ended less than ${days} days ago`];
  if (Number(found.open) > 0) return [`${found.open} of its transactions have not ended`];
  const held: string[] = [];
  for (const [sentence, condition] of needs) {
    const { rows: needed } = await db.query<{ is: boolean }>(
      `SELECT EXISTS (${condition}) AS is FROM (SELECT $1::bigint AS first_id, $2::bigint AS end_id, $3::timestamptz AS newest) AS moving`,
      [partition.firstId, partition.endId, found.newest],
    );
    if (needed[0]?.is === true) held.push(sentence);
  }
  return held;
}

const isOf = (id: string) => `${id} >= first_id AND ${id} < end_id`;

/** What still needs a transaction here. Each condition selects rows of a partition that is `moving`. */
const needs: readonly (readonly [sentence: string, condition: string])[] = [
  [
    'an operator is still queried about one of its transactions',
    `SELECT FROM submission WHERE ${isOf('transaction_id')}`,
  ],
  ['one of its transactions waits for approval', `SELECT FROM approval WHERE ${isOf('transaction_id')}`],
  [
    'a refund of one of its collections has not ended',
    `SELECT FROM submission JOIN refund_claim ON refund_id = submission.transaction_id WHERE ${isOf('collection_id')}`,
  ],
  [
    'one of its transactions has an open review case',
    `SELECT FROM review_case WHERE resolved_at IS NULL AND ${isOf('transaction_id')}`,
  ],
  // A key is as old as its transaction, so that the index by age finds those that are as old as this partition.
  [
    'an Idempotency-Key of one of its transactions is kept',
    `SELECT FROM idempotency_key WHERE created_at <= newest AND ${isOf('transaction_id')}`,
  ],
  ['one of its events has no deliveries yet', `SELECT FROM event_fan_out WHERE ${isOf('transaction_id')}`],
  ['a delivery of one of its events is kept', `SELECT FROM delivery WHERE ${isOf('transaction_id')}`],
  [
    'one of its transactions is not proven yet',
    `SELECT FROM proof_work, unnest(transaction_ids) AS id WHERE ${isOf('id')}`,
  ],
  // The figures of its days are counted from its events, which are read here only.
  [
    'one of its transactions is not counted in the figures of its day yet',
    `SELECT FROM event LEFT JOIN wallet_count USING (wallet_id)
      WHERE ${isOf('transaction_id')} AND first_sequence > coalesce(days_counted_to, 0)`,
  ],
  ['what was there before the proofs is not proven yet', `SELECT FROM proof_history WHERE phase <> 'done'`],
];

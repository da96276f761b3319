import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ensureComplete } from '../history/complete-store.ts';
import { reliedOnMsMax } from '../history/records.ts';
import { type RecordTable, recordTables } from './movable.ts';

/** How long a partition is still here after the boundary has passed it, in milliseconds: twice as long as a boundary is relied on. */
export const keptAfterClosingMs = 2 * reliedOnMsMax;

/**
 * Drops the partitions that the boundary has passed, after waiting as long as somebody may still rely on an earlier boundary. No payment
 * waits for it: a partition is detached by a statement that itself waits for whatever reads it. What is interrupted is finished the
 * next time.
 * @param keptMs how long to wait.
 * @returns how many were dropped.
 * @throws HistoryUnavailable where the history store lacks one, and the reason of the signal.
 */
export async function dropPassedPartitions(
  db: pg.Pool,
  history: pg.Pool,
  signal: AbortSignal,
  keptMs = keptAfterClosingMs,
): Promise<number> {
  const { rows } = await db.query<{ first_id: string }>(
    'SELECT first_id FROM history_partition WHERE closed_at IS NOT NULL AND dropped_at IS NULL ORDER BY first_id',
  );
  if (rows.length === 0) return 0;
  // By this process's own clock: the one that wrote closed_at can have been set since.
  await sleep(keptMs, undefined, { signal });
  await ensureComplete(db, history);
  for (const { first_id } of rows) {
    for (const parent of recordTables) await dropPartition(db, parent, first_id);
    await db.query('UPDATE history_partition SET dropped_at = clock_timestamp() WHERE first_id = $1', [first_id]);
  }
  return rows.length;
}

async function dropPartition(db: pg.Pool, parent: RecordTable, firstId: string): Promise<void> {
  const { rows } = await db.query<{ name: string; state: 'attached' | 'detaching' | 'detached' }>(
    `SELECT pg_class.oid::regclass::text AS name,
            CASE WHEN inhparent IS NULL THEN 'detached' WHEN inhdetachpending THEN 'detaching' ELSE 'attached' END AS state
       FROM pg_class LEFT JOIN pg_inherits ON inhrelid = pg_class.oid
      WHERE pg_class.oid = to_regclass('nsimbi.' || partition_of($1, $2::bigint))`,
    [parent, firstId],
  );
  const [found] = rows;
  if (found === undefined) return;
  if (found.state === 'attached') await db.query(`ALTER TABLE ${parent} DETACH PARTITION ${found.name} CONCURRENTLY`);
  if (found.state === 'detaching') await db.query(`ALTER TABLE ${parent} DETACH PARTITION ${found.name} FINALIZE`);
  await db.query(`DROP TABLE ${found.name}`);
}

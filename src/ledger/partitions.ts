import { sqlState } from '../postgres/errors.ts';
import type { Queryable } from '../postgres/pool.ts';

const checkViolation = '23514';

/**
 * Creates the partitions of transactions, transfers and events for the numbers that come next, if they are missing. No payment
 * waits for it (migration 27).
 */
export async function ensurePartitions(db: Queryable): Promise<void> {
  await db.query('SELECT ensure_partitions()');
}

/**
 * Whether a row was refused because there is no partition for its number. PostgreSQL reports it as a violated check, like that of a
 * column, but names no constraint.
 */
export function isPartitionMissing(error: unknown): boolean {
  if (sqlState(error) !== checkViolation) return false;
  return error instanceof Error && (!('constraint' in error) || error.constraint === undefined);
}

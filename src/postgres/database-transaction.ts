import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CommitInDoubt, DatabaseUnavailable, isConnectionLost, sqlState } from './errors.ts';

const triesMax = 4;

/** Where a database transaction can run: in a pool, or within the one that a client of it has begun. */
export type Transactional = pg.Pool | pg.PoolClient;

/**
 * Runs `work` in one database transaction at READ COMMITTED and returns what it returns. The whole of `work` runs again
 * when the server asks for it (deadlock, serialization, a lock not had in time), up to four times. Within the transaction of a client
 * it is a part of that one: whoever began it commits it, or runs all of it again.
 * @throws DatabaseUnavailable when the connection is lost before COMMIT is sent: nothing happened.
 * @throws CommitInDoubt when it is lost afterwards: it may have happened.
 */
export async function inDatabaseTransaction<T>(
  db: Transactional,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  if ('release' in db) return await work(db);
  for (let tried = 1; ; tried += 1) {
    try {
      return await once(db, work);
    } catch (error) {
      if (tried === triesMax || !asksForAnotherTry(error)) throw error;
      await sleep(10 * 2 ** tried * (0.5 + Math.random()));
    }
  }
}

/** Whether the server undid everything for a reason that another try may not meet. */
export function asksForAnotherTry(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && (state.startsWith('40') || state === '55P03');
}

/** Whether a failure after COMMIT was sent is not the server's word that nothing was written. */
export function leavesCommitInDoubt(error: unknown): boolean {
  return isConnectionLost(error) || (sqlState(error) === null && !(error instanceof NotCommitted));
}

async function once<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let committing = false;
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const result = await work(client);
    committing = true;
    const end = await client.query('COMMIT');
    // PostgreSQL answers ROLLBACK, and no error, when a statement failed and its error was swallowed.
    if (end.command !== 'COMMIT') throw new NotCommitted(end.command);
    client.release();
    return result;
  } catch (error) {
    if (committing ? leavesCommitInDoubt(error) : isConnectionLost(error)) {
      client.release(true);
      throw committing ? new CommitInDoubt(error) : new DatabaseUnavailable(error);
    }
    await rollBack(client);
    throw error;
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  }
}

/** A connection that cannot even roll back is closed, which rolls back too. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch {
    client.release(true);
  }
}

/** COMMIT was answered with something else: the database transaction was undone. */
export class NotCommitted extends Error {
  override readonly name = 'NotCommitted';

  constructor(answer: string) {
    super(`COMMIT was answered ${answer}: nothing was written`);
  }
}

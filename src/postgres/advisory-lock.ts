import type pg from 'pg';

/**
 * Does work while this session alone holds the advisory lock of a name. The lock ends with its connection, so that a process that
 * dies leaves none.
 * @returns what the work returned; null where another session holds the lock, and nothing was done.
 */
export async function whileLocked<Result>(
  pool: pg.Pool,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const holder = await pool.connect();
  let isHeld = false;
  try {
    const { rows } = await holder.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
      [name],
    );
    isHeld = rows[0]?.held === true;
    return isHeld ? await work() : null;
  } finally {
    if (isHeld) await unlock(holder, name);
    else holder.release();
  }
}

/** Closing the connection ends the lock too. */
async function unlock(holder: pg.PoolClient, name: string): Promise<void> {
  try {
    await holder.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    holder.release();
  } catch {
    holder.release(true);
  }
}

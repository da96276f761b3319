import type pg from 'pg';

/** The connection that held an advisory lock has ended, and the lock with it: another process may have it now. */
export class LockLost extends Error {
  override readonly name = 'LockLost';

  constructor(lock: string) {
    super(`the connection that held the lock ${lock} has ended`);
  }
}

/** A proxy in front of the server may end a connection without traffic, some after a few minutes. */
const useEveryMs = 30_000;

/**
 * Does work while this session alone holds the advisory lock of a name. The lock ends with its connection, so that a process that
 * dies leaves none.
 * @param work is given a signal that aborts with LockLost when the connection ends. Long work looks at it between its steps.
 * @param everyMs how often the connection is used, in milliseconds, so that it does not end for want of traffic.
 * @returns what the work returned; null where another session holds the lock, and nothing was done.
 */
export async function whileLocked<Result>(
  pool: pg.Pool,
  name: string,
  work: (lost: AbortSignal) => Promise<Result>,
  everyMs = useEveryMs,
): Promise<Result | null> {
  const holder = await pool.connect();
  const lost = new AbortController();
  const onEnd = () => lost.abort(new LockLost(name));
  let isHeld = false;
  let used: Promise<unknown> = Promise.resolve();
  // One statement after another; where one fails, the connection ends.
  const use = () => {
    used = used.then(() => holder.query('SELECT')).catch(() => undefined);
  };
  let timer: NodeJS.Timeout | undefined;
  holder.once('end', onEnd);
  try {
    const { rows } = await holder.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
      [name],
    );
    isHeld = rows[0]?.held === true;
    if (!isHeld) return null;
    timer = setInterval(use, everyMs);
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
    await used;
    holder.off('end', onEnd);
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

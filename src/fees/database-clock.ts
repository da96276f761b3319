import type { Queryable } from '../postgres/pool.ts';

/** The database's time in milliseconds: schedules begin by it. */
export async function readDatabaseClock(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ now_ms: string }>(
    'SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  return Number(rows[0]?.now_ms);
}

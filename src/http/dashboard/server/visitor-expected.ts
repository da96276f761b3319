import type { Queryable } from '../../../postgres/pool.ts';

/**
 * Whether somebody is likely to open the dashboard soon, so that it is worth its 50 MB and the half second of work before
 * they come: somebody started the service at a terminal and reads where the dashboard is, or a session goes on.
 * An installation that only programs use is neither.
 */
export async function isVisitorExpected(db: Queryable, startedAtTerminal: boolean): Promise<boolean> {
  if (startedAtTerminal) return true;
  const { rows } = await db.query<{ used: boolean }>(
    'SELECT EXISTS (SELECT FROM person_session WHERE expires_at > clock_timestamp()) AS used',
  );
  return rows[0]?.used === true;
}

import type { Queryable } from '../../postgres/pool.ts';
import { type Diagnosis, problem, warning, well } from './diagnosis.ts';

const worthKnowingMs = 1_000;
const dangerousMs = 30_000;

/** How far this machine's clock is from the database's. Money goes by the database's, keys and rate limits by ours. */
export async function checkClock(db: Queryable): Promise<Diagnosis> {
  const askedAtMs = Date.now();
  const { rows } = await db.query<{ now_ms: string }>(
    'SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  const answeredAtMs = Date.now();
  return judgeClock(Number(rows[0]?.now_ms), askedAtMs, answeredAtMs);
}

/** The database looked at its clock at some moment between question and answer; what that cannot explain is a difference. */
export function judgeClock(databaseMs: number, askedAtMs: number, answeredAtMs: number): Diagnosis {
  const differenceMs = Math.max(0, askedAtMs - databaseMs, databaseMs - answeredAtMs);
  if (differenceMs < worthKnowingMs) return well('clock', `${differenceMs} ms from the database's`);
  const found = `${(differenceMs / 1_000).toFixed(1)} s from the database's`;
  const mend = 'let NTP set the clock of both machines (timedatectl set-ntp true)';
  return differenceMs < dangerousMs ? warning('clock', found, mend) : problem('clock', found, mend);
}

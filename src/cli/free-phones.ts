import { type Msisdn, msisdn } from '../msisdn/msisdn.ts';
import type { Queryable } from '../postgres/pool.ts';
import { CommandRefused } from './command-refused.ts';

/**
 * Numbers for clients that are made up, above `after` (empty begins): valid ones of MTN's range 76, in which the
 * simulator has none with a fixed behaviour, and which no client of either mode has.
 * @throws CommandRefused when the range is used up.
 */
export async function freePhones(db: Queryable, count: number, after: string): Promise<Msisdn[]> {
  const first = after === '' ? 0 : Number(after.slice(-7)) + 1;
  // In the list of a SELECT the series is made as far as it is needed, in FROM as a whole.
  const { rows } = await db.query<{ phone: string }>(
    `SELECT candidate.phone
       FROM (SELECT '25676' || lpad(generate_series($2::integer, 9999999)::text, 7, '0') AS phone) candidate
      WHERE NOT EXISTS (SELECT FROM wallet_phone w WHERE w.mode = 'test' AND w.phone = candidate.phone OFFSET 0)
        AND NOT EXISTS (SELECT FROM wallet_phone w WHERE w.mode = 'live' AND w.phone = candidate.phone OFFSET 0)
      LIMIT $1`,
    [count, first],
  );
  const phones = rows.map(({ phone }) => msisdn(phone)).filter((phone) => phone !== null);
  if (phones.length < count) throw new CommandRefused('all numbers that seed can give are used; use an empty database');
  return phones;
}

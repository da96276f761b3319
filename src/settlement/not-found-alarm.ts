import type { Queryable } from '../postgres/pool.ts';

const paymentsNotFoundMax = 5;
/** A share of fewer queries than this says nothing. */
const queriesMin = 100;

/**
 * Whether an operator does not know so many payments that our own settings are the likely cause, and nothing may be
 * sent again: five of them stand as not found, or their share of the queries of ten minutes is above `shareMax`, which
 * at 1 switches both off.
 */
export async function tooManyNotFound(db: Queryable, operatorAccountId: number, shareMax: number): Promise<boolean> {
  if (shareMax >= 1) return false;
  const { rows } = await db.query<{ standing: string; asked: string; newly_not_found: string }>(
    `SELECT (SELECT count(*) FROM submission
              WHERE operator_account_id = $1 AND not_found_since IS NOT NULL AND NOT recheck) AS standing,
            coalesce(sum(taken), 0) AS asked,
            coalesce(sum(newly_not_found), 0) AS newly_not_found
       FROM query_budget
      WHERE operator_account_id = $1 AND second > floor(extract(epoch FROM clock_timestamp())) - 600`,
    [operatorAccountId],
  );
  const row = rows[0];
  if (row === undefined) return false;
  if (Number(row.standing) >= paymentsNotFoundMax) return true;
  const asked = Number(row.asked);
  return asked >= queriesMin && Number(row.newly_not_found) > asked * shareMax;
}

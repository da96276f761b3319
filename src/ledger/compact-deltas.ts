import type { Queryable } from '../postgres/pool.ts';

/**
 * Folds the deltas of system accounts into their rows. Balances stay what they were at every moment, because reading is
 * one statement and so is this. Deltas that come meanwhile wait for the next time.
 * @returns how many deltas were folded.
 */
export async function compactDeltas(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ folded: string }>(`
    WITH folded AS (DELETE FROM system_account_delta RETURNING account_id, amount),
         sums AS (SELECT account_id, sum(amount) AS amount FROM folded GROUP BY account_id),
         updated AS (UPDATE system_account a SET balance = a.balance + s.amount FROM sums s
                      WHERE a.account_id = s.account_id)
    SELECT count(*) AS folded FROM folded`);
  return Number(rows[0]?.folded ?? 0);
}

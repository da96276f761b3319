import type { Queryable } from '../postgres/pool.ts';

const deltasPerStep = 10_000;

/**
 * Folds some deltas of system accounts into their rows. Balances stay what they were at every moment, because reading is
 * one statement and so is this. Deltas that come meanwhile wait for the next time.
 * @returns how many were folded; call again while there are more.
 */
export async function compactDeltas(
  db: Queryable,
  deltasMax: number = deltasPerStep,
): Promise<{ folded: number; more: boolean }> {
  const { rows } = await db.query<{ folded: string }>(
    `WITH folded AS (
       DELETE FROM system_account_delta
        WHERE ctid = ANY (ARRAY(SELECT ctid FROM system_account_delta LIMIT $1)) RETURNING account_id, amount),
          sums AS (SELECT account_id, sum(amount) AS amount FROM folded GROUP BY account_id),
          updated AS (UPDATE system_account a SET balance = a.balance + s.amount FROM sums s
                       WHERE a.account_id = s.account_id)
     SELECT count(*) AS folded FROM folded`,
    [deltasMax],
  );
  const folded = Number(rows[0]?.folded ?? 0);
  return { folded, more: folded === deltasMax };
}

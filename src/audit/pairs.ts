import type { Queryable } from '../postgres/pool.ts';
import { isSince, pageSteps, readPagedTables, takeBoundary } from './boundary.ts';

/** How many pages of 8 kB are read in one short statement. */
const pagesPerStep = 8_192;
/** Pairs are compared in groups, so that only the groups that differ are read again. */
const groups = 1_024;

/** A completed payment between wallets as either side shows it: payer, recipient, amount and time. */
const legs = `
  SELECT CASE direction WHEN 'out' THEN wallet_id ELSE counterparty_wallet_id END AS payer,
         CASE direction WHEN 'out' THEN counterparty_wallet_id ELSE wallet_id END AS recipient,
         net_amount, completed_at, direction, transaction_id`;
const isLeg = `route = 'internal' AND status = 'completed'`;

/** A number of 63 bits of what both sides share. */
const number = `(hashint8extended(payer, hashint8extended(recipient, hashint8extended(net_amount,
  timestamp_hash_extended(completed_at AT TIME ZONE 'UTC', 0)))) & 9223372036854775807)`;

/** A statement that adds up the sent payments between wallets above 0 and the received ones below, by group. */
export function pairSums(table: string, condition = 'true'): string {
  return `SELECT ${number} % ${groups} AS "group", sum(CASE direction WHEN 'out' THEN ${number} ELSE -${number} END) AS sum
            FROM (${legs} FROM ${table} WHERE ${isLeg} AND ${condition}) leg
           GROUP BY 1`;
}

/**
 * Compares the sent transactions of payments between wallets with the received ones, while payments go on and without a long
 * snapshot. Both sides of a payment are written by one transaction of the database and never change, so those of ended ones are added up,
 * the sent ones above 0 and the received ones below, step by step. Where a group does not add up to 0 its payments are read
 * again, in one statement.
 * @returns a sentence for each wallet, amount and time at which the two sides differ.
 */
export async function unpairedPayments(db: Queryable): Promise<string[]> {
  const boundary = await takeBoundary(db);
  const sums = new Map<string, bigint>();
  for (const { name, pages } of await readPagedTables(db, 'transaction')) {
    for (const [from, to] of pageSteps(pages, pagesPerStep)) {
      const { rows } = await db.query<{ group: string; sum: string }>(
        pairSums(name, `ctid >= $2::tid AND ctid < $3::tid AND NOT ${isSince}`),
        [boundary, from, to],
      );
      for (const row of rows) sums.set(row.group, (sums.get(row.group) ?? 0n) + BigInt(row.sum));
    }
  }
  const differing = [...sums].filter(([, sum]) => sum !== 0n).map(([group]) => group);
  if (differing.length === 0) return [];
  const { rows } = await db.query<{ detail: string }>(
    `SELECT format('wallet %s paid %s to wallet %s at %s in the sent transactions %s, and the received ones are %s', payer, net_amount,
                   recipient, completed_at, coalesce(string_agg(transaction_id::text, ', ') FILTER (WHERE direction = 'out'), 'none'),
                   coalesce(string_agg(transaction_id::text, ', ') FILTER (WHERE direction = 'in'), 'none')) AS detail
       FROM (${legs} FROM transaction WHERE ${isLeg}) leg
      WHERE ${number} % ${groups} = ANY ($1::bigint[])
      GROUP BY payer, recipient, net_amount, completed_at
     HAVING count(*) FILTER (WHERE direction = 'out') <> count(*) FILTER (WHERE direction = 'in')`,
    [differing],
  );
  return rows.map(({ detail }) => detail);
}

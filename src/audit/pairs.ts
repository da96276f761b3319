import type { Records } from '../history/records.ts';
import type { Direction } from '../ledger/transaction.ts';
import { isSince, pageSteps, readMovedBelow, readPartitionsHere, takeBoundary } from './boundary.ts';

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

/** A wallet, amount and time at which the sent and the received payments differ, of those that are here. */
interface Unpaired {
  readonly payer: string;
  readonly recipient: string;
  readonly net_amount: string;
  readonly completed_at: string;
  readonly sent: readonly string[];
  readonly received: readonly string[];
}

/**
 * Compares the sent transactions of payments between wallets with the received ones, while payments go on and without a long
 * snapshot. Both sides of a payment are written by one transaction of the database and never change, so those of ended ones are added up,
 * the sent ones above 0 and the received ones below, step by step. What has moved to the history store counts as it was added up when its
 * partition was closed. Where a group does not add up to 0 its payments are read again, in one statement.
 * @returns a sentence for each wallet, amount and time at which the two sides differ.
 * @throws HistoryUnavailable
 */
export async function unpairedPayments(records: Records): Promise<string[]> {
  for (;;) {
    const movedBelow = await readMovedBelow(records);
    const differing = await differingGroups(records, movedBelow);
    const unpaired = differing.length === 0 ? [] : await readUnpaired(records, differing, movedBelow);
    // A partition that was closed meanwhile was counted here, or there, or twice.
    if ((await readMovedBelow(records)) === movedBelow)
      return await sentencesOf(records, differing, unpaired, movedBelow);
  }
}

async function differingGroups(records: Records, movedBelow: bigint): Promise<string[]> {
  const boundary = await takeBoundary(records);
  const { rows: moved } = await records.query<{ group: string; sum: string }>(
    `SELECT key AS "group", sum(value::numeric) AS sum FROM history_partition, jsonb_each_text(pairs)
      WHERE closed_at IS NOT NULL AND end_id <= $1 GROUP BY key`,
    [movedBelow.toString()],
  );
  const sums = new Map(moved.map(({ group, sum }) => [group, BigInt(sum)]));
  for (const { name, pages } of await readPartitionsHere(records, 'transaction', movedBelow)) {
    for (const [from, to] of pageSteps(pages, pagesPerStep)) {
      const { rows } = await records.query<{ group: string; sum: string }>(
        pairSums(name, `ctid >= $2::tid AND ctid < $3::tid AND NOT ${isSince}`),
        [boundary, from, to],
      );
      for (const row of rows) sums.set(row.group, (sums.get(row.group) ?? 0n) + BigInt(row.sum));
    }
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([group]) => group);
}

async function readUnpaired(
  records: Records,
  groupsToRead: readonly string[],
  movedBelow: bigint,
): Promise<Unpaired[]> {
  const { rows } = await records.query<Unpaired>(
    `SELECT payer, recipient, net_amount, completed_at::text,
            coalesce(array_agg(transaction_id) FILTER (WHERE direction = 'out'), '{}') AS sent,
            coalesce(array_agg(transaction_id) FILTER (WHERE direction = 'in'), '{}') AS received
       FROM (${legs} FROM transaction WHERE ${isLeg} AND transaction_id >= $2) leg
      WHERE ${number} % ${groups} = ANY ($1::bigint[])
      GROUP BY payer, recipient, net_amount, completed_at
     HAVING count(*) FILTER (WHERE direction = 'out') <> count(*) FILTER (WHERE direction = 'in')`,
    [groupsToRead, movedBelow.toString()],
  );
  return rows;
}

/** The sentences. The other side of a payment can be in the history store, where the partitions meet. */
async function sentencesOf(
  records: Records,
  differing: readonly string[],
  unpaired: readonly Unpaired[],
  movedBelow: bigint,
): Promise<string[]> {
  const sentences: string[] = [];
  for (const { payer, recipient, net_amount, completed_at, ...here } of unpaired) {
    const moved = async (walletId: string, otherId: string, direction: Direction) =>
      movedBelow === 0n
        ? []
        : await readMovedLegs(records, [walletId, otherId, direction, net_amount, completed_at, movedBelow.toString()]);
    const sent = [...(await moved(payer, recipient, 'out')), ...here.sent];
    const received = [...(await moved(recipient, payer, 'in')), ...here.received];
    if (sent.length === received.length) continue;
    const named = (ids: readonly string[]) => (ids.length === 0 ? 'none' : ids.join(', '));
    sentences.push(
      `wallet ${payer} paid ${net_amount} to wallet ${recipient} at ${completed_at} in the sent transactions ${named(sent)}, and the received ones are ${named(received)}`,
    );
  }
  if (sentences.length > 0 || differing.length === 0 || movedBelow === 0n) return sentences;
  return [
    `the payments before transaction ${movedBelow}, which have moved, do not pair in the groups ${differing.join(', ')}`,
  ];
}

async function readMovedLegs(records: Records, values: readonly string[]): Promise<string[]> {
  const { rows } = await records.history.query<{ transaction_id: string }>({
    name: 'audit.moved_legs',
    text: `SELECT transaction_id FROM transaction
            WHERE wallet_id = $1 AND counterparty_wallet_id = $2 AND direction = $3 AND net_amount = $4 AND completed_at = $5
              AND transaction_id < $6 AND ${isLeg} ORDER BY transaction_id`,
    values: [...values],
  });
  return rows.map(({ transaction_id }) => transaction_id);
}

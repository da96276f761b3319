import type { Records } from '../history/records.ts';

/** So many statements are under way at a time: each reads one wallet. */
const walletsAtOnce = 8;

/**
 * Reads the transactions that have moved to the history store, of those that a statement names.
 * @param names gives rows of wallet_id and transaction_id.
 * @returns each as a JSON object of its columns. One that is not there is left out.
 * @throws HistoryUnavailable
 */
export async function readMovedRows(records: Records, names: string, values: readonly string[]): Promise<string[]> {
  const { movedBelow } = await records.boundary();
  const { rows: wallets } = await records.query<{ wallet_id: string; transaction_ids: string[] }>(
    `SELECT wallet_id, array_agg(DISTINCT transaction_id) AS transaction_ids FROM (${names}) AS named
      WHERE wallet_id IS NOT NULL AND transaction_id < ${movedBelow} GROUP BY wallet_id`,
    [...values],
  );
  const found: string[] = [];
  for (let from = 0; from < wallets.length; from += walletsAtOnce) {
    const read = wallets.slice(from, from + walletsAtOnce).map(async ({ wallet_id, transaction_ids }) => {
      const { rows } = await records.history.query<{ row: string }>({
        name: 'audit.moved_rows',
        text: 'SELECT to_jsonb(t)::text AS row FROM transaction t WHERE wallet_id = $1 AND transaction_id = ANY ($2::bigint[])',
        values: [wallet_id, transaction_ids],
      });
      return rows.map(({ row }) => row);
    });
    found.push(...(await Promise.all(read)).flat());
  }
  return found;
}

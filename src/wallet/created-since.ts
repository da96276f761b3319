import type { Queryable } from '../postgres/pool.ts';

/**
 * A number is taken when its transaction is written. Where the answer to a COMMIT is lost the writer keeps it until it has
 * the database again, which may take a process hours while others go on.
 */
const createdOutOfOrderMs = 86_400_000;

/** Transaction ids from `atLeast` to below `before`. */
export interface IdRange {
  readonly atLeast: number;
  readonly before: number;
}

/**
 * Ids between which all transactions of a wallet are that were created from `fromMs` to before `toMs`, in milliseconds
 * since 1970, with up to a day's others at either end. Ids grow with time, so that no index on time is needed: a
 * query for last year does not read what came after it.
 */
export async function idsCreatedBetween(
  db: Queryable,
  walletId: number,
  { fromMs, toMs }: { readonly fromMs?: number; readonly toMs?: number },
): Promise<IdRange> {
  const [atLeast, before] = await Promise.all([
    fromMs === undefined ? 0 : firstIdCreatedSince(db, walletId, fromMs - createdOutOfOrderMs),
    toMs === undefined ? Number.MAX_SAFE_INTEGER : firstIdCreatedSince(db, walletId, toMs + createdOutOfOrderMs),
  ]);
  return { atLeast, before };
}

/** Halves the ids of the wallet until only one border is left; each step reads one row by its key. */
const firstIdCreatedSinceSql = `
  WITH RECURSIVE search (low, high) AS (
    SELECT 0::bigint, coalesce((SELECT transaction_id + 1 FROM transaction
                                 WHERE wallet_id = $1 ORDER BY transaction_id DESC LIMIT 1), 0)
     UNION ALL
    SELECT CASE WHEN nearest.is_since THEN low ELSE middle END,
           CASE WHEN nearest.is_since THEN nearest.transaction_id ELSE high END
      FROM search CROSS JOIN LATERAL (SELECT (low + high + 1) / 2 AS middle) AS half
      LEFT JOIN LATERAL (
           SELECT transaction_id, created_at >= to_timestamp($2::float8 / 1000) AS is_since FROM transaction
            WHERE wallet_id = $1 AND transaction_id >= low AND transaction_id < middle
            ORDER BY transaction_id DESC LIMIT 1) AS nearest ON true
     WHERE low < high)
  SELECT high FROM search WHERE low = high`;

async function firstIdCreatedSince(db: Queryable, walletId: number, sinceMs: number): Promise<number> {
  const { rows } = await db.query<{ high: string }>({
    name: 'wallet.first_id_created_since',
    text: firstIdCreatedSinceSql,
    values: [walletId, sinceMs],
  });
  return Number(rows[0]?.high);
}

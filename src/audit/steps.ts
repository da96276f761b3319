import type { Queryable } from '../postgres/pool.ts';

/** Ids above the first and up to the second. */
export type IdRange = readonly [after: string, upTo: string];

/** What is read in one short statement at most, so that no snapshot stays open while payments go on. */
export interface StepSize {
  readonly wallets: number;
  /** Of all wallets of a step; each wallet's row knows how many it has, so that nothing is counted for it. */
  readonly events: number;
  /** Of a wallet that alone has more events than a step. */
  readonly transactions: number;
}

export const stepSize: StepSize = { wallets: 200, events: 400_000, transactions: 100_000 };

/** Some wallets whose transactions are read in one statement, or one wallet that has too many for that. */
export interface WalletStep {
  readonly walletIds: IdRange;
  readonly wallets: number;
  /** The id of the wallet whose transactions are read range by range; null where all are read at once. */
  readonly crowded: string | null;
}

const lowestId = '-9223372036854775808';
const highestId = '9223372036854775807';

/**
 * Ranges of wallets that meet, from the lowest id to the highest: rows of a wallet that is not there lie in one of them.
 * @param behind the wallet behind which to begin; '' for all.
 */
export async function* readWalletSteps(db: Queryable, size: StepSize, behind = ''): AsyncGenerator<WalletStep> {
  for (let after = behind === '' ? lowestId : behind; after !== highestId; ) {
    const { rows } = await db.query<{ wallet_id: string; is_last: boolean; crowded: boolean }>(
      `SELECT wallet_id, is_last, event_sequence > $3 AS crowded
         FROM (SELECT wallet_id, event_sequence, row_number() OVER by_id AS place, sum(event_sequence) OVER by_id AS events,
                      lead(wallet_id) OVER by_id IS NULL AS is_last
                 FROM (SELECT wallet_id, event_sequence FROM wallet WHERE wallet_id > $1
                        ORDER BY wallet_id LIMIT $2 + 1) next
               WINDOW by_id AS (ORDER BY wallet_id)) wallets
        WHERE place <= $2 AND (place = 1 OR events <= $3)
        ORDER BY wallet_id`,
      [after, size.wallets, size.events],
    );
    const last = rows.at(-1);
    const upTo = last === undefined || last.is_last ? highestId : last.wallet_id;
    const crowded = last?.crowded === true ? last.wallet_id : null;
    yield { walletIds: [after, upTo], wallets: rows.length, crowded };
    after = upTo;
  }
}

/** Ranges of transactions that meet in the same way. */
export async function* readTransactionRanges(
  db: Queryable,
  { crowded }: WalletStep,
  size: StepSize,
): AsyncGenerator<IdRange> {
  if (crowded === null) return yield [lowestId, highestId];
  for (let after = lowestId; after !== highestId; ) {
    const { rows } = await db.query<{ transaction_id: string }>(
      `SELECT transaction_id FROM transaction WHERE wallet_id = $1 AND transaction_id > $2
        ORDER BY transaction_id OFFSET $3 LIMIT 1`,
      [crowded, after, size.transactions - 1],
    );
    const upTo = rows[0]?.transaction_id ?? highestId;
    yield [after, upTo];
    after = upTo;
  }
}

/**
 * The condition that a row is of the wallets and transactions of a step, whose bounds are $1 to $4. Where two tables meet,
 * both need it: PostgreSQL does not conclude from one to the other, and would read the other one whole.
 */
export function inStep(alias: string): string {
  const wallets = `${alias}.wallet_id > $1 AND ${alias}.wallet_id <= $2`;
  return `${wallets} AND ${alias}.transaction_id > $3 AND ${alias}.transaction_id <= $4`;
}

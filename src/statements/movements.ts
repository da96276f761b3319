import { type TransactionRow, transactionColumns, transactionFromRow } from '../ledger/rows/transaction.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';

/** A part of a wallet's history by the sequences of its events: those from `first` on, before `end`. */
export interface EventRange {
  readonly first: number;
  readonly end: number;
}

const transactionsPerStep = 500;

/**
 * The transactions of a wallet that were completed in a range, in the order of their completion. They are found by their events,
 * which are kept in order, so that the busy table of transfers needs no index for it.
 */
export async function* completedTransactions(
  db: Queryable,
  walletId: number,
  { first, end }: EventRange,
): AsyncGenerator<Transaction> {
  for (let from = first; from < end; ) {
    const { rows } = await db.query<TransactionRow & { event_sequence: string }>({
      name: 'statement.completed',
      text: `
        SELECT completed.event_sequence, t.*
          FROM (SELECT first_sequence AS event_sequence, transaction_id FROM event
                 WHERE wallet_id = $1 AND first_sequence >= $2 AND first_sequence < $3
                   AND names @> '{transaction.completed}'
                 ORDER BY first_sequence LIMIT $4) completed
          CROSS JOIN LATERAL (SELECT ${transactionColumns} FROM transaction
                               WHERE wallet_id = $1 AND transaction_id = completed.transaction_id OFFSET 0) t
         ORDER BY completed.event_sequence`,
      values: [walletId, from, end, transactionsPerStep],
    });
    for (const row of rows) yield transactionFromRow(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < transactionsPerStep) return;
    from = Number(last.event_sequence) + 1;
  }
}

/** What a wallet has at a moment, in shillings: what can be spent, and what is held for payments that are not completed. */
export interface Position {
  readonly available: bigint;
  readonly held: bigint;
}

/** What a wallet had before the event of a sequence. */
export async function positionBefore(db: Queryable, walletId: number, sequence: number): Promise<Position> {
  const { rows } = await db.query<{ available: string; held: string }>({
    name: 'statement.position',
    text: positionSql,
    values: [walletId, sequence],
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no wallet ${walletId}`);
  return { available: BigInt(row.available), held: BigInt(row.held) };
}

// One statement, so that it sees one moment: what happens meanwhile changes nothing in what was before the sequence.
// Available: the wallet's next line of the ledger says it, or the wallet itself where none follows.
// Held: payments that were opened before the sequence, and ended later or are still open. The numbers of a wallet's transactions
// grow with its events, so the first transaction opened later bounds them, and later partitions are not read.
const positionSql = `
  WITH next_opened AS MATERIALIZED (
    SELECT coalesce((SELECT transaction_id FROM event
                      WHERE wallet_id = $1 AND first_sequence >= $2 AND first_event_no = 1
                      ORDER BY first_sequence LIMIT 1), 9223372036854775807) AS id
  ), candidate AS MATERIALIZED (
    SELECT transaction_id, bool_or(ended_later) AS ended_later
      FROM (SELECT transaction_id, true AS ended_later FROM event
             WHERE wallet_id = $1 AND first_sequence >= $2 AND transaction_id < (SELECT id FROM next_opened)
               AND names && '{transaction.completed,transaction.failed}'
            UNION ALL
            SELECT transaction_id, false FROM submission
             WHERE wallet_id = $1 AND transaction_id < (SELECT id FROM next_opened)
            UNION ALL
            SELECT transaction_id, false FROM approval
             WHERE wallet_id = $1 AND transaction_id < (SELECT id FROM next_opened)) AS any_of_them
     GROUP BY transaction_id
  ), next_entry AS MATERIALIZED (
    SELECT transaction_id, created_at FROM event
     WHERE wallet_id = $1 AND first_sequence >= $2 AND names && '{wallet.credited,wallet.debited}'
     ORDER BY first_sequence LIMIT 1
  )
  SELECT coalesce((SELECT balance_after - CASE WHEN credit_account = $1 THEN transfer.amount ELSE -transfer.amount END
                     FROM next_entry CROSS JOIN LATERAL (
                          SELECT balance_after, credit_account, amount FROM transfer
                           WHERE wallet_id = $1 AND transaction_id = next_entry.transaction_id
                             AND created_at = next_entry.created_at AND entry_no IS NOT NULL
                           ORDER BY entry_no LIMIT 1) AS transfer), available) AS available,
         (SELECT coalesce(sum(amount), 0)::bigint
            FROM candidate CROSS JOIN LATERAL (
                 SELECT amount, direction, status FROM transaction
                  WHERE wallet_id = $1 AND transaction_id = candidate.transaction_id OFFSET 0) AS payment
           WHERE direction = 'out' AND (ended_later OR status IN ('pending', 'processing'))) AS held
    FROM wallet WHERE wallet_id = $1`;

/** The first sequence of the wallet's events at or after a moment; `end` when there is none before it. */
export async function sequenceAt(db: Queryable, walletId: number, atMs: number, end: number): Promise<number> {
  let low = 1;
  let high = end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await db.query<{ sequence: string; at: Date }>({
      name: 'statement.event_from',
      text: `SELECT first_sequence AS sequence, created_at AS at FROM event
              WHERE wallet_id = $1 AND first_sequence >= $2 ORDER BY first_sequence LIMIT 1`,
      values: [walletId, middle],
    });
    const [found] = rows;
    if (found === undefined || Number(found.sequence) >= high || found.at.getTime() >= atMs) high = middle;
    else low = Number(found.sequence) + 1;
  }
  return low;
}

import { aboveEveryId, type Records, readMovedEvents } from '../history/records.ts';
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
 * @throws HistoryUnavailable
 */
export async function* completedTransactions(
  records: Records,
  walletId: number,
  { first, end }: EventRange,
): AsyncGenerator<Transaction> {
  for (let from = first; from < end; ) {
    const read = async (place: Queryable, below: number) =>
      await readCompleted(place, walletId, { first: from, end }, below);
    const { last, movedBelow } = await readMovedEvents(records, walletId);
    const moved = last >= from ? await read(records.history, movedBelow) : [];
    // A place that gave a whole step may have more behind it, which must not be passed over.
    const here = await read(records, aboveEveryId);
    const seenUpTo = Math.min(lastOfWholeStep(moved), lastOfWholeStep(here));
    const bySequence = new Map([...moved, ...here].map((row) => [Number(row.event_sequence), row]));
    const step = [...bySequence].filter(([sequence]) => sequence <= seenUpTo).sort(([a], [b]) => a - b);
    for (const [, row] of step) yield transactionFromRow(row);
    if (seenUpTo === Number.POSITIVE_INFINITY) return;
    from = seenUpTo + 1;
  }
}

type CompletedRow = TransactionRow & { readonly event_sequence: string };

/** @param below ids of the transactions that count in that place are below it. */
async function readCompleted(
  place: Queryable,
  walletId: number,
  { first, end }: EventRange,
  below: number,
): Promise<CompletedRow[]> {
  const { rows } = await place.query<CompletedRow>({
    name: 'statement.completed',
    text: `
      SELECT completed.event_sequence, t.*
        FROM (SELECT first_sequence AS event_sequence, transaction_id FROM event
               WHERE wallet_id = $1 AND first_sequence >= $2 AND first_sequence < $3 AND transaction_id < $5
                 AND names @> '{transaction.completed}'
               ORDER BY first_sequence LIMIT $4) completed
        CROSS JOIN LATERAL (SELECT ${transactionColumns} FROM transaction
                             WHERE wallet_id = $1 AND transaction_id = completed.transaction_id OFFSET 0) t
       ORDER BY completed.event_sequence`,
    values: [walletId, first, end, transactionsPerStep, below],
  });
  return rows;
}

/** Infinity where there was no whole step, so that nothing follows. */
function lastOfWholeStep(rows: readonly CompletedRow[]): number {
  const last = rows.at(-1);
  return last === undefined || rows.length < transactionsPerStep
    ? Number.POSITIVE_INFINITY
    : Number(last.event_sequence);
}

import { lastMovedEvent, type Records } from '../history/records.ts';
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
    const read = async (place: Queryable) => await readCompleted(place, walletId, { first: from, end });
    const moved = (await lastMovedEvent(records, walletId)) >= from ? await read(records.history) : [];
    // A place that gave a whole step may have more behind it, which must not be passed over.
    const here = await read(records);
    const seenUpTo = Math.min(lastOfWholeStep(moved), lastOfWholeStep(here));
    const bySequence = new Map([...moved, ...here].map((row) => [Number(row.event_sequence), row]));
    const step = [...bySequence].filter(([sequence]) => sequence <= seenUpTo).sort(([a], [b]) => a - b);
    for (const [, row] of step) yield transactionFromRow(row);
    if (seenUpTo === Number.POSITIVE_INFINITY) return;
    from = seenUpTo + 1;
  }
}

type CompletedRow = TransactionRow & { readonly event_sequence: string };

async function readCompleted(place: Queryable, walletId: number, { first, end }: EventRange): Promise<CompletedRow[]> {
  const { rows } = await place.query<CompletedRow>({
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
    values: [walletId, first, end, transactionsPerStep],
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

/** What a wallet has at a moment, in shillings: what can be spent, and what is held for payments that are not completed. */
export interface Position {
  readonly available: bigint;
  readonly held: bigint;
}

/** What a wallet had before the event of a sequence. @throws HistoryUnavailable */
export async function positionBefore(records: Records, walletId: number, sequence: number): Promise<Position> {
  const parts = [await readPosition(records, positionHereSql, walletId, sequence)];
  if ((await lastMovedEvent(records, walletId)) >= sequence) {
    parts.push(await readPosition(records.history, positionInHistorySql, walletId, sequence));
  }
  const firstOf = <One extends { readonly sequence: number }>(ones: readonly One[]): One | undefined =>
    ones.toSorted((a, b) => a.sequence - b.sequence)[0];
  const nextOpened = firstOf(parts.flatMap(({ next_opened }) => next_opened ?? []));
  const nextEntry = firstOf(parts.flatMap(({ next_entry }) => next_entry ?? []));
  // A payment that ended while these were read is among the open ones here and the ended ones there: it counts once.
  const held = new Map(parts.flatMap(({ held }) => held ?? []).map(({ id, amount }) => [id, amount]));
  let sum = 0n;
  for (const [id, amount] of held) if (nextOpened === undefined || id < nextOpened.id) sum += BigInt(amount);
  const available = nextEntry?.before ?? parts[0]?.available;
  if (available === undefined || available === null) throw new Error(`there is no wallet ${walletId}`);
  return { available: BigInt(available), held: sum };
}

/** What one place knows of a position. Amounts in shillings. */
interface PositionRow {
  /** Of the wallet now; null in the history store, which has no wallets. */
  readonly available: string | null;
  /** The first transaction opened at or after the sequence. */
  readonly next_opened: { readonly sequence: number; readonly id: number } | null;
  /** The first line of the ledger at or after it, and the balance before that. */
  readonly next_entry: { readonly sequence: number; readonly before: number } | null;
  /** Payments opened before it that were not over. */
  readonly held: readonly { readonly id: number; readonly amount: number }[] | null;
}

async function readPosition(
  place: Queryable,
  { name, text }: { readonly name: string; readonly text: string },
  walletId: number,
  sequence: number,
): Promise<PositionRow> {
  const { rows } = await place.query<PositionRow>({ name, text, values: [walletId, sequence] });
  if (rows[0] === undefined) throw new Error(`there is no wallet ${walletId}`);
  return rows[0];
}

// One statement in each place, so that it sees one moment: what happens meanwhile changes nothing in what was before the sequence.
// Available: the wallet's next line of the ledger says it, or the wallet itself where none follows.
// Held: payments that were opened before the sequence, and ended later or are still open. The numbers of a wallet's transactions
// grow with its events, so the first transaction opened later bounds them, and later partitions are not read.
const positionSql = (open: string, available: string) => `
  WITH next_opened AS MATERIALIZED (
    SELECT first_sequence AS sequence, transaction_id AS id FROM event
     WHERE wallet_id = $1 AND first_sequence >= $2 AND first_event_no = 1
     ORDER BY first_sequence LIMIT 1
  ), bound AS MATERIALIZED (
    SELECT coalesce((SELECT id FROM next_opened), 9223372036854775807) AS id
  ), candidate AS MATERIALIZED (
    SELECT transaction_id, bool_or(ended_later) AS ended_later
      FROM (SELECT transaction_id, true AS ended_later FROM event
             WHERE wallet_id = $1 AND first_sequence >= $2 AND transaction_id < (SELECT id FROM bound)
               AND names && '{transaction.completed,transaction.failed}'${open}) AS any_of_them
     GROUP BY transaction_id
  ), next_entry AS MATERIALIZED (
    SELECT first_sequence, transaction_id, created_at FROM event
     WHERE wallet_id = $1 AND first_sequence >= $2 AND names && '{wallet.credited,wallet.debited}'
     ORDER BY first_sequence LIMIT 1
  )
  SELECT ${available} AS available,
         (SELECT to_json(next_opened) FROM next_opened) AS next_opened,
         (SELECT json_build_object('sequence', first_sequence,
                   'before', balance_after - CASE WHEN credit_account = $1 THEN transfer.amount ELSE -transfer.amount END)
            FROM next_entry CROSS JOIN LATERAL (
                 SELECT balance_after, credit_account, amount FROM transfer
                  WHERE wallet_id = $1 AND transaction_id = next_entry.transaction_id
                    AND created_at = next_entry.created_at AND entry_no IS NOT NULL
                  ORDER BY entry_no LIMIT 1) AS transfer) AS next_entry,
         (SELECT json_agg(json_build_object('id', transaction_id, 'amount', amount))
            FROM candidate CROSS JOIN LATERAL (
                 SELECT amount, direction, status FROM transaction
                  WHERE wallet_id = $1 AND transaction_id = candidate.transaction_id OFFSET 0) AS payment
           WHERE direction = 'out' AND (ended_later OR status IN ('pending', 'processing'))) AS held`;

const openPayments = `
            UNION ALL
            SELECT transaction_id, false FROM submission
             WHERE wallet_id = $1 AND transaction_id < (SELECT id FROM bound)
            UNION ALL
            SELECT transaction_id, false FROM approval
             WHERE wallet_id = $1 AND transaction_id < (SELECT id FROM bound)`;

const positionHereSql = {
  name: 'statement.position',
  text: `${positionSql(openPayments, 'wallet.available')} FROM wallet WHERE wallet_id = $1`,
};

/** Everything there has ended. */
const positionInHistorySql = { name: 'statement.position_in_history', text: positionSql('', 'NULL::bigint') };

/** The first sequence of the wallet's events at or after a moment; `end` when there is none before it. @throws HistoryUnavailable */
export async function sequenceAt(records: Records, walletId: number, atMs: number, end: number): Promise<number> {
  const lastMoved = await lastMovedEvent(records, walletId);
  let low = 1;
  let high = end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await nextEvent(middle <= lastMoved ? [records.history, records] : [records], walletId, middle);
    if (found === null || found.sequence >= high || found.atMs >= atMs) high = middle;
    else low = found.sequence + 1;
  }
  return low;
}

interface EventMoment {
  readonly sequence: number;
  readonly atMs: number;
}

/** The wallet's first event from a sequence on, in some places. */
async function nextEvent(places: readonly Queryable[], walletId: number, from: number): Promise<EventMoment | null> {
  const found: EventMoment[] = [];
  for (const place of places) {
    const { rows } = await place.query<{ sequence: string; at: Date }>({
      name: 'statement.event_from',
      text: `SELECT first_sequence AS sequence, created_at AS at FROM event
              WHERE wallet_id = $1 AND first_sequence >= $2 ORDER BY first_sequence LIMIT 1`,
      values: [walletId, from],
    });
    found.push(...rows.map((row) => ({ sequence: Number(row.sequence), atMs: row.at.getTime() })));
  }
  return found.toSorted((a, b) => a.sequence - b.sequence)[0] ?? null;
}

import { aboveEveryId, type Records, readMovedEvents } from '../history/records.ts';
import type { Queryable } from '../postgres/pool.ts';

/** What a wallet has at a moment, in shillings: what can be spent, and what is held for payments that are not completed. */
export interface Position {
  readonly available: bigint;
  readonly held: bigint;
}

/** A wallet as it is now. */
export interface WalletNow {
  readonly walletId: number;
  readonly now: Position;
  /** The sequence that its next event will have. */
  readonly eventsEnd: number;
}

export async function readWalletNow(db: Queryable, walletId: number): Promise<WalletNow> {
  const { rows } = await db.query<{ available: string; held: string; event_sequence: string }>(
    'SELECT available, held, event_sequence FROM wallet WHERE wallet_id = $1',
    [walletId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no wallet ${walletId}`);
  return {
    walletId,
    now: { available: BigInt(row.available), held: BigInt(row.held) },
    eventsEnd: Number(row.event_sequence) + 1,
  };
}

/**
 * What a wallet had after everything that happened before a moment.
 * @param atMs milliseconds since 1970. @throws HistoryUnavailable
 */
export async function readPositionAt(records: Records, walletId: number, atMs: number): Promise<Position> {
  const wallet = await readWalletNow(records, walletId);
  return await positionOf(records, wallet, await sequenceAt(records, walletId, atMs, wallet.eventsEnd));
}

/** What it had before the event of a sequence. */
export async function positionOf(
  records: Records,
  { walletId, now, eventsEnd }: WalletNow,
  sequence: number,
): Promise<Position> {
  return sequence === eventsEnd ? now : await positionBefore(records, walletId, sequence);
}

/** What a wallet had before the event of a sequence. @throws HistoryUnavailable */
async function positionBefore(records: Records, walletId: number, sequence: number): Promise<Position> {
  const parts = [await readPosition(records, positionHereSql, [walletId, sequence, aboveEveryId])];
  const { last, movedBelow } = await readMovedEvents(records, walletId);
  if (last >= sequence) {
    parts.push(await readPosition(records.history, positionInHistorySql, [walletId, sequence, movedBelow]));
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
  values: readonly [walletId: number, sequence: number, below: number],
): Promise<PositionRow> {
  const { rows } = await place.query<PositionRow>({ name, text, values: [...values] });
  if (rows[0] === undefined) throw new Error(`there is no wallet ${values[0]}`);
  return rows[0];
}

// One statement in each place, so that it sees one moment: what happens meanwhile changes nothing in what was before the sequence.
// Available: the wallet's next line of the ledger says it, or the wallet itself where none follows.
// Held: payments that were opened before the sequence, and ended later or are still open. The numbers of a wallet's transactions
// grow with its events, so the first transaction opened later bounds them, and later partitions are not read.
// Only transactions with ids below $3 count in that place.
const positionSql = (open: string, available: string) => `
  WITH next_opened AS MATERIALIZED (
    SELECT first_sequence AS sequence, transaction_id AS id FROM event
     WHERE wallet_id = $1 AND first_sequence >= $2 AND transaction_id < $3 AND first_event_no = 1
     ORDER BY first_sequence LIMIT 1
  ), bound AS MATERIALIZED (
    SELECT coalesce((SELECT id FROM next_opened), $3) AS id
  ), candidate AS MATERIALIZED (
    SELECT transaction_id, bool_or(ended_later) AS ended_later
      FROM (SELECT transaction_id, true AS ended_later FROM event
             WHERE wallet_id = $1 AND first_sequence >= $2 AND transaction_id < (SELECT id FROM bound)
               AND names && '{transaction.completed,transaction.failed}'${open}) AS any_of_them
     GROUP BY transaction_id
  ), next_entry AS MATERIALIZED (
    SELECT first_sequence, transaction_id, created_at FROM event
     WHERE wallet_id = $1 AND first_sequence >= $2 AND transaction_id < $3 AND names && '{wallet.credited,wallet.debited}'
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
  name: 'wallet.position',
  text: `${positionSql(openPayments, 'wallet.available')} FROM wallet WHERE wallet_id = $1`,
};

/** Everything there has ended. */
const positionInHistorySql = { name: 'wallet.position_in_history', text: positionSql('', 'NULL::bigint') };

/**
 * The first sequence of the wallet's events at or after a moment; `end` when there is none before it.
 * @param begin a sequence before which no such event is; the first one when left out. @throws HistoryUnavailable
 */
export async function sequenceAt(
  records: Records,
  walletId: number,
  atMs: number,
  end: number,
  begin = 1,
): Promise<number> {
  const { last: lastMoved, movedBelow } = await readMovedEvents(records, walletId);
  const here: Place = { db: records, below: aboveEveryId };
  const moved: Place = { db: records.history, below: movedBelow };
  let low = begin;
  let high = end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await nextEvent(middle <= lastMoved ? [moved, here] : [here], walletId, middle);
    if (found === null || found.sequence >= high || found.atMs >= atMs) high = middle;
    else low = found.sequence + 1;
  }
  return low;
}

interface EventMoment {
  readonly sequence: number;
  readonly atMs: number;
}

/** Where records are, of transactions with ids below `below`. */
interface Place {
  readonly db: Queryable;
  readonly below: number;
}

/** The wallet's first event from a sequence on, in some places. */
async function nextEvent(places: readonly Place[], walletId: number, from: number): Promise<EventMoment | null> {
  const found: EventMoment[] = [];
  for (const { db, below } of places) {
    const { rows } = await db.query<{ sequence: string; at: Date }>({
      name: 'statement.event_from',
      text: `SELECT first_sequence AS sequence, created_at AS at FROM event
              WHERE wallet_id = $1 AND first_sequence >= $2 AND transaction_id < $3 ORDER BY first_sequence LIMIT 1`,
      values: [walletId, from, below],
    });
    found.push(...rows.map((row) => ({ sequence: Number(row.sequence), atMs: row.at.getTime() })));
  }
  return found.toSorted((a, b) => a.sequence - b.sequence)[0] ?? null;
}

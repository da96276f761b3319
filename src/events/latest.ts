import { type EventName, namesPerMomentMax } from '../ledger/event-names.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type EventObject, type EventRow, eventColumns, eventsOfRow } from './feed.ts';

/** So many moments are looked through for events of some names; the next page goes on behind them. */
const lookedThroughMax = 5_000;

/** An event and the transaction that it is of. */
export interface LatestEvent {
  readonly event: EventObject;
  readonly transactionId: number;
}

/**
 * A wallet's events before a number of its sequence, newest first. With `names` only those; then a page may be short, or
 * empty, while `nextBefore` says where to go on.
 */
export async function latestEvents(
  db: Queryable,
  walletId: number,
  page: { readonly before: number | null; readonly limit: number; readonly names: readonly EventName[] | null },
): Promise<{ events: LatestEvent[]; nextBefore: number | null }> {
  const { before, limit, names } = page;
  const moments = names === null ? limit + 1 : lookedThroughMax;
  const { rows } = await db.query<EventRow & { looked: number; looked_first: string }>({
    name: 'events.latest',
    text: latestSql,
    values: [walletId, before ?? Number.MAX_SAFE_INTEGER, moments, names, limit + namesPerMomentMax],
  });
  const found = rows
    .filter((row) => row.names !== null)
    .flatMap((row) => eventsOfRow(row).map((event) => ({ event, transactionId: Number(row.transaction_id) })))
    .filter(({ event }) => (before === null || event.sequence < before) && (names?.includes(event.type) ?? true))
    .sort((a, b) => b.event.sequence - a.event.sequence);
  const events = found.slice(0, limit);
  if (found.length > limit) return { events, nextBefore: events.at(-1)?.event.sequence ?? null };
  const [about] = rows;
  const isMore = about !== undefined && about.looked === moments;
  return { events, nextBefore: isMore ? Number(about.looked_first) : null };
}

/** The event with this number in a wallet's sequence; null when there is none. */
export async function findEvent(db: Queryable, walletId: number, sequence: number): Promise<LatestEvent | null> {
  const { rows } = await db.query<EventRow>({
    name: 'events.find',
    text: `
      SELECT ${eventColumns} FROM event
       WHERE wallet_id = $1 AND first_sequence <= $2 AND first_sequence > $2 - ${namesPerMomentMax}
       ORDER BY first_sequence DESC LIMIT 1`,
    values: [walletId, sequence],
  });
  const [row] = rows;
  const event = row === undefined ? undefined : eventsOfRow(row).find((one) => one.sequence === sequence);
  return row === undefined || event === undefined ? null : { event, transactionId: Number(row.transaction_id) };
}

// A moment that begins before the bound may reach beyond it; the caller leaves those events out. There is at least one
// row, which tells how far the look went.
const latestSql = `
  WITH looked AS MATERIALIZED (
    SELECT * FROM event
     WHERE wallet_id = $1 AND first_sequence < $2 ORDER BY first_sequence DESC LIMIT $3
  ), found AS (
    SELECT ${eventColumns} FROM looked AS event
     WHERE $4::text[] IS NULL OR names && $4 ORDER BY first_sequence DESC LIMIT $5)
  SELECT found.*, about.looked, about.looked_first
    FROM (SELECT count(*)::integer AS looked, min(first_sequence) AS looked_first FROM looked) AS about
    LEFT JOIN found ON true`;

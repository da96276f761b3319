import { aboveEveryId, type Records, readMovedEvents } from '../history/records.ts';
import { type EventName, namesPerMomentMax } from '../ledger/event-names.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type SnapshotRow, snapshotColumns, snapshotOf } from './snapshot.ts';

/** The version of the payload's shape (interface-decisions.md section 6). */
export const apiVersion = '2026-11';

/** One event as it is delivered, with its number in the wallet's sequence. */
export interface EventObject {
  readonly id: string;
  readonly type: EventName;
  /** Unix seconds. */
  readonly created: number;
  readonly data: unknown;
  readonly api_version: string;
  readonly sequence: number;
}

/** A moment of a wallet: a transaction as it was, and the names of the events of it. */
export interface EventRow extends SnapshotRow {
  first_sequence: string;
  transaction_id: string;
  first_event_no: number;
  names: EventName[];
  created_s: string;
}

export const eventColumns = `
         first_sequence, transaction_id, first_event_no, names, ${snapshotColumns},
         floor(extract(epoch FROM created_at))::bigint AS created_s`;

// A cursor may point into the middle of a moment, so reading starts a moment's length before it.
const readEventsSql = `
  SELECT ${eventColumns}
    FROM event
   WHERE wallet_id = $1 AND first_sequence > $2::bigint - ${namesPerMomentMax} AND transaction_id < $4
   ORDER BY first_sequence LIMIT $3`;

/**
 * A wallet's events after a number of its sequence, oldest first; next_cursor is where to go on, also at the end.
 * @throws HistoryUnavailable
 */
export async function readEvents(
  records: Records,
  walletId: number,
  request: { readonly after?: number; readonly limit: number },
): Promise<{ data: EventObject[]; pagination: { next_cursor: string; has_more: boolean } }> {
  const after = request.after ?? 0;
  const read = async (place: Queryable, below: number) => {
    const { rows } = await place.query<EventRow>({
      name: 'events.read',
      text: readEventsSql,
      values: [walletId, after, request.limit + namesPerMomentMax + 1, below],
    });
    return rows;
  };
  const { last: lastMoved, movedBelow } = await readMovedEvents(records, walletId);
  const moved = lastMoved > after ? await read(records.history, movedBelow) : [];
  const found = inOrder([...moved, ...(await read(records, aboveEveryId))])
    .flatMap(eventsOfRow)
    .filter(({ sequence }) => sequence > after);
  const data = found.slice(0, request.limit);
  const last = data.at(-1)?.sequence ?? after;
  return { data, pagination: { next_cursor: String(last), has_more: found.length > request.limit } };
}

/** Moments by their sequences, each once: one that is just moving is in both places. */
function inOrder(rows: readonly EventRow[]): EventRow[] {
  const bySequence = new Map(rows.map((row) => [Number(row.first_sequence), row]));
  return [...bySequence].sort(([a], [b]) => a - b).map(([, row]) => row);
}

/** The events of a moment, oldest first. */
export function eventsOfRow(row: EventRow): EventObject[] {
  const data: unknown = JSON.parse(snapshotOf(row));
  return row.names.map((type, index) => ({
    id: `evt_${row.transaction_id}_${row.first_event_no + index}`,
    type,
    created: Number(row.created_s),
    data,
    api_version: apiVersion,
    sequence: Number(row.first_sequence) + index,
  }));
}

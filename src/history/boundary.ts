import type pg from 'pg';
import type { Queryable } from '../postgres/pool.ts';
import { historyReader } from './complete-store.ts';
import { type HistoryBoundary, type Records, reliedOnMsMax } from './records.ts';

const nothingMoved: HistoryBoundary = { movedBelow: 0, createdUntilMs: Number.NEGATIVE_INFINITY };

/** The boundary between the history store and a database. */
export async function readBoundary(db: Queryable): Promise<HistoryBoundary> {
  const { rows } = await db.query<{ moved_below: string; created_until_ms: string | null }>({
    name: 'history.boundary',
    text: `SELECT moved_below, round(extract(epoch FROM created_until) * 1000)::bigint AS created_until_ms
             FROM history_boundary`,
  });
  const [row] = rows;
  if (row === undefined || row.created_until_ms === null) return nothingMoved;
  return { movedBelow: Number(row.moved_below), createdUntilMs: Number(row.created_until_ms) };
}

/** A boundary is read again after this time, so that a request has as much time again to rely on it. */
const readAgainAfterMs = reliedOnMsMax / 2;

/** The boundary, read again when it is too old to be relied on. */
class KnownBoundary {
  readonly #db: Queryable;
  #reading: Promise<HistoryBoundary> | null = null;
  #known = nothingMoved;
  #readAtMs = Number.NEGATIVE_INFINITY;

  /** @param db the primary: a standby may not have the newest boundary. */
  constructor(db: Queryable) {
    this.#db = db;
  }

  async read(): Promise<HistoryBoundary> {
    if (performance.now() - this.#readAtMs < readAgainAfterMs) return this.#known;
    this.#reading ??= this.#readAgain().finally(() => {
      this.#reading = null;
    });
    return await this.#reading;
  }

  async #readAgain(): Promise<HistoryBoundary> {
    // Its age counts from before the statement: the boundary can pass on right after it was read.
    const atMs = performance.now();
    this.#known = await readBoundary(this.#db);
    this.#readAtMs = atMs;
    return this.#known;
  }
}

/**
 * The records of transactions by way of a pool.
 * @param primary where the boundary is read.
 * @param history connects to the history store; null where this process does not know where it is.
 */
export function recordsOf(primary: Queryable, history: pg.Pool | null): Records {
  const known = new KnownBoundary(primary);
  const boundary = () => known.read();
  return { query: primary.query.bind(primary), primary, boundary, history: historyReader(history, primary, boundary) };
}

/** The same records by way of another pool: of the primary, or of a standby. */
export function recordsBy(db: Queryable, records: Records): Records {
  return { ...records, query: db.query.bind(db) };
}

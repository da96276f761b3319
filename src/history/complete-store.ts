import type pg from 'pg';
import { sqlState } from '../postgres/errors.ts';
import type { Queryable } from '../postgres/pool.ts';
import { HistoryUnavailable, isAway } from './history-store.ts';
import type { HistoryBoundary } from './records.ts';

/** The rows of one table of a partition that has moved. */
export interface Copy {
  readonly first_id: string;
  readonly table_name: string;
  readonly copy_id: string;
  readonly rows: string;
}

/**
 * What the history store lacks of what has moved: its database was restored to an earlier time, is a standby that was promoted too early, or
 * is another one. Pure.
 * @param moved as the primary has closed it. @param present as the store notes it.
 * @returns a reason that names the first such partition; null when the store is complete.
 */
export function whatIsMissing(moved: readonly Copy[], present: readonly Copy[]): string | null {
  for (const { first_id, table_name, copy_id, rows } of moved) {
    const found = present.find((one) => one.first_id === first_id && one.table_name === table_name);
    const partition = `the partition from ${first_id} on`;
    if (found === undefined) return `it does not have ${partition}, which has moved there`;
    if (found.copy_id !== copy_id) return `it has another copy of ${partition} than the one that has moved there`;
    if (found.rows !== rows)
      return `of ${partition} it has ${found.rows} rows of ${table_name}, and ${rows} have moved there`;
  }
  return null;
}

/**
 * Makes sure that the history store has every partition that has moved.
 * @throws HistoryUnavailable with a reason that names a partition that it lacks.
 */
export async function ensureComplete(primary: Queryable, store: Queryable): Promise<void> {
  await ensureHas(store, await readMoved(primary));
}

async function readMoved(primary: Queryable): Promise<readonly Copy[]> {
  const { rows } = await primary.query<Copy>(
    `SELECT first_id, table_name, copy_id, rows
       FROM history_partition, LATERAL (
            VALUES ('transaction', transactions), ('transfer', transfers), ('event', events)) AS copied (table_name, rows)
      WHERE closed_at IS NOT NULL ORDER BY first_id`,
  );
  return rows;
}

async function ensureHas(store: Queryable, moved: readonly Copy[]): Promise<void> {
  if (moved.length === 0) return;
  const missing = whatIsMissing(moved, await readPresent(store));
  if (missing !== null) throw new HistoryUnavailable(missing);
}

const undefinedTable = '42P01';

/** Nothing is in a database in which no table was created yet. */
async function readPresent(store: Queryable): Promise<readonly Copy[]> {
  try {
    return (await store.query<Copy>('SELECT first_id, table_name, copy_id, rows FROM copied')).rows;
  } catch (error) {
    if (sqlState(error) === undefinedTable) return [];
    throw error;
  }
}

/**
 * Reads the history store, which is complete. A restore or a promotion ends connections, so that each connection is checked once for a
 * boundary, before its first statement: the others need no statement more.
 */
class CompleteStore {
  readonly #pool: pg.Pool;
  readonly #primary: Queryable;
  readonly #boundary: () => Promise<HistoryBoundary>;
  #known: { readonly movedBelow: number; readonly moved: readonly Copy[] } = { movedBelow: 0, moved: [] };
  /** For which partitions a connection was found complete. */
  readonly #found = new WeakMap<pg.PoolClient, readonly Copy[]>();

  constructor(pool: pg.Pool, primary: Queryable, boundary: () => Promise<HistoryBoundary>) {
    this.#pool = pool;
    this.#primary = primary;
    this.#boundary = boundary;
  }

  async query(...asked: Parameters<pg.PoolClient['query']>) {
    const moved = await this.#moved();
    try {
      return await this.#ask(moved, asked);
    } catch (error) {
      throw isAway(error)
        ? new HistoryUnavailable(error instanceof Error ? error.message : String(error), error)
        : error;
    }
  }

  async #moved(): Promise<readonly Copy[]> {
    const { movedBelow } = await this.#boundary();
    if (this.#known.movedBelow !== movedBelow) this.#known = { movedBelow, moved: await readMoved(this.#primary) };
    return this.#known.moved;
  }

  async #ask(moved: readonly Copy[], asked: Parameters<pg.PoolClient['query']>) {
    const client = await this.#pool.connect();
    try {
      if (this.#found.get(client) !== moved) {
        await ensureHas(client, moved);
        this.#found.set(client, moved);
      }
      const result = await client.query(...asked);
      client.release();
      return result;
    } catch (error) {
      // As a pool does: another connection may lead to a server that is complete.
      client.release(true);
      throw error;
    }
  }
}

/**
 * Reads the history store. Each statement throws HistoryUnavailable while it is away, or lacks something that has moved.
 * @param pool null where this process does not know where it is.
 */
export function historyReader(
  pool: pg.Pool | null,
  primary: Queryable,
  boundary: () => Promise<HistoryBoundary>,
): Queryable {
  if (pool === null) {
    const refuse = async () => {
      throw new HistoryUnavailable('NSIMBI_HISTORY_URL is not set, and transactions have moved there');
    };
    return { query: refuse as unknown as Queryable['query'] };
  }
  const store = new CompleteStore(pool, primary, boundary);
  return { query: store.query.bind(store) as Queryable['query'] };
}

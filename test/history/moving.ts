import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Moved, type MoveOptions, moveOldestPartition } from '../../src/archiving/mover.ts';
import { recordsOf } from '../../src/history/boundary.ts';
import { createHistoryPool } from '../../src/history/history-store.ts';
import type { Records } from '../../src/history/records.ts';
import { createPool } from '../../src/postgres/pool.ts';
import { createStore, storeVariable } from '../cluster/servers.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';

interface Store {
  readonly url: string;
  drop(): Promise<void>;
}

/** On the server of the test run, or where `npm run cluster` says; its servers are removed after the run. */
async function openStore(): Promise<Store> {
  const ports = process.env[storeVariable];
  if (ports !== undefined) {
    const url = await createStore(JSON.parse(ports), `store_${randomBytes(5).toString('hex')}`);
    return { url, drop: async () => undefined };
  }
  const { target, drop } = await createEmptyDatabase();
  return { url: target.connectionString, drop };
}

/** A database whose old partitions move to a history store. */
export class MovingHistory {
  readonly #database: TestDatabase;
  readonly #store: Store;
  /** The primary, as the mover works with it. */
  readonly db: pg.Pool;
  readonly history: pg.Pool;
  readonly #installationId: string;

  private constructor(database: TestDatabase, store: Store, installationId: string) {
    this.#database = database;
    this.#store = store;
    this.#installationId = installationId;
    const applicationName = 'nsimbi test history';
    this.db = createPool(database.target, { applicationName, max: 4, role: 'nsimbi_owner' });
    this.history = createHistoryPool(this.url, { applicationName, max: 4, waits: 'command' });
  }

  static async of(database: TestDatabase): Promise<MovingHistory> {
    const { rows } = await database.pool.query<{ id: string }>('SELECT installation_id AS id FROM installation');
    return new MovingHistory(database, await openStore(), rows[0]?.id ?? '');
  }

  /** NSIMBI_HISTORY_URL. */
  get url(): string {
    return this.#store.url;
  }

  /** The records as a process reads them that has just begun. */
  get records(): Records {
    return recordsOf(this.#database.pool, this.history);
  }

  /** Moves the oldest partition, however young it is, and drops it at once. */
  async move(options: Partial<MoveOptions> = {}): Promise<Moved> {
    return await moveOldestPartition({
      db: this.db,
      history: this.history,
      installationId: this.#installationId,
      afterMs: 0,
      keptMs: 0,
      signal: new AbortController().signal,
      ...options,
    });
  }

  /** Leaves the numbers of a partition behind, so that the next transactions are in the one behind it. */
  async beginPartition(number: number): Promise<void> {
    await this.db.query(`SELECT setval('transaction_number', $1)`, [number * 10_000_000 + 1_500_000]);
    await this.db.query('SELECT ensure_partitions()');
  }

  /** As housekeeping does with keys and deliveries that are old. */
  async forgetOld(): Promise<void> {
    await this.db.query("DELETE FROM idempotency_key; DELETE FROM delivery WHERE status <> 'pending'");
  }

  async end(): Promise<void> {
    await Promise.all([this.db.end(), this.history.end()]);
    await this.#store.drop();
  }
}

/** A pool that calls a function before each statement, and before each connection that is taken from it. */
export function interrupted(pool: pg.Pool, before: (text: string) => void | Promise<void>): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'query') {
        return async (...asked: unknown[]) => {
          await before(typeof asked[0] === 'string' ? asked[0] : '');
          return await Reflect.apply(value, target, asked);
        };
      }
      if (name !== 'connect') return value.bind(target);
      return async () => {
        await before('');
        return await target.connect();
      };
    },
  });
}

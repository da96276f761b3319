import type pg from 'pg';
import { isConnectionLost } from '../postgres/errors.ts';
import type { Queryable } from '../postgres/pool.ts';
import { WakeableLoop } from './wakeable-loop.ts';

/** The small tables whose rows are work to be done. */
export type WorkTable = 'submission' | 'approval';

/** What a claimed row carries for whoever writes its result. */
export interface Lease {
  readonly transactionId: number;
  /** A result is written only `WHERE lease_token = token`: another worker may hold the row by now. */
  readonly leaseToken: string;
}

/**
 * What becomes of a row after its work: `settled` when the work itself has deleted or rewritten it, else the
 * milliseconds after which it is due again.
 */
export type NextDue = 'settled' | { readonly dueInMs: number };

export interface DueRowsOptions<Row> {
  readonly pool: pg.Pool;
  readonly table: WorkTable;
  /** Makes a typed row of PostgreSQL's columns. */
  readonly read: (columns: Readonly<Record<string, unknown>>) => Row;
  /** Does what the row asks for. It must end before its lease does. */
  readonly work: (row: Row, lease: Lease) => Promise<NextDue>;
  /** Called when the work has thrown `failuresMax` times in a row, and again after each further time. */
  readonly onGaveUp: (row: Row, lease: Lease, error: unknown) => Promise<NextDue>;
  /** Told of errors of work and of the database. */
  readonly onError: (error: unknown, lease: Lease | null) => void;
  /** Rows worked on at the same time. */
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly failuresMax: number;
  /**
   * Whether an error of the work says nothing about its row, as a lost connection does not: it is then no failure, and
   * the row is worked on again a moment later.
   */
  readonly isPassing: (error: unknown) => boolean;
}

const sleepMsMax = 1_000;
/** A due row that another session has locked for a moment is looked at again after this. */
const sleepMsMin = 10;
/** Ends of work that come close together cause one look. */
const gatherMs = 20;
const retryMsMax = 60_000;

/**
 * Works on the rows of a table when they are due, shared with any number of other processes. The claim is committed
 * before the work starts, and a row whose worker dies is free again when its lease ends. All times are the database's,
 * so clocks of machines do not matter.
 */
export class DueRows<Row> {
  readonly #options: DueRowsOptions<Row>;
  readonly #working = new Set<Promise<void>>();
  readonly #loop = new WakeableLoop(() => this.#look());
  #lookSoon: NodeJS.Timeout | null = null;

  constructor(options: DueRowsOptions<Row>) {
    this.#options = options;
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks at once for due rows. To be called after the commit that made one. */
  wake(): void {
    this.#loop.wake();
  }

  /** Claims nothing more and resolves when the work in hand has ended. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#working);
    if (this.#lookSoon !== null) clearTimeout(this.#lookSoon);
  }

  /** How many rows this process works on now. */
  get working(): number {
    return this.#working.size;
  }

  async #look(): Promise<number> {
    try {
      return await this.#claimAndBegin();
    } catch (error) {
      this.#options.onError(error, null);
      return sleepMsMax;
    }
  }

  /** @returns milliseconds in which nothing more becomes due, as far as is known. */
  async #claimAndBegin(): Promise<number> {
    const { pool, table, concurrency, leaseMs } = this.#options;
    const room = concurrency - this.#working.size;
    // With no room, the end of any work is the next occasion to look.
    if (room <= 0) return sleepMsMax;
    const { rows } = await pool.query<Record<string, unknown>>(claim(table), [room, leaseMs]);
    for (const columns of rows) this.#begin(columns);
    if (rows.length === room) return sleepMsMax;
    const next = await pool.query<{ ms: number | null }>(nextDueInMs(table), [sleepMsMax]);
    return Math.max(sleepMsMin, next.rows[0]?.ms ?? sleepMsMax);
  }

  #begin(columns: Readonly<Record<string, unknown>>): void {
    const lease = { transactionId: Number(columns.transaction_id), leaseToken: String(columns.lease_token) };
    const work = this.#work(columns, lease)
      .catch((error) => this.#options.onError(error, lease))
      .finally(() => {
        this.#working.delete(work);
        // The work may have made its own row, or another, due soon.
        this.#lookSoon ??= setTimeout(() => {
          this.#lookSoon = null;
          this.wake();
        }, gatherMs);
      });
    this.#working.add(work);
  }

  async #work(columns: Readonly<Record<string, unknown>>, lease: Lease): Promise<void> {
    const { pool, table, read, work, onGaveUp, onError, failuresMax, isPassing } = this.#options;
    const row = read(columns);
    let next: NextDue;
    try {
      next = await work(row, lease);
    } catch (error) {
      onError(error, lease);
      // That the database was away says nothing about the row; it is tried again when its lease has ended.
      if (isConnectionLost(error)) return;
      const passing = isPassing(error);
      const failures = Number(columns.failures) + (passing ? 0 : 1);
      const givingUp = !passing && failures >= failuresMax;
      const { rowCount } = await pool.query(recordFailure(table), [
        ...identity(lease),
        failures,
        retryInMs(passing ? 1 : failures),
        givingUp,
      ]);
      if (rowCount === 0 || !givingUp) return;
      next = await onGaveUp(row, lease, error);
    }
    if (next !== 'settled') await pool.query(release(table), [...identity(lease), next.dueInMs]);
  }
}

/** Milliseconds for which the longest waiting row of a table has been due without anybody working on it. */
export async function dueRowsLagMs(queryable: Queryable, table: WorkTable): Promise<number> {
  const { rows } = await queryable.query<{ ms: number }>(lagInMs(table));
  return rows[0]?.ms ?? 0;
}

function identity({ transactionId, leaseToken }: Lease): [number, string] {
  return [transactionId, leaseToken];
}

/** Twice as long after each failure, from one second to one minute, spread so that rows do not march together. */
function retryInMs(failures: number): number {
  return Math.round(Math.min(1_000 * 2 ** (failures - 1), retryMsMax) * (0.75 + Math.random() / 2));
}

function claim(table: WorkTable): string {
  return `
    WITH due AS MATERIALIZED (
      SELECT transaction_id
        FROM ${table}
       WHERE due_at <= now() AND (lease_until IS NULL OR lease_until <= now())
       ORDER BY due_at
       LIMIT $1
         FOR UPDATE SKIP LOCKED
    )
    UPDATE ${table}
       SET lease_token = gen_random_uuid(), lease_until = clock_timestamp() + $2 * interval '1 millisecond'
      FROM due
     WHERE ${table}.transaction_id = due.transaction_id
    RETURNING ${table}.*`;
}

function nextDueInMs(table: WorkTable): string {
  return `
    SELECT ceil(extract(epoch FROM min(greatest(due_at, lease_until)) - clock_timestamp()) * 1000)::integer AS ms
      FROM ${table}
     WHERE due_at <= now() + $1 * interval '1 millisecond' AND (lease_until IS NULL OR lease_until <= now() + $1 * interval '1 millisecond')`;
}

/** A row that is being given up stays leased until the one who gives it up has written what becomes of it. */
function recordFailure(table: WorkTable): string {
  return `
    UPDATE ${table}
       SET failures = $3, due_at = clock_timestamp() + $4 * interval '1 millisecond',
           lease_until = CASE WHEN $5 THEN lease_until END, lease_token = CASE WHEN $5 THEN lease_token END
     WHERE transaction_id = $1 AND lease_token = $2`;
}

function release(table: WorkTable): string {
  return `
    UPDATE ${table}
       SET failures = 0, due_at = clock_timestamp() + $3 * interval '1 millisecond',
           lease_until = NULL, lease_token = NULL
     WHERE transaction_id = $1 AND lease_token = $2`;
}

function lagInMs(table: WorkTable): string {
  return `
    SELECT coalesce(extract(epoch FROM now() - min(greatest(due_at, lease_until))) * 1000, 0)::integer AS ms
      FROM ${table}
     WHERE due_at <= now() AND (lease_until IS NULL OR lease_until <= now())`;
}

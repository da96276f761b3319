import type pg from 'pg';
import { isConnectionLost } from '../postgres/errors.ts';
import type { Queryable } from '../postgres/pool.ts';
import { DueWork, retryDelayMs } from './due-work.ts';

/** The tables whose rows are due work with `lease_until`, `lease_token` and `failures`. */
export type WorkTable = 'submission' | 'approval';

/** What identifies a claimed row when its result is written. */
export interface Lease {
  readonly transactionId: number;
  /** A result is written only `WHERE lease_token = token`: another worker may hold the row by now. */
  readonly leaseToken: string;
}

/** `settled` when the work itself has deleted or rewritten the row, else the milliseconds after which it is due again. */
export type NextDue = 'settled' | { readonly dueInMs: number };

export interface DueRowsOptions<Row> {
  readonly pool: pg.Pool;
  readonly table: WorkTable;
  /** Converts PostgreSQL's columns to a typed row; `wall_ahead_ms` is by how much the wall clock is ahead of trusted time. */
  readonly read: (columns: Readonly<Record<string, unknown>>) => Row;
  /** Does the work of a row. It must end before its lease does. */
  readonly work: (row: Row, lease: Lease) => Promise<NextDue>;
  /** Called when the work has thrown `failuresMax` times in a row, and again after each further time. */
  readonly onGaveUp: (row: Row, lease: Lease, error: unknown) => Promise<NextDue>;
  /** Called with errors of work, and with null for errors of a claim. */
  readonly onError: (error: unknown, lease: Lease | null) => void;
  /** Rows in work at the same time. */
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
/** A due row that another session has locked for a moment is claimed again after this. */
const sleepMsMin = 10;

type Columns = Readonly<Record<string, unknown>>;

/**
 * The due work of a table whose rows carry a lease and count their failures. All times are trusted
 * time, which no clock of a machine sets (docs/clocks.md).
 */
export function dueRows<Row>(options: DueRowsOptions<Row>): DueWork<Columns> {
  const { pool, table, concurrency, leaseMs, onError } = options;
  const engine = new DueWork<Columns>({
    async claim(begin) {
      const room = concurrency - engine.working.size;
      // With no room, the end of any work is the next occasion to look.
      if (room <= 0) return sleepMsMax;
      const { rows } = await pool.query<Columns>(claim(table), [room, leaseMs]);
      for (const columns of rows) begin(columns);
      if (rows.length === room) return sleepMsMax;
      const next = await pool.query<{ ms: number | null }>(nextDueInMs(table), [sleepMsMax]);
      return Math.max(sleepMsMin, next.rows[0]?.ms ?? sleepMsMax);
    },
    work: (columns) => workOnRow(options, columns),
    onError: (error, columns) => onError(error, columns === null ? null : leaseOf(columns)),
  });
  return engine;
}

async function workOnRow<Row>(options: DueRowsOptions<Row>, columns: Columns): Promise<void> {
  const { pool, table, read, work, onGaveUp, onError, failuresMax, isPassing } = options;
  const lease = leaseOf(columns);
  const row = read(columns);
  let next: NextDue;
  try {
    next = await work(row, lease);
  } catch (error) {
    onError(error, lease);
    // A lost connection says nothing about the row; it is tried again when its lease has ended.
    if (isConnectionLost(error)) return;
    const passing = isPassing(error);
    const failures = Number(columns.failures) + (passing ? 0 : 1);
    const givingUp = !passing && failures >= failuresMax;
    const { rowCount } = await pool.query(recordFailure(table), [
      ...identity(lease),
      failures,
      retryDelayMs(passing ? 1 : failures),
      givingUp,
    ]);
    if (rowCount === 0 || !givingUp) return;
    next = await onGaveUp(row, lease, error);
  }
  if (next !== 'settled') await pool.query(release(table), [...identity(lease), next.dueInMs]);
}

/** Milliseconds for which the longest waiting row of a table has been due without a lease. */
export async function dueRowsLagMs(queryable: Queryable, table: WorkTable): Promise<number> {
  const { rows } = await queryable.query<{ ms: number }>(lagInMs(table));
  return rows[0]?.ms ?? 0;
}

function leaseOf(columns: Columns): Lease {
  return { transactionId: Number(columns.transaction_id), leaseToken: String(columns.lease_token) };
}

function identity({ transactionId, leaseToken }: Lease): [number, string] {
  return [transactionId, leaseToken];
}

function claim(table: WorkTable): string {
  return `
    WITH due AS MATERIALIZED (
      SELECT transaction_id
        FROM ${table}
       WHERE due_at <= trusted_now() AND (lease_until IS NULL OR lease_until <= (SELECT trusted_now()))
       ORDER BY due_at
       LIMIT $1
         FOR UPDATE SKIP LOCKED
    )
    UPDATE ${table}
       SET lease_token = gen_random_uuid(), lease_until = (SELECT trusted_now()) + $2 * interval '1 millisecond'
      FROM due
     WHERE ${table}.transaction_id = due.transaction_id
    RETURNING ${table}.*,
              (SELECT extract(epoch FROM statement_timestamp() - trusted_now()) * 1000)::float8 AS wall_ahead_ms`;
}

function nextDueInMs(table: WorkTable): string {
  return `
    SELECT ceil(extract(epoch FROM min(greatest(due_at, lease_until)) - trusted_now()) * 1000)::integer AS ms
      FROM ${table}
     WHERE due_at <= trusted_now() + $1 * interval '1 millisecond'
       AND (lease_until IS NULL OR lease_until <= (SELECT trusted_now()) + $1 * interval '1 millisecond')`;
}

/** A row that is being given up stays leased until `onGaveUp` has written its next state. */
function recordFailure(table: WorkTable): string {
  return `
    UPDATE ${table}
       SET failures = $3, due_at = trusted_now() + $4 * interval '1 millisecond',
           lease_until = CASE WHEN $5 THEN lease_until END, lease_token = CASE WHEN $5 THEN lease_token END
     WHERE transaction_id = $1 AND lease_token = $2`;
}

function release(table: WorkTable): string {
  return `
    UPDATE ${table}
       SET failures = 0, due_at = trusted_now() + $3 * interval '1 millisecond',
           lease_until = NULL, lease_token = NULL
     WHERE transaction_id = $1 AND lease_token = $2`;
}

function lagInMs(table: WorkTable): string {
  return `
    SELECT coalesce(extract(epoch FROM trusted_now() - min(greatest(due_at, lease_until))) * 1000, 0)::integer AS ms
      FROM ${table}
     WHERE due_at <= trusted_now() AND (lease_until IS NULL OR lease_until <= (SELECT trusted_now()))`;
}

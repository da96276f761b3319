import type pg from 'pg';
import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import { NotCommitted } from '../../postgres/database-transaction.ts';
import { CommitInDoubt, DatabaseUnavailable, isConnectionLost } from '../../postgres/errors.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { sentTogether } from '../../postgres/sent-together.ts';
import type { SystemAccounts } from '../accounts.ts';
import type { Plan } from '../plan/plan.ts';
import { numbersNeeded, plan, walletsOf } from '../plan/planner.ts';
import type { Entry } from './entry.ts';
import { lockWalletRows, readCommandState, readMoment, takeTransactionNumbers } from './read-state.ts';
import { writePlan } from './write-plan.ts';

/**
 * Writes the commands of a batch in one database transaction: lock, read, plan, write, commit. With a doubt it first
 * looks, under the locks, whether the doubtful plan is there; an old plan is never written again, only its transaction
 * numbers are used again.
 * @returns the plan that is now in the database, and the entries it speaks of.
 * @throws CommitInDoubtOf when the connection is lost after COMMIT was sent; DatabaseUnavailable when before.
 */
export async function runBatch(
  pool: pg.Pool,
  systemAccounts: SystemAccounts,
  entries: readonly Entry[],
  doubt: Doubt,
): Promise<WrittenPlan> {
  const client = await connect(pool);
  let committing: WrittenPlan | null = null;
  try {
    const walletIds = [...new Set(entries.flatMap((entry) => walletsOf(entry.command)))].sort((a, b) => a - b);
    const locked = sentTogether([
      client.query('BEGIN ISOLATION LEVEL READ COMMITTED'),
      lockWalletRows(client, walletIds),
    ]);
    if (doubt.of !== null) {
      await locked;
      if (await isWritten(client, doubt.of)) {
        await client.query('ROLLBACK');
        client.release();
        return doubt.of;
      }
      doubt.of = null;
    }
    const alive = entries.filter((entry) => entry.told !== 'nothing_written');
    const commands = alive.map((entry) => entry.command);
    // Sent together with the lock and run one after another, each as a statement of its own that sees what the lock
    // waited for.
    const [[, wallets], , moment, commandState] = await sentTogether([
      locked,
      takeNumbers(client, alive),
      readMoment(client),
      readCommandState(client, commands),
    ]);
    const state = { ...commandState, nowMs: moment.nowMs, wallets, systemAccounts };
    const ready = alive.filter((entry) => entry.told !== 'nothing_written');
    const written = { plan: plan(state, ready), entries: ready, databaseTransaction: moment.databaseTransaction };
    for (const [index, entry] of ready.entries()) entry.planned = written.plan.outcomes[index] ?? null;
    await writePlan(client, written.plan);
    committing = written;
    const end = await client.query('COMMIT');
    if (end.command !== 'COMMIT') throw new NotCommitted(end.command);
    client.release();
    return written;
  } catch (error) {
    if (isConnectionLost(error)) {
      client.release(true);
      if (committing !== null) throw new CommitInDoubtOf(committing, error);
      throw new DatabaseUnavailable(error);
    }
    // Closing undoes it whatever state the session is in.
    client.release(true);
    throw error;
  }
}

/** A plan with the entries whose outcomes it holds, in order. */
export interface WrittenPlan {
  readonly plan: Plan;
  readonly entries: readonly Entry[];
  /** PostgreSQL's 64-bit number of the database transaction that wrote it. */
  readonly databaseTransaction: string;
}

/** The plan whose COMMIT was sent and never answered, until it is known whether it happened. */
export interface Doubt {
  of: WrittenPlan | null;
}

/** COMMIT was sent and its answer never came. */
export class CommitInDoubtOf extends CommitInDoubt {
  readonly written: WrittenPlan;

  constructor(written: WrittenPlan, cause: unknown) {
    super(cause);
    this.written = written;
  }
}

/** A repeated attempt uses the numbers that were taken first, so that an id once told to a client stays true. */
async function takeNumbers(db: Queryable, entries: readonly Entry[]): Promise<void> {
  const missing = entries.map((entry) => Math.max(0, numbersNeeded(entry.command) - entry.numbers.length));
  const numbers = await takeTransactionNumbers(
    db,
    missing.reduce((sum, count) => sum + count, 0),
  );
  let next = 0;
  for (const [index, entry] of entries.entries()) {
    const count = missing[index] ?? 0;
    entry.numbers.push(...numbers.slice(next, next + count));
    next += count;
  }
}

/**
 * Whether a plan is in the database; asked with its wallets locked, when no commit of it can still be running. A batch
 * is written whole or not at all, and nobody else can open a transaction with its numbers, not even after a crash
 * (begin_server_life in migration 1), so one opened transaction
 * is witness for all of it. Moved transactions are no such witness, because another process may have moved them in the
 * same way: there the database transaction must not be undone, and after a crash, which can give its number to another
 * one, every row must be as planned. A plan that only refuses, replays or opens a case is made afresh without harm.
 */
async function isWritten(db: Queryable, { plan: doubtful, databaseTransaction }: WrittenPlan): Promise<boolean> {
  const opened = doubtful.transactionsOpened[0];
  if (opened !== undefined) {
    const { rowCount } = await db.query('SELECT FROM transaction WHERE wallet_id = $1 AND transaction_id = $2', [
      opened.walletId,
      opened.transactionId,
    ]);
    return rowCount === 1;
  }
  const moved = doubtful.transactionsMoved.map(({ after }) => after);
  if (moved.length === 0) return false;
  // The server forgets old numbers (null) and refuses to speak of numbers that it has not reached.
  const { rows } = await db.query<{ undone: boolean }>(
    `SELECT CASE WHEN $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) THEN true
                 ELSE coalesce(pg_xact_status($1::xid8) <> 'committed', false) END AS undone`,
    [databaseTransaction],
  );
  if (rows[0]?.undone !== false) return false;
  const { rowCount } = await db.query(
    `SELECT FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::smallint[], $5::smallint[])
              AS planned (wallet_id, transaction_id, status, transfer_count, event_count)
       JOIN transaction t USING (wallet_id, transaction_id, status, transfer_count, event_count)`,
    [
      numberArray(moved.map((transaction) => transaction.walletId)),
      numberArray(moved.map((transaction) => transaction.transactionId)),
      textArray(moved.map((transaction) => transaction.status)),
      numberArray(moved.map((transaction) => transaction.transferCount)),
      numberArray(moved.map((transaction) => transaction.eventCount)),
    ],
  );
  return rowCount === moved.length;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  }
}

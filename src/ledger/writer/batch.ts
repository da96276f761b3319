import type pg from 'pg';
import { NotCommitted } from '../../postgres/database-transaction.ts';
import { CommitInDoubt, DatabaseUnavailable, isConnectionLost } from '../../postgres/errors.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { SystemAccounts } from '../accounts.ts';
import type { Plan } from '../plan/plan.ts';
import { numbersNeeded, plan, walletsOf } from '../plan/planner.ts';
import type { Entry } from './entry.ts';
import { lockWalletRows, readPlanState, takeTransactionNumbers } from './read-state.ts';
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
    await client.query('BEGIN');
    const wallets = await lockWalletRows(client, walletIds);
    if (doubt.of !== null) {
      if (await isWritten(client, doubt.of.plan)) {
        await client.query('ROLLBACK');
        client.release();
        return doubt.of;
      }
      doubt.of = null;
    }
    const alive = entries.filter((entry) => !entry.dropped);
    await takeNumbers(client, alive);
    const commands = alive.map((entry) => entry.command);
    const state = await readPlanState(client, commands, wallets, systemAccounts);
    const ready = alive.filter((entry) => !entry.dropped);
    const written = { plan: plan(state, ready), entries: ready };
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
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** A plan with the entries whose outcomes it holds, in order. */
export interface WrittenPlan {
  readonly plan: Plan;
  readonly entries: readonly Entry[];
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
 * Whether a plan is in the database; asked with its wallets locked, when no commit of it can still be running. Every
 * plan that changes anything opens or moves a transaction, and a batch is written whole or not at all, so one
 * transaction is witness for all of it.
 */
async function isWritten(db: Queryable, doubtful: Plan): Promise<boolean> {
  const opened = doubtful.transactionsOpened[0];
  if (opened !== undefined) {
    const { rowCount } = await db.query('SELECT FROM transaction WHERE wallet_id = $1 AND transaction_id = $2', [
      opened.walletId,
      opened.transactionId,
    ]);
    return rowCount === 1;
  }
  const moved = doubtful.transactionsMoved[0]?.after;
  if (moved === undefined) return true;
  const { rowCount } = await db.query(
    `SELECT FROM transaction WHERE wallet_id = $1 AND transaction_id = $2
        AND status = $3 AND transfer_count = $4 AND event_count = $5`,
    [moved.walletId, moved.transactionId, moved.status, moved.transferCount, moved.eventCount],
  );
  return rowCount === 1;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  }
}

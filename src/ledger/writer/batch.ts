import type pg from 'pg';
import { leavesCommitInDoubt, NotCommitted } from '../../postgres/database-transaction.ts';
import { CommitInDoubt, DatabaseUnavailable, isConnectionLost } from '../../postgres/errors.ts';
import { sentTogether } from '../../postgres/pipeline.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { numbersNeeded, plan, walletsOf } from '../commands/command.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanState } from '../plan/state.ts';
import { areResolved } from '../rows/review-case.ts';
import type { SystemAccounts } from '../rows/system-account.ts';
import { areMoved, isStored } from '../rows/transaction.ts';
import { lockWallets } from '../rows/wallet.ts';
import type { Entry } from './entry.ts';
import { readCommandState, takeMoment } from './read-state.ts';
import { statementsOf } from './write-plan.ts';

/**
 * Writes a batch in one database transaction: begins it, locks the wallets and reads what the commands depend on in one round
 * trip; plans; then writes and commits in a second one. (Where a key that was used before has no response, its transaction is read
 * in a round trip between them.) The statements of a round trip run one after another, each sees what the lock waited for, and where
 * one fails, or changes another number of rows than it should, the COMMIT after it rolls everything back.
 * @returns the plan that is now in the database, with its entries.
 * @throws CommitInDoubtOf when COMMIT was sent and the server's answer is missing; DatabaseUnavailable when the
 * connection is lost before.
 */
export async function writeBatch(
  client: pg.PoolClient,
  entries: readonly Entry[],
  systemAccounts: SystemAccounts,
): Promise<WrittenPlan> {
  let committing = null as WrittenPlan | null;
  try {
    const { databaseTransaction, ...read } = await readBatchState(client, entries);
    const ready = entries.filter(mayBeWritten);
    const written = { plan: plan({ ...read, systemAccounts }, ready), entries: ready, databaseTransaction };
    for (const [index, entry] of ready.entries()) entry.planned = written.plan.outcomes[index] ?? null;
    const sent = statementsOf(written.plan).map((send) => markHandled(send(client)));
    committing = written;
    const commit = markHandled(client.query('COMMIT'));
    // The server commits only where every statement succeeded, even if one of their answers could not be read here.
    const [end] = await Promise.allSettled([commit, ...sent]);
    if (end.status === 'fulfilled' && end.value.command === 'COMMIT') return written;
    await sentTogether([...sent, commit]);
    throw new NotCommitted((await commit).command);
  } catch (error) {
    if (committing !== null && leavesCommitInDoubt(error)) throw new CommitInDoubtOf(committing, error);
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  }
}

type BatchState = Omit<PlanState, 'systemAccounts'> & { readonly databaseTransaction: string };

async function readBatchState(client: pg.PoolClient, entries: readonly Entry[]): Promise<BatchState> {
  const commands = entries.map((entry) => entry.command);
  const missing = entries.reduce((sum, entry) => sum + numbersMissing(entry), 0);
  const [, wallets, { numbers, ...moment }, commandState] = await sentTogether([
    client.query(begin),
    lockWallets(client, walletIdsOf(entries)),
    takeMoment(client, missing),
    readCommandState(client, commands),
  ]);
  giveNumbers(entries, numbers);
  return { ...commandState, ...moment, wallets };
}

/** A repeated attempt uses the numbers that were taken first, so that an id that a client has received stays valid. */
function giveNumbers(entries: readonly Entry[], numbers: readonly number[]): void {
  let next = 0;
  for (const entry of entries) {
    const count = numbersMissing(entry);
    entry.numbers.push(...numbers.slice(next, next + count));
    next += count;
  }
}

function numbersMissing({ command, numbers }: Entry): number {
  return Math.max(0, numbersNeeded(command) - numbers.length);
}

/** Prevents an unhandled rejection when an earlier statement fails. */
function markHandled<Answer>(answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => undefined);
  return answer;
}

/** Whether a command may still be written: its caller has no error saying that it was not written. */
export function mayBeWritten({ callerState }: Entry): boolean {
  return callerState !== 'not_written';
}

/**
 * Whether a plan whose COMMIT was never answered is in the database. The check runs with the plan's wallets locked, when no
 * commit of it can still be running, so the result stays true when the locks are released.
 * @throws DatabaseUnavailable when the connection is lost once more.
 */
export async function wasWritten(pool: pg.Pool, doubtful: WrittenPlan): Promise<boolean> {
  const client = await connect(pool);
  try {
    await sentTogether([client.query(begin), lockWallets(client, walletIdsOf(doubtful.entries))]);
    const is = await isWritten(client, doubtful);
    await client.query('ROLLBACK');
    client.release();
    return is;
  } catch (error) {
    // Closing the connection rolls it back, whatever state the session is in.
    client.release(true);
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  }
}

const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';

function walletIdsOf(entries: readonly Entry[]): number[] {
  return [...new Set(entries.flatMap((entry) => walletsOf(entry.command)))].sort((a, b) => a - b);
}

/** A plan with its entries, in the order of its outcomes. */
export interface WrittenPlan {
  readonly plan: Plan;
  readonly entries: readonly Entry[];
  /** PostgreSQL's 64-bit number of the database transaction that wrote it. */
  readonly databaseTransaction: string;
}

/** COMMIT was sent and its answer never arrived. */
export class CommitInDoubtOf extends CommitInDoubt {
  readonly written: WrittenPlan;

  constructor(written: WrittenPlan, cause: unknown) {
    super(cause);
    this.written = written;
  }
}

/**
 * Whether a plan is in the database; its wallets must be locked, when no commit of it can still be running. A batch is
 * written completely or not at all, and no other batch can open a transaction with its numbers, not even after a crash
 * (begin_server_life in migration 1), so one opened transaction proves all of it. Moved transactions and resolved cases
 * prove nothing alone, because another process may have changed them in the same way: there the database transaction must
 * not be rolled back, and every row must be as planned, because a crash can give its number to another one. A plan that
 * only refuses, replays or opens a case is planned again without harm; so is one that finds its transaction moved by
 * another process meanwhile.
 */
async function isWritten(db: Queryable, { plan: doubtful, databaseTransaction }: WrittenPlan): Promise<boolean> {
  const opened = doubtful.transactionsOpened[0];
  if (opened !== undefined) return await isStored(db, opened);
  const { transactionsMoved, casesResolved } = doubtful;
  if (transactionsMoved.length === 0 && casesResolved.length === 0) return false;
  if (await mayBeRolledBack(db, databaseTransaction)) return false;
  return (await areMoved(db, transactionsMoved)) && (await areResolved(db, casesResolved));
}

async function mayBeRolledBack(db: Queryable, databaseTransaction: string): Promise<boolean> {
  // The server forgets old numbers (null) and gives an error for numbers that it has not reached.
  const { rows } = await db.query<{ undone: boolean }>(
    `SELECT CASE WHEN $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) THEN true
                 ELSE coalesce(pg_xact_status($1::xid8) <> 'committed', false) END AS undone`,
    [databaseTransaction],
  );
  return rows[0]?.undone !== false;
}

/** @throws DatabaseUnavailable when no connection can be opened. */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  }
}

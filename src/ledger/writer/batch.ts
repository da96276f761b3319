import type pg from 'pg';
import { leavesCommitInDoubt, NotCommitted } from '../../postgres/database-transaction.ts';
import { CommitInDoubt, DatabaseUnavailable, isConnectionLost } from '../../postgres/errors.ts';
import { inOneWrite } from '../../postgres/in-one-write.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { sentTogether } from '../../postgres/sent-together.ts';
import { numbersNeeded, plan, walletsOf } from '../commands/command.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanState } from '../plan/state.ts';
import { areResolved } from '../rows/review-case.ts';
import type { Send } from '../rows/statement.ts';
import type { SystemAccounts } from '../rows/system-account.ts';
import { areMoved, isStored } from '../rows/transaction.ts';
import { lockWallets } from '../rows/wallet.ts';
import type { Entry } from './entry.ts';
import { readCommandState, takeMoment } from './read-state.ts';
import { statementsOf } from './write-plan.ts';

/**
 * A batch whose wallets are being locked and whose state is being read. It may stand behind the COMMIT of the batch
 * before it on the same connection: the server goes on with it while we answer that one.
 */
export interface BegunBatch {
  readonly client: pg.PoolClient;
  readonly entries: readonly Entry[];
  readonly state: Promise<BatchState>;
}

type BatchState = Omit<PlanState, 'systemAccounts'> & { readonly databaseTransaction: string };

/**
 * Begins a database transaction for a batch: locks its wallets and reads what its commands depend on. All of it is sent
 * at once and run one statement after another, each of which sees what the lock waited for. Never throws: `state` tells
 * whoever ends the batch.
 */
export function beginBatch(client: pg.PoolClient, entries: readonly Entry[]): BegunBatch {
  return { client, entries, state: markHandled(inOneWrite(client, () => readBatchState(client, entries))) };
}

async function readBatchState(client: pg.PoolClient, entries: readonly Entry[]): Promise<BatchState> {
  const commands = entries.map((entry) => entry.command);
  const missing = entries.reduce((sum, entry) => sum + numbersMissing(entry), 0);
  const [, wallets, { nowMs, databaseTransaction, numbers }, commandState] = await sentTogether([
    client.query(begin),
    lockWallets(client, walletIdsOf(entries)),
    takeMoment(client, missing),
    readCommandState(client, commands),
  ]);
  giveNumbers(entries, numbers);
  return { ...commandState, nowMs, databaseTransaction, wallets };
}

/** A repeated attempt uses the numbers that were taken first, so that an id once told to a client stays true. */
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

/**
 * Plans a begun batch, writes it and commits, the three in one journey to the server: a statement that fails, or changes
 * another number of rows than it should, has the COMMIT behind it undo everything.
 * @param onSent called when all of it is on its way: what is sent now is run as soon as it is committed.
 * @returns the plan that is now in the database, and the entries it speaks of.
 * @throws CommitInDoubtOf when COMMIT was sent and the server's word on it is missing; DatabaseUnavailable when the
 * connection is lost before.
 */
export async function endBatch(
  { client, entries, state }: BegunBatch,
  systemAccounts: SystemAccounts,
  onSent: () => void,
): Promise<WrittenPlan> {
  let committing = null as WrittenPlan | null;
  try {
    const read = await state;
    const ready = entries.filter(isWanted);
    const { databaseTransaction } = read;
    const written = { plan: plan({ ...read, systemAccounts }, ready), entries: ready, databaseTransaction };
    for (const [index, entry] of ready.entries()) entry.planned = written.plan.outcomes[index] ?? null;
    const statements = statementsOf(written.plan);
    const sendAll = (some: readonly Send[]) => some.map((send) => markHandled(send(client)));
    // The rows of many commands take a while to make, and the server has the first statement to run meanwhile.
    const ahead = sendAll(statements.slice(0, ready.length > 1 ? 1 : 0));
    const { sent, commit } = inOneWrite(client, () => {
      const sent = [...ahead, ...sendAll(statements.slice(ahead.length))];
      committing = written;
      const commit = markHandled(client.query('COMMIT'));
      onSent();
      return { sent, commit };
    });
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

/** Prevents an unhandled rejection when an earlier statement fails. */
function markHandled<Answer>(answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => undefined);
  return answer;
}

/** Whether a command may still be written: nobody was told that it never will be. */
export function isWanted({ told }: Entry): boolean {
  return told !== 'nothing_written';
}

/**
 * Whether a plan whose COMMIT was never answered is in the database. It is asked with the plan's wallets locked, when no
 * commit of it can still be running, so the answer stays true when the locks are gone.
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
    // Closing undoes it whatever state the session is in.
    client.release(true);
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  }
}

const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';

function walletIdsOf(entries: readonly Entry[]): number[] {
  return [...new Set(entries.flatMap((entry) => walletsOf(entry.command)))].sort((a, b) => a - b);
}

/** A plan with the entries whose outcomes it holds, in order. */
export interface WrittenPlan {
  readonly plan: Plan;
  readonly entries: readonly Entry[];
  /** PostgreSQL's 64-bit number of the database transaction that wrote it. */
  readonly databaseTransaction: string;
}

/** COMMIT was sent and its answer never came. */
export class CommitInDoubtOf extends CommitInDoubt {
  readonly written: WrittenPlan;

  constructor(written: WrittenPlan, cause: unknown) {
    super(cause);
    this.written = written;
  }
}

/**
 * Whether a plan is in the database; asked with its wallets locked, when no commit of it can still be running. A batch
 * is written whole or not at all, and nobody else can open a transaction with its numbers, not even after a crash
 * (begin_server_life in migration 1), so one opened transaction
 * is witness for all of it. Moved transactions and resolved cases are no such witnesses, because another process may have
 * done the same with them: there the database transaction must not be undone, and after a crash, which can give its
 * number to another one, every row must be as planned. A plan that only refuses, replays or opens a case is made
 * afresh without harm; so is one whose transaction another process has moved on meanwhile, which it finds moved.
 */
async function isWritten(db: Queryable, { plan: doubtful, databaseTransaction }: WrittenPlan): Promise<boolean> {
  const opened = doubtful.transactionsOpened[0];
  if (opened !== undefined) return await isStored(db, opened);
  const { transactionsMoved, casesResolved } = doubtful;
  if (transactionsMoved.length === 0 && casesResolved.length === 0) return false;
  if (await mayBeUndone(db, databaseTransaction)) return false;
  return (await areMoved(db, transactionsMoved)) && (await areResolved(db, casesResolved));
}

async function mayBeUndone(db: Queryable, databaseTransaction: string): Promise<boolean> {
  // The server forgets old numbers (null) and refuses to speak of numbers that it has not reached.
  const { rows } = await db.query<{ undone: boolean }>(
    `SELECT CASE WHEN $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) THEN true
                 ELSE coalesce(pg_xact_status($1::xid8) <> 'committed', false) END AS undone`,
    [databaseTransaction],
  );
  return rows[0]?.undone !== false;
}

/** @throws DatabaseUnavailable when there is no connection to be had. */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  }
}

import type pg from 'pg';
import { leavesCommitInDoubt, NotCommitted } from '../../postgres/database-transaction.ts';
import { CommitInDoubt, DatabaseUnavailable, isConnectionLost } from '../../postgres/errors.ts';
import { sentTogether } from '../../postgres/pipeline.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { NotReplicated, ReplicationWatch } from '../../postgres/replication.ts';
import { numbersNeeded, plan, walletsOf } from '../commands/command.ts';
import { locksSubmission } from '../commands/dependencies.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanState } from '../plan/state.ts';
import { areResolved } from '../rows/review-case.ts';
import type { SystemAccounts } from '../rows/system-account.ts';
import { areMoved, isStored } from '../rows/transaction.ts';
import { existingWallets, lockFreeWallets, lockWallets, type WalletState } from '../rows/wallet.ts';
import { type Entry, mayBeWritten } from './entry.ts';
import {
  type LockedRows,
  lockFreeRows,
  lockRows,
  type Moment,
  readCommandState,
  takeMoment,
  takePastMoment,
} from './read-state.ts';
import { statementsOf } from './write-plan.ts';

/** Commands that are written together. */
export interface Batch {
  readonly entries: readonly Entry[];
  /** Wallets to wait for where another session has locked them. Of the others, those that are locked are held. */
  readonly waitFor: readonly number[];
  /** Whether to wait for submissions and review cases too; else a command whose submission is locked is held. */
  readonly waitForRows: boolean;
}

/** Commands that a batch leaves out, each with its wallets that another session has locked: none, where it is its submission. */
export type HeldEntries = ReadonlyMap<Entry, readonly number[]>;

/** What a batch is written with. */
export interface BatchParts {
  readonly systemAccounts: SystemAccounts;
  /** Whether live money moves only where commits wait for a synchronous standby. */
  readonly requireStandby: boolean;
  /** Gets the commands that are left out because a wallet or the submission of theirs is held, before the others are written. */
  readonly onHeld: (held: HeldEntries) => void;
  /** Gets the commands on live wallets that are left out because commits wait for no standby, before the others are written. */
  readonly onStandbyMissing: (entries: readonly Entry[]) => void;
  /** Set by `PastWriter` only, for demo data. */
  readonly past?: Past;
}

/** A time in the past at which a batch is written. */
export interface Past {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Gets the wallets that the plan changes, as they were read. @throws PastNotAllowed where one may not change at that time. */
  readonly admit: (wallets: readonly WalletState[]) => void;
}

/**
 * Writes a batch in one database transaction: begins it, locks the wallets and reads what the commands depend on in one round
 * trip; plans; then writes and commits in a second one. (Where a key that was used before has no response, its transaction is read
 * in a round trip between them.) The statements of a round trip run one after another, each sees what the lock waited for, and where
 * one fails, or changes another number of rows than it should, the COMMIT after it rolls everything back.
 *
 * A command is decided only where all its wallets are locked: those of which one is held are left out.
 * @returns the plan that is now in the database, with its entries; null where no command is left to write.
 * @throws CommitInDoubtOf when COMMIT was sent and the server's answer is missing, or says that it waited in vain for a
 * synchronous standby; DatabaseUnavailable when the connection is lost before.
 */
export async function writeBatch(
  client: pg.PoolClient,
  batch: Batch,
  { systemAccounts, requireStandby, onHeld, onStandbyMissing, past }: BatchParts,
): Promise<WrittenPlan | null> {
  let committing = null as WrittenPlan | null;
  const replication = new ReplicationWatch(client);
  try {
    const { databaseTransaction, numbers, waitsForStandby, ...read } = await readBatchState(client, batch, past);
    const held = await heldEntries(client, batch.entries, read.wallets);
    if (held.size > 0) onHeld(held);
    const unsafe = requireStandby && !waitsForStandby ? liveEntries(batch.entries, read.wallets) : new Set<Entry>();
    if (unsafe.size > 0) onStandbyMissing([...unsafe]);
    const decidable = batch.entries.filter((entry) => mayBeWritten(entry) && !held.has(entry) && !unsafe.has(entry));
    giveNumbers(decidable, numbers);
    const { rows, ready } = await lockMore(client, decidable, batch.waitForRows, onHeld);
    if (ready.length === 0) {
      await client.query('ROLLBACK');
      return null;
    }
    const written = { plan: plan({ ...read, ...rows, systemAccounts }, ready), entries: ready, databaseTransaction };
    past?.admit(written.plan.wallets.map(({ before }) => before));
    for (const [index, entry] of ready.entries()) entry.planned = written.plan.outcomes[index] ?? null;
    const sent = statementsOf(written.plan).map((send) => markHandled(send(client)));
    committing = written;
    const commit = markHandled(client.query('COMMIT'));
    // The server commits only where every statement succeeded, even if one of their answers could not be read here.
    const [end] = await Promise.allSettled([commit, ...sent]);
    if (end.status === 'fulfilled' && end.value.command === 'COMMIT') {
      if (replication.isInDoubt) throw new NotReplicated();
      return written;
    }
    await sentTogether([...sent, commit]);
    throw new NotCommitted((await commit).command);
  } catch (error) {
    if (committing !== null && leavesCommitInDoubt(error)) throw new CommitInDoubtOf(committing, error);
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  } finally {
    replication.end();
  }
}

type BatchState = Omit<PlanState, 'systemAccounts' | keyof LockedRows> & Omit<Moment, 'nowMs' | 'trustedNowMs'>;

async function readBatchState(
  client: pg.PoolClient,
  { entries, waitFor }: Batch,
  past: Past | undefined,
): Promise<BatchState> {
  const commands = entries.map((entry) => entry.command);
  const missing = entries.reduce((sum, entry) => sum + numbersMissing(entry), 0);
  const others = walletIdsOf(entries).filter((walletId) => !waitFor.includes(walletId));
  const [, awaited, free, moment, commandState] = await sentTogether([
    client.query(begin),
    lockWallets(client, waitFor),
    lockFreeWallets(client, others),
    past === undefined ? takeMoment(client, missing) : takePastMoment(client, missing, past.atMs),
    readCommandState(client, commands),
  ]);
  return { ...commandState, ...moment, wallets: new Map([...awaited, ...free]) };
}

/** The commands with a wallet that exists and that was not locked, because another session has locked it. */
async function heldEntries(
  client: pg.PoolClient,
  entries: readonly Entry[],
  locked: ReadonlyMap<number, WalletState>,
): Promise<HeldEntries> {
  const notLocked = walletIdsOf(entries).filter((walletId) => !locked.has(walletId));
  const held = await existingWallets(client, notLocked);
  if (held.size === 0) return new Map();
  const heldOf = (entry: Entry) => walletsOf(entry.command).filter((walletId) => held.has(walletId));
  return new Map(entries.map((entry) => [entry, heldOf(entry)] as const).filter(([, wallets]) => wallets.length > 0));
}

/** Locks the submissions and review cases of commands whose wallets are locked. @returns them with the commands that can be decided. */
async function lockMore(
  client: pg.PoolClient,
  entries: readonly Entry[],
  waits: boolean,
  onHeld: BatchParts['onHeld'],
): Promise<{ readonly rows: LockedRows; readonly ready: readonly Entry[] }> {
  const commands = entries.map(({ command }) => command);
  if (waits) return { rows: await lockRows(client, commands), ready: entries };
  const { rows, heldTransactions } = await lockFreeRows(client, commands);
  const isHeld = ({ command }: Entry) =>
    locksSubmission(command) && 'transactionId' in command && heldTransactions.has(command.transactionId);
  const held = entries.filter(isHeld);
  if (held.length > 0) onHeld(new Map(held.map((entry) => [entry, []])));
  return { rows, ready: entries.filter((entry) => !held.includes(entry)) };
}

/** The commands with a live wallet. */
function liveEntries(entries: readonly Entry[], wallets: ReadonlyMap<number, WalletState>): ReadonlySet<Entry> {
  const isLive = (walletId: number) => wallets.get(walletId)?.mode === 'live';
  return new Set(entries.filter((entry) => walletsOf(entry.command).some(isLive)));
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

/**
 * Whether a plan whose COMMIT was never answered is in the database. The check runs with the plan's wallets locked, when no
 * commit of it can still be running, so the result stays true when the locks are released. Where it is there, the check commits
 * something too, and so waits until a synchronous standby has both.
 * @throws DatabaseUnavailable when the connection is lost once more; NotReplicated when no standby has it.
 */
export async function wasWritten(pool: pg.Pool, doubtful: WrittenPlan): Promise<boolean> {
  const client = await connect(pool);
  const replication = new ReplicationWatch(client);
  try {
    await sentTogether([client.query(begin), lockWallets(client, walletIdsOf(doubtful.entries))]);
    const is = await isWritten(client, doubtful);
    if (is) {
      // A standby receives the log in its order: where it has this record, it has the commit before it.
      await client.query(`SELECT pg_logical_emit_message(true, 'nsimbi', '')`);
      await client.query('COMMIT');
      if (replication.isInDoubt) throw new NotReplicated();
    } else {
      await client.query('ROLLBACK');
    }
    client.release();
    return is;
  } catch (error) {
    // Closing the connection rolls it back, whatever state the session is in.
    client.release(true);
    throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
  } finally {
    replication.end();
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
 * or a promotion (begin_server_life in migration 27), so one opened transaction proves all of it. Moved transactions and resolved cases
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

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { asksForAnotherTry } from '../../postgres/database-transaction.ts';
import { DatabaseUnavailable, isConnectionLost, sqlState } from '../../postgres/errors.ts';
import { createPool, type DatabaseTarget } from '../../postgres/pool.ts';
import { ensurePartitions, isPartitionMissing } from '../partitions.ts';
import { readSystemAccounts, type SystemAccounts, SystemAccountUnknown } from '../rows/system-account.ts';
import {
  type Batch,
  type BatchParts,
  CommitInDoubtOf,
  connect,
  type HeldEntries,
  type WrittenPlan,
  wasWritten,
  writeBatch,
} from './batch.ts';
import { type Entry, isWaiting, mayBeWritten } from './entry.ts';
import { CannotBeWritten, NothingWritten } from './errors.ts';

const triesMax = 5;
/** In-doubt commits of a batch that turned out to be rolled back, after which the batch itself is the cause. */
const rolledBackMax = 3;
const uniqueViolation = '23505';
const queryCanceled = '57014';
const lockNotAvailable = '55P03';

export interface LaneOptions {
  readonly target: DatabaseTarget;
  /** The highest transaction number that was taken in this process, on any of its lanes. */
  readonly numbersTaken: { highest: number };
  readonly applicationName: string;
  /**
   * For batches that take turns: gets the commands of one that has waited for a lock for `turnMs` and ends unwritten; `next` decides
   * which one is tried now. Without it such a batch is tried again at once, as after any error that may pass.
   */
  readonly onTurnOver?: (entries: readonly Entry[]) => void;
  /** The next batch, or null when none waits. */
  readonly next: () => Batch | null;
  /** Gets commands that were left out of their batch, because another session has locked a wallet of theirs. */
  readonly onHeld: (held: HeldEntries) => void;
  /** Whether live money moves only where commits wait for a synchronous standby. */
  readonly requireStandby: boolean;
  /** Gets commands on live wallets that were not written because commits wait for no standby. */
  readonly onStandbyMissing: (entries: readonly Entry[]) => void;
  /** Gets what was written, after its commit. */
  readonly onWritten: (written: WrittenPlan) => void;
  /** Gets commands that never will be written: those whose callers wait must be answered with the error. */
  readonly onFailed: (entries: readonly Entry[], error: Error) => void;
  readonly onBatch: (size: number, durationMs: number) => void;
  readonly onError: (error: unknown) => void;
  /** Called with the connection of a batch when it begins. @returns what to call when it ends. */
  readonly watch: (client: pg.PoolClient) => () => void;
}

/** Milliseconds that a batch waits for a lock before another one has its turn. */
const turnMs = 500;

type BatchEnd =
  | { readonly is: 'written'; readonly written: WrittenPlan }
  /** One command cannot be written: split the batch. */
  | { readonly is: 'split'; readonly entries: readonly Entry[] }
  /** Nothing of it was left to write now: its commands wait for a lock and come in another batch, or were refused. */
  | { readonly is: 'waits' }
  /** It never will be written; every caller has its error or has timed out. */
  | { readonly is: 'not_written' };

/** Writes batches one after another on a connection of its own, as long as there are any. */
export class Lane {
  readonly #pool: pg.Pool;
  readonly #options: LaneOptions;
  #systemAccounts: SystemAccounts | null = null;
  #running: Promise<void> | null = null;
  /** Halves of batches that were split, to be written before others. */
  readonly #halves: Batch[] = [];

  constructor(options: LaneOptions) {
    this.#options = options;
    const { target, applicationName, onTurnOver, numbersTaken } = options;
    this.#pool = createPool(target, {
      applicationName,
      max: 1,
      pipeline: true,
      // A batch may be tried again with numbers that the sequence has lost in a crash or a promotion, which no connection outlives.
      opening: () => `SELECT begin_server_life(${numbersTaken.highest})`,
      // A batch reads few rows by key from large tables; a plan that suits a report, or a table that was empty when it was
      // analyzed, would read a whole table.
      settings: {
        enable_hashjoin: 'off',
        enable_mergejoin: 'off',
        enable_seqscan: 'off',
        plan_cache_mode: 'force_generic_plan',
        ...(onTurnOver === undefined ? {} : { lock_timeout: String(turnMs) }),
      },
    });
  }

  /** Writes what waits, unless it does so already. */
  run(): void {
    this.#running ??= this.#run();
  }

  /** Waits until nothing waits. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Closes the connection. Call it when nothing waits. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #run(): Promise<void> {
    // One turn of the event loop lets requests that arrived together share a batch.
    await Promise.resolve();
    for (let batch = this.#take(); batch !== null; batch = this.#take()) await this.#write(batch);
    this.#running = null;
  }

  #take(): Batch | null {
    return this.#halves.shift() ?? this.#options.next();
  }

  /** Writes a batch; where one of its commands cannot be written, its two halves come next. */
  async #write(batch: Batch): Promise<void> {
    const takenAt = performance.now();
    const end = await this.#tryToWrite(batch);
    if (end.is === 'split') {
      const half = Math.ceil(end.entries.length / 2);
      const halves = [end.entries.slice(0, half), end.entries.slice(half)].filter(({ length }) => length > 0);
      this.#halves.unshift(...halves.map((entries) => ({ ...batch, entries })));
      return;
    }
    if (end.is === 'waits') return;
    if (end.is === 'written') this.#options.onWritten(end.written);
    const { entries } = end.is === 'written' ? end.written : batch;
    this.#options.onBatch(entries.length, performance.now() - takenAt);
  }

  /** Tries while that can help; after the first attempt only the commands whose callers wait. */
  async #tryToWrite(batch: Batch): Promise<BatchEnd> {
    let { entries } = batch;
    const leftOut = {
      onHeld: (held: HeldEntries) => {
        entries = entries.filter((entry) => !held.has(entry));
        this.#options.onHeld(held);
      },
      onStandbyMissing: this.#options.onStandbyMissing,
    };
    let doubtful: WrittenPlan | null = null;
    let doubt: CommitInDoubtOf | null = null;
    let rolledBack = 0;
    let conflicts = 0;
    let partitionsEnsured = false;
    for (let tried = 1; ; tried += 1) {
      try {
        if (doubtful !== null) {
          if (await wasWritten(this.#pool, doubtful)) return { is: 'written', written: doubtful };
          doubtful = null;
          rolledBack += 1;
          for (const entry of entries) entry.planned = null;
        }
        if (tried > 1) entries = entries.filter(isWaiting);
        if (entries.length === 0) return { is: 'not_written' };
        if (rolledBack === rolledBackMax) throw new CannotBeWritten(doubt);
        const written = await this.#writeOnce({ ...batch, entries }, leftOut);
        return written === null ? { is: 'waits' } : { is: 'written', written };
      } catch (error) {
        if (error instanceof CommitInDoubtOf) {
          doubt = error;
          doubtful = error.written;
        } else if (doubtful === null) {
          for (const entry of entries) entry.planned = null;
        }
        if (error instanceof SystemAccountUnknown && tried < triesMax) {
          this.#systemAccounts = null;
          continue;
        }
        // Housekeeping is late. One command of the batch may still need another partition, which nobody creates.
        if (isPartitionMissing(error) && !partitionsEnsured) {
          partitionsEnsured = true;
          await ensurePartitions(this.#pool).catch((failure: unknown) => this.#options.onError(failure));
          continue;
        }
        if (doubtful === null && this.#options.onTurnOver !== undefined && sqlState(error) === lockNotAvailable) {
          this.#options.onTurnOver(entries);
          return { is: 'waits' };
        }
        // Whether a commit happened must be found out, however long the database stays away.
        if (doubtful !== null || (tried < triesFor(error) && entries.some(isWaiting))) {
          if (!canTryAgain(error)) this.#options.onError(error);
          await sleep(Math.min(2_000, 10 * 2 ** tried) * (0.5 + Math.random() / 2));
          continue;
        }
        if (failsAlone(error) && entries.length > 1) return { is: 'split', entries: entries.filter(isWaiting) };
        // Another process claimed the same receipt or slip at the same moment: the next attempt reads what it wrote.
        if (sqlState(error) === uniqueViolation && conflicts === 0) {
          conflicts += 1;
          continue;
        }
        if (triesFor(error) < triesMax) this.#options.onError(error);
        this.#options.onFailed(entries, writeError(error));
        return { is: 'not_written' };
      }
    }
  }

  async #writeOnce(
    batch: Batch,
    leftOut: Pick<BatchParts, 'onHeld' | 'onStandbyMissing'>,
  ): Promise<WrittenPlan | null> {
    this.#systemAccounts ??= await readSystemAccounts(this.#pool);
    const parts = { systemAccounts: this.#systemAccounts, requireStandby: this.#options.requireStandby, ...leftOut };
    const client = await connect(this.#pool);
    const stopWatching = this.#options.watch(client);
    try {
      const entries = batch.entries.filter(mayBeWritten);
      const written = await writeBatch(client, { ...batch, entries }, parts);
      client.release();
      return written;
    } catch (error) {
      // Closing the connection rolls the batch back, whatever state the session is in.
      client.release(true);
      throw error;
    } finally {
      stopWatching();
      const { numbersTaken } = this.#options;
      for (const { numbers } of batch.entries)
        numbersTaken.highest = Math.max(numbersTaken.highest, numbers.at(-1) ?? 0);
    }
  }
}

/** How many times a batch is tried as it is after this error. A statement that is canceled twice may simply take too long. */
function triesFor(error: unknown): number {
  if (!canTryAgain(error)) return 1;
  return sqlState(error) === queryCanceled ? 2 : triesMax;
}

/** A statement that was canceled at the server rolls its batch back, and its commands are not the cause. */
function canTryAgain(error: unknown): boolean {
  return isConnectionLost(error) || asksForAnotherTry(error) || sqlState(error) === queryCanceled;
}

/**
 * Whether one command of the batch is the cause: class 22 (data), 23 (constraints), 54 (limits, such as that of an index),
 * our own assertions, and a statement that takes too long.
 */
function failsAlone(error: unknown): boolean {
  const state = sqlState(error);
  if (state === null) return !isConnectionLost(error);
  return state === queryCanceled || ['22', '23', '54'].includes(state.slice(0, 2));
}

function writeError(error: unknown): Error {
  if (error instanceof DatabaseUnavailable || canTryAgain(error))
    return new NothingWritten('the database is unavailable', error);
  if (isPartitionMissing(error)) return new NothingWritten('the database has no partition for it', error);
  return error instanceof Error ? error : new Error(String(error));
}

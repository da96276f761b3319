import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { asksForAnotherTry } from '../../postgres/database-transaction.ts';
import { DatabaseUnavailable, isConnectionLost, sqlState } from '../../postgres/errors.ts';
import { createPool, type DatabaseTarget } from '../../postgres/pool.ts';
import { Slots } from '../../slots.ts';
import type { Command } from '../commands/command.ts';
import { ensurePartitions, isPartitionMissing } from '../partitions.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { Plan } from '../plan/plan.ts';
import { referenceOf } from '../reference.ts';
import { readSystemAccounts, type SystemAccounts, SystemAccountUnknown } from '../rows/system-account.ts';
import { CommitInDoubtOf, connect, mayBeWritten, type WrittenPlan, wasWritten, writeBatch } from './batch.ts';
import type { Entry } from './entry.ts';
import { CannotBeWritten, NothingWritten, OutcomeUnknown } from './errors.ts';

export interface WriterOptions {
  readonly target: DatabaseTarget;
  /**
   * Called after each commit, outside any database transaction, with the plan that was written and the outcomes of callers
   * that had timed out: the listener must continue these, because their callers no longer do.
   */
  readonly onCommitted?: (plan: Plan, answeredLate: readonly Outcome[]) => void;
  /** Called with how many commands a batch had and how long it took, in milliseconds. */
  readonly onBatch?: (size: number, durationMs: number) => void;
  /** Called with unexpected errors. */
  readonly onError?: (error: unknown) => void;
  readonly limits?: Partial<WriterLimits>;
}

interface WriterLimits {
  /** Commands written in one database transaction. */
  readonly batchMax: number;
  /** Commands that may wait; one more fails at once with NothingWritten. */
  readonly queueMax: number;
  /** Milliseconds after which a caller is answered, whatever the database does. */
  readonly deadlineMs: number;
}

const defaultLimits: WriterLimits = { batchMax: 256, queueMax: 5_000, deadlineMs: 4_000 };
const answersPerTurn = 32;
const triesMax = 5;
/** In-doubt commits of a batch that turned out to be rolled back, after which the batch itself is the cause. */
const rolledBackMax = 3;
const uniqueViolation = '23505';
const queryCanceled = '57014';

/** Commands that are written together. */
interface Batch {
  readonly entries: readonly Entry[];
  /** Milliseconds of the monotonic clock. */
  readonly takenAt: number;
}

type BatchEnd =
  | { readonly is: 'written'; readonly written: WrittenPlan }
  /** One command cannot be written: split the batch. */
  | { readonly is: 'split'; readonly entries: readonly Entry[] }
  /** It never will be; every caller has its error or has timed out. */
  | { readonly is: 'not_written' };

/** The writer, for code that only submits commands. */
export type CommandWriter = Pick<Writer, 'submit'>;

/**
 * The only way to change money. Commands queue; while one batch is being written the next gathers, so an idle system
 * writes one command at once and a busy one writes hundreds together. No timer decides the size of a batch.
 */
export class Writer {
  readonly #pool: pg.Pool;
  readonly #options: WriterOptions;
  readonly #limits: WriterLimits;
  readonly #queue: Entry[] = [];
  readonly #open = new Slots<Entry>();
  /** The highest transaction number that was taken here. */
  #highestNumber = 0;
  #systemAccounts: SystemAccounts | null = null;
  #running: Promise<void> | null = null;
  /** Halves of batches that were split, to be written before the queue. */
  readonly #halves: Batch[] = [];
  #closed = false;
  readonly #watch: NodeJS.Timeout;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#pool = createPool(options.target, {
      applicationName: 'nsimbi writer',
      max: 1,
      pipeline: true,
      // A batch may be tried again with numbers that the sequence has lost in a crash or a promotion, which no connection outlives.
      opening: () => `SELECT begin_server_life(${this.#highestNumber})`,
      // A batch reads few rows by key from large tables; a plan that suits a report, or a table that was empty when it was
      // analyzed, would read a whole table.
      settings: {
        enable_hashjoin: 'off',
        enable_mergejoin: 'off',
        enable_seqscan: 'off',
        jit: 'off',
        plan_cache_mode: 'force_generic_plan',
      },
    });
    this.#watch = setInterval(() => this.#timeOut(), 100);
    this.#watch.unref();
  }

  /** Commands that wait to be written. */
  get queueLength(): number {
    return this.#queue.length;
  }

  /**
   * Writes a command and returns its outcome.
   * @throws NothingWritten when it was not written and never will be: it may be submitted again.
   * @throws OutcomeUnknown when time ran out while it was being written; it may still be committed.
   */
  submit(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new NothingWritten('the service is stopping'));
      if (this.#queue.length >= this.#limits.queueMax)
        return reject(new NothingWritten('too many commands are waiting'));
      const entry: Entry = {
        command,
        numbers: [],
        answerBy: performance.now() + this.#limits.deadlineMs,
        planned: null,
        callerState: 'waiting',
        slot: 0,
        resolve,
        reject,
      };
      this.#queue.push(entry);
      entry.slot = this.#open.add(entry);
      this.#running ??= this.#run();
    });
  }

  /** Refuses new commands, writes those that wait, and closes its connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    clearInterval(this.#watch);
    await this.#pool.end();
  }

  async #run(): Promise<void> {
    // One turn of the event loop lets requests that arrived together share a batch.
    await Promise.resolve();
    for (let batch = this.#take(); batch !== null; batch = this.#take()) await this.#write(batch);
    this.#running = null;
  }

  /** Takes the next batch, or null when none waits. */
  #take(): Batch | null {
    const half = this.#halves.shift();
    if (half !== undefined) return half;
    while (this.#queue.length > 0) {
      const entries = this.#queue.splice(0, this.#limits.batchMax).filter(mayBeWritten);
      if (entries.length > 0) return { entries, takenAt: performance.now() };
    }
    return null;
  }

  /** Writes a batch; where one of its commands cannot be written, its two halves come next. */
  async #write(batch: Batch): Promise<void> {
    const { takenAt } = batch;
    const end = await this.#tryToWrite(batch);
    if (end.is === 'split') {
      const half = Math.ceil(end.entries.length / 2);
      const halves = [end.entries.slice(0, half), end.entries.slice(half)].filter(({ length }) => length > 0);
      this.#halves.unshift(...halves.map((entries) => ({ entries, takenAt })));
      return;
    }
    if (end.is === 'written') this.#answer(end.written);
    this.#notify(() => this.#options.onBatch?.(batch.entries.length, performance.now() - takenAt));
  }

  /** Tries while that can help; after the first attempt only the commands whose callers wait. */
  async #tryToWrite(batch: Batch): Promise<BatchEnd> {
    let { entries } = batch;
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
        return { is: 'written', written: await this.#writeOnce(entries) };
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
          await ensurePartitions(this.#pool).catch((failure) => this.#notify(() => this.#options.onError?.(failure)));
          continue;
        }
        // Whether a commit happened must be found out, however long the database stays away.
        if (doubtful !== null || (tried < triesFor(error) && entries.some(isWaiting))) {
          if (!canTryAgain(error)) this.#notify(() => this.#options.onError?.(error));
          await sleep(Math.min(2_000, 10 * 2 ** tried) * (0.5 + Math.random() / 2));
          continue;
        }
        if (failsAlone(error) && entries.length > 1) return { is: 'split', entries: entries.filter(isWaiting) };
        // Another process claimed the same receipt or slip at the same moment: the next attempt reads what it wrote.
        if (sqlState(error) === uniqueViolation && conflicts === 0) {
          conflicts += 1;
          continue;
        }
        if (triesFor(error) < triesMax) this.#notify(() => this.#options.onError?.(error));
        for (const entry of entries) this.#reject(entry, writeError(error));
        return { is: 'not_written' };
      }
    }
  }

  async #writeOnce(entries: readonly Entry[]): Promise<WrittenPlan> {
    this.#systemAccounts ??= await readSystemAccounts(this.#pool);
    const client = await connect(this.#pool);
    try {
      const written = await writeBatch(client, entries.filter(mayBeWritten), this.#systemAccounts);
      client.release();
      return written;
    } catch (error) {
      // Closing the connection rolls the batch back, whatever state the session is in.
      client.release(true);
      throw error;
    } finally {
      for (const { numbers } of entries) this.#highestNumber = Math.max(this.#highestNumber, numbers.at(-1) ?? 0);
    }
  }

  #answer({ plan, entries }: WrittenPlan): void {
    const answeredLate: Outcome[] = [];
    const answers: Answer[] = [];
    for (const [index, entry] of entries.entries()) {
      const outcome = plan.outcomes[index];
      if (outcome === undefined) continue;
      if (entry.callerState === 'timed_out') answeredLate.push(outcome);
      if (entry.callerState !== 'waiting') continue;
      entry.callerState = 'answered';
      this.#open.remove(entry.slot);
      answers.push({ entry, outcome });
    }
    this.#notify(() => this.#options.onCommitted?.(plan, answeredLate));
    answerFrom(answers, 0);
  }

  /** A listener that throws must not stop the writer. */
  #notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#options.onError?.(error);
    }
  }

  #reject(entry: Entry, error: Error): void {
    if (entry.callerState !== 'waiting') return;
    entry.callerState = 'not_written';
    this.#open.remove(entry.slot);
    entry.reject(error);
  }

  /** No caller waits longer than the deadline: before planning the command is dropped, after it the outcome is unknown. */
  #timeOut(): void {
    const now = performance.now();
    for (const entry of this.#open) {
      if (entry.answerBy > now) continue;
      if (entry.planned === null) {
        this.#reject(entry, new NothingWritten('the database did not answer in time'));
        continue;
      }
      entry.callerState = 'timed_out';
      this.#open.remove(entry.slot);
      entry.reject(outcomeUnknownOf(entry.planned));
    }
  }
}

/** A caller and the outcome of its command. */
interface Answer {
  readonly entry: Entry;
  readonly outcome: Outcome;
}

/**
 * Answers callers a few in each turn of the event loop: each answer becomes a response and brings a request, and many at once
 * would keep this thread from the next batch.
 */
function answerFrom(answers: readonly Answer[], from: number): void {
  const to = from + answersPerTurn;
  for (const { entry, outcome } of answers.slice(from, to)) entry.resolve(outcome);
  if (to < answers.length) setImmediate(answerFrom, answers, to);
}

/** Whether its caller waits: a command that was not written is not written later for a caller that timed out. */
function isWaiting({ callerState }: Entry): boolean {
  return callerState === 'waiting';
}

function outcomeUnknownOf(planned: Outcome): OutcomeUnknown {
  if (planned.is !== 'done') return new OutcomeUnknown(null, null);
  const { type, createdAtMs, transactionId } = planned.transaction;
  return new OutcomeUnknown(transactionId, referenceOf(type, createdAtMs, transactionId));
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

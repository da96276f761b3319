import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { asksForAnotherTry } from '../../postgres/database-transaction.ts';
import { DatabaseUnavailable, isConnectionLost, sqlState } from '../../postgres/errors.ts';
import { createPool, type DatabaseTarget } from '../../postgres/pool.ts';
import { Slots } from '../../slots.ts';
import type { Command } from '../commands/command.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { Plan } from '../plan/plan.ts';
import { referenceOf } from '../reference.ts';
import { readSystemAccounts, type SystemAccounts, SystemAccountUnknown } from '../rows/system-account.ts';
import { type Answer, Answers } from './answers.ts';
import {
  type BegunBatch,
  beginBatch,
  CommitInDoubtOf,
  connect,
  endBatch,
  isWanted,
  type WrittenPlan,
  wasWritten,
} from './batch.ts';
import type { Entry } from './entry.ts';
import { CannotBeWritten, NothingWritten, OutcomeUnknown } from './errors.ts';

export interface WriterOptions {
  readonly target: DatabaseTarget;
  /**
   * Called after each commit, outside any database transaction, with the plan that was written and the outcomes whose
   * callers had been told that the outcome is unknown: nobody else goes on with these.
   */
  readonly onCommitted?: (plan: Plan, answeredLate: readonly Outcome[]) => void;
  /** Called with how many commands a batch had and how long it took, in milliseconds. */
  readonly onBatch?: (size: number, durationMs: number) => void;
  /** Called with what went wrong unexpectedly. */
  readonly onError?: (error: unknown) => void;
  readonly limits?: Partial<WriterLimits>;
}

interface WriterLimits {
  /** Commands written in one database transaction. */
  readonly batchMax: number;
  /** Commands that may wait; one more is answered at once that nothing was written. */
  readonly queueMax: number;
  /** Milliseconds after which a caller is answered, whatever the database does. */
  readonly deadlineMs: number;
}

const defaultLimits: WriterLimits = { batchMax: 256, queueMax: 5_000, deadlineMs: 4_000 };
const triesMax = 5;
/** Doubtful commits of a batch that turned out not to have happened, after which something in it is to blame. */
const undoneMax = 3;
const uniqueViolation = '23505';
const queryCanceled = '57014';

/** Commands that are written together, and the database transaction for them where one is begun already. */
interface Batch {
  readonly entries: readonly Entry[];
  readonly begun: BegunBatch | null;
  /** Milliseconds of the monotonic clock. */
  readonly takenAt: number;
}

type BatchEnd =
  | { readonly is: 'written'; readonly written: WrittenPlan }
  /** Something in it cannot be written: each half is for itself. */
  | { readonly is: 'apart'; readonly entries: readonly Entry[] }
  /** Everybody was told so, or that it is unknown, and it never will be. */
  | { readonly is: 'not_written' };

/**
 * The one way to change money. Commands queue; while one batch is being written the next gathers, so an idle system
 * writes one command at once and a busy one writes hundreds together. No timer decides the size of a batch. What has
 * gathered when a batch leaves is begun behind it, on the same connection: the server locks and reads for it as soon as
 * it has committed, and writes it while the callers of the batch before are answered here.
 */
export class Writer {
  readonly #pool: pg.Pool;
  readonly #options: WriterOptions;
  readonly #limits: WriterLimits;
  readonly #queue: Entry[] = [];
  readonly #open = new Slots<Entry>();
  readonly #answers = new Answers();
  #systemAccounts: SystemAccounts | null = null;
  #running: Promise<void> | null = null;
  /** Batches that come before what waits in the queue. The first may be begun, behind the one that is being written. */
  readonly #taken: Batch[] = [];
  #closed = false;
  readonly #watch: NodeJS.Timeout;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#pool = createPool(options.target, {
      applicationName: 'nsimbi writer',
      max: 1,
      pipeline: true,
      // A batch may come back after a crash with numbers that the sequence forgot; no connection outlives a crash.
      opening: 'SELECT begin_server_life()',
      // A batch reaches few rows by key in large tables; what suits a report, or a table that was empty when it was
      // analyzed, would read a whole table.
      settings: {
        enable_hashjoin: 'off',
        enable_mergejoin: 'off',
        enable_seqscan: 'off',
        jit: 'off',
        plan_cache_mode: 'force_generic_plan',
      },
    });
    this.#watch = setInterval(() => this.#answerLate(), 100);
    this.#watch.unref();
  }

  /** Commands that wait to be written. */
  get queueLength(): number {
    return this.#queue.length;
  }

  /**
   * Writes a command and tells what became of it.
   * @throws NothingWritten when it was not written and never will be: it may be sent again.
   * @throws OutcomeUnknown when time ran out while it was being written; it may yet be in the ledger.
   */
  submit(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new NothingWritten('the service is stopping'));
      if (this.#queue.length >= this.#limits.queueMax) return reject(new NothingWritten('too much is waiting'));
      const entry: Entry = {
        command,
        numbers: [],
        answerBy: performance.now() + this.#limits.deadlineMs,
        planned: null,
        told: 'nothing',
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

  /** Takes what comes next, or null when nothing waits. */
  #take(): Batch | null {
    const taken = this.#taken.shift();
    if (taken !== undefined) return taken;
    while (this.#queue.length > 0) {
      const entries = this.#queue.splice(0, this.#limits.batchMax).filter(isWanted);
      if (entries.length > 0) return { entries, begun: null, takenAt: performance.now() };
    }
    return null;
  }

  /** Writes a batch; one that cannot be written because of some command in it becomes two that come next. */
  async #write(batch: Batch): Promise<void> {
    const { takenAt } = batch;
    const end = await this.#tryToWrite(batch);
    if (end.is === 'apart') {
      const half = Math.ceil(end.entries.length / 2);
      const halves = [end.entries.slice(0, half), end.entries.slice(half)].filter(({ length }) => length > 0);
      this.#taken.unshift(...halves.map((entries) => ({ entries, begun: null, takenAt })));
      return;
    }
    if (end.is === 'written') this.#answer(end.written);
    this.#tell(() => this.#options.onBatch?.(batch.entries.length, performance.now() - takenAt));
  }

  /** Tries while that can help, and after the first time only what somebody waits for. */
  async #tryToWrite(batch: Batch): Promise<BatchEnd> {
    let { entries } = batch;
    let doubtful: WrittenPlan | null = null;
    let doubt: CommitInDoubtOf | null = null;
    let undone = 0;
    let conflicts = 0;
    for (let tried = 1; ; tried += 1) {
      try {
        if (doubtful !== null) {
          if (await wasWritten(this.#pool, doubtful)) return { is: 'written', written: doubtful };
          doubtful = null;
          undone += 1;
          for (const entry of entries) entry.planned = null;
        }
        if (tried > 1) entries = entries.filter(isWaitedFor);
        if (entries.length === 0) return { is: 'not_written' };
        if (undone === undoneMax) throw new CannotBeWritten(doubt);
        return { is: 'written', written: await this.#writeOnce(entries, tried === 1 ? batch.begun : null) };
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
        // Whether a commit happened must be found out, however long the database stays away.
        if (doubtful !== null || (tried < triesFor(error) && entries.some(isWaitedFor))) {
          if (!canTryAgain(error)) this.#tell(() => this.#options.onError?.(error));
          await sleep(Math.min(2_000, 10 * 2 ** tried) * (0.5 + Math.random() / 2));
          continue;
        }
        if (spoilsOnlyItself(error) && entries.length > 1) return { is: 'apart', entries: entries.filter(isWaitedFor) };
        // Another process claimed the same receipt or slip at the same moment: what it wrote can now be read.
        if (sqlState(error) === uniqueViolation && conflicts === 0) {
          conflicts += 1;
          continue;
        }
        if (triesFor(error) < triesMax) this.#tell(() => this.#options.onError?.(error));
        for (const entry of entries) this.#reject(entry, unwritten(error));
        return { is: 'not_written' };
      }
    }
  }

  /** Writes a batch in one database transaction and leaves the connection to the one behind it, if there is one. */
  async #writeOnce(entries: readonly Entry[], begun: BegunBatch | null): Promise<WrittenPlan> {
    this.#systemAccounts ??= await readSystemAccounts(this.#pool);
    const batch = begun ?? beginBatch(await connect(this.#pool), entries.filter(isWanted));
    const { client } = batch;
    try {
      const written = await endBatch(batch, this.#systemAccounts, () => {
        this.#beginBehind(client);
        this.#answers.release();
      });
      if (this.#taken[0]?.begun?.client !== client) client.release();
      return written;
    } catch (error) {
      this.#answers.release();
      const behind = this.#taken[0];
      if (behind !== undefined) this.#taken[0] = { ...behind, begun: null };
      // Closing undoes it, and what is begun behind it, whatever state the session is in.
      client.release(true);
      throw error;
    }
  }

  get #isNextBegun(): boolean {
    return (this.#taken[0]?.begun ?? null) !== null;
  }

  #beginBehind(client: pg.PoolClient): void {
    const next = this.#take();
    if (next !== null) this.#taken.unshift({ ...next, begun: beginBatch(client, next.entries) });
  }

  #answer({ plan, entries }: WrittenPlan): void {
    const answeredLate: Outcome[] = [];
    const answers: Answer[] = [];
    for (const [index, entry] of entries.entries()) {
      const outcome = plan.outcomes[index];
      if (outcome === undefined) continue;
      if (entry.told === 'unknown') answeredLate.push(outcome);
      if (entry.told !== 'nothing') continue;
      entry.told = 'outcome';
      this.#open.remove(entry.slot);
      answers.push({ entry, outcome });
    }
    this.#tell(() => this.#options.onCommitted?.(plan, answeredLate));
    this.#answers.give(answers, this.#isNextBegun);
  }

  /** What listens to the writer must not be able to stop it. */
  #tell(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#options.onError?.(error);
    }
  }

  #reject(entry: Entry, error: Error): void {
    if (entry.told !== 'nothing') return;
    entry.told = 'nothing_written';
    this.#open.remove(entry.slot);
    entry.reject(error);
  }

  /** Nobody waits longer than the deadline: before planning nothing will happen, after it nobody knows yet. */
  #answerLate(): void {
    const now = performance.now();
    for (const entry of this.#open) {
      if (entry.answerBy > now) continue;
      if (entry.planned === null) {
        this.#reject(entry, new NothingWritten('the database did not answer in time'));
        continue;
      }
      entry.told = 'unknown';
      this.#open.remove(entry.slot);
      entry.reject(outcomeUnknownOf(entry.planned));
    }
  }
}

/** Whether its caller waits: what was not written is not written later for one who was told that nobody knows. */
function isWaitedFor({ told }: Entry): boolean {
  return told === 'nothing';
}

function outcomeUnknownOf(planned: Outcome): OutcomeUnknown {
  if (planned.is !== 'done') return new OutcomeUnknown(null, null);
  const { type, createdAtMs, transactionId } = planned.transaction;
  return new OutcomeUnknown(transactionId, referenceOf(type, createdAtMs, transactionId));
}

/** How often a batch that failed so is tried as it is. A statement that is cancelled again may be one that takes too long. */
function triesFor(error: unknown): number {
  if (!canTryAgain(error)) return 1;
  return sqlState(error) === queryCanceled ? 2 : triesMax;
}

/** A statement that somebody cancelled at the server is undone with its batch, and not for a fault of its commands. */
function canTryAgain(error: unknown): boolean {
  return isConnectionLost(error) || asksForAnotherTry(error) || sqlState(error) === queryCanceled;
}

/**
 * Class 22 (data), 23 (constraints) and 54 (limits, as of an index) are one command's fault, and so are our own assertions
 * and what takes too long.
 */
function spoilsOnlyItself(error: unknown): boolean {
  const state = sqlState(error);
  if (state === null) return !isConnectionLost(error);
  return state === queryCanceled || ['22', '23', '54'].includes(state.slice(0, 2));
}

function unwritten(error: unknown): Error {
  if (error instanceof DatabaseUnavailable || canTryAgain(error))
    return new NothingWritten('the database is away', error);
  return error instanceof Error ? error : new Error(String(error));
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseTarget } from '../../postgres/pool.ts';
import { Slots } from '../../slots.ts';
import { type Command, sizeOf } from '../commands/command.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { Plan } from '../plan/plan.ts';
import { referenceOf } from '../reference.ts';
import type { Batch, HeldEntries, WrittenPlan } from './batch.ts';
import { type BlockingSession, BlockingSessions } from './blocking-sessions.ts';
import { countThatFits, type Entry, mayBeWritten } from './entry.ts';
import { NothingWritten, OutcomeUnknown, QueueFull, StandbyMissing } from './errors.ts';
import { HeldCommands } from './held-commands.ts';
import { Lane } from './lane.ts';

export interface WriterOptions {
  readonly target: DatabaseTarget;
  /**
   * Called after each commit, outside any database transaction, with the plan that was written and the outcomes of callers
   * that had timed out: the listener must continue these, because their callers no longer do.
   */
  readonly onCommitted?: (plan: Plan, answeredLate: readonly Outcome[]) => void;
  /** Called with how many commands a batch had and how long it took, in milliseconds. */
  readonly onBatch?: (size: number, durationMs: number) => void;
  /** Whether live money moves only where commits wait for a synchronous standby. No when left out. */
  readonly requireStandby?: boolean;
  /** Called when commands on live wallets are refused because commits wait for no standby. */
  readonly onStandbyMissing?: () => void;
  /** Called with a database session that kept a batch waiting: once for each of its database transactions. */
  readonly onBlocked?: (session: BlockingSession) => void;
  /** Called with unexpected errors. */
  readonly onError?: (error: unknown) => void;
  readonly limits?: Partial<WriterLimits>;
}

interface WriterLimits {
  /** Commands written in one database transaction, each counted as `sizeOf` says; more only where one alone is larger. */
  readonly batchMax: number;
  /** Commands that may wait, counted in the same way; one more fails at once with QueueFull, a batch of payments at the half. */
  readonly queueMax: number;
  /** Milliseconds after which a caller is answered, whatever the database does. */
  readonly deadlineMs: number;
}

const defaultLimits: WriterLimits = { batchMax: 256, queueMax: 5_000, deadlineMs: 4_000 };
const answersPerTurn = 32;

/** The writer, for code that only submits commands. */
export type CommandWriter = Pick<Writer, 'submit'>;

/**
 * The only way to change money. Commands queue; while one batch is being written the next gathers, so an idle system
 * writes one command at once and a busy one writes hundreds together. No timer decides the size of a batch.
 *
 * A batch locks the wallets that are free. Commands that need a wallet that another session has locked wait on a second connection,
 * so that a lock, or a process that is frozen while it holds one, stops no payment between other wallets
 * (docs/decisions/0015-held-wallets.md).
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #limits: WriterLimits;
  readonly #queue: Entry[] = [];
  #queueSize = 0;
  readonly #held = new HeldCommands();
  readonly #open = new Slots<Entry>();
  readonly #sessions: BlockingSessions;
  /** Writes what needs no lock of another session. */
  readonly #lane: Lane;
  /** Writes what waits for a lock. */
  readonly #heldLane: Lane;
  readonly #answering = new Set<Promise<void>>();
  #closed = false;
  readonly #watch: NodeJS.Timeout;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#sessions = new BlockingSessions(options.target, {
      onBlocked: (session) => this.#notify(() => options.onBlocked?.(session)),
      onError: (error) => options.onError?.(error),
    });
    const both = {
      target: options.target,
      numbersTaken: { highest: 0 },
      onHeld: (held: HeldEntries) => this.#hold(held),
      onWritten: (written: WrittenPlan) => this.#answer(written),
      requireStandby: options.requireStandby ?? false,
      onStandbyMissing: (entries: readonly Entry[]) => {
        this.#fail(entries, new StandbyMissing());
        this.#notify(() => options.onStandbyMissing?.());
      },
      onFailed: (entries: readonly Entry[], error: Error) => this.#fail(entries, error),
      onBatch: (size: number, durationMs: number) => this.#notify(() => options.onBatch?.(size, durationMs)),
      onError: (error: unknown) => this.#notify(() => options.onError?.(error)),
      watch: (client: pg.PoolClient) => this.#sessions.watch(client),
    };
    this.#lane = new Lane({ ...both, applicationName: 'nsimbi writer', next: () => this.#next() });
    this.#heldLane = new Lane({
      ...both,
      applicationName: 'nsimbi writer (held wallets)',
      onTurnOver: (entries) => this.#held.waitedTooLong(entries),
      next: () => this.#held.next(this.#limits.batchMax),
    });
    this.#watch = setInterval(() => this.#timeOut(), 100);
    this.#watch.unref();
  }

  /** Commands that wait to be written, each counted as `sizeOf` says. */
  get queueLength(): number {
    return this.#queueSize + this.#held.size;
  }

  /** Those of them that wait for a lock of another database session. */
  get heldLength(): number {
    return this.#held.size;
  }

  /**
   * Writes a command and returns its outcome.
   * @throws NothingWritten (QueueFull, StandbyMissing) when it was not written and never will be: it may be submitted again.
   * @throws OutcomeUnknown when time ran out while it was being written; it may still be committed.
   */
  submit(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new NothingWritten('the service is stopping'));
      const size = sizeOf(command);
      // Batches of payments leave half of the queue to everybody else.
      const { queueMax } = this.#limits;
      if (this.queueLength >= (size > 1 ? queueMax / 2 : queueMax)) return reject(new QueueFull());
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
      this.#queueSize += size;
      entry.slot = this.#open.add(entry);
      this.#lane.run();
    });
  }

  /** Refuses new commands, writes those that wait, and closes its connections when every caller has been answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#lane.idle();
    // The first lane leaves commands to this one, and not the other way round.
    await this.#heldLane.idle();
    await Promise.all(this.#answering);
    clearInterval(this.#watch);
    await Promise.all([this.#lane.close(), this.#heldLane.close(), this.#sessions.close()]);
  }

  /** The next batch of the queue, or null when none waits. Commands that must wait for a lock go to the other lane. */
  #next(): Batch | null {
    while (this.#queue.length > 0) {
      const taken = this.#queue.splice(0, countThatFits(this.#queue, this.#limits.batchMax));
      for (const { command } of taken) this.#queueSize -= sizeOf(command);
      const entries = taken.filter((entry) => mayBeWritten(entry) && !this.#held.addIfItMustWait(entry));
      if (this.#held.size > 0) this.#heldLane.run();
      if (entries.length > 0) return { entries, waitFor: [], waitForRows: false };
    }
    return null;
  }

  #hold(held: HeldEntries): void {
    for (const [entry, walletIds] of held) this.#held.add(entry, walletIds);
    this.#heldLane.run();
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
    const answering = answerAll(answers).finally(() => this.#answering.delete(answering));
    this.#answering.add(answering);
  }

  /** A listener that throws must not stop the writer. */
  #notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#options.onError?.(error);
    }
  }

  #fail(entries: readonly Entry[], error: Error): void {
    for (const entry of entries) this.#reject(entry, error);
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
async function answerAll(answers: readonly Answer[]): Promise<void> {
  for (let from = 0; from < answers.length; from += answersPerTurn) {
    if (from > 0) await nextTurn();
    for (const { entry, outcome } of answers.slice(from, from + answersPerTurn)) entry.resolve(outcome);
  }
}

function outcomeUnknownOf(planned: Outcome): OutcomeUnknown {
  if (planned.is !== 'done') return new OutcomeUnknown(null, null);
  const { type, createdAtMs, transactionId } = planned.transaction;
  return new OutcomeUnknown(transactionId, referenceOf(type, createdAtMs, transactionId));
}

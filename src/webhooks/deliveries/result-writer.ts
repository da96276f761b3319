import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlState } from '../../postgres/errors.ts';
import { type FailedOutcome, isFailed, recordAndDisable } from './disable.ts';
import { type AttemptOutcome, recordResults } from './record-results.ts';

export interface ResultWriterOptions {
  readonly pool: pg.Pool;
  /** Called once for each outcome, when nothing more will be done about it. */
  readonly onSettled: (outcome: AttemptOutcome, stored: boolean) => void;
  /** Called when pending deliveries were cancelled because a webhook was disabled. */
  readonly onDisabled: (outcome: AttemptOutcome, cancelled: number) => void;
  /** `outcome` is the one that could not be stored; null when the database is away and all are tried again. */
  readonly onError: (error: unknown, outcome: AttemptOutcome | null) => void;
}

const flushedMax = 512;
const retryMsMax = 1_000;

/**
 * Stores the results of attempts: while one batch is being written the next gathers, so an idle system stores one at
 * once and a busy one hundreds together. While the database is away they wait; how many there can be is bounded by the
 * slots of the attempts, which are held until then.
 */
export class ResultWriter {
  readonly #options: ResultWriterOptions;
  readonly #waiting: AttemptOutcome[] = [];
  #writing: Promise<void> | null = null;
  #failing = false;
  #closed = false;

  constructor(options: ResultWriterOptions) {
    this.#options = options;
  }

  /** Whether the database did not take the latest batch: then nothing should be claimed that waits here. */
  get failing(): boolean {
    return this.#failing;
  }

  add(outcome: AttemptOutcome): void {
    if (this.#closed) return;
    this.#waiting.push(outcome);
    this.#writing ??= this.#run();
  }

  /** Resolves when everything that was added is stored. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  /** Stores nothing more. What waits is attempted again when its lease has ended. */
  close(): void {
    this.#closed = true;
    this.#waiting.length = 0;
  }

  async #run(): Promise<void> {
    // One turn of the event loop lets answers that arrived together share a statement.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, flushedMax);
      const failed = batch.filter(isFailed);
      await this.#store(batch.filter((outcome) => !isFailed(outcome)));
      const byWebhook = Map.groupBy(failed, ({ delivery }) => delivery.webhookId);
      for (const [first, ...others] of byWebhook.values()) {
        if (first !== undefined) await this.#storeFailed([first, ...others]);
      }
    }
    this.#writing = null;
  }

  async #store(batch: readonly AttemptOutcome[]): Promise<void> {
    if (batch.length === 0) return;
    let stored: ReadonlySet<number>;
    try {
      stored = await this.#untilTaken(() => recordResults(this.#options.pool, batch));
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) return this.#giveUp(error, only);
      // One that cannot be stored must not keep the others from being stored.
      const half = Math.ceil(batch.length / 2);
      await this.#store(batch.slice(0, half));
      await this.#store(batch.slice(half));
      return;
    }
    for (const outcome of batch) this.#options.onSettled(outcome, stored.has(outcome.delivery.deliveryId));
  }

  async #storeFailed(ofWebhook: readonly [FailedOutcome, ...FailedOutcome[]]): Promise<void> {
    const { pool, onDisabled, onSettled } = this.#options;
    let done: Awaited<ReturnType<typeof recordAndDisable>>;
    try {
      done = await this.#untilTaken(() => recordAndDisable(pool, ofWebhook));
    } catch (error) {
      if (ofWebhook.length === 1) return this.#giveUp(error, ofWebhook[0]);
      for (const outcome of ofWebhook) await this.#storeFailed([outcome]);
      return;
    }
    if (done.disabledBy !== null) onDisabled(done.disabledBy, done.cancelled);
    for (const outcome of ofWebhook) onSettled(outcome, done.stored.has(outcome.delivery.deliveryId));
  }

  #giveUp(error: unknown, outcome: AttemptOutcome): void {
    this.#failing = false;
    this.#options.onError(error, outcome);
    this.#options.onSettled(outcome, false);
  }

  /** Tries until the database takes it; storing twice counts once. @throws what no other try will mend. */
  async #untilTaken<T>(store: () => Promise<T>): Promise<T> {
    for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, retryMsMax)) {
      try {
        const taken = await store();
        this.#failing = false;
        return taken;
      } catch (error) {
        if (this.#closed || isFaultOfResult(error)) throw error;
        this.#failing = true;
        this.#options.onError(error, null);
        await sleep(waitMs);
      }
    }
  }
}

/**
 * Class 22 (data) and 23 (constraints), and our own mistakes. Whatever else is wrong, a full disk or a network that is
 * down say, may pass.
 */
function isFaultOfResult(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? error instanceof TypeError : state.startsWith('22') || state.startsWith('23');
}

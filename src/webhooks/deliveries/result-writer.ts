import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlState } from '../../postgres/errors.ts';
import { type FailedOutcome, isFailed, recordAndDisable } from './disable.ts';
import { type AttemptOutcome, recordResults, type StoredResults } from './record-results.ts';

export interface ResultWriterOptions {
  readonly pool: pg.Pool;
  /** Called when pending deliveries were cancelled because a webhook was disabled. */
  readonly onDisabled: (outcome: AttemptOutcome, cancelled: number) => void;
  /** Called when the delivery is due that waited for that of `outcome`. */
  readonly onNextDue: (outcome: AttemptOutcome) => void;
  /** `outcome` is the one that could not be stored; null when the database is away and all are tried again. */
  readonly onError: (error: unknown, outcome: AttemptOutcome | null) => void;
}

const batchMax = 512;
const retryMsMax = 1_000;

/**
 * Stores the results of attempts in batches: while one batch is written the next gathers, so an idle system stores one at
 * once and a busy one hundreds together. Its grouping is its own because results that are lost cause attempts that are
 * repeated: a batch is tried again while the database is away, and split when one result cannot be stored. How many wait
 * is bounded by the slots of the attempts, which are held until then.
 */
export class ResultWriter {
  readonly #options: ResultWriterOptions;
  readonly #waiting: AttemptOutcome[] = [];
  readonly #callers = new Map<AttemptOutcome, (stored: boolean) => void>();
  #writing = false;
  #failing = false;
  #closed = false;

  constructor(options: ResultWriterOptions) {
    this.#options = options;
  }

  /** Whether the database did not accept the latest batch: then nothing should be claimed that waits here. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Stores a result. @returns whether it was stored; it is not when its lease had ended or it cannot be written. */
  store(outcome: AttemptOutcome): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#callers.set(outcome, resolve);
      this.#waiting.push(outcome);
      if (!this.#writing) void this.#run();
    });
  }

  /** Stores nothing more. What waits is attempted again when its lease has ended. */
  close(): void {
    this.#closed = true;
    for (const outcome of this.#waiting.splice(0)) this.#settle(outcome, false);
  }

  async #run(): Promise<void> {
    this.#writing = true;
    // One turn of the event loop lets answers that arrived together share a statement.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax);
      const failed = batch.filter(isFailed);
      await this.#store(batch.filter((outcome) => !isFailed(outcome)));
      const byWebhook = Map.groupBy(failed, ({ delivery }) => delivery.webhookId);
      for (const [first, ...others] of byWebhook.values()) {
        if (first !== undefined) await this.#storeFailed([first, ...others]);
      }
    }
    this.#writing = false;
  }

  #settle(outcome: AttemptOutcome, stored: boolean): void {
    this.#callers.get(outcome)?.(stored);
    this.#callers.delete(outcome);
  }

  async #store(batch: readonly AttemptOutcome[]): Promise<void> {
    if (batch.length === 0) return;
    let results: StoredResults;
    try {
      results = await this.#untilAccepted(() => recordResults(this.#options.pool, batch));
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) return this.#giveUp(error, only);
      // One result cannot be stored: split the batch.
      const half = Math.ceil(batch.length / 2);
      await this.#store(batch.slice(0, half));
      await this.#store(batch.slice(half));
      return;
    }
    for (const outcome of batch) {
      if (results.nextDue.has(outcome.delivery.deliveryId)) this.#options.onNextDue(outcome);
      this.#settle(outcome, results.stored.has(outcome.delivery.deliveryId));
    }
  }

  async #storeFailed(ofWebhook: readonly [FailedOutcome, ...FailedOutcome[]]): Promise<void> {
    const { pool, onDisabled } = this.#options;
    let done: Awaited<ReturnType<typeof recordAndDisable>>;
    try {
      done = await this.#untilAccepted(() => recordAndDisable(pool, ofWebhook));
    } catch (error) {
      if (ofWebhook.length === 1) return this.#giveUp(error, ofWebhook[0]);
      for (const outcome of ofWebhook) await this.#storeFailed([outcome]);
      return;
    }
    if (done.disabledBy !== null) onDisabled(done.disabledBy, done.cancelled);
    for (const outcome of ofWebhook) this.#settle(outcome, done.stored.has(outcome.delivery.deliveryId));
  }

  #giveUp(error: unknown, outcome: AttemptOutcome): void {
    this.#failing = false;
    this.#options.onError(error, outcome);
    this.#settle(outcome, false);
  }

  /** Tries until the database accepts it; storing twice counts once. @throws errors that no other try resolves. */
  async #untilAccepted<T>(store: () => Promise<T>): Promise<T> {
    for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, retryMsMax)) {
      try {
        const result = await store();
        this.#failing = false;
        return result;
      } catch (error) {
        if (this.#closed || isPermanent(error)) throw error;
        this.#failing = true;
        this.#options.onError(error, null);
        await sleep(waitMs);
      }
    }
  }
}

/** Class 22 (data) and 23 (constraints), and our own mistakes. Any other error, as of a full disk, may pass. */
function isPermanent(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? error instanceof TypeError : state.startsWith('22') || state.startsWith('23');
}

import type pg from 'pg';
import { cancelPending } from './cancel-pending.ts';
import type { Lane } from './due-lanes.ts';

export interface CancellerOptions {
  readonly pool: pg.Pool;
  readonly onCancelled: (count: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Cancels what is pending for webhooks that were found inactive, one small batch after another: after a webhook was
 * disabled, switched off or deleted, and what a fan-out added that saw it active at the same moment.
 */
export class Canceller {
  readonly #options: CancellerOptions;
  readonly #inactive = new Map<number, Lane>();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: CancellerOptions) {
    this.#options = options;
  }

  add(lane: Lane): void {
    if (this.#stopped) return;
    this.#inactive.set(lane.webhookId, lane);
    this.#running ??= this.#run();
  }

  /** Waits for the batch under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (const [webhookId, lane] of this.#inactive) {
      try {
        for (let more = true; more && !this.#stopped; ) {
          const step = await cancelPending(this.#options.pool, lane);
          if (step.cancelled > 0) this.#options.onCancelled(step.cancelled);
          more = step.more;
        }
      } catch (error) {
        this.#options.onError(error);
      }
      this.#inactive.delete(webhookId);
    }
    this.#running = null;
  }
}

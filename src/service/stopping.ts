import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

type Stop = () => unknown;

/** How what was started is stopped again. */
export class Stopping {
  readonly #parts: Stop[] = [];
  readonly #logger: Logger;
  readonly #waitMs: number;

  /** @param waitMs how long the parts may take together before we leave without them. */
  constructor(logger: Logger, waitMs = 15_000) {
    this.#logger = logger;
    this.#waitMs = waitMs;
  }

  /** Adds a part that was started. What is added later is stopped earlier. */
  add(stop: Stop): void {
    this.#parts.push(stop);
  }

  /** Stops the parts in the opposite order of their start, and leaves anyway when they take too long. */
  async stop(): Promise<void> {
    await Promise.race([this.#inOrder(), sleep(this.#waitMs, undefined, { ref: false })]);
  }

  async #inOrder(): Promise<void> {
    for (let part = this.#parts.pop(); part !== undefined; part = this.#parts.pop()) {
      // A part that cannot stop must not keep the others, and the database, from stopping.
      await Promise.resolve()
        .then(part)
        .catch((error: unknown) => this.#logger.error({ err: error }, 'a part did not stop well'));
    }
  }
}

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
    const stopped = this.#inOrder().then(() => true);
    if (await Promise.race([stopped, sleep(this.#waitMs, false, { ref: false })])) return;
    this.#logger.error({ not_stopped: this.#parts.length + 1 }, 'not all parts stopped in time; leaving without them');
    for (const part of this.#parts.splice(0).reverse()) void this.#stopPart(part);
  }

  async #inOrder(): Promise<void> {
    for (let part = this.#parts.pop(); part !== undefined; part = this.#parts.pop()) await this.#stopPart(part);
  }

  /** A part that cannot stop must not keep the others, and the database, from stopping. */
  async #stopPart(part: Stop): Promise<void> {
    try {
      await part();
    } catch (error) {
      this.#logger.error({ err: error }, 'a part did not stop well');
    }
  }
}

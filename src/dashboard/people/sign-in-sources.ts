import { MemoryRateLimitStore } from '../../access/memory-rate-limit-store.ts';
import { subscriberOf } from '../../access/subscriber.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Counts requests to the sign-in per minute and source. Always in memory: a stranger must not make us write to the database
 * by being refused. A browser that signed in before is a source of its own, because mobile carriers share addresses.
 */
export class SignInSources {
  readonly #store = new MemoryRateLimitStore();

  /** Counts one request. @throws Refusal `rate_limited` when there were too many in this minute. */
  count(
    source: { readonly path: string; readonly address: string; readonly browser: string | null },
    max: number,
  ): void {
    const { path, address, browser } = source;
    const from = browser === null ? subscriberOf(address) : `browser ${browser}`;
    const { hits, endsAtSeconds } = this.#store.count(`${path} ${from}`, 1);
    if (hits <= max) return;
    const retryAfterSeconds = Math.max(1, endsAtSeconds - Math.floor(Date.now() / 1_000));
    throw new Refusal('rate_limited', `Too many requests from here; try again in ${retryAfterSeconds} seconds.`, {
      retryAfterSeconds,
    });
  }
}

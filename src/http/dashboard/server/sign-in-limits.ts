import PQueue from 'p-queue';
import { MemoryRateLimitStore } from '../../../access/rate-limit-store.ts';
import { subscriberOf } from '../../../access/subscriber.ts';
import { Refusal } from '../../../refusal.ts';

/**
 * Requests to the sign-in that are handled at the same time. Together they use half of the service's database connections
 * for requests, so that signed-in people can work whatever strangers send.
 */
const queues = {
  /** Paths that anybody can use, and paths that hash a password. */
  passwords: new PQueue({ concurrency: 3 }),
  /** Paths that read the database only for a signed cookie of the sign-in. */
  steps: new PQueue({ concurrency: 2 }),
} as const;

/** Requests of strangers that may wait in each queue, and as many of known browsers: about two seconds of work. */
const waitingMax = 20;

/** The queue of a path of the sign-in. */
export type SignInQueue = keyof typeof queues;

/**
 * Runs the work of a request when its turn comes. Known browsers go before strangers and have places of their own in the
 * queue, so that a flood of strangers delays them only by the work under way.
 * @throws Refusal `rate_limited` at once when too many requests wait already.
 */
export async function runInSignInQueue<T>(
  queue: SignInQueue,
  { isKnownBrowser }: { readonly isKnownBrowser: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const priority = isKnownBrowser ? 1 : 0;
  if (queues[queue].sizeBy({ priority }) >= waitingMax) {
    throw new Refusal('rate_limited', 'Many people are signing in now; try again in a few seconds.', {
      retryAfterSeconds: 3,
    });
  }
  return await queues[queue].add(work, { priority });
}

/**
 * Counts requests to the sign-in by minute and source. Always in memory: a stranger must not cause writes to the database
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

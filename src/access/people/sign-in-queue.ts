import PQueue from 'p-queue';
import { Refusal } from '../../refusal.ts';

/**
 * Requests to the sign-in that are answered at a time. Together they use half of the connections that the service has for
 * requests, so that whoever is signed in goes on working, whatever strangers send.
 */
const queues = {
  /** What anybody can send, and whatever hashes a password. */
  passwords: new PQueue({ concurrency: 3 }),
  /** What reads the database only for who has a signed cookie of the sign-in. */
  steps: new PQueue({ concurrency: 2 }),
} as const;

/** So many requests of strangers wait in each queue, and as many of known browsers: some two seconds of work. */
const waitingMax = 20;

/** The queue in which a path of the sign-in waits for its turn. */
export type SignInQueue = keyof typeof queues;

/**
 * Does the work of a request when it is its turn. Known browsers come before strangers and have places of their own, so
 * that a flood of strangers delays them by the work under way and no more.
 * @throws Refusal `rate_limited` at once when too many wait already.
 */
export async function inSignInQueue<T>(
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

import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Starts `perSecond` calls a second until the signal is aborted or `count` were started, and never waits for one of
 * them: a service that answers late gets the next ones no later.
 * @param start gets the number of the call and the moment at which it was due, in milliseconds of `performance.now()`.
 */
export async function startAtRate(
  options: { readonly perSecond: number; readonly count?: number; readonly signal?: AbortSignal },
  start: (n: number, dueAtMs: number) => void,
): Promise<void> {
  const { perSecond, count = Number.POSITIVE_INFINITY, signal } = options;
  const beganAtMs = performance.now();
  for (let n = 0; n < count; n += 1) {
    const dueAtMs = beganAtMs + (n * 1_000) / perSecond;
    // Timers have whole milliseconds and round down: without the one more, a call would start before it is due.
    for (let waitMs = dueAtMs - performance.now(); waitMs > 0; waitMs = dueAtMs - performance.now()) {
      await sleep(Math.ceil(waitMs));
    }
    if (signal?.aborted === true) return;
    start(n, dueAtMs);
  }
}

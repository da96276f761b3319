import type { Try } from '../faults/payment-load.ts';

/** What the clients of the service saw of a fault. Times are in seconds. */
export interface Seen {
  /** Requests that were answered with success. */
  readonly succeeded: number;
  /** Requests that were answered with another status. */
  readonly refused: number;
  /** Requests without a response. */
  readonly unanswered: number;
  /** From the fault to the first success of a request that was sent after it; null when there was none. */
  readonly firstSuccessSeconds: number | null;
  /** The longest time without any success. */
  readonly pauseSeconds: number;
}

/**
 * @param tries requests with the monotonic time at which they were sent.
 * @param span from the fault to the end of the observation, of the same clock.
 */
export function measure(tries: readonly Try[], span: { readonly fromMs: number; readonly untilMs: number }): Seen {
  const { fromMs, untilMs } = span;
  const endOf = (one: Try) => one.sentAtMs + one.tookMs;
  const ended = tries.filter((one) => endOf(one) > fromMs && endOf(one) <= untilMs);
  const successes = ended.filter(({ status }) => status === 200);
  const sentAfter = successes.filter(({ sentAtMs }) => sentAtMs >= fromMs);
  const first = Math.min(...sentAfter.map(endOf));
  let lastMs = fromMs;
  let pauseMs = 0;
  for (const atMs of [...successes.map(endOf).sort((one, other) => one - other), untilMs]) {
    pauseMs = Math.max(pauseMs, atMs - lastMs);
    lastMs = atMs;
  }
  return {
    succeeded: successes.length,
    refused: ended.filter(({ status }) => status !== null && status !== 200).length,
    unanswered: ended.filter(({ status }) => status === null).length,
    firstSuccessSeconds: sentAfter.length === 0 ? null : (first - fromMs) / 1_000,
    pauseSeconds: pauseMs / 1_000,
  };
}

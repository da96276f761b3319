import { NsimbiError, TimeoutError } from './errors.ts';
import { type CallOptions, pause } from './transport.ts';

/** How a call waits for a final status. */
export interface WaitOptions {
  /** Milliseconds in all. Default: ten minutes, twice the time that a customer has to answer a prompt. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const timeoutMsDefault = 600_000;
const readMsMax = 30_000;
/** A status may be read 300 times a minute with a key: at five seconds, 25 calls can wait at the same time. */
const pauseFirstMs = 1_000;
const pauseMaxMs = 5_000;
const pauseGrowth = 1.5;

/**
 * The pause before the next read, between three quarters of the full pause and the full pause, so that waiting calls spread. Pure.
 * @param readsDone from 1.
 * @param random from 0 to below 1.
 * @returns milliseconds.
 */
export function pauseBetweenReads(readsDone: number, random: number): number {
  const fullMs = Math.min(pauseMaxMs, pauseFirstMs * pauseGrowth ** (readsDone - 1));
  return Math.floor(fullMs * (0.75 + random / 4));
}

/**
 * Reads until the status is `completed` or `failed`.
 * @returns what was read last.
 * @throws TimeoutError with the code `not_final_in_time`; NsimbiError when a read fails for good, or the signal aborts.
 */
export function waitUntilFinal<T extends { readonly status: string }>(
  read: (options: CallOptions) => Promise<T>,
  options?: WaitOptions,
): Promise<T> {
  return waitFor(read, ({ status }) => status === 'completed' || status === 'failed', options);
}

/**
 * Reads until what is read is final. Failures that pass, such as a lost connection or a rate limit, do not end it.
 * @returns what was read last.
 * @throws TimeoutError with the code `not_final_in_time`; NsimbiError when a read fails for good, or the signal aborts.
 */
export async function waitFor<T extends { readonly status: string }>(
  read: (options: CallOptions) => Promise<T>,
  isFinal: (found: T) => boolean,
  { timeoutMs = timeoutMsDefault, signal }: WaitOptions = {},
): Promise<T> {
  const endMs = performance.now() + timeoutMs;
  let last = 'unknown';
  for (let readsDone = 1; ; readsDone += 1) {
    let retryAfterMs = 0;
    try {
      const leftMs = Math.max(1, endMs - performance.now());
      const found = await read({ signal, timeoutMs: Math.min(readMsMax, leftMs), maxRetries: 0 });
      if (isFinal(found)) return found;
      last = found.status;
    } catch (error) {
      const passes = error instanceof NsimbiError && error.isRetryable && signal?.aborted !== true;
      if (!passes) throw error;
      retryAfterMs = error.retryAfterMs ?? 0;
    }
    const leftMs = endMs - performance.now();
    if (leftMs <= retryAfterMs) {
      throw new TimeoutError(`The status was still ${last} after ${timeoutMs} ms.`, {
        code: 'not_final_in_time',
        isRetryable: true,
      });
    }
    const pauseMs = Math.max(retryAfterMs, pauseBetweenReads(readsDone, Math.random()));
    await pause(Math.min(pauseMs, leftMs), signal);
  }
}

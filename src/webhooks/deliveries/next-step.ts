import type { AttemptResult } from '../sending/sender.ts';

/** The next step of a delivery after an attempt. */
export type NextStep =
  | { readonly becomes: 'delivered' }
  /** `inMs` counts from the attempt's end. */
  | { readonly becomes: 'retried'; readonly inMs: number }
  /** The delivery is given up, and its webhook disabled for this reason. */
  | { readonly becomes: 'failed'; readonly because: 'retries_failed' | 'gone' };

export interface AttemptMade {
  readonly delivered: boolean;
  readonly result: Pick<AttemptResult, 'responseStatus' | 'retryAfterMs'>;
  /** Attempts of the same round before this one: 0 for a first attempt. */
  readonly roundAttempts: number;
  /** Pauses before the first, second, … retry. */
  readonly retryDelaysMs: readonly number[];
  readonly honorHints: boolean;
}

/** A receiver may request a longer pause, up to this (interface-decisions.md section 7). */
const askedPauseMsMax = 6 * 3_600_000;

/** The retry policy of interface.md with the hints of interface-decisions.md section 7. */
export function nextStep({ delivered, result, roundAttempts, retryDelaysMs, honorHints }: AttemptMade): NextStep {
  if (delivered) return { becomes: 'delivered' };
  if (honorHints && result.responseStatus === 410) return { becomes: 'failed', because: 'gone' };
  const delayMs = retryDelaysMs[roundAttempts];
  if (delayMs === undefined) return { becomes: 'failed', because: 'retries_failed' };
  const mayAsk = honorHints && (result.responseStatus === 429 || result.responseStatus === 503);
  const askedMs = mayAsk ? Math.min(result.retryAfterMs ?? 0, askedPauseMsMax) : 0;
  return { becomes: 'retried', inMs: Math.max(delayMs, askedMs) };
}

/** A delivery that waits for an attempt. */
export interface WaitingAttempt {
  /** Attempts of the same round before: 0 for a first attempt. */
  readonly roundAttempts: number;
  /** When the attempt is due, in milliseconds since 1970. */
  readonly dueAtMs: number;
}

/**
 * When a webhook is disabled if every attempt from now on fails: as soon as the first of its waiting deliveries has failed
 * its last retry. The time that attempts take is added to it. In milliseconds since 1970; null when nothing waits.
 * @param retryDelaysMs pauses before the first, second, … retry.
 */
export function whenDisabled(waiting: readonly WaitingAttempt[], retryDelaysMs: readonly number[]): number | null {
  if (waiting.length === 0) return null;
  const lastRetries = waiting.map(({ roundAttempts, dueAtMs }) =>
    retryDelaysMs.slice(roundAttempts).reduce((atMs, delayMs) => atMs + delayMs, dueAtMs),
  );
  return Math.min(...lastRetries);
}

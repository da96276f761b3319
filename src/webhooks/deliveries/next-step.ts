import type { AttemptResult } from '../sending/sender.ts';

/** What becomes of a delivery after an attempt. */
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

/** A receiver may ask for more time, and not for ever (interface-decisions.md section 7). */
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

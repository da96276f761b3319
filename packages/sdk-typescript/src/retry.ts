/**
 * The decision whether a failed call is repeated. It follows docs/api.md of the service: a call is repeated only where that cannot
 * do the same thing twice.
 */

/**
 * What a repeat of the call can do.
 * - `read`: nothing, it only reads, or changes nothing the second time.
 * - `keyed`: nothing twice, because every attempt has the same Idempotency-Key.
 * - `unkeyed`: it can happen twice, for example a second webhook is created.
 */
export type CallKind = 'read' | 'keyed' | 'unkeyed';

/** How one attempt failed. */
export type AttemptFailure =
  /** The connection was not made, so no byte of the request left. */
  | { readonly kind: 'not_sent' }
  /** The request left, or may have left, and no whole response arrived. */
  | { readonly kind: 'no_response' }
  | ResponseFailure;

/** A response that is not a success. */
export interface ResponseFailure {
  readonly kind: 'response';
  readonly status: number;
  /** The `code` of the body; null when the response is not one of the service, for example of a proxy. */
  readonly code: string | null;
  /** Whether the body names a transaction (`data`). */
  readonly hasTransaction: boolean;
  /** The status of that transaction, null when the body does not say. */
  readonly transactionStatus: string | null;
  /** Milliseconds that `Retry-After` asks for, null without the header. */
  readonly retryAfterMs: number | null;
}

/** How often a call was repeated already, and may be repeated. */
export interface RetryBudget {
  /** Repeats before this decision: 0 after the first attempt. */
  readonly retriesDone: number;
  readonly retriesMax: number;
}

/** The upper bound of the first pause; each later one has twice the bound of the one before. */
const backoffFirstMs = 500;
const backoffMaxMs = 8_000;
/** The windows of the rate limits are minutes. Whoever asks for more time gets it from the program, not from a call that hangs. */
const retryAfterMaxMs = 60_000;

/**
 * Decides whether to repeat a call, and after which pause: exponential with full jitter, added to `Retry-After` where there is one, so
 * that many clients do not return in the same moment. Pure.
 * @param random from 0 to below 1.
 * @returns the pause in milliseconds; null when the call must not be repeated.
 */
export function decideRetry(
  call: CallKind,
  failure: AttemptFailure,
  budget: RetryBudget,
  random: number,
): number | null {
  if (budget.retriesDone >= budget.retriesMax) return null;
  if (!isRepeatable(call, failure)) return null;
  const jitterMs = Math.floor(random * Math.min(backoffMaxMs, backoffFirstMs * 2 ** budget.retriesDone));
  const retryAfterMs = failure.kind === 'response' ? failure.retryAfterMs : null;
  if (retryAfterMs === null) return jitterMs;
  return retryAfterMs > retryAfterMaxMs ? null : retryAfterMs + jitterMs;
}

/**
 * Whether the same call, with the same Idempotency-Key where it has one, may be sent again without doing the same thing twice, and can
 * then have another result. Pure.
 */
export function isRepeatable(call: CallKind, failure: AttemptFailure): boolean {
  if (failure.kind === 'not_sent') return true;
  if (failure.kind === 'no_response') return call !== 'unkeyed';
  // The transaction ended and its money is back: the same key would repeat this response for ever.
  if (failure.transactionStatus === 'failed') return false;
  const { status, code } = failure;
  if (status === 409) return code === 'request_in_progress';
  if (call === 'unkeyed') return saysThatNothingHappened(failure);
  if (status === 408 || status === 429) return true;
  // A success that cannot be read, for example a page of a proxy: the same key gives the first response again.
  if (status >= 200 && status < 300) return true;
  return status >= 500;
}

/** Whether a response excludes that the request did anything. */
function saysThatNothingHappened({ status, code, hasTransaction, retryAfterMs }: ResponseFailure): boolean {
  if (status === 408) return code === 'request_timeout';
  if (retryAfterMs === null) return false;
  if (status === 429) return true;
  return status === 503 && code !== null && code !== 'outcome_unknown' && !hasTransaction;
}

/**
 * Reads a `Retry-After` header (RFC 9110 section 10.2.3): whole seconds, or an HTTP date. Pure.
 * @param nowMs milliseconds since 1970, for a date.
 * @returns milliseconds from 0; null when the header is absent or cannot be read.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Date.parse also reads numbers and texts that are no HTTP date.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

import { type AttemptFailure, type CallKind, isRepeatable, parseRetryAfter } from './retry.ts';

/** Per wrong field of a request, sentences that say what it must be. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The transaction that exists although the call failed. `status` is `failed` when it ended and its money is back. */
export interface FailedCallData {
  readonly transaction_id?: number;
  readonly reference?: string;
  readonly status?: string;
}

/** What an error says beside its message. */
export interface ErrorDetails {
  readonly code: string;
  readonly status?: number | null;
  readonly fields?: FieldErrors;
  readonly data?: FailedCallData | null;
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
  readonly idempotencyKey?: string | null;
  readonly isRetryable: boolean;
  readonly cause?: unknown;
}

/** Every failure of a call. Use `code` in programs and show `message` to people. */
export class NsimbiError extends Error {
  /**
   * The machine code of the service, or one of this package: `connection_failed`, `timeout`, `aborted`, `unexpected_response`,
   * `not_final_in_time`.
   */
  readonly code: string;
  /** The HTTP status, null when no response arrived. */
  readonly status: number | null;
  readonly fields: FieldErrors;
  /** The transaction that exists although the call failed, null when the response names none. */
  readonly data: FailedCallData | null;
  /** Quote it in questions to support. */
  readonly requestId: string | null;
  /** Milliseconds after which the service allows another attempt, null when it does not say. */
  readonly retryAfterMs: number | null;
  /** The key of a call that moves money, also when this package chose it: send the same call with it to continue. Null for other calls. */
  readonly idempotencyKey: string | null;
  /** Whether the same call, with the same idempotencyKey, can be made again without doing the same thing twice. */
  readonly isRetryable: boolean;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.status = details.status ?? null;
    this.fields = details.fields ?? {};
    this.data = details.data ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.idempotencyKey = details.idempotencyKey ?? null;
    this.isRetryable = details.isRetryable;
  }
}

/** 401: the key is wrong, expired or revoked. */
export class AuthenticationError extends NsimbiError {}
/** 403: the key may not do this, or not from this address. */
export class PermissionError extends NsimbiError {}
/** 400, 405, 413, 415, 422: the request, or a rule of the business such as `insufficient_funds`, does not allow it. */
export class ValidationError extends NsimbiError {}
/** 404, also for objects of other clients. */
export class NotFoundError extends NsimbiError {}
/** 409: a request with this Idempotency-Key is still running; or the key was used with another body. */
export class ConflictError extends NsimbiError {}
/** 429: more requests than the limit allows. */
export class RateLimitError extends NsimbiError {}
/** 500 to 599, and responses that are not those of the service. */
export class ServerError extends NsimbiError {}
/** No whole response arrived. For a payment it is not known whether it was made: continue with the same idempotencyKey. */
export class ConnectionError extends NsimbiError {}
/** No response within the time limit, or the service did not receive the request in time (408). */
export class TimeoutError extends NsimbiError {}

/** A response as far as an error needs it. */
export interface FailedResponse {
  readonly status: number;
  /** Reads a header by its name. */
  readonly header: (name: string) => string | null;
  readonly body: string;
}

/**
 * The error of a response that is not a success. Pure.
 * @param nowMs milliseconds since 1970, for a `Retry-After` that is a date.
 */
export function errorOfResponse(
  call: CallKind,
  response: FailedResponse,
  idempotencyKey: string | null,
  nowMs: number,
): { readonly error: NsimbiError; readonly failure: AttemptFailure } {
  const body = failureBody(response.body);
  const retryAfterMs = parseRetryAfter(response.header('retry-after'), nowMs);
  const failure: AttemptFailure = {
    kind: 'response',
    status: response.status,
    code: body?.code ?? null,
    hasTransaction: body !== null && body.data !== null,
    transactionStatus: body?.data?.status ?? null,
    retryAfterMs,
  };
  const code = body?.code ?? 'unexpected_response';
  const message = body?.message ?? `HTTP status ${response.status} with a body that is not one of the service.`;
  const error = new (classOf(response.status, code))(message, {
    code,
    status: response.status,
    fields: body?.errors ?? {},
    data: body?.data ?? null,
    requestId: response.header('x-request-id') ?? body?.requestId ?? null,
    retryAfterMs,
    idempotencyKey,
    isRetryable: isRepeatable(call, failure),
  });
  return { error, failure };
}

function classOf(status: number, code: string): typeof NsimbiError {
  if (code === 'idempotency_key_reused') return ConflictError;
  const byStatus: Readonly<Record<number, typeof NsimbiError>> = {
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    408: TimeoutError,
    409: ConflictError,
    429: RateLimitError,
  };
  return byStatus[status] ?? (status >= 400 && status < 500 ? ValidationError : ServerError);
}

/** The body of a failure, or null when it is something else, such as a page of a proxy. */
function failureBody(text: string) {
  const body = objectOf(parsed(text));
  if (body === null || typeof body.code !== 'string' || typeof body.message !== 'string') return null;
  return {
    code: body.code,
    message: body.message,
    errors: fieldErrors(body.errors),
    data: objectOf(body.data) as FailedCallData | null,
    requestId: typeof body.request_id === 'string' ? body.request_id : null,
  };
}

function fieldErrors(value: unknown): FieldErrors {
  const entries = Object.entries(objectOf(value) ?? {}).filter((entry): entry is [string, string[]] =>
    Array.isArray(entry[1]),
  );
  return Object.fromEntries(entries);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

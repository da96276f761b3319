/** An answer of the service that refuses. `message` is the service's own sentence and can be shown as it is. */
export class ApiFailure extends Error {
  readonly status: number;
  /** The machine code, for example `insufficient_funds`. */
  readonly code: string;
  /** Per wrong field, what is wrong with it. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Ids that were already taken although the request failed. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Names the request in the service's log, for support. */
  readonly requestId: string | null;

  constructor(
    status: number,
    body: {
      readonly message: string;
      readonly code: string;
      readonly errors?: Readonly<Record<string, readonly string[]>>;
      readonly data?: Readonly<Record<string, unknown>>;
      readonly request_id?: string;
    },
  ) {
    super(body.message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body.code;
    this.errors = body.errors ?? {};
    this.data = body.data;
    this.requestId = body.request_id ?? null;
  }
}

/** No answer came: whether the service has received the request is not known. */
export class ConnectionLost extends Error {
  constructor(cause?: unknown) {
    super('The connection to the service was lost before it answered.', { cause });
    this.name = 'ConnectionLost';
  }
}

/** A passkey was not made or not used. The message is for the person. */
export class PasskeyFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'PasskeyFailure';
  }
}

/** Whether the person has to sign in again. A wrong password is a 401 too, with another code. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401 && error.code === 'unauthorized';
}

/** Whether what was asked for does not exist, or not for this person. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

/** Answers that name a transaction of which they do not know, or do not say, how it ends. */
const ofOpenEnd = new Set(['outcome_unknown', 'request_in_progress', 'idempotency_key_reused']);

/** Whether a transaction was made and has failed: the request has ended, and a repeat would get the same response. */
export function isEndOfRequest(error: unknown): boolean {
  return error instanceof ApiFailure && error.data?.transaction_id !== undefined && !ofOpenEnd.has(error.code);
}

/** Whether the form was sent before with other values, and was accepted then. */
export function wasSentBefore(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code === 'idempotency_key_reused';
}

/** Whether the request was refused before it created anything; an earlier request with its key may still have created something. */
export function isPlainRefusal(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.data?.transaction_id !== undefined) return false;
  return error.status < 500 && error.status !== 409 && !wasSentBefore(error);
}

/** What to show of any error: the service's sentence, or one of ours. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiFailure || error instanceof ConnectionLost || error instanceof PasskeyFailure) {
    return error.message;
  }
  return 'An error occurred on this page. Reload it, and contact support if the error continues.';
}

import {
  ConnectionError,
  errorOfResponse,
  type NsimbiError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './errors.ts';
import type { RequestSigner } from './request-signing.ts';
import { type AttemptFailure, type CallKind, decideRetry, isRepeatable } from './retry.ts';
import { sdkVersion } from './version.ts';

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, and the pause before a retry. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from its start to the end of the response. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** How often the call is repeated after a failure. Default: the client's. */
  readonly maxRetries?: number | undefined;
  /** Your own id of the request, sent as `X-Request-Id`. */
  readonly requestId?: string | undefined;
}

/** Options of a call that moves money. */
export interface MoneyCallOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters. Default: a random UUID for each call, the same for all attempts of this call. */
  readonly idempotencyKey?: string | undefined;
}

/** A value of a query; one that is undefined or null is left out. */
export type QueryValue = string | number | boolean | Date | null | undefined;

/** One operation of the API with its values. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the base address, with its parameters already in it. */
  readonly path: string;
  readonly kind: CallKind;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  readonly accept?: string;
  /** False for the public operations, which must not receive the key. */
  readonly isPublic?: boolean;
  /** A status besides 200 that is an answer and no failure. */
  readonly alsoAnswers?: number;
}

/** A whole response. */
export interface ReceivedResponse {
  readonly header: (name: string) => string | null;
  readonly bytes: Uint8Array;
}

/** A response of which the body is read by the caller. */
export interface OpenedResponse {
  readonly header: (name: string) => string | null;
  readonly body: ReadableStream<Uint8Array>;
}

export interface TransportSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof globalThis.fetch;
  /** Null where requests are not signed. */
  readonly signer: RequestSigner | null;
}

/** Sends calls, and repeats them where that is safe. */
export class Transport {
  // Private in the language too: a client that is printed or serialized must not show its key.
  readonly #settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.#settings = settings;
  }

  /**
   * Sends a call and gives the object of the response's body.
   * @throws NsimbiError
   */
  async json<T>(call: Call, options: MoneyCallOptions = {}): Promise<T> {
    return (await this.jsonWithHeaders<T>(call, options)).body;
  }

  /** As `json`, with the headers. */
  async jsonWithHeaders<T>(
    call: Call,
    options: MoneyCallOptions = {},
  ): Promise<{ readonly body: T; readonly header: (name: string) => string | null }> {
    let body: unknown;
    const { header } = await this.#send(call, options, ({ bytes }) => {
      body = successIn(bytes, call);
      return body !== null;
    });
    return { body: body as T, header };
  }

  /**
   * Sends a call and gives the bytes of the response's body.
   * @param contentType which the response must have.
   * @throws NsimbiError
   */
  async bytes(call: Call, contentType: string, options: CallOptions = {}): Promise<Uint8Array> {
    const { bytes } = await this.#send(
      call,
      options,
      ({ header }) => header('content-type')?.startsWith(contentType) === true,
    );
    return bytes;
  }

  /**
   * Opens a response of which the body stays open. One attempt: whoever reads a stream decides when to open it again.
   * @param signal ends the response.
   * @throws NsimbiError
   */
  async open(call: Call, signal: AbortSignal, requestId?: string): Promise<OpenedResponse> {
    let response: Response;
    try {
      response = await this.#fetch(call, null, signal, requestId);
    } catch (cause) {
      throw signal.aborted ? abortedError(call, null, cause) : connectionError(call, null, cause).error;
    }
    const header = (name: string) => response.headers.get(name);
    if (response.status === 200 && response.body !== null) return { header, body: response.body };
    const body = await response.text().catch(() => '');
    throw errorOfResponse(call.kind, { status: response.status, header, body }, null, Date.now()).error;
  }

  async #send(
    call: Call,
    options: MoneyCallOptions,
    isExpected: (response: ReceivedResponse) => boolean,
  ): Promise<ReceivedResponse> {
    const { signal, maxRetries = this.#settings.maxRetries } = options;
    // Chosen once, before the first attempt: every repeat is the same request to the service.
    const idempotencyKey = call.kind === 'keyed' ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    checkKey(idempotencyKey);
    checkAmount(call, idempotencyKey);
    for (let retriesDone = 0; ; retriesDone += 1) {
      if (signal?.aborted) throw abortedError(call, idempotencyKey, signal.reason);
      const attempt = await this.#attempt(call, idempotencyKey, options, isExpected);
      if ('response' in attempt) return attempt.response;
      const pauseMs = decideRetry(call.kind, attempt.failure, { retriesDone, retriesMax: maxRetries }, Math.random());
      if (pauseMs === null || signal?.aborted) throw attempt.error;
      await pause(pauseMs, signal);
    }
  }

  async #attempt(
    call: Call,
    idempotencyKey: string | null,
    { signal, timeoutMs = this.#settings.timeoutMs, requestId }: MoneyCallOptions,
    isExpected: (response: ReceivedResponse) => boolean,
  ): Promise<
    { readonly response: ReceivedResponse } | { readonly error: NsimbiError; readonly failure: AttemptFailure }
  > {
    const controller = new AbortController();
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      controller.abort();
    }, timeoutMs);
    const stop = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const response = await this.#fetch(call, idempotencyKey, controller.signal, requestId);
      const header = (name: string) => response.headers.get(name);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const received = { header, bytes };
      const isAnswer = response.status === 200 || response.status === call.alsoAnswers;
      if (isAnswer && isExpected(received)) return { response: received };
      const body = new TextDecoder().decode(bytes);
      return errorOfResponse(call.kind, { status: response.status, header, body }, idempotencyKey, Date.now());
    } catch (cause) {
      if (isTimedOut) return timeoutError(call, idempotencyKey, timeoutMs);
      if (signal?.aborted) {
        return { error: abortedError(call, idempotencyKey, cause), failure: { kind: 'no_response' } };
      }
      return connectionError(call, idempotencyKey, cause);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  #fetch(
    call: Call,
    idempotencyKey: string | null,
    signal: AbortSignal,
    requestId: string | undefined,
  ): Promise<Response> {
    const { apiKey, baseUrl, fetch, signer } = this.#settings;
    const headers: Record<string, string> = {
      accept: call.accept ?? 'application/json',
      'user-agent': `nsimbi-sdk-typescript/${sdkVersion}`,
    };
    if (call.isPublic !== true) headers.authorization = `Bearer ${apiKey}`;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey;
    if (requestId !== undefined) headers['x-request-id'] = requestId;
    const url = `${baseUrl}${call.path}${queryText(call.query)}`;
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    if (signer !== null && call.isPublic !== true) {
      // A nonce is used once, so each attempt has its own.
      const unsigned = { method: call.method, target: new URL(url).href.slice(baseUrl.length), headers, body };
      Object.assign(headers, signer.headersOf(unsigned, Math.floor(Date.now() / 1_000), crypto.randomUUID()));
    }
    return fetch(url, {
      method: call.method,
      headers,
      signal,
      // The API never redirects. To follow one would give the key and the payment to another address.
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
  }
}

/** A query with its `?`, or nothing. Dates become ISO 8601 in UTC. Pure. */
export function queryText(query: Readonly<Record<string, QueryValue>> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    parameters.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** An id in a path. Only whole numbers from 0 are ids; another text could lead to another operation. */
export function idInPath(id: number): string {
  if (!Number.isSafeInteger(id) || id < 0) {
    throw invalidValue('id', 'must be a whole number from 0', null);
  }
  return String(id);
}

/** JSON has no NaN, and a number above 2^53 - 1 may not be the one that was meant: such an amount must not be sent. */
function checkAmount({ body }: Call, idempotencyKey: string | null): void {
  const amount = (body as { readonly amount?: unknown } | undefined)?.amount;
  if (amount === undefined || amount === null || typeof amount !== 'number') return;
  if (Number.isSafeInteger(amount) && amount >= 0) return;
  throw invalidValue('amount', 'must be whole shillings, a whole number from 0 to 2^53 - 1', idempotencyKey);
}

function checkKey(idempotencyKey: string | null): void {
  if (idempotencyKey === null || /^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) return;
  throw invalidValue('idempotencyKey', 'must be 1 to 255 visible ASCII characters', null);
}

function invalidValue(name: string, rule: string, idempotencyKey: string | null): ValidationError {
  return new ValidationError(`${name} ${rule}.`, {
    code: 'invalid_request',
    fields: { [name]: [`${rule}.`] },
    idempotencyKey,
    isRetryable: false,
  });
}

/** The object of a success, or null. The public operations respond without `success`. */
function successIn(bytes: Uint8Array, { isPublic }: Call): object | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const { success } = value as { readonly success?: unknown };
    return success === true || (isPublic === true && success === undefined) ? value : null;
  } catch {
    return null;
  }
}

function timeoutError(call: Call, idempotencyKey: string | null, timeoutMs: number) {
  const failure: AttemptFailure = { kind: 'no_response' };
  const error = new TimeoutError(`${nameOf(call)} had no response within ${timeoutMs} ms.`, {
    code: 'timeout',
    idempotencyKey,
    isRetryable: isRepeatable(call.kind, failure),
  });
  return { error, failure };
}

function connectionError(call: Call, idempotencyKey: string | null, cause: unknown) {
  const failure: AttemptFailure = { kind: wasNotSent(cause) ? 'not_sent' : 'no_response' };
  const error = new ConnectionError(`${nameOf(call)}: ${reasonOf(cause)}.`, {
    code: 'connection_failed',
    idempotencyKey,
    isRetryable: isRepeatable(call.kind, failure),
    cause,
  });
  return { error, failure };
}

function abortedError(call: Call, idempotencyKey: string | null, cause: unknown): ConnectionError {
  return new ConnectionError(`${nameOf(call)} was aborted by its signal.`, {
    code: 'aborted',
    idempotencyKey,
    isRetryable: isRepeatable(call.kind, { kind: 'no_response' }),
    cause,
  });
}

/** The error for a response with HTTP 200 that does not keep to the contract. */
export function unexpectedResponse(message: string): ServerError {
  return new ServerError(message, { code: 'unexpected_response', status: 200, isRetryable: false });
}

function nameOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** Errors of the steps before there is a connection: finding the address of a name, and connecting to it. */
const codesBeforeSending = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/** These can also end a connection over which a request left already. */
const codesOfAnyStep = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT']);

/**
 * Whether an error of fetch excludes that anything of the request left. Pure. Node hides the error of the socket in `cause`, and there
 * puts one for each tried address into `errors`.
 */
export function wasNotSent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, cause, errors } = error as Readonly<Record<string, unknown>>;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(wasNotSent);
  if (typeof code !== 'string') return wasNotSent(cause);
  return codesBeforeSending.has(code) || (codesOfAnyStep.has(code) && syscall === 'connect');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** Waits, or until the signal aborts; the caller looks at the signal afterwards. */
export async function pause(pauseMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, pauseMs);
    signal?.addEventListener('abort', end, { once: true });
  });
}

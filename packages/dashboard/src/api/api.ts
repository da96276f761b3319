import { ApiFailure, ConnectionLost } from './failure.ts';
import { withFactor } from './step-up.ts';

/** Values of a query; those that are empty are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Page<Row> {
  readonly data: Row[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
  /** Of which moment the rows are, when a standby was read; absent when they are of now. */
  readonly asOf?: string;
}

export interface Sending {
  /** For what moves money: from useIdempotencyKey. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Asking {
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

/**
 * The dashboard's API. Paths are below /dashboard/api; the answers are what the envelope holds as `data`.
 * All throw ApiFailure when the service refuses and ConnectionLost when no answer came.
 */
export const api = {
  get: <Data>(path: string, asking: Asking = {}) => dataOf<Data>(call('GET', withQuery(path, asking.query), asking)),
  /** One page of a list, with the cursor of the next. */
  page: async <Row>(path: string, asking: Asking = {}): Promise<Page<Row>> => {
    const { body, asOf } = await call('GET', withQuery(path, asking.query), asking);
    return { ...(body as Page<Row>), ...(asOf === null ? {} : { asOf }) };
  },
  post: <Data>(path: string, body: unknown = {}, sending: Sending = {}) =>
    dataOf<Data>(call('POST', path, { ...sending, body })),
  put: <Data>(path: string, body: unknown, sending: Sending = {}) =>
    dataOf<Data>(call('PUT', path, { ...sending, body })),
  patch: <Data>(path: string, body: unknown, sending: Sending = {}) =>
    dataOf<Data>(call('PATCH', path, { ...sending, body })),
  delete: <Data>(path: string, sending: Sending = {}) => dataOf<Data>(call('DELETE', path, sending)),
  /** Sends a file as it is, for example a CSV. */
  upload: <Data>(path: string, file: Blob, sending: Sending = {}) =>
    dataOf<Data>(call('POST', path, { ...sending, file })),
};

/** The service's sign-in (better-auth), whose answers have no envelope. Failures are the same as those of `api`. */
export const auth = {
  get: async <Body>(path: string) => (await call('GET', `/auth${path}`, {})).body as Body,
  post: async <Body>(path: string, body: object = {}) => (await call('POST', `/auth${path}`, { body })).body as Body,
};

/** The address of a download, for a link. */
export function downloadAddress(path: string, query: Query = {}): string {
  return `/dashboard/api${withQuery(path, query)}`;
}

export function withQuery(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function dataOf<Data>(answer: Promise<Answer>): Promise<Data> {
  return ((await answer).body as { readonly data: Data }).data;
}

/** A response that succeeded. */
interface Answer {
  readonly body: unknown;
  /** Of which moment it is, when a standby was read. */
  readonly asOf: string | null;
}

interface Call extends Sending {
  readonly body?: unknown;
  readonly file?: Blob;
}

/** Sends a request; where the service wants a factor first, the person is asked and the same request is sent once more. */
function call(method: string, path: string, content: Call): Promise<Answer> {
  return withFactor(() => send(method, path, content));
}

async function send(method: string, path: string, { body, file, idempotencyKey, signal }: Call): Promise<Answer> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (file !== undefined) headers['Content-Type'] = file.type || 'text/csv';
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  const request: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== undefined) request.body = JSON.stringify(body);
  if (file !== undefined) request.body = file;
  if (signal !== undefined) request.signal = signal;

  let response: Response;
  let text: string;
  try {
    response = await fetch(`/dashboard/api${path}`, request);
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ConnectionLost(error);
  }
  const answer = parsed(text);
  if (response.ok && answer !== undefined) return { body: answer, asOf: response.headers.get('x-as-of') };
  // A proxy in front of the service answers without JSON when the service is down.
  if (answer === undefined && [502, 503, 504].includes(response.status)) throw new ConnectionLost();
  throw failureOf(response.status, answer);
}

/** The JSON, null for an empty text, undefined for what is no JSON. */
function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(status: number, answer: unknown): ApiFailure {
  const body = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  return new ApiFailure(status, {
    ...body,
    message: typeof body.message === 'string' ? body.message : `The service answered with the status ${status}.`,
    code: codeOf(status, body.code),
  });
}

/** better-auth has codes in capitals; that of a missing session is the same as the service's own. */
function codeOf(status: number, code: unknown): string {
  if (typeof code === 'string' && code !== 'UNAUTHORIZED') return code;
  return status === 401 ? 'unauthorized' : 'unknown';
}

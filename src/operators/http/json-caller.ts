import { type Dispatcher, Pool } from 'undici';
import type { Exchange, OnExchange } from '../contract.ts';
import { readJson } from './json-values.ts';

/** One call of an operator's interface. */
export interface JsonRequest {
  readonly method: 'GET' | 'POST';
  /** With its query, after the origin: begins with `/`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text to send; absent for a call that takes no body. */
  readonly body?: string;
  /** The answer holds a secret or somebody's personal data: the observer does not get it. */
  readonly secretAnswer?: boolean;
  /** It asks for an access token. */
  readonly isTokenRequest?: boolean;
  /** Receives how the call went, with both bodies and without headers; for calls about a payment. */
  readonly onExchange?: OnExchange | undefined;
}

/** What became of a call. The difference between the last two decides whether money may have moved. */
export type JsonAnswer =
  /** A whole answer of any status. `json` is undefined when the body is empty or not JSON, HTML for example. */
  | { readonly is: 'answered'; readonly status: number; readonly text: string; readonly json: unknown }
  /** No byte of the request was written: no name, no connection, no TLS, or cut while it waited for a connection. */
  | { readonly is: 'not_reached'; readonly reason: string }
  /** The request was written, wholly or in part, and no whole answer came. It may have happened. */
  | { readonly is: 'unknown'; readonly reason: string };

export interface JsonCallerOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Connections at most; calls beyond them wait for a free one, until they are cut. */
  readonly connectionsMax?: number;
  /** How long a connection may take to be made, TLS included. */
  readonly connectTimeoutMs?: number;
  /** The longest answer that is read; a longer one is cut, and the result is unknown. */
  readonly answerBytesMax?: number;
  /** Called for every call when it has ended. */
  readonly watch?: (exchange: Exchange) => void;
}

const shownCharacters = 500;

/**
 * Calls an operator's JSON interface over HTTP/1.1, on connections that are kept for the next call.
 *
 * It calls once and never again by itself, whatever happens, follows no redirect, and never throws: every way in which a
 * call can end is a `JsonAnswer`. There is no time limit of its own after the connection is made; `signal` is the limit,
 * and when it aborts the socket of the call is destroyed, so that nothing of the call is still under way afterwards.
 */
export class JsonCaller {
  readonly #pool: Pool;
  readonly #answerBytesMax: number;
  readonly #watch: (exchange: Exchange) => void;

  constructor(options: JsonCallerOptions) {
    this.#pool = new Pool(options.origin, {
      connections: options.connectionsMax ?? 256,
      // One call on a connection at a time, and no HTTP/2: to cut a call is then to destroy its socket.
      pipelining: 1,
      allowH2: false,
      connect: { timeout: options.connectTimeoutMs ?? 10_000 },
      // A call written to a connection that the operator is just closing is unknown, and that is dear to find out about:
      // idle connections are given up long before an operator would close them.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 30_000,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#answerBytesMax = options.answerBytesMax ?? 256 * 1024;
    this.#watch = options.watch ?? (() => {});
  }

  /** Makes a call. Cut when `signal` aborts: `not_reached` if it was not yet being written, `unknown` afterwards. */
  async call(request: JsonRequest, signal: AbortSignal): Promise<JsonAnswer> {
    const begunAtMs = performance.now();
    const answer = await this.#dispatch(request, signal);
    const durationMs = performance.now() - begunAtMs;
    this.#watch(exchangeOf(request, answer, durationMs));
    if (request.onExchange !== undefined) reportExchange(request.onExchange, request, answer, durationMs);
    return answer;
  }

  /** Destroys every connection. Calls under way end at once, as if they had been cut. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  #dispatch(request: JsonRequest, signal: AbortSignal): Promise<JsonAnswer> {
    if (signal.aborted) return Promise.resolve({ is: 'not_reached', reason: 'cut before it began' });
    return new Promise((resolve) => {
      let written: Dispatcher.DispatchController | null = null;
      let ended = false;
      let status = 0;
      let bytes = 0;
      const chunks: Buffer[] = [];
      const end = (answer: JsonAnswer): void => {
        if (ended) return;
        ended = true;
        signal.removeEventListener('abort', cut);
        resolve(answer);
      };
      const endWithout = (reason: string): void => end({ is: written === null ? 'not_reached' : 'unknown', reason });
      const cut = (): void => {
        endWithout('cut: no answer in time');
        written?.abort(new Error('cut'));
      };
      signal.addEventListener('abort', cut, { once: true });

      const handler: Dispatcher.DispatchHandler = {
        // Called on a connection that stands, just before the first byte is written, and never when there is none.
        onRequestStart(controller) {
          // The call was cut while it waited, or the pool would repeat it: either way it must not be written now.
          if (ended || written !== null) return controller.abort(new Error('not to be written'));
          written = controller;
        },
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData: (controller, chunk) => {
          bytes += chunk.length;
          if (bytes <= this.#answerBytesMax) {
            chunks.push(chunk);
            return;
          }
          endWithout(`HTTP ${status} with more than ${this.#answerBytesMax} bytes`);
          controller.abort(new Error('answer too long'));
        },
        onResponseEnd() {
          const text = Buffer.concat(chunks).toString('utf8');
          end({ is: 'answered', status, text, json: readJson(text) });
        },
        onResponseError(_controller, error) {
          endWithout(describeError(error));
        },
      };
      const { method, path, headers, body } = request;
      try {
        this.#pool.dispatch({ method, path, headers, body: body ?? null }, handler);
      } catch (error) {
        endWithout(describeError(error));
      }
    });
  }
}

function exchangeOf(request: JsonRequest, answer: JsonAnswer, durationMs: number): Exchange {
  const { method, path, secretAnswer, isTokenRequest = false } = request;
  const common = { method, path, is: answer.is, durationMs: Math.round(durationMs), isTokenRequest };
  if (answer.is !== 'answered') return { ...common, status: null, excerpt: answer.reason };
  const excerpt = secretAnswer === true && answer.status < 300 ? '[secret]' : answer.text.slice(0, shownCharacters);
  return { ...common, status: answer.status, excerpt };
}

function reportExchange(onExchange: OnExchange, request: JsonRequest, answer: JsonAnswer, durationMs: number): void {
  const { method, path, body = null } = request;
  const isAnswered = answer.is === 'answered';
  onExchange({
    atMs: Date.now() - durationMs,
    durationMs,
    method,
    path,
    body,
    is: answer.is,
    status: isAnswered ? answer.status : null,
    text: isAnswered ? answer.text : answer.reason,
  });
}

/** What went wrong, without the request's own values: a code and a message such as `ECONNREFUSED connect …`. */
function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describeError).join('; ');
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? `${error.code} ${error.message}` : error.message;
}

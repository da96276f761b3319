import { createSecureContext } from 'node:tls';
import type { Mode } from '../../ledger/transaction.ts';
import type { AddressPolicy } from '../safe-address/address-policy.ts';
import { type Lookup, lookupInDns } from '../safe-address/lookup.ts';
import { Connections } from './connections.ts';
import { readExcerpt } from './excerpt.ts';
import { type Answer, Exchange } from './exchange.ts';
import { ConnectionEnded, failureSentence, SenderClosed, statusSentence, TimedOut } from './failure.ts';
import { headersOfBrand, type Message, type WriteHeaders } from './headers.ts';
import { remember } from './remember.ts';
import { readTarget, type Target } from './target.ts';

/** One attempt to deliver one event to one webhook. */
export interface AttemptRequest extends Message {
  readonly url: string;
  readonly mode: Mode;
  /** Sent exactly as it is. */
  readonly body: string;
}

export interface AttemptResult {
  /** When it began, unix ms. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Null when no answer came, or none ended in time. */
  readonly responseStatus: number | null;
  /** Why it failed, in one sentence; null when it was delivered. */
  readonly error: string | null;
  /** At most 1 KiB of the answer, as text that can be stored and shown; null when it was empty. */
  readonly responseExcerpt: string | null;
  /** The pause that a `Retry-After` on 429 or 503 requested. */
  readonly retryAfterMs: number | null;
}

export interface SenderOptions {
  /** The name in the headers and in the User-Agent. */
  readonly brand: string;
  readonly addressPolicy: AddressPolicy;
  /** For everything: name, connection, TLS, request and the whole answer. */
  readonly deadlineMs?: number;
  readonly lookup?: Lookup;
}

/** URLs whose parts are remembered, per mode. */
const targetsMax = 2_000;

/** Whether an attempt was delivered: "a delivery succeeds when the receiver answers with a 2xx status". */
export function isDelivered({ responseStatus }: Pick<AttemptResult, 'responseStatus'>): boolean {
  return responseStatus !== null && responseStatus >= 200 && responseStatus <= 299;
}

export function createSender(options: SenderOptions): Sender {
  return new Sender(options);
}

/** Sends webhooks, signed, over kept connections to addresses that were checked. No proxy of the environment is used. */
export class Sender {
  readonly #deadlineMs: number;
  readonly #connections: Connections;
  readonly #writeHeaders: WriteHeaders;
  /** The parts of a URL, or why it may not be called: it was checked at its registration, but settings may have changed. */
  readonly #targets: Record<Mode, (url: string) => Target | string>;
  #closed = false;

  constructor({ brand, addressPolicy, deadlineMs = 30_000, lookup = lookupInDns() }: SenderOptions) {
    const targetIn = (mode: Mode) =>
      remember(targetsMax, (url) => addressPolicy.urlProblem(url, mode) ?? readTarget(url));
    this.#targets = { live: targetIn('live'), test: targetIn('test') };
    this.#deadlineMs = deadlineMs;
    this.#connections = new Connections({ addressPolicy, lookup, secureContext: createSecureContext() });
    this.#writeHeaders = headersOfBrand(brand);
  }

  /** How many connections are open, and how many of these wait for their next request. */
  get connections(): { open: number; resting: number } {
    return this.#connections.counts;
  }

  /** Makes one attempt. Never rejects: an error is a sentence in the result. */
  async attempt(request: AttemptRequest): Promise<AttemptResult> {
    const atMs = Date.now();
    const begunMs = performance.now();
    const outcome = await this.#outcome(request, atMs);
    return { atMs, durationMs: Math.round(performance.now() - begunMs), ...outcome };
  }

  /** Ends every connection. Attempts in flight end at once, without an answer, and may be repeated. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#connections.endAll(new SenderClosed());
  }

  async #outcome(request: AttemptRequest, atMs: number): Promise<Omit<AttemptResult, 'atMs' | 'durationMs'>> {
    const target = this.#targets[request.mode](request.url);
    if (typeof target === 'string') return noAnswer(`Not sent: ${target}`);
    if (this.#closed) return noAnswer(new SenderClosed().message);
    try {
      const { status, location, retryAfter, beginning } = await this.#answer(request, target, atMs);
      return {
        responseStatus: status,
        error: isDelivered({ responseStatus: status }) ? null : statusSentence(status, location),
        responseExcerpt: readExcerpt(beginning),
        retryAfterMs: status === 429 || status === 503 ? readRetryAfter(retryAfter, Date.now()) : null,
      };
    } catch (error) {
      return noAnswer(failureSentence(error, target));
    }
  }

  async #answer(request: AttemptRequest, target: Target, atMs: number): Promise<Answer> {
    const body = Buffer.from(request.body);
    const headers = this.#writeHeaders(request, body, Math.floor(atMs / 1_000));
    const options = { method: 'POST', path: target.path, headers, body } as const;
    let exchange = new Exchange(this.#connections.take(target, request.mode));
    const timer = setTimeout(() => {
      const { connection, status } = exchange;
      connection.end(new TimedOut(this.#deadlineMs, connection.stage, target, status));
    }, this.#deadlineMs);
    try {
      const answer = await exchange.send(options).catch((error: unknown) => {
        if (!this.#closedWhileResting(exchange, error)) throw error;
        exchange = new Exchange(this.#connections.open(target, request.mode));
        return exchange.send(options);
      });
      if (answer.reusable) this.#connections.giveBack(exchange.connection);
      else exchange.connection.end(new ConnectionEnded());
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * A server may close an idle connection at the moment at which we write to it. That is no failure of the receiver, and
   * the request is sent once more over a new connection. If the receiver did get the first one, the second is a repeat of
   * the same delivery, as after any lost answer.
   */
  #closedWhileResting({ connection, begun }: Exchange, error: unknown): boolean {
    return connection.answered > 0 && !begun && !(error instanceof TimedOut) && !this.#closed;
  }
}

function noAnswer(error: string): Omit<AttemptResult, 'atMs' | 'durationMs'> {
  return { responseStatus: null, error, responseExcerpt: null, retryAfterMs: null };
}

/** The date form that RFC 9110 (section 5.6.7) requires of servers. Date.parse alone would accept almost anything. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The pause that a `Retry-After` requests, in ms: its seconds, or until its date. Null when it is neither. */
export function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  if (!httpDate.test(value)) return null;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

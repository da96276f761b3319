import type { Dispatcher } from 'undici';
import type { Connection, User } from './connection.ts';
import { excerptReadMax } from './excerpt.ts';
import { ConnectionEnded, SenderClosed, TimedOut } from './failure.ts';

/** Bytes of an answer's body that are read; its status counts whatever follows. */
const answerBytesMax = 64 * 1_024;

/** The answer of a receiver. */
export interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  /** The body's first bytes. */
  readonly beginning: Buffer;
  /** Whether it was read to its end and the receiver keeps the connection, so that it can serve another request. */
  readonly reusable: boolean;
}

/** One request and its answer over one connection. */
export class Exchange implements Dispatcher.DispatchHandler, User {
  readonly connection: Connection;
  /** Null until the headers of the answer are there. */
  status: number | null = null;
  /** Whether anything of an answer came. */
  begun = false;
  readonly #answer: Promise<Answer>;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  #location: string | undefined;
  #retryAfter: string | undefined;
  #beginning: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #closing = false;

  constructor(connection: Connection) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.connection = connection;
    this.#answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Sends the request. Rejected with why there is no answer. */
  send(options: Dispatcher.DispatchOptions): Promise<Answer> {
    this.connection.send(options, this);
    return this.#answer;
  }

  /**
   * The connection has ended. A status that came before counts, even where the Content-Length is wrong. It does not count
   * after a timeout, as a trickle without end is no answer.
   */
  fail(error: Error): void {
    const noAnswer = this.status === null || error instanceof TimedOut || error instanceof SenderClosed;
    if (noAnswer) this.#reject(error);
    else this.#settle(this.status, false);
  }

  onRequestStart(): void {}

  onResponseStarted(): void {
    this.begun = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // An interim answer, such as 103; the real one follows.
    if (status < 200) return;
    this.status = status;
    this.#location = first(headers.location);
    this.#retryAfter = first(headers['retry-after']);
    this.#closing = /\bclose\b/i.test(first(headers.connection) ?? '');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = excerptReadMax - this.#beginning.length;
    // Copied, so that a kilobyte does not keep its whole chunk in memory.
    if (room > 0) this.#beginning = Buffer.concat([this.#beginning, chunk.subarray(0, room)]);
    this.#bytes += chunk.length;
    if (this.#bytes <= answerBytesMax) return;
    this.#settle(this.status, false);
    this.connection.end(new ConnectionEnded());
  }

  onResponseEnd(): void {
    this.#settle(this.status, !this.#closing);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(error);
  }

  #settle(status: number | null, reusable: boolean): void {
    if (status === null) throw new Error('an answer has a status before it has a body');
    this.#resolve({
      status,
      location: this.#location,
      retryAfter: this.#retryAfter,
      beginning: this.#beginning,
      reusable,
    });
  }
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

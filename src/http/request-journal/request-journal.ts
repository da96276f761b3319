import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { Housekeeping } from '../../ledger/housekeeping.ts';
import { copyInto } from '../../postgres/copy-into.ts';
import { columns, lineOf, type NotedRequest } from './noted-request.ts';

/** How many rows are written by one statement, and how many are masked before requests get their turn again. */
const rowsPerWrite = 500;
const rowsPerTurn = 25;

const writeEveryMs = 1_000;

/** What may wait to be written; what comes beyond it is dropped and counted. */
const requestsMax = 10_000;
const bytesMax = 16 * 1024 * 1024;

/** How often days that are over are removed and the next one is made. */
const keepEveryMs = 600_000;

/** Milliseconds that the last rows may take when we stop. */
const lastWriteMs = 2_000;

/**
 * The log of what the clients' programs asked (settings: NSIMBI_REQUEST_LOG_RETENTION). To note a request is to keep references to
 * it; masking and writing happen later, a second's worth at a time and over a connection of their own. It is a help for
 * developers and no record: what cannot be written is dropped and counted, and no request ever waits for it.
 */
export class RequestJournal {
  readonly #pool: pg.Pool;
  readonly #retentionMs: number;
  readonly #onError: (error: unknown) => void;
  readonly #dropped: Counter<'why'>;
  readonly #written: Counter;
  readonly #housekeeping: Housekeeping;
  #noted: NotedRequest[] = [];
  #bytes = 0;
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isKept = false;
  #isClosed = false;

  /** @param parts.pool of its own; one connection is enough. */
  constructor(parts: {
    readonly pool: pg.Pool;
    readonly retentionMs: number;
    readonly metricsRegistry: Registry;
    readonly onError: (error: unknown) => void;
  }) {
    this.#pool = parts.pool;
    this.#retentionMs = parts.retentionMs;
    this.#onError = parts.onError;
    this.#dropped = new Counter({
      name: 'nsimbi_request_log_dropped_total',
      help: 'Requests that are missing in the request log, by why: too many at once, or the database did not take them.',
      labelNames: ['why'],
      registers: [parts.metricsRegistry],
    });
    this.#written = new Counter({
      name: 'nsimbi_request_log_written_total',
      help: 'Requests written to the request log.',
      registers: [parts.metricsRegistry],
    });
    this.#housekeeping = new Housekeeping(parts.pool, (_duty, error) => this.#onError(error), [
      { name: 'keep_request_log', everyMs: keepEveryMs, work: () => this.#keepDays() },
    ]);
    this.#housekeeping.start();
  }

  /** Notes an answered request. Never throws and never waits. */
  note(request: NotedRequest): void {
    const bytes = (request.body?.length ?? 0) + (request.answer?.length ?? 0);
    if (this.#isClosed || this.#noted.length >= requestsMax || this.#bytes + bytes > bytesMax) {
      this.#dropped.inc({ why: 'too_many' });
      return;
    }
    this.#bytes += bytes;
    this.#noted.push(request);
    if (this.#writing !== null) return;
    if (this.#noted.length >= rowsPerWrite) this.#begin();
    else this.#timer ??= setTimeout(() => this.#begin(), writeEveryMs).unref();
  }

  /** Writes what was noted until now. */
  async flush(): Promise<void> {
    while (this.#noted.length > 0 || this.#writing !== null) {
      if (this.#writing === null) this.#begin();
      await this.#writing;
    }
  }

  /** Writes for the last time, if the database takes it soon. */
  async close(): Promise<void> {
    this.#isClosed = true;
    let patience: NodeJS.Timeout | undefined;
    await Promise.race([
      Promise.all([this.flush(), this.#housekeeping.stop()]),
      new Promise((resolve) => {
        patience = setTimeout(resolve, lastWriteMs);
      }),
    ]);
    clearTimeout(patience);
  }

  #begin(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#write().finally(() => {
      this.#writing = null;
      if (this.#noted.length >= rowsPerWrite) this.#begin();
      else if (this.#noted.length > 0) this.#timer ??= setTimeout(() => this.#begin(), writeEveryMs).unref();
    });
  }

  async #write(): Promise<void> {
    const taken = this.#noted.splice(0, rowsPerWrite);
    try {
      if (!this.#isKept) await this.#keepDays();
      const lines: string[] = [];
      for (const [index, noted] of taken.entries()) {
        if (index % rowsPerTurn === 0 && index > 0) await new Promise(setImmediate);
        lines.push(lineOf(noted));
      }
      const client = await this.#pool.connect();
      try {
        await copyInto(client, columns, lines);
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      }
      this.#written.inc(taken.length);
    } catch (error) {
      this.#dropped.inc({ why: 'not_written' }, taken.length);
      this.#isKept = false;
      this.#onError(error);
    } finally {
      for (const { body, answer } of taken) this.#bytes -= (body?.length ?? 0) + (answer?.length ?? 0);
    }
  }

  /** Makes the days that are written to, and removes those that are over. */
  async #keepDays(): Promise<{ more: boolean }> {
    await this.#pool.query(`SELECT keep_request_log(now() - $1::float8 * interval '1 millisecond')`, [
      this.#retentionMs,
    ]);
    this.#isKept = true;
    return { more: false };
  }
}

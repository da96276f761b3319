import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { CopiedLog } from '../../postgres/copied-log.ts';
import { columns, type NotedRequest, write } from './noted-request.ts';

/**
 * The log of what the clients' programs asked (settings: NSIMBI_REQUEST_LOG_RETENTION). It is a help for developers and
 * no record: what cannot be written is dropped and counted, and no request ever waits for it.
 */
export class RequestJournal {
  readonly #log: CopiedLog<NotedRequest>;

  /** @param parts.pool of its own; one connection is enough. */
  constructor(parts: {
    readonly pool: pg.Pool;
    readonly retentionMs: number;
    readonly metricsRegistry: Registry;
    readonly onError: (error: unknown) => void;
  }) {
    const dropped = new Counter({
      name: 'nsimbi_request_log_dropped_total',
      help: 'Requests that are missing in the request log, by why: too many at once, or the database did not take them.',
      labelNames: ['why'],
      registers: [parts.metricsRegistry],
    });
    const written = new Counter({
      name: 'nsimbi_request_log_written_total',
      help: 'Requests written to the request log.',
      registers: [parts.metricsRegistry],
    });
    this.#log = new CopiedLog({
      pool: parts.pool,
      columns,
      write,
      keepDays: (pool) =>
        pool.query(`SELECT keep_request_log(now() - $1::float8 * interval '1 millisecond')`, [parts.retentionMs]),
      onWritten: (rows) => written.inc(rows),
      onDropped: (why, rows) => dropped.inc({ why }, rows),
      onError: parts.onError,
    });
  }

  /** Notes an answered request. Never throws and never waits. */
  note(request: NotedRequest): void {
    this.#log.note(request);
  }

  /** Writes for the last time, if the database takes it soon. */
  async close(): Promise<void> {
    await this.#log.close();
  }
}

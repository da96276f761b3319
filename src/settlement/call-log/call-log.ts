import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { CopiedLog } from '../../postgres/copied-log.ts';
import { columns, type NotedCall, write } from './noted-call.ts';

/** Where calls to operators are recorded. */
export interface CallNotes {
  /** Never throws and never waits. */
  note(call: NotedCall): void;
}

/**
 * The log of requests to operators about transactions, their answers, and their callbacks (setting
 * NSIMBI_OPERATOR_LOG_RETENTION). It shows what happened to a transaction and serves disputes; money never depends on it:
 * a call that cannot be written is dropped and counted, and no payment waits for it.
 */
export class CallLog implements CallNotes {
  readonly #log: CopiedLog<NotedCall>;
  readonly #dropped: Counter<'why'>;
  readonly #callbacks = new CallbackAllowance();

  /** @param parts.pool of its own, whose commits do not wait for the disk; one connection is enough. */
  constructor(parts: {
    readonly pool: pg.Pool;
    readonly retentionMs: number;
    readonly metricsRegistry: Registry;
    readonly onError: (error: unknown) => void;
  }) {
    this.#dropped = new Counter({
      name: 'nsimbi_operator_log_dropped_total',
      help: 'Calls that are missing in the log of operator calls, by why: too many at once, or the database did not take them.',
      labelNames: ['why'],
      registers: [parts.metricsRegistry],
    });
    const written = new Counter({
      name: 'nsimbi_operator_log_written_total',
      help: 'Calls and callbacks written to the log of operator calls.',
      registers: [parts.metricsRegistry],
    });
    this.#log = new CopiedLog({
      pool: parts.pool,
      columns,
      write,
      keepDays: (pool) =>
        pool.query(`SELECT keep_operator_calls(least(now(), trusted_now()) - $1::float8 * interval '1 millisecond')`, [
          parts.retentionMs,
        ]),
      onWritten: (rows) => written.inc(rows),
      onDropped: (why, rows) => this.#dropped.inc({ why }, rows),
      onError: parts.onError,
    });
  }

  note(call: NotedCall): void {
    if (call.call !== 'callback' || this.#callbacks.take(call.about.transactionId)) this.#log.note(call);
    else this.#dropped.inc({ why: 'too_many' });
  }

  /** Writes what was noted until now. */
  async flush(): Promise<void> {
    await this.#log.flush();
  }

  /** Writes for the last time, if the database accepts it soon. */
  async close(): Promise<void> {
    await this.#log.close();
  }
}

/** An operator repeats a callback a few times; endless repeats must not fill the disk. */
const callbacksMax = 20;
const rememberedMax = 10_000;

/** Counts the callbacks of each transaction, as far as this process remembers it. */
class CallbackAllowance {
  readonly #taken = new Map<number, number>();

  /** Whether one more callback of a transaction is kept. */
  take(transactionId: number): boolean {
    const taken = this.#taken.get(transactionId) ?? 0;
    if (taken >= callbacksMax) return false;
    // A Map keeps its entries in the order of insertion.
    const [oldest] = this.#taken.keys();
    if (taken === 0 && oldest !== undefined && this.#taken.size >= rememberedMax) this.#taken.delete(oldest);
    this.#taken.set(transactionId, taken + 1);
    return true;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { isConnectionLost, sqlState } from './errors.ts';
import type { Queryable } from './pool.ts';

/** The result of a read, and the time of its data. */
export interface Read<T> {
  readonly value: T;
  /** Every commit before this time is in `value`. Null when the primary was read. */
  readonly asOf: Date | null;
}

/** Reads histories, lists and files, from a standby where one is set. Decisions about money never use it: they read the primary. */
export interface Reads<Source> {
  /**
   * Runs the reads of one request. `work` must not write; it is run again on the primary when the standby fails.
   * @param kind of the source; `short` when left out.
   */
  run<T>(work: (source: Source) => Promise<T>, kind?: ReadKind): Promise<Read<T>>;
  /** For reads that take minutes, all of them from one server. */
  long(): Read<Source>;
}

/** `brief`: few at a time, and a statement ends with an error when it takes longer than the request could use (57014). */
export type ReadKind = 'short' | 'brief';

/** What reads one server: for short reads, for brief ones, and for long ones. */
export interface ReadSources<Source> extends Readonly<Record<ReadKind, Source>> {
  readonly long: Source;
}

/** Reads at the primary, where no standby is set. */
export function readsOfPrimary<Source>(sources: ReadSources<Source>): Reads<Source> {
  return {
    run: async (work, kind = 'short') => ({ value: await work(sources[kind]), asOf: null }),
    long: () => ({ value: sources.long, asOf: null }),
  };
}

/** The heartbeats of this process, which the standby receives with everything else that was committed (`Registration`). */
export interface Heartbeats {
  readonly processId: string;
  /** When a heartbeat was sent; undefined for one that is not ours, or too old to matter. */
  sentAt(beat: number): Moment | undefined;
}

export interface Moment {
  /** Unix time in milliseconds, for people. */
  readonly wallMs: number;
  /** Of `performance.now()`, which nobody sets. */
  readonly monotonicMs: number;
}

export interface StandbyReadsOptions<Source> {
  readonly primary: ReadSources<Source>;
  readonly standby: ReadSources<Source>;
  readonly heartbeats: Heartbeats;
  /** Reads go to the primary while the standby's data is older, in milliseconds. */
  readonly lagMsMax: number;
  /** Called when reads begin to go to the standby, and when they no longer do; with the reason where there is an error. */
  readonly onChange: (isStandbyUsed: boolean, error?: unknown) => void;
}

const probeIntervalMs = 500;
/** A statement on a standby can be cancelled, because the primary has removed rows that it still sees. */
const conflictWithRecovery = '40001';

/**
 * Reads at a standby while its data is young enough. Its age is that of the newest heartbeat of this process that it has: a heartbeat is
 * committed like every payment, and no clock of a server is compared with another one.
 */
export class StandbyReads<Source extends Queryable> implements Reads<Source> {
  readonly #options: StandbyReadsOptions<Source>;
  readonly #stopped = new AbortController();
  readonly #probing: Promise<void>;
  #newest: Moment | undefined;
  #isUsed = false;

  constructor(options: StandbyReadsOptions<Source>) {
    this.#options = options;
    this.#probing = this.#probe();
  }

  /** Registers how old the standby's data is. */
  measure(registry: Registry): void {
    const ageOf = () =>
      this.#newest === undefined ? Number.NaN : (performance.now() - this.#newest.monotonicMs) / 1_000;
    new Gauge({
      name: 'nsimbi_read_standby_age_seconds',
      help: 'How old the data of the standby is at most, from which histories and lists are read; NaN while it cannot be asked.',
      registers: [registry],
      collect() {
        this.set(ageOf());
      },
    });
  }

  async run<T>(work: (source: Source) => Promise<T>, kind: ReadKind = 'short'): Promise<Read<T>> {
    const asOf = this.#asOf();
    if (asOf !== null) {
      try {
        return { value: await work(this.#options.standby[kind]), asOf };
      } catch (error) {
        if (!isConnectionLost(error) && sqlState(error) !== conflictWithRecovery) throw error;
        this.#forget(error);
      }
    }
    return { value: await work(this.#options.primary[kind]), asOf: null };
  }

  long(): Read<Source> {
    const asOf = this.#asOf();
    return { value: asOf === null ? this.#options.primary.long : this.#options.standby.long, asOf };
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#probing;
  }

  /** The time of the standby's data; null while reads must go to the primary. Calls `onChange` when this changes. */
  #asOf(error?: unknown): Date | null {
    const { lagMsMax, onChange } = this.#options;
    const newest = this.#newest;
    const isUsed = newest !== undefined && performance.now() - newest.monotonicMs <= lagMsMax;
    if (isUsed !== this.#isUsed && !this.#stopped.signal.aborted) onChange(isUsed, error);
    this.#isUsed = isUsed;
    return isUsed ? new Date(newest.wallMs) : null;
  }

  async #probe(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        const { rows } = await this.#options.standby.short.query<{ beat: string }>({
          name: 'standby.beat',
          text: 'SELECT beat FROM process WHERE process_id = $1',
          values: [this.#options.heartbeats.processId],
        });
        this.#newest = rows[0] === undefined ? undefined : this.#options.heartbeats.sentAt(Number(rows[0].beat));
        this.#asOf();
      } catch (error) {
        this.#forget(error);
      }
      await sleep(probeIntervalMs, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => undefined);
    }
  }

  /** Reads go to the primary until the standby has answered again. */
  #forget(error: unknown): void {
    this.#newest = undefined;
    this.#asOf(error);
  }
}

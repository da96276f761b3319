import type { Notices } from '../postgres/notices.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Msisdn } from './msisdn.ts';
import { prefixChangesChannel, readPrefixes } from './prefix-rows.ts';
import { PrefixTable } from './prefix-table.ts';

const readAgainAfterMs = 1_000;

/**
 * The prefix table in the memory of a process, so that a payment reads nothing for it. Read again whenever it
 * was changed, and when a notice of that may have been missed; until a reading succeeds the table stays as it was.
 */
export class OperatorPrefixes {
  readonly #db: Queryable;
  readonly #onError: (error: unknown) => void;
  #table = new PrefixTable([]);
  #unsubscribe: () => void = () => undefined;
  #reading: Promise<void> | null = null;
  #changedSince = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(db: Queryable, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  /** @throws when the table cannot be read at first. */
  static async open(parts: {
    db: Queryable;
    notices: Pick<Notices, 'subscribe' | 'onGap'>;
    onError: (error: unknown) => void;
  }): Promise<OperatorPrefixes> {
    const prefixes = new OperatorPrefixes(parts.db, parts.onError);
    // Before the first reading, so that no change falls between the two.
    prefixes.#unsubscribe = parts.notices.subscribe(prefixChangesChannel, () => prefixes.#changed());
    parts.notices.onGap(() => prefixes.#changed());
    prefixes.#table = new PrefixTable(await readPrefixes(parts.db));
    return prefixes;
  }

  /** The operator that a number's range belongs to; `Other` where the table has no row. */
  operatorOf(phone: Msisdn): string {
    return this.#table.operatorOf(phone);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#reading;
  }

  #changed(): void {
    this.#changedSince = true;
    if (this.#closed || this.#reading !== null) return;
    clearTimeout(this.#timer);
    this.#reading = this.#read().finally(() => {
      this.#reading = null;
    });
  }

  async #read(): Promise<void> {
    try {
      // What changes while we read may be missing from what we read.
      while (this.#changedSince && !this.#closed) {
        this.#changedSince = false;
        this.#table = new PrefixTable(await readPrefixes(this.#db));
      }
    } catch (error) {
      this.#onError(error);
      this.#timer = setTimeout(() => this.#changed(), readAgainAfterMs);
      this.#timer.unref();
    }
  }
}

import type pg from 'pg';
import { copyInto } from './copy-into.ts';

/** How many rows are written by one statement, and how many are made before other work gets its turn again. */
const rowsPerWrite = 500;
const rowsPerTurn = 25;

const writeEveryMs = 1_000;

/** What may wait to be written; what comes beyond it is dropped. */
const itemsMax = 10_000;
const bytesMax = 16 * 1024 * 1024;

/** How often days that are over are removed and the next one is made. */
const keepEveryMs = 600_000;

/** Milliseconds that the last rows may take when we stop. */
const lastWriteMs = 2_000;

/** Why an item is missing in the log: too many at once, or the database did not take it. */
export type DroppedBecause = 'too_many' | 'not_written';

export interface CopiedLogParts<Item> {
  /** Of its own, so that nothing else waits for it; one connection is enough. */
  readonly pool: pg.Pool;
  /** `table (column, …)`: ours, never input. */
  readonly columns: string;
  /** An item as a row in COPY's text form, with its line break. Called later, a few at a time. */
  readonly lineOf: (item: Item) => string;
  /** About how much memory an item holds, in bytes. */
  readonly bytesOf: (item: Item) => number;
  /** Makes the partitions that are written to, and removes those that are over. */
  readonly keepDays: (pool: pg.Pool) => Promise<unknown>;
  readonly onWritten: (rows: number) => void;
  readonly onDropped: (why: DroppedBecause, rows: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * A log in a table with a partition for each day. To note an item is to keep a reference to it; its row is made and written
 * later, a second's worth at a time and over a connection of its own. What does not fit into memory or cannot be
 * written is dropped and told, and nobody ever waits for it.
 */
export class CopiedLog<Item> {
  readonly #parts: CopiedLogParts<Item>;
  readonly #keeping: NodeJS.Timeout;
  #noted: Item[] = [];
  #bytes = 0;
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isKept = false;
  #isClosed = false;

  constructor(parts: CopiedLogParts<Item>) {
    this.#parts = parts;
    // Also where nothing is written, because what is old has to go.
    this.#keeping = setInterval(() => this.#keepDays().catch(parts.onError), keepEveryMs).unref();
  }

  /** Notes an item. Never throws and never waits. */
  note(item: Item): void {
    const bytes = this.#parts.bytesOf(item);
    if (this.#isClosed || this.#noted.length >= itemsMax || this.#bytes + bytes > bytesMax) {
      this.#parts.onDropped('too_many', 1);
      return;
    }
    this.#bytes += bytes;
    this.#noted.push(item);
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
    clearInterval(this.#keeping);
    let patience: NodeJS.Timeout | undefined;
    await Promise.race([
      this.flush(),
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
    const { pool, columns, lineOf, bytesOf, onWritten, onDropped, onError } = this.#parts;
    const taken = this.#noted.splice(0, rowsPerWrite);
    try {
      if (!this.#isKept) await this.#keepDays();
      const lines: string[] = [];
      for (const [index, item] of taken.entries()) {
        if (index % rowsPerTurn === 0 && index > 0) await new Promise(setImmediate);
        lines.push(lineOf(item));
      }
      const client = await pool.connect();
      try {
        await copyInto(client, columns, lines);
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      }
      onWritten(taken.length);
    } catch (error) {
      onDropped('not_written', taken.length);
      this.#isKept = false;
      onError(error);
    } finally {
      for (const item of taken) this.#bytes -= bytesOf(item);
    }
  }

  async #keepDays(): Promise<void> {
    await this.#parts.keepDays(this.#parts.pool);
    this.#isKept = true;
  }
}

import type pg from 'pg';
import { copyInto } from './pipeline.ts';
import { RowBytes } from './row-bytes.ts';

/** How many rows are written by one statement. */
const rowsPerWrite = 500;

const writeEveryMs = 1_000;

/** What may wait to be written; what comes beyond it is dropped. */
const rowsMax = 10_000;
const lengthMax = 16 * 1024 * 1024;

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
  /** Writes the fields of an item, in the order of the columns. */
  readonly write: (fields: RowBytes, item: Item) => void;
  /** Makes the partitions that are written to, and removes those that are over. */
  readonly keepDays: (pool: pg.Pool) => Promise<unknown>;
  readonly onWritten: (rows: number) => void;
  readonly onDropped: (why: DroppedBecause, rows: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * A log in a table with a partition for each day. An item is encoded as a row at once, and rows are written later, a
 * second's worth at a time, over a separate connection. Rows that do not fit into memory or cannot be written are dropped
 * and reported; no caller ever waits. Bytes and not items are kept, because V8 copies an object that lives for a second
 * again and again (docs/decisions/0012-memory-and-garbage.md).
 */
export class CopiedLog<Item> {
  readonly #parts: CopiedLogParts<Item>;
  readonly #keeping: NodeJS.Timeout;
  /** What waits to be written, each by one statement. */
  readonly #blocks: RowBytes[] = [];
  /** A block that was written; its memory is used again for the next rows. */
  #spare: RowBytes | null = null;
  /** Rows that wait. */
  #rows = 0;
  /** Bytes that wait or are being written. */
  #length = 0;
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
    if (this.#isClosed || this.#rows >= rowsMax || this.#length >= lengthMax) {
      this.#parts.onDropped('too_many', 1);
      return;
    }
    const block = this.#open();
    const before = block.length;
    try {
      this.#parts.write(block, item);
      block.endRow();
      this.#rows += 1;
      this.#length += block.length - before;
    } catch (error) {
      block.dropRow();
      this.#parts.onDropped('not_written', 1);
      this.#parts.onError(error);
    }
    if (this.#writing === null) this.#beginSoon();
  }

  /** Writes what was noted until now. */
  async flush(): Promise<void> {
    while (this.#rows > 0 || this.#writing !== null) {
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

  #beginSoon(): void {
    if (this.#rows >= rowsPerWrite) this.#begin();
    else if (this.#rows > 0) this.#timer ??= setTimeout(() => this.#begin(), writeEveryMs).unref();
  }

  #begin(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const block = this.#blocks.shift();
    if (block === undefined) return;
    this.#rows -= block.rows;
    const { length } = block;
    this.#writing = this.#write(block).finally(() => {
      this.#length -= length;
      this.#writing = null;
      this.#beginSoon();
    });
  }

  async #write(block: RowBytes): Promise<void> {
    const { pool, columns, onWritten, onDropped, onError } = this.#parts;
    try {
      if (!this.#isKept) await this.#keepDays();
      const client = await pool.connect();
      try {
        await copyInto(client, columns, block);
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      }
      onWritten(block.rows);
      block.clear();
      this.#spare = block;
    } catch (error) {
      onDropped('not_written', block.rows);
      this.#isKept = false;
      onError(error);
    }
  }

  /** The block that takes the next row. */
  #open(): RowBytes {
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.rows < rowsPerWrite) return last;
    const block = this.#spare ?? new RowBytes();
    this.#spare = null;
    this.#blocks.push(block);
    return block;
  }

  async #keepDays(): Promise<void> {
    await this.#parts.keepDays(this.#parts.pool);
    this.#isKept = true;
  }
}

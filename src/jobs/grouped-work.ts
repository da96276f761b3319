/** Pieces of work done in one statement at most. */
const groupMax = 500;

interface Piece<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Does pieces of work together: while one statement runs the next pieces gather, so that a thousand rows are written
 * with a few statements and a few commits. An idle system writes each at once. The pieces of one group are done in any
 * order, and a failure is a failure of the whole group.
 */
export class GroupedWork<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Piece<Item, Result>[] = [];
  #running = false;

  /** @param work does some pieces, in one statement or a few, and returns the result of each, in the same order. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#work = work;
  }

  /** Does a piece, in a statement that is begun after this call. @throws what the work throws. */
  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Pieces that were added in the same turn of the event loop share the first statement too.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, groupMax);
      try {
        const results = await this.#work(group.map(({ item }) => item));
        if (results.length !== group.length) throw new Error(`${results.length} results of ${group.length} pieces`);
        for (const [index, piece] of group.entries()) piece.resolve(results[index] as Result);
      } catch (error) {
        for (const piece of group) piece.reject(error);
      }
    }
    this.#running = false;
  }
}

/** Ends a `FOR UPDATE` clause: rows that another session has locked are left out, or waited for. */
export type WhenLocked = 'SKIP LOCKED' | '';

/**
 * Writes rows together. A statement for several rows waits for no lock, so that it cannot be part of a deadlock; a row
 * that it left out is written again alone, and waits.
 */
export class GroupedWrite<Item> {
  readonly #write: (items: readonly Item[], whenLocked: WhenLocked) => Promise<readonly boolean[]>;
  readonly #group: GroupedWork<Item, boolean>;

  /** @param write writes some rows in one statement, and returns of each whether it was written. */
  constructor(write: (items: readonly Item[], whenLocked: WhenLocked) => Promise<readonly boolean[]>) {
    this.#write = write;
    this.#group = new GroupedWork((items) => write(items, 'SKIP LOCKED'));
  }

  async do(item: Item): Promise<void> {
    if (!(await this.#group.do(item))) await this.#write([item], '');
  }
}

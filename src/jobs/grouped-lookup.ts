/** Keys looked up in one statement at most. */
const keysMax = 500;

interface Asked<Value> {
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

/**
 * Looks keys up together: while one statement runs the next keys gather, so a thousand requests that arrive with cold
 * caches ask a few times and not a thousand times. An idle system asks at once.
 */
export class GroupedLookup<Value> {
  readonly #read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  #waiting = new Map<string, Asked<Value>[]>();
  #running = false;

  /** @param read finds what there is of some keys, in one statement. */
  constructor(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#read = read;
  }

  /** The value of a key, read after this call; null when there is none. @throws what `read` throws. */
  find(key: string): Promise<Value | null> {
    return new Promise((resolve, reject) => {
      const asked = this.#waiting.get(key);
      if (asked === undefined) this.#waiting.set(key, [{ resolve, reject }]);
      else asked.push({ resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    // One turn of the event loop lets requests that arrived together share the first statement too.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const group = [...this.#waiting].slice(0, keysMax);
      for (const [key] of group) this.#waiting.delete(key);
      try {
        const found = await this.#read(group.map(([key]) => key));
        for (const [key, asked] of group) for (const one of asked) one.resolve(found.get(key) ?? null);
      } catch (error) {
        for (const [, asked] of group) for (const one of asked) one.reject(error);
      }
    }
    this.#running = false;
  }
}

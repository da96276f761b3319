import { GroupedWork } from './grouped-work.ts';

/**
 * Looks keys up together, as `GroupedWork` does: a thousand requests that arrive with cold caches run a few statements
 * and not a thousand. A key that several ask for at once is read once.
 */
export class GroupedLookup<Value> {
  readonly #lookups: GroupedWork<string, Value | null>;

  /** @param read gives the values of those keys that exist, in one statement. */
  constructor(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#lookups = new GroupedWork(async (keys) => {
      const found = await read([...new Set(keys)]);
      return keys.map((key) => found.get(key) ?? null);
    });
  }

  /** The value of a key, read after this call; null when there is none. @throws what `read` throws. */
  find(key: string): Promise<Value | null> {
    return this.#lookups.do(key);
  }
}

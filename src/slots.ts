/**
 * Holds what comes and goes by the thousand each second. A `Set` would do, were it not for V8's garbage collector: a
 * set's table that is full points to the one that takes its place, and what is in the old generation is not looked at
 * for seconds. Once one dead table is there it keeps the next one, and all that it held, and so on
 * (docs/decisions/0012-memory-and-garbage.md).
 */
export class Slots<Item> {
  readonly #items: (Item | null)[] = [];
  readonly #free: number[] = [];

  /** @returns the slot, by which the item is removed. */
  add(item: Item): number {
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  /** Empties a slot that `add` gave and that was not emptied since. */
  remove(slot: number): void {
    this.#items[slot] = null;
    this.#free.push(slot);
  }

  /** What is held, in no order. Items may be added and removed meanwhile. */
  *[Symbol.iterator](): Generator<Item, void> {
    for (const item of this.#items) if (item !== null) yield item;
  }
}

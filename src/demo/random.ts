import { createHash } from 'node:crypto';

/**
 * Numbers that look random and are the same for the same seed, on every machine: SHA-256 of the seed and a counter. For what is
 * made up only, never for a secret.
 */
export class Random {
  readonly #seed: string;
  #drawn = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Numbers of their own for a part, so that a change of another part does not change it. */
  of(part: string): Random {
    return new Random(`${this.#seed} ${part}`);
  }

  /** From 0 to below 1. */
  fraction(): number {
    return this.#draw().readUIntBE(0, 6) / 2 ** 48;
  }

  /** A whole number from `least` to `most`, both possible. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** True as often as `share` says, from 0 to 1. */
  chance(share: number): boolean {
    return this.fraction() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  /** One of some items, each as often as its weight says beside the others'. */
  pickWeighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item {
    let left = this.fraction() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      if (left < weight) return item;
      left -= weight;
    }
    const last = items.at(-1);
    if (last === undefined) throw new Error('there is nothing to pick from');
    return last[0];
  }

  /** How many of what happens `mean` times on average: the whole part, and one more as often as the rest says, spread by a third. */
  count(mean: number): number {
    return Math.floor(mean * (2 / 3 + (this.fraction() * 2) / 3) + this.fraction());
  }

  /** A UUID of version 4. */
  uuid(): string {
    const bytes = this.#draw().subarray(0, 16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }

  #draw(): Buffer {
    this.#drawn += 1;
    return createHash('sha256').update(`${this.#seed} ${this.#drawn}`).digest();
  }
}

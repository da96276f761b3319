import { WakeableLoop } from './wakeable-loop.ts';

/** What differs between submissions, approvals, rows of bulk payouts and webhook deliveries. */
export interface DueWorkOptions<Item> {
  /**
   * Claims due items and hands each to `begin` as soon as its claim is committed. A claim skips rows that others have
   * locked, and writes a lease with a token: when this process dies, the item is due again at the lease's end.
   * @returns milliseconds in which nothing more becomes due, as far as is known; 0 to look again at once.
   */
  readonly claim: (begin: (item: Item) => void) => Promise<number>;
  /**
   * Does the work of one item. It ends before the lease does, and writes its result only where the row still has the
   * lease's token.
   */
  readonly work: (item: Item) => Promise<void>;
  /** Called with an error of an item's work, or with an error of a claim and null. */
  readonly onError: (error: unknown, item: Item | null) => void;
}

/** Work items that end close together cause one look. */
const gatherMs = 20;
const afterClaimErrorMs = 500;
const retryMsMax = 60_000;

/**
 * The engine for due work, shared with any number of other processes: looks for due items, begins their work without
 * waiting for it, sleeps until the next item is due, and is woken sooner by commits and notices. The tables keep the
 * state, so that a crash between any two steps costs one lease.
 */
export class DueWork<Item> {
  readonly #options: DueWorkOptions<Item>;
  readonly #working = new Map<Item, Promise<void>>();
  readonly #loop = new WakeableLoop(() => this.#look());
  #wakeSoon: NodeJS.Timeout | null = null;

  constructor(options: DueWorkOptions<Item>) {
    this.#options = options;
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks at once for due items. To be called after the commit that added one. */
  wake(): void {
    this.#loop.wake();
  }

  /** The items that this process works on now. */
  get working(): ReadonlyMap<Item, unknown> {
    return this.#working;
  }

  /** Claims nothing more; the work that has begun continues. */
  async stopClaiming(): Promise<void> {
    await this.#loop.stop();
  }

  /** Claims nothing more and resolves when the work that has begun has ended. */
  async stop(): Promise<void> {
    await this.stopClaiming();
    await Promise.all(this.#working.values());
    if (this.#wakeSoon !== null) clearTimeout(this.#wakeSoon);
  }

  async #look(): Promise<number> {
    try {
      return await this.#options.claim((item) => this.#begin(item));
    } catch (error) {
      this.#options.onError(error, null);
      return afterClaimErrorMs;
    }
  }

  #begin(item: Item): void {
    const work = this.#options
      .work(item)
      .catch((error: unknown) => this.#options.onError(error, item))
      .finally(() => {
        this.#working.delete(item);
        // There is room for another item, and the work may have made its own or another due soon.
        this.#wakeSoon ??= setTimeout(() => {
          this.#wakeSoon = null;
          this.wake();
        }, gatherMs);
      });
    this.#working.set(item, work);
  }
}

/**
 * Milliseconds until work that has failed `failures` times in a row is tried again: from one second to one minute, doubled
 * after each failure, and spread by a quarter so that rows that failed together are not due together.
 */
export function retryDelayMs(failures: number): number {
  return Math.round(Math.min(1_000 * 2 ** (failures - 1), retryMsMax) * (0.75 + Math.random() / 2));
}

/** An operator repeats a callback a few times; whoever repeats one without end must not fill the disk. */
const callbacksMax = 20;
const rememberedMax = 10_000;

/** Counts the callbacks of each transaction, as far as this process remembers it. */
export class CallbackAllowance {
  readonly #taken = new Map<number, number>();

  /** Whether one more callback of a transaction is kept. */
  take(transactionId: number): boolean {
    const taken = this.#taken.get(transactionId) ?? 0;
    if (taken >= callbacksMax) return false;
    // A Map keeps its entries in the order they came.
    const [oldest] = this.#taken.keys();
    if (taken === 0 && oldest !== undefined && this.#taken.size >= rememberedMax) this.#taken.delete(oldest);
    this.#taken.set(transactionId, taken + 1);
    return true;
  }
}

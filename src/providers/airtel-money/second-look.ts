const rememberedMax = 10_000;

/**
 * Remembers which payments were called expired once. Airtel's `TE` counts as a failure, yet only when it is said again later
 * (providers.md 2.4). Kept in memory: a process that forgets, or another one, only asks once more.
 */
export class SecondLook {
  readonly #againAfterMs: number;
  readonly #now: () => number;
  readonly #firstSeenAtMs = new Map<string, number>();

  /** @param againAfterMs How long after the first time a second one counts. */
  constructor(againAfterMs: number, now: () => number = () => performance.now()) {
    this.#againAfterMs = againAfterMs;
    this.#now = now;
  }

  /** Notes that a payment was called expired now. True when it was so before, long enough ago. */
  isConfirmed(reference: string): boolean {
    const nowMs = this.#now();
    const firstSeenAtMs = this.#firstSeenAtMs.get(reference);
    if (firstSeenAtMs !== undefined) return nowMs - firstSeenAtMs >= this.#againAfterMs;
    // A Map keeps its entries in the order they came; a payment that ended otherwise is never asked about again.
    const [oldest] = this.#firstSeenAtMs.keys();
    if (oldest !== undefined && this.#firstSeenAtMs.size >= rememberedMax) this.#firstSeenAtMs.delete(oldest);
    this.#firstSeenAtMs.set(reference, nowMs);
    return false;
  }

  /** The payment is no longer called expired. */
  forget(reference: string): void {
    this.#firstSeenAtMs.delete(reference);
  }
}

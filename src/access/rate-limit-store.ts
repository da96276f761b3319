/** How often a subject was counted in the current minute, and the unix second at which that minute ends. */
export interface Counted {
  readonly hits: number;
  readonly endsAtSeconds: number;
}

/** Where requests are counted, in fixed minutes. */
export interface RateLimitStore {
  /** Adds hits, a whole number of at least 0, to a subject and gives what it has now. */
  count(subject: string, hits: number): Counted | Promise<Counted>;
}

/** Subjects remembered in one minute. One more makes the oldest be forgotten, so that memory stays bounded. */
const subjectsMax = 200_000;

/** Counts in this process alone. */
export class MemoryRateLimitStore implements RateLimitStore {
  readonly #nowMs: () => number;
  #minute = 0;
  #hits = new Map<string, number>();

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  count(subject: string, hits: number): Counted {
    const minute = Math.floor(this.#nowMs() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#hits = new Map();
    }
    const before = this.#hits.get(subject);
    const now = (before ?? 0) + hits;
    if (before === undefined && this.#hits.size >= subjectsMax) this.#forgetOldest();
    if (hits > 0) this.#hits.set(subject, now);
    return { hits: now, endsAtSeconds: (minute + 1) * 60 };
  }

  #forgetOldest(): void {
    for (const subject of this.#hits.keys()) {
      this.#hits.delete(subject);
      return;
    }
  }
}

import type { Counted, RateLimitStore } from './rate-limit-store.ts';

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

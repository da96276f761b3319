import type { MemoryRateLimitStore } from './memory-rate-limit-store.ts';
import type { Principal, RateLimitName } from './principal.ts';
import type { Counted, RateLimitStore } from './rate-limit-store.ts';
import { subscriberOf } from './subscriber.ts';

/** Requests a minute and key where neither the key nor its client says otherwise (interface-decisions.md section 9). */
export const defaultRateLimits: Readonly<Record<RateLimitName, number>> = {
  balance: 60,
  send_money: 10,
  withdrawal: 5,
  history: 30,
  collect: 60,
  collection_status: 300,
  webhooks: 60,
  fees: 60,
  lookup: 60,
};

/** Failed authentications a minute and address. */
const failuresMax = 30;

/** One fixed minute of a limit, as the X-RateLimit-* headers tell it. */
export interface RateLimitWindow {
  readonly limit: number;
  readonly remaining: number;
  /** The unix second at which the minute ends. */
  readonly resetAtSeconds: number;
  readonly allowed: boolean;
}

/** Counts the requests of each key and operation. Answers at once when the store is in memory. */
export class RateLimiter {
  readonly #store: RateLimitStore;

  constructor(store: RateLimitStore) {
    this.#store = store;
  }

  /** Counts one request; a refused one counts too. */
  hit(name: RateLimitName, principal: Principal): RateLimitWindow | Promise<RateLimitWindow> {
    const limit = principal.rateLimits[name] ?? defaultRateLimits[name];
    const counted = this.#store.count(`${name} ${principal.apiKeyId}`, 1);
    return counted instanceof Promise ? counted.then((later) => windowOf(limit, later)) : windowOf(limit, counted);
  }
}

/**
 * Counts failed authentications per address, so that nobody can try keys at will. Always in memory: a stranger must not
 * make us write to the database by failing, and the window is shown also while the database is away.
 */
export class FailedAuthentication {
  readonly #store: MemoryRateLimitStore;

  constructor(store: MemoryRateLimitStore) {
    this.#store = store;
  }

  /** Counts one failure. */
  hit(address: string): RateLimitWindow {
    return windowOf(failuresMax, this.#store.count(subjectOf(address), 1));
  }

  /** The address's window without counting. */
  peek(address: string): RateLimitWindow {
    return windowOf(failuresMax, this.#store.count(subjectOf(address), 0));
  }
}

function subjectOf(address: string): string {
  return `address ${subscriberOf(address)}`;
}

function windowOf(limit: number, { hits, endsAtSeconds }: Counted): RateLimitWindow {
  return { limit, remaining: Math.max(0, limit - hits), resetAtSeconds: endsAtSeconds, allowed: hits <= limit };
}

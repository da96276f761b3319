import type { Queryable } from '../postgres/pool.ts';
import { PostgresRateLimitStore } from './postgres-rate-limit-store.ts';
import type { Principal, RateLimitName } from './principal.ts';
import type { QuotaSettings } from './quotas.ts';
import { type Counted, MemoryRateLimitStore, type RateLimitStore } from './rate-limit-store.ts';
import { subscriberOf } from './subscriber.ts';

/** Requests a minute and key where neither the key nor its client says otherwise (interface-decisions.md section 9). */
export const defaultRateLimits: Readonly<Record<RateLimitName, number>> = {
  balance: 60,
  send_money: 10,
  withdrawal: 5,
  history: 30,
  transaction: 300,
  statements: 30,
  collect: 60,
  collection_status: 300,
  webhooks: 60,
  fees: 60,
  lookup: 60,
};

/** How many requests of an operation a key may make in a minute. */
export function rateLimitOf(name: RateLimitName, { rateLimits }: Pick<Principal, 'rateLimits'>): number {
  return rateLimits[name] ?? defaultRateLimits[name];
}

/** Failed authentications a minute and address. */
const failuresMax = 30;

/** Requests without a key a minute and address, for what everybody may read. */
const publicRequestsMax = 120;

/** One fixed minute of a limit, as the X-RateLimit-* headers show it. */
export interface RateLimitWindow {
  readonly limit: number;
  readonly remaining: number;
  /** The unix second at which the minute ends. */
  readonly resetAtSeconds: number;
  readonly allowed: boolean;
  /** Whether it is the window of all keys of a client. */
  readonly ofClient?: true;
}

/**
 * What a client's keys use together is counted in billionths of a full window: a request of a key that may make N a minute
 * costs one N-th of a window. So a key with a high limit does not use up what keys with a low one have.
 */
const fullWindow = 1_000_000_000;

/**
 * Counts the requests of each key and operation, and what all keys of a client use together in one mode. Answers at once when
 * the store is in memory.
 */
export class RateLimiter {
  readonly #store: RateLimitStore;
  readonly #clientRateFactor: number;
  /** Keys and operations that were refused in the minute that ends then: they cost their client nothing more. */
  #refused = { endsAtSeconds: 0, subjects: new Set<string>() };

  /** @param clientRateFactor how many full windows the keys of a client may use together, unless it has its own number. */
  constructor(store: RateLimitStore, { clientRateFactor }: Pick<QuotaSettings, 'clientRateFactor'>) {
    this.#store = store;
    this.#clientRateFactor = clientRateFactor;
  }

  /**
   * Counts requests, usually one; refused ones count too.
   * @returns of the window of the key and that of its client the one with fewer requests left.
   */
  hit(name: RateLimitName, principal: Principal, requests = 1): RateLimitWindow | Promise<RateLimitWindow> {
    const limit = rateLimitOf(name, principal);
    const subject = `${name} ${principal.apiKeyId}`;
    const ofKey = this.#store.count(subject, requests);
    // A program that continues after its key was refused must not use up the window of the client's other keys.
    if (this.#refused.subjects.has(subject)) {
      return ofKey instanceof Promise
        ? ofKey.then((counted) => this.#windowOfKey(subject, limit, counted))
        : this.#windowOfKey(subject, limit, ofKey);
    }
    const cost = Math.max(1, Math.floor(fullWindow / limit));
    const ofClient = this.#store.count(`${name} wallet ${principal.walletId}`, cost * requests);
    const factor = principal.quotas.rate_factor ?? this.#clientRateFactor;
    const narrower = (keyCounted: Counted, clientCounted: Counted) => {
      const key = this.#windowOfKey(subject, limit, keyCounted);
      const client = windowOfClient(limit, factor, cost, clientCounted);
      return client.remaining < key.remaining || (key.allowed && !client.allowed) ? client : key;
    };
    if (!(ofKey instanceof Promise) && !(ofClient instanceof Promise)) return narrower(ofKey, ofClient);
    // Waited for together, so that neither is left behind when both fail.
    return Promise.all([ofKey, ofClient]).then(([keyCounted, clientCounted]) => narrower(keyCounted, clientCounted));
  }

  #windowOfKey(subject: string, limit: number, counted: Counted): RateLimitWindow {
    const window = windowOf(limit, counted);
    if (counted.endsAtSeconds > this.#refused.endsAtSeconds) {
      this.#refused = { endsAtSeconds: counted.endsAtSeconds, subjects: new Set() };
    }
    if (!window.allowed && counted.endsAtSeconds === this.#refused.endsAtSeconds) this.#refused.subjects.add(subject);
    return window;
  }
}

/** The window of all keys of a client, in requests of a key with this limit. */
function windowOfClient(
  limit: number,
  factor: number,
  cost: number,
  { hits, endsAtSeconds }: Counted,
): RateLimitWindow {
  const left = factor * fullWindow - hits;
  return {
    limit: limit * factor,
    remaining: Math.max(0, Math.floor(left / cost)),
    resetAtSeconds: endsAtSeconds,
    allowed: left >= 0,
    ofClient: true,
  };
}

/**
 * Counts requests per address. Always in memory: a stranger must not make us write to the database, and the window is shown also
 * while the database is away.
 */
class AddressLimiter {
  readonly #store: MemoryRateLimitStore;
  readonly #limit: number;

  constructor(store: MemoryRateLimitStore, limit: number) {
    this.#store = store;
    this.#limit = limit;
  }

  /** Counts one request. */
  hit(address: string): RateLimitWindow {
    return windowOf(this.#limit, this.#store.count(subjectOf(address), 1));
  }

  /** The address's window without counting. */
  peek(address: string): RateLimitWindow {
    return windowOf(this.#limit, this.#store.count(subjectOf(address), 0));
  }
}

/** Counts failed authentications, so that keys cannot be guessed. */
export class FailedAuthentication extends AddressLimiter {
  constructor(store: MemoryRateLimitStore) {
    super(store, failuresMax);
  }
}

/** Counts requests for what everybody may read. */
export class PublicRequests extends AddressLimiter {
  constructor(store: MemoryRateLimitStore) {
    super(store, publicRequestsMax);
  }
}

function subjectOf(address: string): string {
  return `address ${subscriberOf(address)}`;
}

function windowOf(limit: number, { hits, endsAtSeconds }: Counted): RateLimitWindow {
  return { limit, remaining: Math.max(0, limit - hits), resetAtSeconds: endsAtSeconds, allowed: hits <= limit };
}

export interface RequestCounters {
  readonly rateLimiter: RateLimiter;
  readonly failedAuthentication: FailedAuthentication;
  readonly publicRequests: PublicRequests;
  close(): void;
}

/**
 * What counts requests, in the store of NSIMBI_RATE_LIMIT_STORE.
 * @param onError is called when old windows could not be removed from the database.
 */
export function createRequestCounters(
  settings: Pick<QuotaSettings, 'clientRateFactor'> & { readonly rateLimitStore: 'memory' | 'postgres' },
  db: Queryable,
  onError: (error: unknown) => void,
): RequestCounters {
  // Apart: a stranger must not push the counts of keys out of a bounded memory.
  const ofAddresses = {
    failedAuthentication: new FailedAuthentication(new MemoryRateLimitStore()),
    publicRequests: new PublicRequests(new MemoryRateLimitStore()),
  };
  if (settings.rateLimitStore === 'memory') {
    const rateLimiter = new RateLimiter(new MemoryRateLimitStore(), settings);
    return { rateLimiter, ...ofAddresses, close: () => undefined };
  }
  const shared = new PostgresRateLimitStore(db, onError);
  return { rateLimiter: new RateLimiter(shared, settings), ...ofAddresses, close: () => shared.close() };
}

import type { Queryable } from '../postgres/pool.ts';
import { MemoryRateLimitStore } from './memory-rate-limit-store.ts';
import { PostgresRateLimitStore } from './postgres-rate-limit-store.ts';
import type { QuotaSettings } from './quotas.ts';
import { FailedAuthentication, RateLimiter } from './rate-limits.ts';

export interface RequestCounters {
  readonly rateLimiter: RateLimiter;
  readonly failedAuthentication: FailedAuthentication;
  close(): void;
}

/**
 * What counts requests, in the store of NSIMBI_RATE_LIMIT_STORE.
 * @param onError is told when old windows could not be removed from the database.
 */
export function createRequestCounters(
  settings: Pick<QuotaSettings, 'clientRateFactor'> & { readonly rateLimitStore: 'memory' | 'postgres' },
  db: Queryable,
  onError: (error: unknown) => void,
): RequestCounters {
  // Apart: a stranger must not push the counts of keys out of a bounded memory.
  const failedAuthentication = new FailedAuthentication(new MemoryRateLimitStore());
  if (settings.rateLimitStore === 'memory') {
    const rateLimiter = new RateLimiter(new MemoryRateLimitStore(), settings);
    return { rateLimiter, failedAuthentication, close: () => undefined };
  }
  const shared = new PostgresRateLimitStore(db, onError);
  return { rateLimiter: new RateLimiter(shared, settings), failedAuthentication, close: () => shared.close() };
}

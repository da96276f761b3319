import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { PostgresRateLimitStore } from './postgres-rate-limit-store.ts';
import type { Principal, RateLimitName } from './principal.ts';
import { MemoryRateLimitStore } from './rate-limit-store.ts';
import { defaultRateLimits, FailedAuthentication, RateLimiter } from './rate-limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const tenfold = { clientRateFactor: 10 };

function principal(
  apiKeyId: number,
  rateLimits: Principal['rateLimits'] = {},
  over: Partial<Pick<Principal, 'walletId' | 'quotas'>> = {},
): Principal {
  return {
    clientId: 1,
    walletId: 1_000_001,
    mode: 'test',
    apiKeyId,
    permissions: new Set(),
    rateLimits,
    quotas: {},
    budgetLineage: null,
    ...over,
  };
}

function fail(error: unknown): void {
  throw error;
}

/** Waits, where a minute is about to end, until the next one has begun, so that counts fall into one window. */
async function insideOneMinute(): Promise<void> {
  while (60_000 - (Date.now() % 60_000) < 20_000) await new Promise((resolve) => setTimeout(resolve, 100));
}

describe('rate limits (interface-decisions section 9)', () => {
  it.each<[RateLimitName, number]>([
    ['balance', 60],
    ['send_money', 10],
    ['withdrawal', 5],
    ['history', 30],
    ['transaction', 300],
    ['collect', 60],
    ['statements', 30],
    ['collection_status', 300],
    ['webhooks', 60],
    ['fees', 60],
    ['lookup', 60],
  ])('%s: %d a minute', (name, limit) => {
    expect(defaultRateLimits[name]).toBe(limit);
    let nowMs = 1_800_000_000_000;
    const limiter = new RateLimiter(new MemoryRateLimitStore(() => nowMs), tenfold);
    for (let sent = 1; sent <= limit; sent += 1) {
      expect(limiter.hit(name, principal(1))).toEqual({
        limit,
        remaining: limit - sent,
        resetAtSeconds: 1_800_000_060,
        allowed: true,
      });
    }
    expect(limiter.hit(name, principal(1))).toMatchObject({ remaining: 0, allowed: false });
    nowMs += 59_999;
    expect(limiter.hit(name, principal(1))).toMatchObject({ allowed: false });
    nowMs += 1;
    expect(limiter.hit(name, principal(1))).toMatchObject({ allowed: true, resetAtSeconds: 1_800_000_120 });
  });

  it('a request that is the work of several counts as these, for its key and for all keys of its client', () => {
    const limiter = new RateLimiter(new MemoryRateLimitStore(() => 1_800_000_000_000), { clientRateFactor: 1 });
    expect(limiter.hit('send_money', principal(1), 6)).toMatchObject({ remaining: 4, allowed: true });
    expect(limiter.hit('send_money', principal(2), 3)).toMatchObject({ remaining: 1, allowed: true, ofClient: true });
    expect(limiter.hit('send_money', principal(1), 5)).toMatchObject({ remaining: 0, allowed: false });
  });

  it('each key and each operation has its own window, and a limit of its own where one is set', () => {
    const limiter = new RateLimiter(new MemoryRateLimitStore(() => 0), tenfold);
    const tight = principal(1, { send_money: 1 });
    expect(limiter.hit('send_money', tight)).toMatchObject({ limit: 1, allowed: true });
    expect(limiter.hit('send_money', tight)).toMatchObject({ allowed: false });
    expect(limiter.hit('balance', tight)).toMatchObject({ limit: 60, remaining: 59 });
    expect(limiter.hit('send_money', principal(2))).toMatchObject({ limit: 10, remaining: 9 });
  });

  describe.each(['memory', 'postgres'] as const)('over all keys of a client, counted in %s', (kind) => {
    /** A wallet of its own for each test, because PostgreSQL keeps what was counted. */
    let walletId = kind === 'memory' ? 2_000_000 : 3_000_000;
    let limiter: RateLimiter;
    let store: PostgresRateLimitStore | MemoryRateLimitStore;
    beforeEach(async () => {
      await insideOneMinute();
      walletId += 1;
      store = kind === 'memory' ? new MemoryRateLimitStore() : new PostgresRateLimitStore(database.pool, fail);
      limiter = new RateLimiter(store, tenfold);
    });
    afterEach(() => {
      if (store instanceof PostgresRateLimitStore) store.close();
    });
    const keyOf = (n: number, rateLimits: Principal['rateLimits'] = {}, quotas: Principal['quotas'] = {}) =>
      principal(walletId * 100 + n, rateLimits, { walletId, quotas });

    it('ten keys use their whole windows, and the eleventh is refused with the window of the client', async () => {
      for (let key = 1; key <= 10; key += 1) {
        for (let sent = 1; sent <= 5; sent += 1) {
          expect(await limiter.hit('withdrawal', keyOf(key))).toMatchObject({ allowed: true });
        }
      }
      expect(await limiter.hit('withdrawal', keyOf(11))).toMatchObject({
        limit: 50,
        remaining: 0,
        allowed: false,
        ofClient: true,
      });
      expect(await limiter.hit('balance', keyOf(11))).toMatchObject({ limit: 60, remaining: 59, allowed: true });
      expect(await limiter.hit('withdrawal', principal(walletId * 100 + 12))).toMatchObject({ allowed: true });
    });

    it('shows the window that has fewer requests left', async () => {
      for (let key = 1; key <= 9; key += 1) {
        for (let sent = 1; sent <= 5; sent += 1) await limiter.hit('withdrawal', keyOf(key));
      }
      expect(await limiter.hit('withdrawal', keyOf(10))).toMatchObject({ limit: 5, remaining: 4 });
      for (let sent = 1; sent <= 2; sent += 1) await limiter.hit('withdrawal', keyOf(11));
      expect(await limiter.hit('withdrawal', keyOf(12))).toMatchObject({ limit: 50, remaining: 1, ofClient: true });
    });

    it('a key that goes on after its refusal does not use up what the other keys have', async () => {
      for (let sent = 1; sent <= 500; sent += 1) await limiter.hit('withdrawal', keyOf(1));
      expect(await limiter.hit('withdrawal', keyOf(2))).toMatchObject({ limit: 5, remaining: 4, allowed: true });
    });

    it('a key with a high limit of its own does not use up what the other keys have', async () => {
      for (let sent = 1; sent <= 500; sent += 1) await limiter.hit('withdrawal', keyOf(1, { withdrawal: 1_000 }));
      expect(await limiter.hit('withdrawal', keyOf(2))).toMatchObject({ limit: 5, remaining: 4, allowed: true });
    });

    it('a client has a number of windows of its own where an administrator set one', async () => {
      for (let sent = 1; sent <= 5; sent += 1) await limiter.hit('withdrawal', keyOf(1, {}, { rate_factor: 1 }));
      const second = await limiter.hit('withdrawal', keyOf(2, {}, { rate_factor: 1 }));
      expect(second).toMatchObject({ limit: 5, remaining: 0, allowed: false, ofClient: true });
    });
  });

  it('a request asks PostgreSQL once, for its key and its client together', async () => {
    let asked = 0;
    const counting = new PostgresRateLimitStore(
      {
        query: ((...query: Parameters<typeof database.pool.query>) => {
          asked += 1;
          return database.pool.query(...query);
        }) as typeof database.pool.query,
      },
      fail,
    );
    const limiter = new RateLimiter(counting, tenfold);
    await limiter.hit('fees', principal(901));
    await limiter.hit('fees', principal(902));
    expect(asked).toBe(2);
    counting.close();
  });

  it('a database that is away fails the request, once, and leaves no failure behind', async () => {
    const away = new PostgresRateLimitStore(
      { query: (() => Promise.reject(new Error('the database is away'))) as typeof database.pool.query },
      fail,
    );
    await expect(new RateLimiter(away, tenfold).hit('fees', principal(903))).rejects.toThrow('the database is away');
    away.close();
  });

  it('memory stays bounded however many addresses fail', () => {
    const store = new MemoryRateLimitStore(() => 0);
    for (let n = 0; n <= 200_000; n += 1) store.count(`address ${n}`, 1);
    expect(store.count('address 200000', 0).hits).toBe(1);
    expect(store.count('address 0', 0).hits).toBe(0);
  });

  it('two processes that count in PostgreSQL count together, each request once', async () => {
    await insideOneMinute();
    const stores = [0, 1].map(() => new PostgresRateLimitStore(database.pool, fail));
    const limiters = stores.map((store) => new RateLimiter(store, tenfold));
    const windows = await Promise.all(
      Array.from({ length: 40 }, (_, n) => limiters[n % 2]?.hit('history', principal(7))),
    );
    expect(windows.filter((window) => window?.allowed)).toHaveLength(30);
    expect(windows.map((window) => window?.remaining ?? -1).sort((a, b) => b - a)).toEqual([
      ...Array.from({ length: 30 }, (_, n) => 29 - n),
      ...Array<number>(10).fill(0),
    ]);
    const reset = windows[0]?.resetAtSeconds ?? 0;
    expect(reset % 60).toBe(0);
    expect(reset - Date.now() / 1_000).toBeLessThanOrEqual(60);
    for (const store of stores) store.close();
  });

  it('a window of PostgreSQL begins anew with the minute', async () => {
    await database.pool.query(
      `INSERT INTO rate_limit_window VALUES ('history 8', floor(extract(epoch FROM clock_timestamp()) / 60) - 1, 1000)`,
    );
    const store = new PostgresRateLimitStore(database.pool, fail);
    expect(await new RateLimiter(store, tenfold).hit('history', principal(8))).toMatchObject({
      remaining: 29,
      allowed: true,
    });
    store.close();
  });

  it('an address has 30 failed authentications a minute; an IPv6 subscriber has them for the whole /64', () => {
    const failures = new FailedAuthentication(new MemoryRateLimitStore(() => 0));
    for (let n = 1; n <= 30; n += 1) expect(failures.hit(`2001:db8:0:1::${n}`)).toMatchObject({ allowed: true });
    expect(failures.hit('2001:db8:0:1:ffff::1')).toMatchObject({ limit: 30, remaining: 0, allowed: false });
    expect(failures.hit('2001:db8:0:2::1')).toMatchObject({ remaining: 29, allowed: true });
    expect(failures.hit('192.0.2.1')).toMatchObject({ remaining: 29 });
    expect(failures.hit('::ffff:192.0.2.1')).toMatchObject({ remaining: 28 });
    expect(failures.peek('192.0.2.1')).toMatchObject({ remaining: 28 });
  });
});

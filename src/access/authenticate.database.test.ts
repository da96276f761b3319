import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { Notices } from '../postgres/notices.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Refusal, RefusalCode } from '../refusal.ts';
import {
  ApiKeyEnded,
  ApiKeyNotFound,
  ApiKeyNotValid,
  createApiKey,
  createApiKeys,
  findApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  rollApiKey,
  TooManyApiKeys,
} from './api-keys.ts';
import { serviceActor } from './audit-log.ts';
import { type Authenticator, createAuthenticator } from './authenticate.ts';
import {
  ClientNotFound,
  ClientNotValid,
  type CreatedClient,
  createClient,
  setClientQuotas,
  setClientRateLimits,
} from './clients.ts';
import type { Principal } from './principal.ts';
import type { OwnQuotas, QuotaSettings } from './quotas.ts';

const actor = serviceActor('cli:test');
const quotas: QuotaSettings = { clientLiveKeys: 20, clientTestKeys: 50, clientEventStreams: 100, clientRateFactor: 10 };
const from = '196.0.3.7';
let database: TestDatabase;
let client: CreatedClient;
let phone = 256_772_100_000;
let opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  client = await createClient(database.pool, { name: 'Kasubi Hardware', phone: String(nextPhone()), actor });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const part of opened.toReversed()) await part.close();
  opened = [];
});
afterAll(() => database.drop());

test('a key speaks for its client, its mode and that wallet, with its permissions', async () => {
  const { authenticate } = await open();
  const live = await createApiKey(database.pool, key({ mode: 'live', permissions: ['wallet:read'] }));
  const test = await createApiKey(
    database.pool,
    key({ permissions: ['wallet:send', 'wallet:send', 'webhooks:write'] }),
  );
  const other = await createClient(database.pool, { name: 'Other', phone: String(nextPhone()), actor });
  const others = await createApiKey(database.pool, { ...key(), clientId: other.clientId });
  expect(live.apiKey).toMatch(/^nsk_live_[0-9A-Za-z]{12}\.[0-9A-Za-z]{40}$/);
  expect(test.apiKey).toMatch(/^nsk_test_[0-9A-Za-z]{12}\.[0-9A-Za-z]{40}$/);
  expect(await authenticate(`Bearer ${live.apiKey}`, from)).toEqual({
    clientId: client.clientId,
    walletId: client.wallets.live,
    mode: 'live',
    apiKeyId: live.apiKeyId,
    permissions: new Set(['wallet:read']),
    rateLimits: {},
    quotas: {},
    budgetLineage: null,
    signingKeys: null,
  });
  expect(await authenticate(`bearer  ${test.apiKey} `, from)).toMatchObject({
    walletId: client.wallets.test,
    mode: 'test',
    permissions: new Set(['wallet:send', 'webhooks:write']),
  });
  expect(await authenticate(`BEARER ${others.apiKey}`, from)).toMatchObject({
    clientId: other.clientId,
    walletId: other.wallets.test,
  });
});

test('a known key answers at once, without the database', async () => {
  const { authenticator, asked } = await openCounting();
  const { apiKey } = await createApiKey(database.pool, key());
  const first = await authenticator.authenticate(`Bearer ${apiKey}`, from);
  const again = authenticator.authenticate(`Bearer ${apiKey}`, from);
  expect(again).not.toBeInstanceOf(Promise);
  expect(again).toBe(first);
  expect(asked()).toBe(1);
});

test('whatever is not a whole valid key is refused as unauthorized', async () => {
  const { authenticate } = await open();
  const { apiKey } = await createApiKey(database.pool, key());
  const wrongSecret = `${apiKey.slice(0, -1)}${apiKey.endsWith('a') ? 'b' : 'a'}`;
  const headers = [
    undefined,
    '',
    apiKey,
    'Bearer',
    'Bearer ',
    `Basic ${apiKey}`,
    `Bearer ${apiKey} x`,
    `Bearer ${apiKey}x`,
    `Bearer ${apiKey.slice(0, -1)}`,
    `Bearer ${wrongSecret}`,
    `Bearer ${apiKey.replace('nsk_test_', 'nsk_live_')}`,
    `Bearer ${apiKey.replace('nsk_test_', 'NSK_TEST_')}`,
    `Bearer nsk_test_${'0'.repeat(12)}.${'0'.repeat(40)}`,
  ];
  // Once with the key unknown and once with it known.
  for (const header of headers)
    expect([header, await refusalOf(authenticate, header)]).toEqual([header, 'unauthorized']);
  await authenticate(`Bearer ${apiKey}`, from);
  for (const header of headers)
    expect([header, await refusalOf(authenticate, header)]).toEqual([header, 'unauthorized']);
});

test('only a hash of the secret is stored, and the text is in no table', async () => {
  const { apiKey, apiKeyId } = await createApiKey(database.pool, key());
  const secret = apiKey.split('.')[1] ?? '';
  const { rows } = await database.pool.query<{ hash: Buffer; hashed: Buffer; whole: string; audited: string }>(
    `SELECT secret_hash AS hash, sha256($2::bytea) AS hashed, api_key::text AS whole,
            (SELECT string_agg(audit_log::text, '') FROM audit_log) AS audited
       FROM api_key WHERE api_key_id = $1`,
    [apiKeyId, Buffer.from(secret)],
  );
  expect(rows[0]?.hash).toEqual(rows[0]?.hashed);
  expect(`${rows[0]?.whole}${rows[0]?.audited}`).not.toContain(secret);
  expect(JSON.stringify(await listApiKeys(database.pool, client.clientId))).not.toContain(secret);
});

test('a key that is revoked stops within a second in every process that knows it', async () => {
  const processes = [await open(), await open()];
  const { apiKey, apiKeyId } = await createApiKey(database.pool, key());
  for (const { authenticate } of processes) await authenticate(`Bearer ${apiKey}`, from);
  const revoked = await revokeApiKey(database.pool, { apiKeyId, actor });
  expect(revoked.revokedAtMs).not.toBeNull();
  for (const { authenticate } of processes) {
    await expect.poll(() => refusalOf(authenticate, `Bearer ${apiKey}`), { timeout: 1_000 }).toBe('unauthorized');
  }
  expect(await revokeApiKey(database.pool, { apiKeyId, actor })).toEqual(revoked);
  await expect(revokeApiKey(database.pool, { apiKeyId: 999_999, actor })).rejects.toThrow(ApiKeyNotFound);
});

test('while notices may be missed, a known key is looked up again, so that a revocation is seen at once', async () => {
  const heard = { heartbeatAgeMs: () => 1_000, onGap: () => undefined, subscribe: () => () => undefined };
  const { authenticate } = keep(createAuthenticator({ pool: database.pool, notices: heard, onError: fail }));
  const { apiKey, apiKeyId } = await createApiKey(database.pool, key());
  await authenticate(`Bearer ${apiKey}`, from);
  await revokeApiKey(database.pool, { apiKeyId, actor });
  expect(await refusalOf(authenticate, `Bearer ${apiKey}`)).toBe('unauthorized');
});

test('a look-up that began before a change of the key is not remembered', async () => {
  let tell: (payload: string) => void = () => undefined;
  const notices = {
    heartbeatAgeMs: () => 0,
    onGap: () => undefined,
    subscribe: (_channel: string, hear: (payload: string) => void) => {
      tell = hear;
      return () => undefined;
    },
  };
  const answered = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const slow = queryable(async (run) => {
    const answer = await run();
    answered.resolve();
    await held.promise;
    return answer;
  });
  const { authenticate } = keep(createAuthenticator({ pool: slow, notices, onError: fail }));
  const { apiKey, apiKeyId } = await createApiKey(database.pool, key());
  const before = authenticate(`Bearer ${apiKey}`, from);
  await answered.promise;
  await revokeApiKey(database.pool, { apiKeyId, actor });
  tell(`key ${apiKey.slice('nsk_test_'.length).split('.')[0]}`);
  held.resolve();
  await before;
  expect(await refusalOf(authenticate, `Bearer ${apiKey}`)).toBe('unauthorized');
});

test('an expired key is refused as expired, also when it was known, and only to who has its secret', async () => {
  const { authenticate } = await open();
  const { apiKey, apiKeyId } = await createApiKey(database.pool, key({ expiresAtMs: Date.now() + 3_600_000 }));
  await authenticate(`Bearer ${apiKey}`, from);
  const soon = await createApiKey(database.pool, key({ expiresAtMs: Date.now() + 600_000 }));
  await authenticate(`Bearer ${soon.apiKey}`, from);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_200_000 });
  expect(await refusalOf(authenticate, `Bearer ${soon.apiKey}`)).toBe('key_expired');
  const wrongSecret = `${soon.apiKey.slice(0, -4)}0000`;
  expect(await refusalOf(authenticate, `Bearer ${wrongSecret}`)).toBe('unauthorized');
  expect((await authenticate(`Bearer ${apiKey}`, from)).apiKeyId).toBe(apiKeyId);
});

test('a key with an allow-list works from its addresses and networks only', async () => {
  const { authenticate } = await open();
  const { apiKey } = await createApiKey(database.pool, key({ allowedIps: ['196.0.3.7', '2c0f:fe38::/32'] }));
  for (const address of ['196.0.3.7', '::ffff:196.0.3.7', '2c0f:fe38::5'])
    expect(await refusalOf(authenticate, `Bearer ${apiKey}`, address)).toBeNull();
  expect(await refusalOf(authenticate, `Bearer ${apiKey}`, '196.0.3.8')).toBe('ip_not_allowed');
  expect(await refusalOf(authenticate, `Bearer ${apiKey.slice(0, -4)}0000`, '196.0.3.8')).toBe('unauthorized');
});

test('a rolled key works beside the new one for the overlap and then is expired', async () => {
  const { authenticate } = await open();
  const old = await createApiKey(
    database.pool,
    key({ name: 'Shop', permissions: ['wallet:collect'], allowedIps: [from], rateLimits: { collect: 7 } }),
  );
  await authenticate(`Bearer ${old.apiKey}`, from);
  const rolled = await rollApiKey(database.pool, { apiKeyId: old.apiKeyId, overlapMs: 600_000, actor });
  expect(rolled).toMatchObject({
    clientId: client.clientId,
    walletId: client.wallets.test,
    mode: 'test',
    name: 'Shop',
    permissions: ['wallet:collect'],
    allowedIps: [from],
    rateLimits: { collect: 7 },
    expiresAtMs: null,
  });
  expect(rolled.apiKey).not.toBe(old.apiKey);
  expect(await refusalOf(authenticate, `Bearer ${old.apiKey}`)).toBeNull();
  expect(await refusalOf(authenticate, `Bearer ${rolled.apiKey}`)).toBeNull();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_200_000 });
  // Its end is known here a moment after it was written.
  await expect.poll(() => refusalOf(authenticate, `Bearer ${old.apiKey}`)).toBe('key_expired');
  expect(await refusalOf(authenticate, `Bearer ${rolled.apiKey}`)).toBeNull();
  expect((await findApiKey(database.pool, old.apiKeyId))?.rolledTo).toBe(rolled.apiKeyId);
});

test('rolled without an overlap, the old key is refused whatever the clocks say', async () => {
  const { authenticate } = await open();
  const old = await createApiKey(database.pool, key({}));
  // As on a process whose clock was set back after the roll.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
  await rollApiKey(database.pool, { apiKeyId: old.apiKeyId, overlapMs: 0, actor });
  vi.useRealTimers();
  await expect.poll(() => refusalOf(authenticate, `Bearer ${old.apiKey}`)).toBe('unauthorized');
});

test('rolling never lengthens a life, and a key that ended cannot be rolled', async () => {
  const expiresAtMs = Date.now() + 60_000;
  const short = await createApiKey(database.pool, key({ expiresAtMs }));
  const rolled = await rollApiKey(database.pool, { apiKeyId: short.apiKeyId, overlapMs: 3_600_000, actor });
  expect((await findApiKey(database.pool, short.apiKeyId))?.expiresAtMs).toBe(expiresAtMs);
  expect(rolled.expiresAtMs).toBeGreaterThan(Date.now());
  expect(rolled.expiresAtMs).toBeLessThanOrEqual(Date.now() + 61_000);
  await expect(rollApiKey(database.pool, { apiKeyId: short.apiKeyId, overlapMs: 0, actor })).rejects.toThrow(
    ApiKeyEnded,
  );
  await revokeApiKey(database.pool, { apiKeyId: rolled.apiKeyId, actor });
  await expect(rollApiKey(database.pool, { apiKeyId: rolled.apiKeyId, overlapMs: 0, actor })).rejects.toThrow(
    ApiKeyEnded,
  );
  await expect(rollApiKey(database.pool, { apiKeyId: 999_999, overlapMs: 0, actor })).rejects.toThrow(ApiKeyNotFound);
});

test("a key's own limits of rate win over its client's, and a change of the client's is heard", async () => {
  const { authenticate } = await open();
  await setClientRateLimits(database.pool, { clientId: client.clientId, rateLimits: { balance: 100, fees: 9 }, actor });
  const { apiKey } = await createApiKey(database.pool, key({ rateLimits: { balance: 500 } }));
  expect((await authenticate(`Bearer ${apiKey}`, from)).rateLimits).toEqual({ balance: 500, fees: 9 });
  await setClientRateLimits(database.pool, { clientId: client.clientId, rateLimits: { lookup: 3 }, actor });
  await expect
    .poll(async () => (await authenticate(`Bearer ${apiKey}`, from)).rateLimits)
    .toEqual({ balance: 500, lookup: 3 });
});

test('when a key was last used is written down', async () => {
  const { authenticator } = await openCounting();
  const { apiKey, apiKeyId } = await createApiKey(database.pool, key());
  expect((await findApiKey(database.pool, apiKeyId))?.lastUsedAtMs).toBeNull();
  const before = Date.now();
  for (let n = 0; n < 5; n += 1) await authenticator.authenticate(`Bearer ${apiKey}`, from);
  await authenticator.close();
  const usedAtMs = (await findApiKey(database.pool, apiKeyId))?.lastUsedAtMs ?? 0;
  expect(Math.abs(usedAtMs - before)).toBeLessThan(60_000);
});

test('with the database away a key that is not known is an error of ours, not of the key', async () => {
  const away = queryable(() => Promise.reject(new Error('Connection terminated unexpectedly')));
  const notices = { heartbeatAgeMs: () => 0, onGap: () => undefined, subscribe: () => () => undefined };
  const { authenticate } = keep(createAuthenticator({ pool: away, notices, onError: () => undefined }));
  const { apiKey } = await createApiKey(database.pool, key());
  await expect(authenticate(`Bearer ${apiKey}`, from)).rejects.toThrow('Connection terminated');
});

test('many keys are made at once, each for the wallet of its client and mode', async () => {
  const { authenticate } = await open();
  const keys = Array.from({ length: 200 }, (_, n) => key({ name: `Key ${n}`, mode: n % 2 === 0 ? 'live' : 'test' }));
  const created = await createApiKeys(database.pool, {
    keys,
    actor,
    quotas: { ...quotas, clientLiveKeys: 100, clientTestKeys: 100 },
  });
  expect(created.map(({ name }) => name)).toEqual(keys.map(({ name }) => name));
  expect(new Set(created.map(({ apiKey }) => apiKey)).size).toBe(200);
  for (const made of [created[0], created[199]]) {
    expect(await authenticate(`Bearer ${made?.apiKey}`, from)).toMatchObject({
      apiKeyId: made?.apiKeyId,
      walletId: client.wallets[made?.mode ?? 'live'],
    });
  }
  expect(await listApiKeys(database.pool, client.clientId)).toHaveLength(200);
});

test.each<Partial<NewApiKey>>([
  { name: '' },
  { permissions: [] },
  { expiresAtMs: 1 },
  { expiresAtMs: Number.NaN },
  { allowedIps: ['everywhere'] },
  { rateLimits: { balance: 0 } },
  { rateLimits: { balance: 1.5 } },
])('a key with %o is refused', async (wrong) => {
  await expect(createApiKey(database.pool, key(wrong))).rejects.toThrow(ApiKeyNotValid);
});

describe('the quota of keys', () => {
  const few = { ...quotas, clientTestKeys: 2, clientLiveKeys: 1 };
  const testKey = (over: Partial<NewApiKey> = {}) => createApiKey(database.pool, { ...key(over), quotas: few });

  test('counts the keys that work, of one mode, and the refusal says what to do', async () => {
    const first = await testKey();
    await testKey({ expiresAtMs: Date.now() + 3_600_000 });
    await expect(testKey()).rejects.toThrow(
      `the client ${client.clientId} has reached its limit of 2 working test API keys; revoke one that is not needed, or ` +
        'ask an administrator for a higher limit (nsimbi client quota)',
    );
    await testKey({ mode: 'live' });
    await expect(testKey({ mode: 'live' })).rejects.toThrow(TooManyApiKeys);
    await revokeApiKey(database.pool, { apiKeyId: first.apiKeyId, actor });
    await testKey();
    expect(await listApiKeys(database.pool, client.clientId)).toHaveLength(4);
  });

  test('does not count a key that has expired', async () => {
    await testKey();
    const second = await testKey();
    await database.pool.query('UPDATE api_key SET expires_at = clock_timestamp() WHERE api_key_id = $1', [
      second.apiKeyId,
    ]);
    await testKey();
  });

  test('does not keep anybody from rolling a key', async () => {
    await testKey();
    const second = await testKey();
    await rollApiKey(database.pool, { apiKeyId: second.apiKeyId, overlapMs: 60_000, actor });
    await expect(testKey()).rejects.toThrow(TooManyApiKeys);
  });

  test('holds for two that are made at the same moment', async () => {
    await testKey();
    const made = await Promise.allSettled([testKey(), testKey(), testKey()]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is the client’s own where an administrator set one, and the default again when it is taken away', async () => {
    const set = (own: OwnQuotas) => setClientQuotas(database.pool, { clientId: client.clientId, quotas: own, actor });
    await set({ test_keys: 3 });
    for (let made = 0; made < 3; made += 1) await testKey();
    await expect(testKey()).rejects.toThrow('limit of 3 working test API keys');
    await set({});
    await expect(testKey()).rejects.toThrow('limit of 2 working test API keys');
    await expect(set({ test_keys: 0 })).rejects.toThrow(ClientNotValid);
    await expect(set({ test_keys: 10_001 })).rejects.toThrow(ClientNotValid);
    await expect(set({ keys: 5 } as OwnQuotas)).rejects.toThrow('there is no quota keys');
  });
});

test('quotas that an administrator sets count at once for keys that are known', async () => {
  const { authenticate } = await open();
  const { apiKey } = await createApiKey(database.pool, key());
  expect((await authenticate(`Bearer ${apiKey}`, from)).quotas).toEqual({});
  await setClientQuotas(database.pool, { clientId: client.clientId, quotas: { rate_factor: 20 }, actor });
  await expect.poll(async () => (await authenticate(`Bearer ${apiKey}`, from)).quotas).toEqual({ rate_factor: 20 });
});

test('a key for a client that does not exist is refused', async () => {
  await expect(createApiKey(database.pool, { ...key(), clientId: 999_999 })).rejects.toThrow(ClientNotFound);
});

function nextPhone(): number {
  phone += 1;
  return phone;
}

type Authenticate = (authorization: string | undefined, address: string) => Promise<Principal>;

function key(over: Partial<NewApiKey> = {}): NewApiKey & { actor: Actor; quotas: QuotaSettings } {
  return {
    clientId: client.clientId,
    mode: 'test',
    name: 'Till',
    permissions: ['wallet:read'],
    expiresAtMs: null,
    allowedIps: [],
    signingKeys: [],
    rateLimits: {},
    budget: null,
    actor,
    quotas,
    ...over,
  };
}

/** An authenticator with notices of its own, as each process has. */
async function open(): Promise<{ authenticate: Authenticate }> {
  const notices = await openNotices();
  return keep(createAuthenticator({ pool: database.pool, notices, onError: fail }));
}

async function openCounting(): Promise<{ authenticator: Authenticator; asked(): number }> {
  const notices = await openNotices();
  let asked = 0;
  const counting = queryable((run) => {
    asked += 1;
    return run();
  });
  const authenticator = createAuthenticator({ pool: counting, notices, onError: fail });
  opened.push(authenticator);
  return { authenticator, asked: () => asked };
}

async function openNotices(): Promise<Notices> {
  const notices = new Notices(database.target, database.pool);
  opened.push(notices);
  await notices.start();
  return notices;
}

function keep(authenticator: Authenticator): { authenticate: Authenticate } {
  opened.push(authenticator);
  return { authenticate: async (authorization, address) => authenticator.authenticate(authorization, address) };
}

/** The test's database with something between it and who asks. */
function queryable(between: (run: () => Promise<unknown>) => Promise<unknown>): Queryable {
  const query = (...args: Parameters<Queryable['query']>) => between(async () => database.pool.query(...args));
  return new Proxy(database.pool, { get: (pool, name) => (name === 'query' ? query : Reflect.get(pool, name)) });
}

async function refusalOf(
  authenticate: Authenticate,
  authorization: string | undefined,
  address: string = from,
): Promise<RefusalCode | null> {
  try {
    await authenticate(authorization, address);
    return null;
  } catch (error) {
    expect(error).toMatchObject({ name: 'Refusal' });
    return (error as Refusal).code;
  }
}

function fail(error: unknown): void {
  throw error;
}

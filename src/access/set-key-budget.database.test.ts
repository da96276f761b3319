import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { BudgetLimits } from '../ledger/rows/key-budget.ts';
import { type Ugx, ugx } from '../money/ugx.ts';
import {
  ApiKeyEnded,
  ApiKeyNotFound,
  ApiKeyNotValid,
  type CreatedApiKey,
  createApiKey,
  findApiKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
} from './api-keys.ts';
import { serviceActor } from './audit-log.ts';
import { createClient } from './clients.ts';
import { isLoosened } from './key-budget.ts';
import { setKeyBudget } from './set-key-budget.ts';

const actor = serviceActor('owner@example.ug');
let database: TestDatabase;
let clientId: number;
let phones = 256_772_400_000;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  phones += 1;
  ({ clientId } = await createClient(database.pool, { name: 'Kasubi Hardware', phone: String(phones), actor }));
});
afterAll(() => database.drop());

const none: BudgetLimits = { perPayment: null, perDay: null, perMonth: null };
const perDay = (amount: number): BudgetLimits => ({ ...none, perDay: ugx(amount) });

function create(budget: BudgetLimits | null, expiresAtMs: number | null = null): Promise<CreatedApiKey> {
  return createApiKey(database.pool, {
    clientId,
    mode: 'live',
    name: 'Till',
    permissions: ['wallet:read'],
    expiresAtMs,
    allowedIps: [],
    signingKeys: [],
    rateLimits: {},
    budget,
    actor,
    quotas: { clientLiveKeys: 20, clientTestKeys: 50, clientEventStreams: 100, clientRateFactor: 10 },
  });
}

const set = (apiKeyId: number, budget: BudgetLimits | null) => setKeyBudget(database.pool, { apiKeyId, budget, actor });

async function auditOf(apiKeyId: number) {
  const { rows } = await database.pool.query<{ actor: string; details: object }>(
    `SELECT actor, details FROM audit_log WHERE action = 'api_key.budget_set' AND subject = $1 ORDER BY audit_log_id`,
    [`api_key ${apiKeyId}`],
  );
  return rows;
}

test('a key is created with a budget or without, and the audit log says which', async () => {
  const limited = await create({ perPayment: ugx(1_000), perDay: ugx(2_000), perMonth: null });
  const free = await create(null);
  expect((await findApiKey(database.pool, limited.apiKeyId))?.budget).toMatchObject({
    perPayment: 1_000n,
    perDay: 2_000n,
    perMonth: null,
    usedInDay: 0n,
    usedInMonth: 0n,
  });
  expect((await findApiKey(database.pool, free.apiKeyId))?.budget).toBeNull();
  const { rows } = await database.pool.query(
    `SELECT details -> 'budget' AS budget FROM audit_log WHERE action = 'api_key.created' AND subject = ANY ($1)
      ORDER BY audit_log_id`,
    [[limited, free].map(({ apiKeyId }) => `api_key ${apiKeyId}`)],
  );
  expect(rows.map(({ budget }) => budget)).toEqual([{ per_payment: 1_000, per_day: 2_000, per_month: null }, null]);
});

test('each change is in the audit log with what was before, and whether the key may pay more', async () => {
  const { apiKeyId } = await create(null);
  expect((await set(apiKeyId, perDay(5_000))).budget).toMatchObject({ perDay: 5_000n });
  await set(apiKeyId, perDay(9_000));
  expect((await set(apiKeyId, none)).budget).toBeNull();
  const limits = (per_day: number) => ({ per_payment: null, per_day, per_month: null });
  expect(await auditOf(apiKeyId)).toEqual([
    { actor: actor.name, details: { before: null, after: limits(5_000), loosened: false } },
    { actor: actor.name, details: { before: limits(5_000), after: limits(9_000), loosened: true } },
    { actor: actor.name, details: { before: limits(9_000), after: null, loosened: true } },
  ]);
});

test('what is used stays when a budget is changed, taken away and set again', async () => {
  const { apiKeyId, walletId } = await create(perDay(5_000));
  await database.pool.query(
    `UPDATE key_budget SET period = 1, day_out = 700, month_out = 800, month_period = 1,
            day = floor(extract(epoch FROM clock_timestamp() + interval '3 hours') / 86400),
            month = (extract(year FROM clock_timestamp() + interval '3 hours') - 1970) * 12
                    + extract(month FROM clock_timestamp() + interval '3 hours') - 1
      WHERE wallet_id = $1`,
    [walletId],
  );
  await set(apiKeyId, null);
  expect((await set(apiKeyId, perDay(6_000))).budget).toMatchObject({ usedInDay: 700n, usedInMonth: 800n });
});

test('keys that are rolled one to another have one budget, whichever of them it is set for', async () => {
  const first = await create(perDay(5_000));
  const second = await rollApiKey(database.pool, { apiKeyId: first.apiKeyId, overlapMs: 60_000, actor });
  const third = await rollApiKey(database.pool, { apiKeyId: second.apiKeyId, overlapMs: 60_000, actor });
  await set(second.apiKeyId, perDay(4_000));
  const keys = await listApiKeys(database.pool, clientId);
  expect(keys.map(({ lineage, budget }) => [lineage, budget?.perDay])).toEqual(
    [first, second, third].map(() => [first.apiKeyId, 4_000n]),
  );
});

test.each<[string, BudgetLimits]>([
  ['a limit of nothing', { ...none, perPayment: 0n as Ugx }],
  ['more than anybody can enter', { ...none, perMonth: ugx(1_000_000_000_001) }],
])('%s is refused, for a new key and for one that exists', async (_what, budget) => {
  await expect(create(budget)).rejects.toThrow(ApiKeyNotValid);
  const { apiKeyId } = await create(perDay(5_000));
  await expect(set(apiKeyId, budget)).rejects.toThrow(ApiKeyNotValid);
  expect((await findApiKey(database.pool, apiKeyId))?.budget).toMatchObject({ perDay: 5_000n });
});

test('a new key with a budget that limits nothing is refused', async () => {
  await expect(create(none)).rejects.toThrow('a budget needs at least one limit');
});

test('a key that is not there, was revoked or has expired gets no budget', async () => {
  await expect(set(999_999, null)).rejects.toThrow(ApiKeyNotFound);
  const revoked = await create(null);
  await revokeApiKey(database.pool, { apiKeyId: revoked.apiKeyId, actor });
  await expect(set(revoked.apiKeyId, perDay(1))).rejects.toThrow(ApiKeyEnded);
  const expired = await create(null, Date.now() + 3_600_000);
  await database.pool.query('UPDATE api_key SET expires_at = clock_timestamp() WHERE api_key_id = $1', [
    expired.apiKeyId,
  ]);
  await expect(set(expired.apiKeyId, perDay(1))).rejects.toThrow(ApiKeyEnded);
  expect(await auditOf(revoked.apiKeyId)).toEqual([]);
});

test.each<[string, BudgetLimits | null, BudgetLimits | null, boolean]>([
  ['a first budget', null, perDay(5), false],
  ['the same', perDay(5), perDay(5), false],
  ['a lower one', perDay(5), perDay(4), false],
  ['one more limit', perDay(5), { ...perDay(5), perMonth: ugx(9) }, false],
  ['a higher one', perDay(5), perDay(6), true],
  ['none any more', perDay(5), null, true],
  ['another limit instead', perDay(5), { ...none, perMonth: ugx(5) }, true],
])('%s lets a key pay more: %o, %o, %s', (_what, before, after, loosened) => {
  expect(isLoosened(before, after)).toBe(loosened);
});

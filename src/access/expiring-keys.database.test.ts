import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createLogger } from '../logging/logger.ts';
import { createApiKey, revokeApiKey } from './api-keys.ts';
import { serviceActor } from './audit-log.ts';
import { createClient } from './clients.ts';
import { claimReminders, remindOfExpiringKeys } from './expiring-keys.ts';
import { putPerson } from './people/credentials.ts';
import type { Mail } from './people/mail.ts';
import { giveClientRole } from './people/memberships.ts';
import type { ClientRole } from './people/rights.ts';

const day = 86_400_000;

let database: TestDatabase;
let clientId: number;
let mails: Mail[] = [];
let isAway = false;
let attempts = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = await createClient(database.pool, {
    name: 'Corner Shop',
    phone: '256772000001',
    actor: serviceActor('test'),
  });
  clientId = client.clientId;
  await person('owner@example.ug', 'client_owner');
  await person('developer@example.ug', 'client_developer');
  await person('viewer@example.ug', 'client_viewer');
});
afterAll(() => database.drop());

async function person(email: string, role: ClientRole): Promise<void> {
  const { pool } = database;
  const personId = await putPerson(pool, { email, name: email, platformRole: null, password: 'long enough for us' });
  await giveClientRole(pool, { personId, clientId, role, actor: 'test' });
}

/** A key that was created so many days ago and expires in so many. */
async function keyOf(name: string, expiresInDays: number, createdDaysAgo = 300): Promise<number> {
  const { apiKeyId } = await createApiKey(database.pool, {
    clientId,
    mode: 'live',
    name,
    permissions: ['wallet:read'],
    expiresAtMs: Date.now() + expiresInDays * day,
    allowedIps: [],
    signingKeys: [],
    rateLimits: {},
    budget: null,
    actor: serviceActor('developer@example.ug'),
    quotas: { clientLiveKeys: 100, clientTestKeys: 100, clientEventStreams: 100, clientRateFactor: 10 },
  });
  await database.owner.query(
    "UPDATE api_key SET created_at = created_at - $2 * interval '1 day' WHERE api_key_id = $1",
    [apiKeyId, createdDaysAgo],
  );
  return apiKeyId;
}

async function remind(): Promise<string[]> {
  mails = [];
  attempts = 0;
  const send = async (mail: Mail) => {
    attempts += 1;
    if (isAway) throw new Error('the mail server is away');
    mails.push(mail);
  };
  const duty = remindOfExpiringKeys({
    mailer: { send },
    baseUrl: () => 'https://pay.example.ug',
    logger: createLogger('silent'),
  });
  await duty.work(database.pool);
  return mails.map(({ to, subject }) => `${to}: ${subject}`);
}

test('the owners and the person who created the key get one e-mail 30, 7 and 1 day before', async () => {
  const apiKeyId = await keyOf('Web shop', 29);
  const ended = await keyOf('Ended', 5);
  await revokeApiKey(database.pool, { apiKeyId: ended, actor: serviceActor('test') });
  await keyOf('Later', 31);
  await keyOf('Short', 6, 0);
  expect(await remind()).toEqual([
    'developer@example.ug: The API key "Web shop" expires in 30 days',
    'owner@example.ug: The API key "Web shop" expires in 30 days',
  ]);
  expect(mails[0]?.text).toContain(`https://pay.example.ug/clients/${clientId}/live/keys`);
  expect(await remind()).toEqual([]);
  for (const [left, words] of [
    [6, '7 days'],
    [0.5, 'a day'],
  ] as const) {
    await database.owner.query(
      "UPDATE api_key SET expires_at = clock_timestamp() + $2 * interval '1 day' WHERE api_key_id = $1",
      [apiKeyId, left],
    );
    expect(await remind()).toEqual([
      `developer@example.ug: The API key "Web shop" expires in ${words}`,
      `owner@example.ug: The API key "Web shop" expires in ${words}`,
    ]);
    expect(await remind()).toEqual([]);
  }
});

test('reminders that the mail server does not accept are sent later, and it is tried once until then', async () => {
  await keyOf('Till', 3);
  await keyOf('Kiosk', 3);
  isAway = true;
  expect(await remind()).toEqual([]);
  expect(attempts).toBe(1);
  isAway = false;
  expect(await remind()).toHaveLength(4);
});

test('a reminder is claimed by one of two processes', async () => {
  await keyOf('Bakery', 3);
  const claimed = await Promise.all([claimReminders(database.pool), claimReminders(database.pool)]);
  expect(claimed.flat().map(({ name }) => name)).toEqual(['Bakery']);
});

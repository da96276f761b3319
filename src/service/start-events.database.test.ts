import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { recordsIn } from '../../test/records.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import { createApiKey, revokeApiKey } from '../access/api-keys.ts';
import { serviceActor } from '../access/audit-log.ts';
import { createAuthenticator } from '../access/authenticate.ts';
import { type CreatedClient, createClient } from '../access/clients.ts';
import { newPassword, putPerson } from '../access/people/credentials.ts';
import { findMemberships } from '../access/people/memberships.ts';
import { disablePerson } from '../access/people/people.ts';
import { loadConfig } from '../config.ts';
import type { EventStreams } from '../events/stream.ts';
import { Notices } from '../postgres/notices.ts';
import { openEventStreams } from './start-events.ts';
import { Stopping } from './stopping.ts';

let database: TestDatabase;
let notices: Notices;
let client: CreatedClient;
let streams: EventStreams;
const logger = pino({ enabled: false });
const stopping = new Stopping(logger);

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool, target } = database;
  notices = new Notices(target, pool);
  await notices.start();
  client = await createClient(pool, { name: 'Kasubi Hardware', phone: '256772100001', actor: serviceActor('test') });
  // The look once a second, which would find it too, never comes.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  streams = openEventStreams({
    config: loadConfig({}),
    target,
    records: recordsIn(pool),
    notices,
    metricsRegistry: new Registry(),
    logger,
    stopping,
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await stopping.stop();
  await notices.close();
  await database.drop();
});

function open(reader: string, isStillAllowed: () => Promise<boolean>) {
  const { clientId, wallets } = client;
  return streams.open({
    walletId: wallets.test,
    reader,
    clientId,
    clientStreamsMax: null,
    after: null,
    names: null,
    isStillAllowed,
  });
}

test('the notice of a revoked API key ends its streams, and no others', async () => {
  const { pool } = database;
  const authenticator = createAuthenticator({ pool, notices, onError: () => undefined });
  stopping.add(() => authenticator.close());
  const keys = await Promise.all(
    ['Till', 'Books'].map((name) =>
      createApiKey(pool, {
        clientId: client.clientId,
        mode: 'test',
        name,
        permissions: ['webhooks:read'],
        expiresAtMs: null,
        allowedIps: [],
        signingKeys: [],
        rateLimits: {},
        budget: null,
        actor: serviceActor('test'),
        quotas: loadConfig({}),
      }),
    ),
  );
  const [till, books] = await Promise.all(
    keys.map(async ({ apiKey, apiKeyId }) => {
      const isKnown = async () => {
        try {
          await authenticator.authenticate(`Bearer ${apiKey}`, '127.0.0.1');
          return true;
        } catch {
          return false;
        }
      };
      // Remembered, as the key of every open stream is.
      expect(await isKnown()).toBe(true);
      return await open(`api_key:${apiKeyId}`, isKnown);
    }),
  );
  await revokeApiKey(pool, { apiKeyId: keys[0]?.apiKeyId ?? 0, actor: serviceActor('test') });
  await waitUntil('the stream of the revoked key has ended', () => till?.ended.aborted, 10_000);
  expect(books?.ended.aborted).toBe(false);
});

test('the notice of a disabled person ends their streams', async () => {
  const { pool } = database;
  const person = { email: 'akello@example.ug', name: 'Akello', platformRole: null, password: newPassword() };
  const personId = await putPerson(pool, person);
  const stream = await open(`person:${personId}`, async () => (await findMemberships(pool, personId)) !== null);
  await disablePerson(pool, { personId, actor: serviceActor('test') });
  await waitUntil('the stream of the person has ended', () => stream.ended.aborted, 10_000);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../dashboard/person.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';
import { World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { run } from '../postgres-server.ts';
import { type KeyedRequest, type Recorded, send } from './recorded.ts';

/** Each was written by that version: see make-dump.ts. */
const versions = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, 'dump.sql')),
);

describe.each(versions)('a database of version %s, migrated and served by this one', (version) => {
  const folder = join(import.meta.dirname, version);
  const recorded: Recorded = JSON.parse(readFileSync(join(folder, 'recorded.json'), 'utf8'));
  let world: World;
  let session: Record<string, string>;

  beforeAll(async () => {
    const database = await createEmptyDatabase();
    await run(database.target, readFileSync(join(folder, 'dump.sql'), 'utf8'));
    await moveIntoPresent(database, recorded.takenAt);
    // It has live keys, so that live mode counts as enabled.
    const settings = { NSIMBI_ENCRYPTION_KEYS: recorded.encryptionKeys, NSIMBI_REHEARSAL: 'off' };
    world = await World.open(settings, database);
    session = { cookie: (await signIn(world.baseUrl, recorded.person)).cookie, origin: world.baseUrl };
  });
  afterAll(() => world.close());

  const signedBy = (apiKey: string | null): Record<string, string> =>
    apiKey === null ? session : { authorization: `Bearer ${recorded.apiKeys[apiKey]}` };

  test.each([...recorded.reads])('$apiKey reads $path as before', async ({ apiKey, path, status, response }) => {
    const read = await send(world.baseUrl, { method: 'GET', path }, signedBy(apiKey));
    expect([read.status, withoutNewFields(withoutMoment(read.text))]).toEqual([status, withoutMoment(response)]);
  });

  test.each([...recorded.keyed])('replays $path: $title', async (request) => {
    const ask = () => send(world.baseUrl, request, signedBy(request.apiKey));
    if (!request.wasAnswered) {
      const { status, text } = await ask();
      expect([status, text]).toEqual([request.status, request.response]);
    }
    expect(await ask()).toEqual({ status: request.status, text: request.response, isReplayed: true });
  });

  test('refuses a key of it with another body', async () => {
    for (const request of recorded.keyed) {
      const other = { ...request, body: request.body.replace('{', '{ ') };
      const { status, text } = await send(world.baseUrl, other, signedBy(request.apiKey));
      expect([request.title, status, JSON.parse(text).code]).toEqual([request.title, 422, 'idempotency_key_reused']);
    }
  });

  test('makes a new payment, which its key replays', async () => {
    const [paid] = recorded.keyed;
    if (paid === undefined) throw new Error('nothing was recorded');
    const balance = async () => await balanceOf(world.baseUrl, signedBy(paid.apiKey));
    const before = await balance();
    const payment: KeyedRequest = { ...paid, idempotencyKey: `after ${version}`.replaceAll(' ', '-') };
    const first = await send(world.baseUrl, payment, signedBy(paid.apiKey));
    const { data } = JSON.parse(first.text);
    expect([first.status, first.isReplayed, data.status]).toEqual([200, false, 'completed']);
    expect(await balance()).toBe(before - data.total_deducted);
    const replayed = await send(world.baseUrl, payment, signedBy(paid.apiKey));
    expect(replayed).toEqual({ ...first, isReplayed: true });
  });

  test('the books agree', async () => {
    expect(await auditFindings(world.database.pool)).toEqual([]);
  });
});

/** Without the fields that responses have gained, which have these values in an older database. */
function withoutNewFields(text: string): string {
  return text.replaceAll('"ordered":false,', '');
}

/** A balance says when it was read. */
function withoutMoment(text: string): string {
  return text.replace(/"as_of":"[^"]*"/, '"as_of":""');
}

async function balanceOf(baseUrl: string, headers: Record<string, string>): Promise<number> {
  const { text } = await send(baseUrl, { method: 'GET', path: '/api/v1/wallet/balance' }, headers);
  return JSON.parse(text).data.balance;
}

/**
 * Moves the times of work that waits from when the dump was made to a minute ago: keys expire after 48 hours, and
 * approvals and payments that are with an operator have deadlines too. What has happened keeps its time.
 */
async function moveIntoPresent({ target }: TestDatabase, takenAt: string): Promise<void> {
  const tables = ['idempotency_key', 'submission', 'approval', 'simulator_payment', 'delivery_due'];
  await run(
    target,
    `DO $$
     DECLARE moved record;
     BEGIN
       FOR moved IN
         SELECT table_name, string_agg(format('%1$I = %1$I + (now() - interval ''1 minute'' - timestamptz %2$L)', column_name, '${takenAt}'), ', ') AS columns
           FROM information_schema.columns
          WHERE table_schema = 'nsimbi' AND data_type = 'timestamp with time zone'
            AND table_name IN (${tables.map((table) => `'${table}'`).join(', ')})
          GROUP BY table_name
       LOOP
         EXECUTE format('UPDATE nsimbi.%I SET %s', moved.table_name, moved.columns);
       END LOOP;
     END $$`,
  );
}

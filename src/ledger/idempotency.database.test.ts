import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createPool } from '../postgres/pool.ts';
import { findUsedKey, forgetOldKeys, ResponseStore } from './idempotency.ts';

const walletId = 77;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Inserts keys whose responses wait for their operator. */
async function use(...keys: string[]): Promise<void> {
  await database.pool.query(
    `INSERT INTO idempotency_key (wallet_id, key, fingerprint, transaction_id, response_due_at, created_at)
     SELECT $1, key, 'same', 1, now(), now() FROM unnest($2::text[]) AS key`,
    [walletId, keys],
  );
}

async function stored(key: string): Promise<unknown> {
  const { rows } = await database.pool.query(
    'SELECT response_status AS status, response AS body FROM idempotency_key WHERE wallet_id = $1 AND key = $2',
    [walletId, key],
  );
  return rows[0];
}

test('responses that come together are stored together, each with its own key, wallet and bytes', async () => {
  await use('a', 'b"\\,{}');
  const responses = new ResponseStore(database.pool);
  const given = [
    { status: 200, body: '{"a":"ö \\"quoted\\" \\\\ {NULL}"}' },
    { status: 422, body: 'NULL' },
  ] as const;
  const ofNobody = { status: 200, body: 'of nobody' };
  const sent = await Promise.all([
    responses.store(walletId, 'a', given[0]),
    responses.store(walletId, 'b"\\,{}', given[1]),
    responses.store(78, 'a', ofNobody),
  ]);
  expect(sent).toEqual([...given, ofNobody]);
  expect([await stored('a'), await stored('b"\\,{}')]).toEqual(given);
});

test('of two responses to one key the first is stored, and whoever comes second must send it', async () => {
  await use('twice', 'once before');
  const responses = new ResponseStore(database.pool);
  const first = { status: 200, body: 'first' };
  const second = { status: 503, body: 'second' };
  expect(
    await Promise.all([responses.store(walletId, 'twice', first), responses.store(walletId, 'twice', second)]),
  ).toEqual([first, first]);
  await responses.store(walletId, 'once before', first);
  expect(await responses.store(walletId, 'once before', second)).toEqual(first);
  expect(await stored('once before')).toEqual(first);
});

test('a key whose row is locked delays no other response, and its own is stored when the lock ends', async () => {
  await use('locked', 'free');
  const responses = new ResponseStore(database.pool);
  const holder = await database.pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM idempotency_key WHERE wallet_id = $1 AND key = 'locked' FOR UPDATE`, [walletId]);
  const later = { status: 200, body: 'later' };
  const waiting = responses.store(walletId, 'locked', later);
  await responses.store(walletId, 'free', { status: 200, body: 'now' });
  expect(await stored('locked')).toEqual({ status: null, body: null });
  await holder.query('COMMIT');
  holder.release();
  expect(await waiting).toEqual(later);
  expect(await stored('locked')).toEqual(later);
});

test('a key is found in its own wallet only, and says for how long its response is not due', async () => {
  await use('found');
  expect(await findUsedKey(database.pool, walletId, 'never used')).toBeNull();
  expect(await findUsedKey(database.pool, 78, 'found')).toBeNull();
  const used = await findUsedKey(database.pool, walletId, 'found');
  expect(used).toMatchObject({ fingerprint: 'same', transactionId: 1, response: null, transaction: null });
  expect(used?.responseDueInMs).toBeLessThanOrEqual(0);
});

test('old keys are found through their index, and young ones stay', async () => {
  const indexed = createPool(database.target, {
    applicationName: 'nsimbi test',
    max: 1,
    // On a table this small PostgreSQL reads everything, unless it is asked not to and an index can serve.
    settings: { enable_seqscan: 'off' },
  });
  await indexed.query(`
    INSERT INTO idempotency_key (wallet_id, key, fingerprint, transaction_id, response_due_at, created_at)
    SELECT 1, n::text, 'f', n, now(), now() - n * interval '1 hour' + interval '1 minute' FROM generate_series(1, 60) n`);
  expect(await forgetOldKeys(indexed)).toEqual({ forgotten: 12, more: false });
  await indexed.end();
  await expect.poll(scansOfAgeIndex).toBe(1);
  const { rows } = await database.pool.query('SELECT count(*) AS count FROM idempotency_key WHERE wallet_id = 1');
  expect(rows).toEqual([{ count: '48' }]);
});

async function scansOfAgeIndex(): Promise<number> {
  const { rows } = await database.pool.query<{ scans: string }>(
    `SELECT idx_scan AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'idempotency_key_age'`,
  );
  return Number(rows[0]?.scans);
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { Caller } from './answer.ts';
import { AnswerKeeper } from './store-answer.ts';

const caller: Caller = { clientId: 1, walletId: 77, mode: 'test', apiKeyId: 1 };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Makes keys that wait for their answers. */
async function promise(...keys: string[]): Promise<void> {
  await database.pool.query(
    `INSERT INTO idempotency_key (wallet_id, key, fingerprint, transaction_id, answer_due_at, created_at)
     SELECT $1, key, 'same', 1, now(), now() FROM unnest($2::text[]) AS key`,
    [caller.walletId, keys],
  );
}

async function stored(key: string): Promise<unknown> {
  const { rows } = await database.pool.query(
    'SELECT answer_status AS status, answer AS body FROM idempotency_key WHERE wallet_id = $1 AND key = $2',
    [caller.walletId, key],
  );
  return rows[0];
}

test('answers that come together are stored together, each with its own key, wallet and bytes', async () => {
  await promise('a', 'b"\\,{}');
  const answers = new AnswerKeeper(database.pool);
  const given = [
    { status: 200, body: '{"a":"ö \\"quoted\\" \\\\ {NULL}"}' },
    { status: 422, body: 'NULL' },
  ] as const;
  const kept = await Promise.all([
    answers.store(caller, 'a', given[0].status, given[0].body),
    answers.store(caller, 'b"\\,{}', given[1].status, given[1].body),
    answers.store({ ...caller, walletId: 78 }, 'a', 200, 'of nobody'),
  ]);
  expect(kept).toEqual([...given, { status: 200, body: 'of nobody' }]);
  expect([await stored('a'), await stored('b"\\,{}')]).toEqual(given);
});

test('of two answers to one key the first is stored, and whoever comes second is given it', async () => {
  await promise('twice', 'once before');
  const answers = new AnswerKeeper(database.pool);
  const first = { status: 200, body: 'first' };
  expect(
    await Promise.all([answers.store(caller, 'twice', 200, 'first'), answers.store(caller, 'twice', 503, 'second')]),
  ).toEqual([first, first]);
  await answers.store(caller, 'once before', 200, 'first');
  expect(await answers.store(caller, 'once before', 503, 'second')).toEqual(first);
  expect(await stored('once before')).toEqual(first);
});

test('a key whose row somebody holds keeps no other answer waiting, and is stored when the row is free', async () => {
  await promise('held', 'free');
  const answers = new AnswerKeeper(database.pool);
  const holder = await database.pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM idempotency_key WHERE wallet_id = $1 AND key = 'held' FOR UPDATE`, [caller.walletId]);
  const held = answers.store(caller, 'held', 200, 'later');
  await answers.store(caller, 'free', 200, 'now');
  expect(await stored('held')).toEqual({ status: null, body: null });
  await holder.query('COMMIT');
  holder.release();
  expect(await held).toEqual({ status: 200, body: 'later' });
  expect(await stored('held')).toEqual({ status: 200, body: 'later' });
});

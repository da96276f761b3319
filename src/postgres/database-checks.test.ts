import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { run } from '../../test/postgres-server.ts';
import { checkDatabase } from './database-checks.ts';
import { DatabaseNotStarted } from './start-error.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

test('a server that fits is accepted', async () => {
  await checkDatabase(database.target, false);
});

test('a database with synchronous_commit off is refused when its data matters', async () => {
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  await run(database.target, `ALTER DATABASE ${rows[0]?.name} SET synchronous_commit = off`);
  await expect(checkDatabase(database.target, true)).rejects.toThrow(
    /^DATABASE_URL: the server has (fsync|synchronous_commit) off, .*; turn it on$/,
  );
  await checkDatabase(database.target, false);
});

test.for([
  [
    'postgresql://somebody:secret@127.0.0.1:1/nsimbi',
    /^DATABASE_URL: 127\.0\.0\.1:1 cannot be reached .*; start it, or correct/,
  ],
  ['postgresql://somebody:secret@name.invalid/nsimbi', /^DATABASE_URL: name\.invalid:5432 cannot be reached/],
  ['postgresql:///nsimbi?host=/no/such/folder', /^DATABASE_URL: \/no\/such\/folder:5432 cannot be reached/],
] as const)('%s is refused in one line, without its password', async ([connectionString, sentence]) => {
  const refusal = await checkDatabase({ connectionString }, true).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refusal instanceof DatabaseNotStarted)) throw new Error(`not refused: ${String(refusal)}`);
  expect(refusal.message).toMatch(sentence);
  expect(refusal.message).not.toContain('secret');
  expect(refusal.message).not.toContain('\n');
});

test('a database that does not exist is refused with the SQL that makes it', async () => {
  const target = {
    connectionString: database.target.connectionString.replace(/nsimbi_test_\w+/, 'nowhere_to_be_found'),
  };
  await expect(checkDatabase(target, false)).rejects.toThrow(/CREATE DATABASE nowhere_to_be_found;$/);
});

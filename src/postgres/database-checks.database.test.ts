import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { run } from '../../test/postgres-server.ts';
import { checkDatabase } from './database-checks.ts';
import { DatabaseNotStarted } from './start-error.ts';
import { findUnsafeSettings } from './unsafe-settings.ts';

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

describe('a database with which acknowledged payments can be lost is refused when its data matters', () => {
  // The tests' own server is not durable; a session shows of it only what is set for the database, the role or the URL.
  const refusalOf = async (target = database.target) => {
    const refusal = await checkDatabase(target, true).then(
      () => '',
      (error: Error) => error.message,
    );
    await checkDatabase(target, false);
    return refusal;
  };
  const unsafe = async (target = database.target) => {
    const client = new pg.Client(target);
    await client.connect();
    try {
      const found = await findUnsafeSettings(client);
      return found.find(({ name }) => name === 'synchronous_commit') ?? null;
    } finally {
      await client.end();
    }
  };
  const losesStandby = 'the loss of the server could lose payments that a synchronous standby should have';
  let name: string;
  let role: string;
  beforeAll(async () => {
    const { rows } = await database.pool.query('SELECT current_database() AS name, session_user AS role');
    name = rows[0].name;
    role = rows[0].role;
  });

  test('by the setting of the database', async () => {
    await run(database.target, `ALTER DATABASE ${name} SET synchronous_commit = off`);
    expect(await refusalOf()).toMatch(
      /^DATABASE_URL: the server has (fsync|full_page_writes|synchronous_commit) off, so a power cut could .*; set it to on: ALTER .*;$/,
    );
    await run(database.target, `ALTER DATABASE ${name} SET synchronous_commit = local`);
    expect(await unsafe()).toEqual({
      name: 'synchronous_commit',
      value: 'local',
      risk: losesStandby,
      remedy: `ALTER DATABASE ${name} RESET synchronous_commit;`,
    });
    await run(database.target, `ALTER DATABASE ${name} SET synchronous_commit = on`);
    expect(await unsafe()).toBeNull();
  });

  test('by the setting of the role in the database, though the database is safe', async () => {
    await run(database.target, `ALTER ROLE ${role} IN DATABASE ${name} SET synchronous_commit = local`);
    expect(await unsafe()).toMatchObject({
      value: 'local',
      remedy: `ALTER ROLE ${role} IN DATABASE ${name} RESET synchronous_commit;`,
    });
    await run(database.target, `ALTER ROLE ${role} IN DATABASE ${name} RESET synchronous_commit`);
  });

  test.each(['local', 'off'])('by %s in the URL', async (value) => {
    const { connectionString } = database.target;
    const options = `options=${encodeURIComponent(`-c synchronous_commit=${value}`)}`;
    const target = { connectionString: `${connectionString}${connectionString.includes('?') ? '&' : '?'}${options}` };
    expect(await unsafe(target)).toMatchObject({ value, remedy: 'remove it from DATABASE_URL or PGOPTIONS' });
    expect(await refusalOf(target)).toMatch(/^DATABASE_URL: the server has /);
  });
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

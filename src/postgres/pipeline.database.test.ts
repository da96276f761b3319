import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { sendStatement } from './pipeline.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.target.connectionString, pipeline: true, query_timeout: 3_000 });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('gives the answer, or what the server says against it', async () => {
  const answer = sendStatement(client, { name: 'add', text: 'SELECT $1::int + 1 AS sum', values: ['1'] });
  const failure = sendStatement(client, { text: 'SELECT 1 / $1::int', values: [0] });
  await expect(failure).rejects.toThrow('division by zero');
  expect((await answer).rows).toEqual([{ sum: 2 }]);
});

test.each([
  ['a name that stands for another text', { name: 'one', text: 'SELECT 2' }, 'must be unique'],
  ['a value that cannot be written', { text: 'SELECT $1::text', values: [unwritable()] }, 'circular'],
])('%s is refused before anything else is sent', async (_what, statement, why) => {
  await sendStatement(client, { name: 'one', text: 'SELECT 1' });
  const before = client.query('SELECT 3 AS three');
  expect(() => sendStatement(client, statement)).toThrow(why);
  expect((await before).rows).toEqual([{ three: 3 }]);
  // Longer than the driver waits for an answer: the refused statement is not one that it waits for.
  await expect(
    client.query('SELECT pg_sleep(1.6)').then(() => client.query('SELECT pg_sleep(1.6)')),
  ).resolves.toBeDefined();
});

function unwritable(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}

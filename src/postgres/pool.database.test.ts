import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the server is told to look for clients that vanished, in a session as it is opened', async () => {
  // What is set shows as 0 on a unix socket, where a vanished client is known at once; where it was set shows always.
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name LIKE 'tcp\\_%' AND source = 'session' ORDER BY name`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'tcp_keepalives_count',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
    'tcp_user_timeout',
  ]);
});

test('no statement is compiled before it runs, whatever the server does for others', async () => {
  const { rows } = await database.pool.query('SHOW jit');
  expect(rows).toEqual([{ jit: 'off' }]);
});

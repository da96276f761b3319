import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { isConnectionLost } from './errors.ts';
import { createPool } from './pool.ts';

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

/** A message of PostgreSQL's protocol: its type, its length with itself, its content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

test('a server that dies right after a session has begun fails that connection, and not the process', async () => {
  const begun = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
  const death = message(
    'E',
    Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
  );
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([...begun, death])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connectionString = `postgres://nobody@127.0.0.1:${port}/nothing`;
  const pool = createPool({ connectionString }, { applicationName: 'nsimbi test', max: 1 });
  await expect(pool.query('SELECT 1')).rejects.toSatisfy(isConnectionLost);
  await pool.end();
  server.close();
});

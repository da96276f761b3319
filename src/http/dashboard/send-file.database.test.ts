import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { sendFile } from './send-file.ts';
import type { StaffContext } from './server/context.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('no more of a long file is made when the guard refuses in its middle', async () => {
  let made = 0;
  async function* pieces() {
    for (; made < 10; made += 1) yield 'x'.repeat(100_000);
  }
  const server = Fastify();
  server.decorateRequest('staffContext', null);
  server.get('/', (request, reply) => {
    request.staffContext = {
      person: { email: 'owner@example.ug' },
      client: null,
      recheck: () => Promise.reject(new Error('signed out')),
    } as unknown as StaffContext;
    return sendFile(database.pool, request, reply, { name: 'long.csv', type: 'text/csv', pieces: pieces() });
  });
  const response = await fetch(await server.listen({ host: '127.0.0.1', port: 0 }));
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow(/terminated/);
  expect(made).toBe(2);
  await server.close();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { putPerson } from '../../../access/people/credentials.ts';
import { isDashboardVisitLikely } from './mount-dashboard.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const sessionUntil = async (personId: string, id: string, end: string) => {
  await database.pool.query(
    `INSERT INTO person_session (id, person_id, token, expires_at, created_at, updated_at)
     VALUES ($1, $2, $1, now() + $3::interval, now(), now())`,
    [id, personId, end],
  );
};

test('a visitor is expected at a terminal, and where a session goes on', async () => {
  const { pool } = database;
  const personId = await putPerson(pool, {
    email: 'namutebi@example.ug',
    name: 'Namutebi',
    platformRole: null,
    password: 'a long one for a test',
  });
  expect(await isDashboardVisitLikely(pool, true)).toBe(true);
  expect(await isDashboardVisitLikely(pool, false)).toBe(false);
  await sessionUntil(personId, 'over', '-1 minute');
  expect(await isDashboardVisitLikely(pool, false)).toBe(false);
  await sessionUntil(personId, 'open', '1 day');
  expect(await isDashboardVisitLikely(pool, false)).toBe(true);
});

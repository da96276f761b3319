import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { LockLost, whileLocked } from './advisory-lock.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
/** Sees all sessions, and may end them. */
let administrator: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  administrator = new pg.Client({ connectionString: database.target.connectionString });
  await administrator.connect();
});
afterAll(async () => {
  await administrator.end();
  await database.drop();
});

const applicationName = 'nsimbi test lock';
const holder = `pg_locks JOIN pg_stat_activity USING (pid)
                WHERE locktype = 'advisory' AND granted AND application_name = '${applicationName}'`;

test('the connection of a lock is used, so that it does not end for want of traffic', async () => {
  const settings = { idle_session_timeout: '500' };
  const pool = createPool(database.target, { applicationName, max: 1, settings });
  // Much longer than it may be idle.
  const isOld = async () =>
    (await administrator.query(`SELECT FROM ${holder} AND query_start > backend_start + interval '2 seconds'`))
      .rowCount;
  await whileLocked(
    pool,
    'test',
    async (lost) => {
      await expect.poll(isOld, { timeout: 20_000 }).toBe(1);
      expect(lost.aborted).toBe(false);
    },
    50,
  );
  await pool.end();
});

test('the signal of the work aborts when the connection of its lock ends, and another session can have the lock', async () => {
  const pool = createPool(database.target, { applicationName, max: 1 });
  const work = whileLocked(pool, 'test', async (lost) => {
    await administrator.query(`SELECT pg_terminate_backend(pid) FROM ${holder}`);
    if (!lost.aborted) await once(lost, 'abort');
    expect(await whileLocked(database.pool, 'test', async () => 'done')).toBe('done');
    lost.throwIfAborted();
  });
  await expect(work).rejects.toThrow(LockLost);
  await pool.end();
});

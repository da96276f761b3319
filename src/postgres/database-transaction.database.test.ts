import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { run } from '../../test/postgres-server.ts';
import { inDatabaseTransaction, NotCommitted } from './database-transaction.ts';
import { CommitInDoubt, DatabaseUnavailable } from './errors.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = createPool(database.target, { applicationName: 'nsimbi test', max: 1, role: 'nsimbi_owner' });
  await owner.query('CREATE TABLE jar (name text PRIMARY KEY, coins integer NOT NULL CHECK (coins >= 0))');
  await owner.query('GRANT SELECT, INSERT, UPDATE ON jar TO nsimbi_service');
  await owner.end();
});

afterAll(async () => {
  await database.drop();
});

test('what was written is there after the commit, and the result is handed on', async () => {
  const result = await inDatabaseTransaction(database.pool, async (client) => {
    await client.query(`INSERT INTO jar VALUES ('kept', 5)`);
    return 'done';
  });
  expect(result).toBe('done');
  expect(await coinsOf('kept')).toBe(5);
});

test('an error undoes everything and reaches the caller', async () => {
  const failing = inDatabaseTransaction(database.pool, async (client) => {
    await client.query(`INSERT INTO jar VALUES ('undone', 5)`);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await coinsOf('undone')).toBeNull();
});

test('a swallowed error of a statement does not pass for a commit', async () => {
  const swallowing = inDatabaseTransaction(database.pool, async (client) => {
    await client.query(`INSERT INTO jar VALUES ('swallowed', 5)`);
    await client.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow(NotCommitted);
  expect(await coinsOf('swallowed')).toBeNull();
});

test('of two that wait for each other one is run again, and both happen', async () => {
  await database.pool.query(`INSERT INTO jar VALUES ('left', 0), ('right', 0)`);
  let met = 0;
  let meet = (): void => undefined;
  const bothHoldOne = new Promise<void>((resolve) => {
    meet = () => {
      met += 1;
      if (met === 2) resolve();
    };
  });
  const crossing = (first: string, second: string): Promise<void> =>
    inDatabaseTransaction(database.pool, async (client) => {
      await client.query('UPDATE jar SET coins = coins + 1 WHERE name = $1', [first]);
      meet();
      await bothHoldOne;
      await client.query('UPDATE jar SET coins = coins + 1 WHERE name = $1', [second]);
    });
  await Promise.all([crossing('left', 'right'), crossing('right', 'left')]);
  // More often when the one that is run again takes its first row before the other has woken up.
  expect(met).toBeGreaterThanOrEqual(3);
  expect([await coinsOf('left'), await coinsOf('right')]).toEqual([2, 2]);
});

test('a connection cut before the commit is said to have changed nothing', async () => {
  const cut = inDatabaseTransaction(database.pool, async (client) => {
    await client.query(`INSERT INTO jar VALUES ('cut', 5)`);
    await client.query('RESET ROLE; SELECT pg_terminate_backend(pg_backend_pid())');
  });
  await expect(cut).rejects.toThrow(DatabaseUnavailable);
  expect(await coinsOf('cut')).toBeNull();
});

test('a connection cut during the commit is said to be in doubt', async () => {
  await run(
    database.target,
    `CREATE FUNCTION nsimbi.leave_in_the_middle() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER cut_the_commit AFTER INSERT ON nsimbi.jar DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.name = 'in doubt') EXECUTE FUNCTION nsimbi.leave_in_the_middle()`,
  );
  const cut = inDatabaseTransaction(database.pool, async (client) => {
    await client.query(`INSERT INTO jar VALUES ('in doubt', 5)`);
  });
  await expect(cut).rejects.toThrow(CommitInDoubt);
});

test('a commit whose answer never came, for a reason that nobody foresaw, is said to be in doubt', async () => {
  const committing = inDatabaseTransaction(database.pool, async (client) => {
    await client.query(`INSERT INTO jar VALUES ('unforeseen', 5)`);
    const query = client.query.bind(client);
    vi.spyOn(client, 'query').mockImplementation((async (text: string) => {
      await query(text);
      throw Object.assign(new Error('software caused connection abort'), { code: 'ECONNABORTED' });
    }) as typeof client.query);
  });
  await expect(committing).rejects.toThrow(CommitInDoubt);
  expect(await coinsOf('unforeseen')).toBe(5);
});

test('a connection that breaks while idle is replaced without anybody noticing', async () => {
  const pool = createPool(database.target, { applicationName: 'nsimbi broken', max: 2 });
  await pool.query('SELECT 1');
  await run(
    database.target,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'nsimbi broken'`,
  );
  await expect.poll(() => pool.totalCount).toBe(0);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('each connection has the role, the schema, the clock and the limits that were asked for', async () => {
  const { rows } = await database.pool.query(`
    SELECT current_user AS role, current_schema AS schema, current_setting('TimeZone') AS zone,
           current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`);
  expect(rows).toEqual([{ role: 'nsimbi_service', schema: 'nsimbi', zone: 'UTC', statement: '3500ms', lock: '2s' }]);
});

test('the service cannot change or remove what the ledger has written', async () => {
  for (const statement of [
    'UPDATE transfer SET amount = 1',
    'DELETE FROM transfer',
    'UPDATE event SET snapshot = $$x$$',
  ]) {
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});

async function coinsOf(name: string): Promise<number | null> {
  const { rows } = await database.pool.query<{ coins: number }>('SELECT coins FROM jar WHERE name = $1', [name]);
  return rows[0]?.coins ?? null;
}

import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { run } from '../../test/postgres-server.ts';
import type { Queryable } from '../postgres/pool.ts';
import { historyReader } from './complete-store.ts';
import { createHistoryPool, HistoryUnavailable } from './history-store.ts';

const partitionSize = 10_000_000;
const tables = ['transaction', 'transfer', 'event'];

let primary: TestDatabase;
let store: TestDatabase;
let history: pg.Pool;
let movedBelow: number;
let reader: Queryable;
/** The texts of the statements on connections to the store. */
let statements: string[];

beforeAll(async () => {
  [primary, store] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
  history = createHistoryPool(store.target.connectionString, { applicationName: 'nsimbi test history', max: 1 });
  history.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    client.query = ((...asked: unknown[]) => {
      statements.push(String(asked[0]));
      return query(...asked);
    }) as typeof client.query;
  });
});
afterAll(async () => {
  await history.end();
  await Promise.all([primary.drop(), store.drop()]);
});

beforeEach(async () => {
  await primary.owner.query('DELETE FROM history_partition');
  await inStore(`
    DROP SCHEMA IF EXISTS nsimbi CASCADE;
    CREATE SCHEMA nsimbi;
    CREATE TABLE nsimbi.copied (first_id bigint NOT NULL, table_name text NOT NULL, copy_id uuid NOT NULL, rows bigint NOT NULL)`);
  movedBelow = 0;
  statements = [];
  reader = historyReader(history, primary.pool, async () => ({ movedBelow, createdUntilMs: 0 }));
});

/** Also ends the connections to the store, as its restore and its failover do. */
async function inStore(sql: string): Promise<void> {
  await run(store.target, sql);
  await run(
    store.target,
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'nsimbi test history'`,
  );
  await expect.poll(() => history.totalCount).toBe(0);
}

/** A partition moves, with three rows of each table. @returns its mark in the store. */
async function move(number: number): Promise<string> {
  const firstId = number * partitionSize;
  const { rows } = await primary.owner.query<{ copy_id: string }>(
    `INSERT INTO history_partition (first_id, end_id, closed_at, transactions, transfers, events, accounts, pairs)
     VALUES ($1, $2, clock_timestamp(), 3, 3, 3, '{}', '{}') RETURNING copy_id`,
    [firstId, firstId + partitionSize],
  );
  movedBelow = firstId + partitionSize;
  return tables
    .map((table) => `INSERT INTO nsimbi.copied VALUES (${firstId}, '${table}', '${rows[0]?.copy_id}', 3);`)
    .join(' ');
}

const read = async () => (await reader.query<{ one: number }>('SELECT 1 AS one')).rows;

test('a complete history store is checked once for a connection and a boundary', async () => {
  await inStore(await move(0));
  for (let n = 0; n < 3; n += 1) expect(await read()).toEqual([{ one: 1 }]);
  const asked = ['SELECT 1 AS one', 'SELECT 1 AS one', 'SELECT 1 AS one'];
  expect(statements).toEqual([expect.stringContaining('FROM copied'), ...asked]);
  await run(store.target, await move(1));
  statements = [];
  for (let n = 0; n < 3; n += 1) await read();
  expect(statements).toEqual([expect.stringContaining('FROM copied'), ...asked]);
});

test('while nothing has moved, nothing is checked', async () => {
  await inStore('DROP SCHEMA nsimbi CASCADE');
  expect(await read()).toEqual([{ one: 1 }]);
});

test('a history store that is restored to a time before its last move is not read until it has all again', async () => {
  await inStore((await move(0)) + (await move(1)));
  expect(await read()).toHaveLength(1);
  await inStore(
    `CREATE TABLE nsimbi.kept AS SELECT * FROM nsimbi.copied; DELETE FROM nsimbi.copied WHERE first_id > 0`,
  );
  for (let n = 0; n < 2; n += 1) {
    await expect(read()).rejects.toThrow(HistoryUnavailable);
    await expect(read()).rejects.toThrow('it does not have the partition from 10000000 on');
  }
  expect(statements.filter((text) => text === 'SELECT 1 AS one')).toHaveLength(1);
  await inStore('INSERT INTO nsimbi.copied SELECT * FROM nsimbi.kept WHERE first_id > 0');
  expect(await read()).toHaveLength(1);
});

test('another database is not read as the history store', async () => {
  await inStore(`${await move(0)} UPDATE nsimbi.copied SET copy_id = gen_random_uuid()`);
  await expect(read()).rejects.toThrow('it has another copy of the partition from 0 on');
  await inStore('DROP SCHEMA nsimbi CASCADE');
  await expect(read()).rejects.toThrow('it does not have the partition from 0 on');
});

test('a connection of before a move is checked when the boundary has moved', async () => {
  await inStore(await move(0));
  expect(await read()).toHaveLength(1);
  await move(1);
  await expect(read()).rejects.toThrow('it does not have the partition from 10000000 on');
});

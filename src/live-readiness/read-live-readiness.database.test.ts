import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { lycaWallet } from '../../test/operators/third-operator/operator.ts';
import { loadConfig } from '../config.ts';
import type { Operator } from '../operators/contract.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Sealer } from '../secrets/sealer.ts';
import { readLiveReadiness } from './read-live-readiness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

const sealer = async () => new Sealer([{ id: 'k1', key: Buffer.alloc(32, 1) }]);

/** The database, but for statements with some words. */
function pool(words: string, instead: () => Promise<never>): Queryable {
  const query = (statement: string | { readonly text: string }, values?: unknown[]) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    return text.includes(words) ? instead() : database.pool.query(statement as string, values);
  };
  return { query: query as Queryable['query'] };
}

async function openSteps(
  db: Queryable,
  limitMs: number,
  settings: Record<string, string> = {},
  registry?: readonly Operator[],
) {
  const config = loadConfig({ ...database.settings, ...settings });
  const steps = await readLiveReadiness({
    pool: db,
    config,
    sealer,
    limitMs,
    ...(registry === undefined ? {} : { registry }),
  });
  return steps.filter(({ status }) => status === 'unknown').map(({ id, found }) => ({ id, found }));
}

it('a statement that fails makes its own step unknown, with the reason', async () => {
  const db = pool('FROM backup_check', () => Promise.reject(new Error('Connection terminated unexpectedly.\n')));
  expect(await openSteps(db, 60_000)).toEqual([
    { id: 'backups', found: 'This could not be checked: Connection terminated unexpectedly.' },
  ]);
});

it('a statement that does not end is given up, and the other steps are known', async () => {
  const db = pool('FROM backup_check', () => new Promise(() => undefined));
  expect(await openSteps(db, 10_000)).toEqual([
    { id: 'backups', found: 'This could not be checked: it took longer than 10 s.' },
  ]);
});

it('without a database every step is still there', async () => {
  const db = pool('', () => Promise.reject(new Error('the database is away')));
  const unknown = await openSteps(db, 60_000);
  expect(unknown.map(({ id }) => id)).toEqual([
    ...['administrators', 'second_person', 'database', 'first_password', 'demo_data', 'processes', 'clock'],
    ...['backups', 'metrics', 'notifications', 'proofs', 'audit'],
  ]);
});

it('a further operator has its steps by its line in the registry', async () => {
  const config = loadConfig(
    {
      ...database.settings,
      NSIMBI_LYCA_API_USER: 'user-1',
      NSIMBI_LYCA_API_KEY: 'key-1',
      NSIMBI_LYCA_BASE_URL: 'http://127.0.0.1:1',
    },
    [lycaWallet],
  );
  const steps = await readLiveReadiness({
    pool: database.pool,
    config,
    sealer,
    registry: [lycaWallet],
    limitMs: 30_000,
  });
  expect(steps.slice(0, 3).map(({ id, status }) => [id, status])).toEqual([
    ['credentials_lyca', 'to_do'],
    ['float_lyca', 'unknown'],
    ['callbacks_lyca', 'to_do'],
  ]);
});

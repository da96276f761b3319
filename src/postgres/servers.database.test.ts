import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../test/postgres-server.ts';
import { createOwnPostgres, createStandby, type OwnPostgres } from '../../test/service/own-postgres.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import { inDatabaseTransaction } from './database-transaction.ts';
import { DatabaseUnavailable } from './errors.ts';
import { migrate } from './migrate.ts';
import { createPool, type DatabaseTarget } from './pool.ts';
import { watchPrimary } from './servers.ts';

let folder: string;
let first: OwnPostgres;
let second: OwnPostgres;
/** Both servers, the second one first. */
let both: DatabaseTarget;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-servers-'));
  chmodSync(folder, 0o755);
  first = await createOwnPostgres(folder);
  await migrate({ connectionString: first.urlOf('nsimbi') });
  second = await createStandby(first, join(folder, 'second'));
  const hosts = [second, first].map(({ cluster }) => encodeURIComponent(cluster.socketFolder)).join(',');
  const one = first.urlOf('nsimbi').replace(encodeURIComponent(first.cluster.socketFolder), hosts);
  both = { connectionString: `${one}&target_session_attrs=read-write` };
});

afterAll(async () => {
  await first.stop();
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});

const isStandby = async (db: pg.Pool): Promise<boolean> =>
  (await db.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')).rows[0]?.is === true;

const write = (pool: pg.Pool) =>
  inDatabaseTransaction(pool, (db) => db.query('UPDATE trusted_clock SET wall_at = wall_at'));

test('connects to the primary wherever it is in the list, and follows a promotion though the old primary goes on', async () => {
  const pool = createPool(both, { applicationName: 'nsimbi test', max: 2 });
  expect(await isStandby(pool)).toBe(false);
  await write(pool);
  const changes: { primary: string | null; cut: number }[] = [];
  const endWatch = watchPrimary(both, (change) => changes.push(change));

  // Both take writes now, and the old one still answers: a network that was cut in two, or a mistake.
  await run({ connectionString: second.urlOf('postgres') }, 'SELECT pg_promote()');
  const newPlace = `${second.cluster.socketFolder}:5432`;
  await waitUntil('the new primary is known', () => changes.some(({ primary }) => primary === newPlace));
  expect(changes.reduce((sum, { cut }) => sum + cut, 0)).toBe(1);
  const started = (db: pg.Pool) =>
    db.query<{ at: string }>('SELECT pg_postmaster_start_time()::text AS at').then(({ rows }) => rows[0]?.at);
  const direct = createPool({ connectionString: second.urlOf('nsimbi') }, { applicationName: 'nsimbi test', max: 1 });
  const newStart = await started(direct);
  await direct.end();
  await waitUntil('writes reach the new primary', async () => {
    await write(pool).catch(() => undefined);
    return (await started(pool)) === newStart;
  });

  // The new one is lost. The old one is no primary, whatever it says of itself.
  await second.stop();
  await expect.poll(() => changes.at(-1)?.primary).toBe(null);
  await expect(write(pool)).rejects.toThrow(DatabaseUnavailable);
  await second.start();
  await expect
    .poll(() =>
      write(pool).then(
        () => 'written',
        () => 'refused',
      ),
    )
    .toBe('written');
  await endWatch();
  await pool.end();
});

test('connections to a server that no longer takes writes are cut, and a write that comes before is refused as unavailable', async () => {
  const target = { connectionString: second.urlOf('nsimbi') };
  const readOnly = async (setting: 'on' | 'off') => {
    await run(
      { connectionString: second.urlOf('postgres') },
      `ALTER SYSTEM SET default_transaction_read_only = ${setting}`,
    );
    // Of a new session, so that it is known that the setting was read again.
    await waitUntil(`writes are ${setting === 'on' ? 'refused' : 'taken'}`, async () => {
      await run(target, 'SELECT pg_reload_conf()');
      const client = new pg.Client(target);
      await client.connect();
      const { rows } = await client.query('SHOW default_transaction_read_only');
      await client.end();
      return rows[0]?.default_transaction_read_only === setting;
    });
  };
  const pool = createPool(target, { applicationName: 'nsimbi test', max: 2 });
  const client = await pool.connect();
  const ended = new Promise((resolve) => client.once('end', () => resolve('ended')));
  await readOnly('on');
  await expect(write(pool)).rejects.toThrow(DatabaseUnavailable);
  const cuts: number[] = [];
  const endWatch = watchPrimary(target, ({ cut }) => cuts.push(cut));
  expect(await ended).toBe('ended');
  client.release(true);
  expect(cuts[0]).toBeGreaterThan(0);
  await endWatch();

  await readOnly('off');
  await write(pool);
  await pool.end();
});

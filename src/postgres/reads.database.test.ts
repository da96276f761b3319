import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../test/postgres-server.ts';
import { recordsIn } from '../../test/records.ts';
import { createOwnPostgres, createStandby, type OwnPostgres } from '../../test/service/own-postgres.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import type { Records } from '../history/records.ts';
import { migrate } from './migrate.ts';
import { createPool, type Queryable } from './pool.ts';
import { Registration } from './processes.ts';
import { StandbyReads } from './reads.ts';

const lagMsMax = 2_000;
let folder: string;
let primary: OwnPostgres;
let standby: OwnPostgres;
let pools: { readonly primary: Pools; readonly standby: Pools };
let registration: Registration;
let reads: StandbyReads<Records>;
const changes: boolean[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-reads-'));
  chmodSync(folder, 0o755);
  primary = await createOwnPostgres(folder);
  await migrate({ connectionString: primary.urlOf('nsimbi') });
  standby = await createStandby(primary, join(folder, 'standby'));
  pools = { primary: poolsOf(primary), standby: poolsOf(standby) };
  registration = await Registration.begin({
    pool: pools.primary.short,
    roles: ['api'],
    onRefused: (error) => expect.unreachable(error.message),
    onError: () => undefined,
  });
  reads = new StandbyReads({
    primary: recordsBy(pools.primary),
    standby: recordsBy(pools.standby),
    heartbeats: registration,
    lagMsMax,
    onChange: (is) => changes.push(is),
  });
});

afterAll(async () => {
  await reads.close();
  await registration.end();
  for (const { short, brief, long } of Object.values(pools)) await Promise.all([short.end(), brief.end(), long.end()]);
  await standby.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Pools {
  readonly short: pg.Pool;
  readonly brief: pg.Pool;
  readonly long: pg.Pool;
}

function recordsBy({ short, brief, long }: Pools) {
  return { short: recordsIn(short), brief: recordsIn(brief), long: recordsIn(long) };
}

function poolsOf(server: OwnPostgres): Pools {
  const target = { connectionString: server.urlOf('nsimbi') };
  return {
    short: createPool(target, { applicationName: 'nsimbi test', max: 3 }),
    brief: createPool(target, { applicationName: 'nsimbi test', max: 1, settings: { statement_timeout: '7000' } }),
    long: createPool(target, { applicationName: 'nsimbi test', max: 1, role: 'nsimbi_reader' }),
  };
}

const isStandby = async (db: Queryable): Promise<boolean> =>
  (await db.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')).rows[0]?.is === true;

const place = async () => {
  const { value, asOf } = await reads.run(isStandby);
  return { value, isDated: asOf !== null };
};

async function timeoutOf(source: Queryable): Promise<string | undefined> {
  const { rows } = await source.query<{ statement_timeout: string }>('SHOW statement_timeout');
  return rows[0]?.statement_timeout;
}

test('reads at the standby, and says of which moment its data is', async () => {
  await waitUntil('the standby has a heartbeat', async () => (await place()).value);
  const before = Date.now();
  const { asOf } = await reads.run(isStandby);
  expect(before - (asOf?.getTime() ?? 0)).toBeLessThanOrEqual(lagMsMax);
  expect(asOf?.getTime()).toBeLessThanOrEqual(Date.now());
  const brief = await reads.run(async (source) => [await isStandby(source), await timeoutOf(source)], 'brief');
  expect(brief.value).toEqual([true, '7s']);
  const long = reads.long();
  expect(await isStandby(long.value)).toBe(true);
  expect(long.asOf).not.toBeNull();
});

test('reads at the primary while the standby is too far behind, and at the standby again when it has caught up', async () => {
  await run({ connectionString: standby.urlOf('postgres') }, 'SELECT pg_wal_replay_pause()');
  await waitUntil('the primary is read', async () => !(await place()).value);
  expect(await place()).toEqual({ value: false, isDated: false });
  expect(await isStandby(reads.long().value)).toBe(false);
  expect((await reads.run(timeoutOf, 'brief')).value).toBe('7s');
  await run({ connectionString: standby.urlOf('postgres') }, 'SELECT pg_wal_replay_resume()');
  await waitUntil('the standby is read again', async () => (await place()).value);
});

test('reads again at the primary what a lost standby did not answer, and no request fails', async () => {
  const places: boolean[] = [];
  let isLost = false;
  const reading = (async () => {
    while (!isLost || places.at(-1) === true) places.push((await place()).value);
  })();
  // On a busy machine the standby can be too far behind for a moment before.
  await waitUntil('the standby is read', () => places.at(-1) === true);
  await standby.stop();
  isLost = true;
  await reading;
  await standby.start();
  await waitUntil('the standby is read again', async () => (await place()).value);
  expect(changes.length).toBeGreaterThanOrEqual(5);
  expect(changes).toEqual(changes.map((_, at) => at % 2 === 0));
});

test('an error of the statement itself is not tried at the primary', async () => {
  let tries = 0;
  const wrong = reads.run(async (db) => {
    tries += 1;
    return await db.query('SELECT 1 / 0');
  });
  await expect(wrong).rejects.toThrow('division by zero');
  expect(tries).toBe(1);
});

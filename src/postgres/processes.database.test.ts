import { hostname } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import { createPool } from './pool.ts';
import { listMetricsReads, listProcesses, type ProcessState, Registration } from './processes.ts';
import { programVersion } from './program-version.ts';

let database: TestDatabase;
const registrations: Registration[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  for (const registration of registrations.splice(0)) await registration.end();
  await database.drop();
});

async function register(errors: unknown[] = [], pool = database.pool): Promise<Registration> {
  const registration = await Registration.begin({
    pool,
    roles: ['api', 'work'],
    onRefused: (error) => errors.push(error),
    onError: (error) => errors.push(error),
  });
  registrations.push(registration);
  return registration;
}

async function statesOf(): Promise<ProcessState[]> {
  return (await listProcesses(database.pool)).map(({ state }) => state);
}

test('the metrics of a process that is ready were read when it was noted', async () => {
  const registration = await register();
  registration.noteMetricsRead();
  await registration.enter('starting');
  expect(await listMetricsReads(database.pool)).toEqual([]);
  const other = await register();
  await registration.enter('ready');
  await other.enter('ready');
  expect(await listMetricsReads(database.pool)).toMatchObject([
    { host: hostname(), pid: process.pid, metricsReadMsAgo: expect.any(Number) },
    { metricsReadMsAgo: null },
  ]);
});

/** The number of its last heartbeat that was committed. */
async function beatOf({ processId }: Registration): Promise<number> {
  const { rows } = await database.pool.query<{ beat: string }>('SELECT beat FROM process WHERE process_id = $1', [
    processId,
  ]);
  return Number(rows[0]?.beat);
}

test('a process is listed with its roles and version from its start to its end', async () => {
  const registration = await register();
  const common = { host: hostname(), pid: process.pid, roles: ['api', 'work'], version: programVersion };
  expect(await listProcesses(database.pool)).toMatchObject([{ ...common, state: 'starting', address: null }]);
  await registration.enter('ready', 'http://127.0.0.1:4500');
  await registration.enter('stopping');
  expect(await listProcesses(database.pool)).toMatchObject([
    { ...common, state: 'stopping', address: 'http://127.0.0.1:4500' },
  ]);
  await registration.end();
  expect(await listProcesses(database.pool)).toEqual([]);
});

test('heartbeats are numbered, and each is known when it is committed', async () => {
  const registration = await register();
  const sent = await waitUntil('two heartbeats', async () => {
    const beat = await beatOf(registration);
    return beat >= 2 ? registration.sentAt(beat) : undefined;
  });
  expect(sent.wallMs).toBeLessThanOrEqual(Date.now());
  expect(sent.monotonicMs).toBeLessThanOrEqual(performance.now());
  expect(registration.sentAt(0)).toBeUndefined();
});

test('a process without heartbeats for 30 s of trusted time is no longer listed; one that goes on is listed again', async () => {
  const pool = createPool(database.target, { applicationName: 'nsimbi test process', max: 1 });
  const registration = await register([], pool);
  await registration.enter('ready');
  for (const silence of [
    `UPDATE process SET seen_at = trusted_now() - interval '30 seconds'`,
    // Its row was removed while it was frozen.
    'DELETE FROM process',
  ]) {
    // Its heartbeats need the only connection.
    const held = await pool.connect();
    await database.owner.query(silence);
    expect(await statesOf()).toEqual([]);
    held.release();
    await waitUntil('it goes on', async () => (await statesOf()).length === 1);
  }
  expect(await statesOf()).toEqual(['ready']);
  await registration.end();
  await pool.end();
});

test('the next process removes the rows of those that were killed', async () => {
  await database.owner.query(
    `INSERT INTO process (process_id, host, pid, roles, version, state, seen_at)
     VALUES (gen_random_uuid(), 'gone', 1, '{work}', '0.2.0', 'ready', trusted_now() - interval '31 seconds')`,
  );
  await register();
  const { rows } = await database.pool.query('SELECT host FROM process');
  expect(rows).toEqual([{ host: hostname() }]);
});

test('a heartbeat that fails is reported, and made up for by the next', async () => {
  const errors: unknown[] = [];
  const registration = await register(errors);
  await database.owner.query('REVOKE UPDATE (beat) ON process FROM nsimbi_service');
  await waitUntil('a heartbeat has failed', () => errors.length > 0);
  await database.owner.query('GRANT UPDATE (beat) ON process TO nsimbi_service');
  const before = await beatOf(registration);
  await waitUntil('the next heartbeat', async () => (await beatOf(registration)) > before);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';
import { type ClockDifference, readClockDifference, TrustedClock } from './trusted-clock.ts';

const day = 86_400_000;
let database: TestDatabase;
const alarms: ClockDifference[] = [];
const processes = [1, 2, 3].map(() => new TrustedClock((difference) => alarms.push(difference)));

beforeAll(async () => {
  // Without the clock that every other database of a test has.
  database = await createEmptyDatabase();
  await migrate(database.target);
});
afterAll(() => database.drop());

/** What the row says, and what a statement reads at the same moment; in milliseconds. */
async function read(): Promise<{ version: number; rowMs: number; trustedNowMs: number; hourAheadMs: number }> {
  const { rows } = await database.pool.query(`
    SELECT version::integer, extract(epoch FROM trusted_at)::float8 * 1000 AS "rowMs",
           extract(epoch FROM trusted_now())::float8 * 1000 AS "trustedNowMs",
           extract(epoch FROM wall_time_of(trusted_now() + interval '1 hour') - statement_timestamp())::float8 * 1000
             AS "hourAheadMs"
      FROM trusted_clock`);
  return rows[0];
}

/** As if the wall clock were set that far ahead now: the row is moved back in its place. */
async function setWallClock(aheadMs: number): Promise<void> {
  await database.pool.query(
    `UPDATE trusted_clock SET trusted_at = trusted_at - ahead, wall_at = wall_at - ahead, steady_since = steady_since - ahead
       FROM (SELECT $1 * interval '1 millisecond' AS ahead) AS set`,
    [aheadMs],
  );
}

test('three processes advance the clock together by the time that passes, never faster', async () => {
  const beganMs = performance.now();
  const begin = await read();
  const stop = new AbortController();
  const looking = processes.map(async (clock) => {
    while (!stop.signal.aborted) {
      await clock.look(database.pool);
      await sleep(Math.random() * 20);
    }
  });
  await expect.poll(async () => (await read()).version, { timeout: 60_000 }).toBeGreaterThan(begin.version + 30);
  stop.abort();
  await Promise.all(looking);
  const end = await read();
  expect(end.rowMs - begin.trustedNowMs).toBeLessThanOrEqual(performance.now() - beganMs + 1);
  // A process that looks between another one's reading and writing of the row counts from its own look: milliseconds get lost.
  const { differenceMs, isAlarming } = await readClockDifference(database.pool);
  expect(differenceMs).toBeGreaterThanOrEqual(0);
  expect(differenceMs).toBeLessThan(1_000);
  expect(isAlarming).toBe(false);
  expect(alarms).toEqual([]);
});

test('a wall clock that is set ahead raises the alarm in every process, adds seconds, and ends the alarm when it is set back', async () => {
  const { rowMs } = await read();
  await setWallClock(8 * day);
  const jumped = await read();
  // It was moved back with the row.
  expect(jumped.trustedNowMs + 8 * day - rowMs).toBeLessThanOrEqual(5_001);
  expect(jumped.hourAheadMs).toBeCloseTo(3_600_000, 0);
  for (const clock of [...processes, ...processes]) await clock.look(database.pool);
  expect(alarms.map(({ isAlarming }) => isAlarming)).toEqual([true, true, true]);
  expect(alarms[0]?.differenceMs).toBeGreaterThan(8 * day - 60_000);
  expect((await readClockDifference(database.pool)).isAlarming).toBe(true);

  await setWallClock(-8 * day);
  for (const clock of [...processes, ...processes]) await clock.look(database.pool);
  expect(alarms.slice(3).map(({ isAlarming }) => isAlarming)).toEqual([false, false, false]);
  expect((await readClockDifference(database.pool)).isAlarming).toBe(false);
});

test('a process that comes back to a version that another wrote adds nothing of its own', async () => {
  const [first, second] = processes as [TrustedClock, TrustedClock];
  await first.look(database.pool);
  await first.look(database.pool);
  const { version } = await read();
  await second.look(database.pool);
  expect((await read()).version).toBe(version);
  await second.look(database.pool);
  expect((await read()).version).toBe(version + 1);
});

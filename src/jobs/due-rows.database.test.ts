import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createPool } from '../postgres/pool.ts';
import { type DueRowsOptions, dueRows, dueRowsLagMs, type Lease, type NextDue } from './due-rows.ts';
import type { DueWork } from './due-work.ts';

let database: TestDatabase;
type Worker = Pick<DueWork<unknown>, 'wake' | 'stop'>;

let workers: Worker[] = [];
/** Work that does not end before the test lets it. */
let hanging: PromiseWithResolvers<NextDue>;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.pool.query('DELETE FROM approval');
});

beforeEach(() => {
  hanging = Promise.withResolvers();
});

afterEach(async () => {
  hanging.resolve({ dueInMs: 0 });
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

afterAll(async () => {
  await database.drop();
});

test('of three workers that claim at once, exactly one works on each of 200 rows', async () => {
  await addRows(200);
  const worked: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    startWorker({
      concurrency: 7,
      work: async (row, lease) => {
        worked.push(row);
        await settle(lease);
        return 'settled';
      },
    });
  }
  await expect.poll(rowsLeft).toBe(0);
  expect(worked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
});

test('a row is committed as claimed before its work begins', async () => {
  await addRows(1);
  let seen: unknown;
  startWorker({
    work: async (_row, lease) => {
      seen = (await database.pool.query('SELECT lease_until > now() AS leased, lease_token FROM approval')).rows;
      expect(seen).toEqual([{ leased: true, lease_token: lease.leaseToken }]);
      await settle(lease);
      return 'settled';
    },
  });
  await expect.poll(rowsLeft).toBe(0);
});

test('the row of a crashed worker is done by another when the lease has ended, and the crashed one writes nothing more', async () => {
  await addRows(1);
  let crashedLease: Lease | null = null;
  const crashed = startWorker({
    leaseMs: 300,
    work: (_row, lease) => {
      crashedLease = lease;
      return hanging.promise;
    },
  });
  await expect.poll(() => crashedLease).not.toBeNull();
  const leasedUntil = await leaseEnd();

  let doneAt: Date | null = null;
  startWorker({
    work: async () => {
      doneAt = await databaseTime();
      return { dueInMs: 3_600_000 };
    },
  });
  await expect.poll(() => doneAt).not.toBeNull();
  expect(doneAt).toSatisfy((at: Date) => at >= leasedUntil);
  await expect.poll(leaseEnd).toBeNull();

  const dueBefore = await dueAt();
  hanging.resolve({ dueInMs: 7_200_000 });
  await crashed.stop();
  expect(await dueAt()).toEqual(dueBefore);
});

test('a wake ends the sleep', async () => {
  // With timers that never fire, only the wake can make it look again.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const pool = createPool(database.target, { applicationName: 'nsimbi sleeper', max: 1 });
  const queries = vi.spyOn(pool, 'query');
  try {
    const worked: number[] = [];
    const worker = startWorker({
      pool,
      work: async (row, lease) => {
        worked.push(row);
        await settle(lease);
        return 'settled';
      },
    });
    await expect.poll(() => queries.mock.settledResults.map(({ type }) => type)).toEqual(['fulfilled', 'fulfilled']);
    await addRows(1);
    worker.wake();
    await expect.poll(() => worked).toEqual([1]);
    await worker.stop();
  } finally {
    vi.useRealTimers();
    await pool.end();
  }
});

test('a row that becomes due later is done then, not before, without a wake', async () => {
  await addRows(1, 400);
  const due = await dueAt();
  let doneAt: Date | null = null;
  startWorker({
    work: async (_row, lease) => {
      doneAt = await databaseTime();
      await settle(lease);
      return 'settled';
    },
  });
  await expect.poll(() => doneAt, { interval: 5 }).not.toBeNull();
  expect(doneAt).toSatisfy((at: Date) => at >= due);
});

test("this machine's clock has no say", async () => {
  await addRows(1, 3_600_000);
  await addRow(2, 0);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-01-01') });
  try {
    const worked: number[] = [];
    startWorker({
      work: async (row) => {
        worked.push(row);
        return { dueInMs: 3_600_000 };
      },
    });
    await expect.poll(() => worked).toEqual([2]);
    await expect.poll(() => dueInMs(2)).toBeGreaterThan(3_590_000);
    expect(await dueInMs(2)).toBeLessThanOrEqual(3_600_000);
    expect(worked).toEqual([2]);
  } finally {
    vi.useRealTimers();
  }
});

test('a row that asks for another turn gets it', async () => {
  await addRows(1);
  let turns = 0;
  startWorker({
    work: async (_row, lease) => {
      turns += 1;
      if (turns < 3) return { dueInMs: 30 };
      await settle(lease);
      return 'settled';
    },
  });
  await expect.poll(rowsLeft).toBe(0);
  expect(turns).toBe(3);
});

test('work that throws is tried again later, and after the last time it is given up, with its error', async () => {
  await addRows(1);
  await database.pool.query('UPDATE approval SET failures = 1');
  const gaveUp: unknown[] = [];
  const errors: unknown[] = [];
  const worker = startWorker({
    failuresMax: 3,
    work: async () => {
      throw new Error('cannot be read');
    },
    onGaveUp: async (row, lease, error) => {
      gaveUp.push([row, error]);
      await settle(lease);
      return 'settled';
    },
    onError: (error) => errors.push(error),
  });
  await expect.poll(() => errors.length).toBe(1);
  await expect
    .poll(async () => (await database.pool.query('SELECT failures, lease_token FROM approval')).rows)
    .toEqual([{ failures: 2, lease_token: null }]);
  expect(await dueInMs(1)).toBeGreaterThan(500);
  expect(gaveUp).toEqual([]);

  await database.pool.query('UPDATE approval SET due_at = now()');
  worker.wake();
  await expect.poll(rowsLeft).toBe(0);
  expect(gaveUp).toEqual([[1, new Error('cannot be read')]]);
});

test('stop waits for the work in hand and begins nothing more', async () => {
  await addRows(3);
  let begun = 0;
  let ended = 0;
  const mayEnd = Promise.withResolvers<void>();
  const worker = startWorker({
    concurrency: 1,
    work: async (_row, lease) => {
      begun += 1;
      await mayEnd.promise;
      await settle(lease);
      ended += 1;
      return 'settled';
    },
  });
  await expect.poll(() => begun).toBe(1);
  const stopped = worker.stop();
  mayEnd.resolve();
  await stopped;
  expect([begun, ended, await rowsLeft()]).toEqual([1, 1, 2]);
});

test('an error that says nothing about the row counts as no failure of it, however often it comes', async () => {
  await addRows(1);
  await database.pool.query('UPDATE approval SET failures = 4');
  const passing = new Error('too much is waiting');
  const errors: unknown[] = [];
  let givenUp = 0;
  const worker = startWorker({
    failuresMax: 5,
    work: async () => {
      throw passing;
    },
    onGaveUp: async () => {
      givenUp += 1;
      return { dueInMs: 3_600_000 };
    },
    isPassing: (error) => error === passing,
    onError: (error) => errors.push(error),
  });
  for (let times = 1; times <= 3; times += 1) {
    await expect.poll(() => errors.length).toBe(times);
    await expect
      .poll(async () => (await database.pool.query('SELECT failures, lease_token FROM approval')).rows)
      .toEqual([{ failures: 4, lease_token: null }]);
    expect(await dueInMs(1)).toBeGreaterThan(500);
    await database.pool.query('UPDATE approval SET due_at = now()');
    worker.wake();
  }
  expect(givenUp).toBe(0);
});

test('the lag is the age of the longest due row without a lease', async () => {
  expect(await dueRowsLagMs(database.pool, 'approval')).toBe(0);
  await addRow(1, -5_000);
  await addRow(2, -60_000);
  await database.pool.query(`UPDATE approval SET lease_until = now() + interval '1 minute' WHERE transaction_id = 2`);
  const lag = await dueRowsLagMs(database.pool, 'approval');
  expect(lag).toBeGreaterThanOrEqual(5_000);
  expect(lag).toBeLessThan(30_000);
});

function startWorker(options: Partial<DueRowsOptions<number>>): Worker {
  const worker = dueRows<number>({
    pool: database.pool,
    table: 'approval',
    read: (columns) => Number(columns.transaction_id),
    work: async () => ({ dueInMs: 3_600_000 }),
    onGaveUp: async () => ({ dueInMs: 3_600_000 }),
    onError: (error) => {
      throw error;
    },
    concurrency: 10,
    leaseMs: 60_000,
    failuresMax: 5,
    isPassing: () => false,
    ...options,
  });
  workers.push(worker);
  worker.start();
  return worker;
}

async function addRows(count: number, dueIn = 0): Promise<void> {
  await database.pool.query(
    `INSERT INTO approval (transaction_id, wallet_id, maker, due_at)
     SELECT n, 1000001, 'test', clock_timestamp() + $2 * interval '1 millisecond' FROM generate_series(1, $1) AS n`,
    [count, dueIn],
  );
}

async function addRow(transactionId: number, dueIn: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO approval (transaction_id, wallet_id, maker, due_at)
     VALUES ($1, 1000001, 'test', clock_timestamp() + $2 * interval '1 millisecond')`,
    [transactionId, dueIn],
  );
}

async function settle({ transactionId, leaseToken }: Lease): Promise<void> {
  const { rowCount } = await database.pool.query(
    'DELETE FROM approval WHERE transaction_id = $1 AND lease_token = $2',
    [transactionId, leaseToken],
  );
  expect(rowCount).toBe(1);
}

async function one<T>(statement: string, values: unknown[] = []): Promise<T> {
  const { rows } = await database.pool.query<{ value: T }>(statement, values);
  const row = rows[0];
  if (row === undefined) throw new Error(`no row: ${statement}`);
  return row.value;
}

const rowsLeft = (): Promise<number> => one('SELECT count(*)::integer AS value FROM approval');
const leaseEnd = (): Promise<Date> => one('SELECT lease_until AS value FROM approval');
const dueAt = (): Promise<Date> => one('SELECT due_at AS value FROM approval');
const databaseTime = (): Promise<Date> => one('SELECT clock_timestamp() AS value');
const dueInMs = (transactionId: number): Promise<number> =>
  one(
    `SELECT (extract(epoch FROM due_at - clock_timestamp()) * 1000)::integer AS value FROM approval WHERE transaction_id = $1`,
    [transactionId],
  );

import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CopiedLog, type DroppedBecause } from './copied-log.ts';

let pool: pg.Pool;
let log: CopiedLog<string>;
const dropped = { too_many: 0, not_written: 0 };
const errors: unknown[] = [];

beforeEach(() => {
  pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' });
  Object.assign(dropped, { too_many: 0, not_written: 0 });
  errors.length = 0;
  log = new CopiedLog({
    pool,
    columns: 'log (line)',
    write: (fields, item) => {
      fields.text(item);
      if (item === 'broken') throw new Error('no row of it');
    },
    // The database takes its time, so that everything waits.
    keepDays: () => new Promise((resolve) => setTimeout(resolve, 50)),
    onWritten: () => undefined,
    onDropped: (why: DroppedBecause, rows) => {
      dropped[why] += rows;
    },
    onError: (error) => errors.push(error),
  });
});

afterEach(async () => {
  await log.close();
  await pool.end();
});

test('an item of which no row can be made is dropped alone and told, and whoever noted it never hears', () => {
  log.note('whole');
  log.note('broken');
  log.note('whole');
  expect(dropped).toEqual({ too_many: 0, not_written: 1 });
  expect(errors).toEqual([new Error('no row of it')]);
});

test('what waits takes 16 MiB and no more', () => {
  const large = 'x'.repeat(2 ** 20 - 1);
  for (let n = 0; n < 20; n += 1) log.note(large);
  expect(dropped).toEqual({ too_many: 4, not_written: 0 });
});

test('what the database does not take is dropped and told, and there is room again', async () => {
  const large = 'x'.repeat(2 ** 20 - 1);
  for (let n = 0; n < 16; n += 1) log.note(large);
  await log.flush();
  expect(dropped).toEqual({ too_many: 0, not_written: 16 });
  log.note(large);
  expect(dropped.too_many).toBe(0);
});

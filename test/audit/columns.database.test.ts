import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivedColumns, operationalColumns, provenColumns } from '../../src/audit/columns.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { EverythingBooks } from './books.ts';
import { allDerivedColumns, corrupt, findingsOf, isOfHistory } from './corruptions.ts';
import { openIntruder } from './intruder.ts';

let database: TestDatabase;
let intruder: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await EverythingBooks.write(database);
  intruder = await openIntruder(database);
});
afterAll(async () => {
  await intruder.end();
  await database.drop();
});

test('each column of the database is in exactly one list', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT relname || '.' || attname AS name
       FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE nspname = 'nsimbi' AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped`,
  );
  const listed = [
    ...Object.entries(derivedColumns).flatMap(([table, rules]) =>
      Object.values(rules).map((columns) => [table, columns] as const),
    ),
    ...Object.entries(provenColumns),
    ...Object.entries(operationalColumns).flatMap(([table, reasons]) =>
      Object.values(reasons).map((columns) => [table, columns] as const),
    ),
  ].flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`));
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('nothing is found in books with a row of everything', async () => {
  expect(await auditFindings(database.pool)).toEqual([]);
});

describe('a change is found, with ids, of', () => {
  // src/audit/moved-history.database.test.ts changes those of history.
  test.each(allDerivedColumns.filter((one) => !isOfHistory(one)))('$column of $table by $rule', async (changed) => {
    await intruder.query('BEGIN');
    try {
      expect(await corrupt(intruder, changed), 'there is a row').toBe(true);
      const found = await findingsOf(intruder, changed.rule);
      expect(found).not.toEqual([]);
      for (const detail of found) expect(detail).toMatch(/\d|live mode/);
    } finally {
      await intruder.query('ROLLBACK');
    }
  });
});

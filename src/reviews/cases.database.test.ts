import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { recordsIn } from '../../test/records.ts';
import { listCases } from './cases.ts';
import { meaningOfKind } from './kinds.ts';
import { isResolution, meaningOfResolution } from './resolutions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The words that the CHECK of a column allows. */
async function wordsOf(column: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1`,
    [`review_case_${column}_check`],
  );
  return [...(rows[0]?.definition ?? '').matchAll(/'([a-z_]+)'/g)].flatMap(([, word]) => word ?? []);
}

test('every kind of case that the table takes has its meaning, and no other', async () => {
  expect(Object.keys(meaningOfKind).toSorted()).toEqual((await wordsOf('kind')).toSorted());
});

test('every resolution that the table takes has its meaning, and no other', async () => {
  const words = await wordsOf('resolution');
  expect(Object.keys(meaningOfResolution).toSorted()).toEqual(words.toSorted());
  expect(words.every(isResolution)).toBe(true);
  expect(isResolution('toString')).toBe(false);
});

test('cases are listed by mode, after a number, open ones only unless all are asked for', async () => {
  await database.pool.query(
    `INSERT INTO review_case (mode, operator_account_id, kind, claim, found, opened_at, resolved_at, resolution,
                              resolution_reason, resolved_by, confirmed_by)
     SELECT mode, 1, 'missing_here', n, '{}', clock_timestamp(), CASE WHEN ended THEN clock_timestamp() END,
            CASE WHEN ended THEN 'dismissed' END, CASE WHEN ended THEN 'Ours' END, CASE WHEN ended THEN 'a' END,
            CASE WHEN ended THEN 'b' END
       FROM (VALUES ('1', 'live', false), ('2', 'test', false), ('3', 'live', true), ('4', 'live', false))
         AS wanted (n, mode, ended) ORDER BY n`,
  );
  const listed = async (query: Partial<Parameters<typeof listCases>[1]>) => {
    const cases = await listCases(recordsIn(database.pool), { mode: null, all: false, after: 0, limit: 10, ...query });
    return cases.map(({ reviewCaseId }) => reviewCaseId);
  };
  const [first = 0, ...others] = await listed({ all: true });
  expect([first, ...others]).toEqual([first, first + 1, first + 2, first + 3]);
  expect(await listed({})).toEqual([first, first + 1, first + 3]);
  expect(await listed({ mode: 'live' })).toEqual([first, first + 3]);
  expect(await listed({ after: first, limit: 1 })).toEqual([first + 1]);
  expect(await listed({ mode: 'live', all: true, after: first })).toEqual([first + 2, first + 3]);
});

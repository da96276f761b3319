import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { booleanArray, jsonLines, numberArray, textArray } from './array-parameter.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('PostgreSQL reads back any text, with quotes, backslashes, braces, commas, line breaks and NULL', async () => {
  const text = fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme' }).map((s) => s.replaceAll('\u0000', '')),
      fc.constantFrom('', 'NULL', 'null', '"', '\\', '{', '}', ',', '\n', ' a ', 'Ssebo — ₦ 😀'),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (values) => {
      const { rows } = await database.pool.query('SELECT $1::text[] AS read', [textArray(values)]);
      expect(rows[0].read).toEqual(values);
    }),
    { numRuns: 100 },
  );
});

test('PostgreSQL reads back numbers, truths and NULL', async () => {
  const { rows } = await database.pool.query('SELECT $1::bigint[] AS numbers, $2::boolean[] AS truths', [
    numberArray([1, -2n, null, 9_007_199_254_740_991]),
    booleanArray([true, false, null]),
  ]);
  expect(rows[0]).toEqual({ numbers: ['1', '-2', null, '9007199254740991'], truths: [true, false, null] });
});

test('documents of JSON come back one by one, with line breaks inside them, and null as NULL', async () => {
  const documents = [JSON.stringify({ text: 'two\nlines "quoted" \\ back' }), null, JSON.stringify({ text: 'Ssebo' })];
  const { rows } = await database.pool.query(
    `SELECT array_agg(document) AS read FROM unnest(string_to_array($1::text, E'\\n', '')) AS document`,
    [jsonLines(documents)],
  );
  expect(rows[0].read).toEqual(documents);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { bigintArray, numberArray, textArray } from './array-parameter.ts';

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

test('PostgreSQL reads back numbers and NULL', async () => {
  const { rows } = await database.pool.query('SELECT $1::bigint[] AS numbers', [
    numberArray([1, -2n, null, 9_007_199_254_740_991]),
  ]);
  expect(rows[0]).toEqual({ numbers: ['1', '-2', null, '9007199254740991'] });
});

test('PostgreSQL reads back numbers that are sent as bytes', async () => {
  const number = fc.oneof(
    fc.maxSafeInteger(),
    fc.maxSafeInteger().map(BigInt),
    fc.constantFrom(0, -1, 2 ** 32, -(2 ** 32)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(number, { maxLength: 20 }), async (values) => {
      const { rows } = await database.pool.query('SELECT $1::bigint[] AS read', [
        bigintArray(values, (value) => value),
      ]);
      expect(rows[0].read).toEqual(values.map(String));
    }),
    { numRuns: 100 },
  );
});

test.each([1.5, Number.NaN, 2 ** 53, 2n ** 63n])('%s is not sent as a number', (value) => {
  expect(() => bigintArray([value], (same) => same)).toThrow(RangeError);
});

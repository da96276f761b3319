import { expect, it } from 'vitest';
import { judgeClock } from './checks.ts';

it.each([
  ['the same time', 1_000_000, 'ok'],
  ['what the way there and back explains', 1_000_150, 'ok'],
  ['two seconds ahead', 1_002_200, 'warning'],
  ['two seconds behind', 998_000, 'warning'],
  ['a minute ahead', 1_060_000, 'problem'],
])('a database whose clock is %s is judged', (_what, databaseMs, result) => {
  expect(judgeClock(databaseMs, 1_000_000, 1_000_200).result).toBe(result);
});

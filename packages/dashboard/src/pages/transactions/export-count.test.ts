import { expect, test } from 'vitest';
import { exportCountText } from './export-count.ts';

test.each([
  [0, true, '0 transactions.'],
  [1, true, '1 transaction.'],
  [12_345, true, '12,345 transactions.'],
  [100_000, false, 'At least 100,000 transactions; older ones were not counted.'],
  [1, false, 'At least 1 transaction; older ones were not counted.'],
])('%s rows, exact: %s', (rows, isExact, text) => {
  expect(exportCountText({ rows, is_exact: isExact })).toBe(text);
});

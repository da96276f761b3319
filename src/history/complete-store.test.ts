import { expect, test } from 'vitest';
import { type Copy, whatIsMissing } from './complete-store.ts';

const moved: readonly Copy[] = [
  { first_id: '0', table_name: 'event', copy_id: 'a', rows: '30' },
  { first_id: '0', table_name: 'transaction', copy_id: 'a', rows: '10' },
  { first_id: '10000000', table_name: 'transaction', copy_id: 'b', rows: '20' },
];
const [events, first, second] = moved as [Copy, Copy, Copy];

test.each<[string, readonly Copy[], string | null]>([
  ['has all that has moved', [second, events, first], null],
  // It is being copied, or the primary was restored to a time before it moved.
  ['also has a partition that has not moved', [...moved, { ...second, first_id: '20000000' }], null],
  ['is empty', [], 'it does not have the partition from 0 on, which has moved there'],
  [
    'was restored to a time before its last move',
    [events, first],
    'it does not have the partition from 10000000 on, which has moved there',
  ],
  [
    'is that of another database',
    [events, first, { ...second, copy_id: 'c' }],
    'it has another copy of the partition from 10000000 on than the one that has moved there',
  ],
  [
    'lost the last steps of a copy',
    [events, first, { ...second, rows: '19' }],
    'of the partition from 10000000 on it has 19 rows of transaction, and 20 have moved there',
  ],
])('a history store that %s', (_how, present, missing) => {
  expect(whatIsMissing(moved, present)).toBe(missing);
});

import { expect, test } from 'vitest';
import { rebased } from './rebased.ts';

const began = { per_transaction: 50_000, per_day: '' as number | string };

test('a field that the person left alone is as somebody else has set it since', () => {
  const typed = { ...began, per_transaction: 70_000 };
  expect(rebased(typed, began, { per_transaction: 50_000, per_day: 900_000 })).toEqual({
    per_transaction: 70_000,
    per_day: 900_000,
  });
});

test('what the person has changed stays, also what they have emptied', () => {
  const typed = { ...began, per_transaction: '' as number | string };
  expect(rebased(typed, began, { per_transaction: 60_000, per_day: '' })).toEqual({ per_transaction: '', per_day: '' });
});

import { expect, test } from 'vitest';
import { filtersIn, queryOf } from './filters.ts';

test('filters come from the address, and what is none of them is left out', () => {
  expect(filtersIn({ search: ' SM_1_2 ', type: '', status: 'failed', other: 'x', from: 3 })).toEqual({
    search: 'SM_1_2',
    status: 'failed',
  });
});

test('days are those of Kampala, and the last one is shown too', () => {
  expect(queryOf({ from: '2026-11-30', to: '2026-12-31' })).toEqual({
    from: '2026-11-30T00:00:00+03:00',
    to: '2027-01-01T00:00:00+03:00',
  });
});

import { expect, test } from 'vitest';
import { filtersIn, namedFilters, queryOf } from './filters.ts';

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

test('filters without a field are named, so that a person sees and removes them', () => {
  const filters = filtersIn({ phone: '256772000001', amount: '25000', text: 'rent', client_reference: 'INV-7' });
  expect(namedFilters(filters).map(({ label }) => label)).toEqual([
    'Client reference INV-7',
    'Phone +256 772 000 001',
    'Amount UGX 25,000',
    'Name or note with rent',
  ]);
  expect(namedFilters({ amount: 'much' })).toEqual([{ name: 'amount', label: 'Amount much' }]);
  expect(namedFilters({ search: 'rent', status: 'failed' })).toEqual([]);
});

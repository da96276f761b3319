import { expect, test } from 'vitest';
import { isSearchedFor, recipientGroups } from './recipient-options.ts';

const at = '2026-11-27T09:00:00.000Z';
const saved = { phone: '256772000001', name: 'Grace Namuli', note: 'Rent', saved_by: 'a@example.ug', saved_at: at };
const recent = (phone: string, name: string | null) => ({ phone, name, last_payment_at: at });

test('a recipient that is saved is not offered as a recent one too, and an empty group is left out', () => {
  expect(recipientGroups([saved], [recent('256772000001', 'GRACE NAMULI'), recent('256700000002', null)])).toEqual([
    { group: 'Saved', items: [{ value: '256772000001', label: 'Grace Namuli, +256 772 000 001' }] },
    { group: 'Recent', items: [{ value: '256700000002', label: '+256 700 000 002' }] },
  ]);
  expect(recipientGroups([saved], [recent('256772000001', null)]).map(({ group }) => group)).toEqual(['Saved']);
  expect(recipientGroups([], [])).toEqual([]);
});

const option = { value: '256772000001', label: 'Grace Namuli, +256 772 000 001' };

test.each([
  ['', true],
  ['grace', true],
  [' NAMULI ', true],
  ['0772 000', true],
  ['772000001', true],
  ['+256772', true],
  ['0773', false],
  ['john', false],
])('a search for "%s" finds it: %s', (search, isFound) => {
  expect(isSearchedFor(option, search)).toBe(isFound);
});

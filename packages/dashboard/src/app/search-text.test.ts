import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

test('filters make an address that people can read', () => {
  expect(stringifySearch({ phone: '256772000001', status: 'failed', from: undefined, q: '' })).toBe(
    '?phone=256772000001&status=failed',
  );
  expect(stringifySearch({})).toBe('');
});

test('what looks like a number stays a text', () => {
  expect(parseSearch('?phone=256772000001&q=a%26b')).toEqual({ phone: '256772000001', q: 'a&b' });
});

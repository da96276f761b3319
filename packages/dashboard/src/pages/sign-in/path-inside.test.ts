import { expect, test } from 'vitest';
import { pathInside } from './path-inside.ts';

test.each([
  ['/clients/1/test/transactions?status=failed', '/clients/1/test/transactions?status=failed'],
  ['/account#sessions', '/account#sessions'],
  ['https://elsewhere.example/', null],
  ['//elsewhere.example/', null],
  // Browsers read a backslash as a slash, and leave out tabs.
  ['/\\elsewhere.example/', null],
  ['/\t/elsewhere.example/', null],
  ['javascript:alert(1)', null],
  ['', null],
  [undefined, null],
])('after the sign-in %j leads to %j', (back, path) => {
  expect(pathInside(back)).toBe(path);
});

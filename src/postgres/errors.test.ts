import { expect, test } from 'vitest';
import { isConnectionLost } from './errors.ts';

test.each([
  ['PANIC', '58030', true],
  ['FATAL', '57P01', true],
  ['ERROR', '58030', false],
  ['ERROR', '25006', true],
  ['ERROR', '23505', false],
])('a server that says %s %s: the connection is lost is %s', (severity, code, lost) => {
  expect(isConnectionLost(Object.assign(new Error('from the server'), { severity, code }))).toBe(lost);
});

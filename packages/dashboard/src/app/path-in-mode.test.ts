import { expect, test } from 'vitest';
import { pathInMode } from './path-in-mode.ts';

test.each([
  ['/clients/1/test', 'live', '/clients/1/live'],
  ['/clients/1/test/', 'live', '/clients/1/live'],
  ['/clients/1/test/webhooks', 'live', '/clients/1/live/webhooks'],
  // A transaction has one mode.
  ['/clients/1/live/transactions/42', 'test', '/clients/1/test/transactions'],
  // Live money has no virtual phone.
  ['/clients/1/test/handset', 'live', '/clients/1/live'],
] as const)('%s in %s mode is %s', (path, mode, other) => {
  expect(pathInMode(path, mode)).toBe(other);
});

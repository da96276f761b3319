import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SparseNotice } from './deliveries.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first notice is sent at once, later ones once per pause, and the last occasion is never lost', () => {
  let sent = 0;
  const notice = new SparseNotice(() => (sent += 1), 100);
  notice.notify();
  expect(sent).toBe(1);
  for (let occasion = 0; occasion < 50; occasion += 1) notice.notify();
  expect(sent).toBe(1);
  vi.advanceTimersByTime(100);
  expect(sent).toBe(2);
  vi.advanceTimersByTime(1_000);
  expect(sent).toBe(2);
  notice.notify();
  expect(sent).toBe(3);
});

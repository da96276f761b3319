import { expect, test } from 'vitest';
import { createLineLimiter } from './line-limiter.ts';

test('one line a second is written of each kind, with how many were left out before it', () => {
  let nowMs = 0;
  const limit = createLineLimiter(() => nowMs);
  const lines: string[] = [];
  const note = (kind: string) => limit(kind, (leftOut) => lines.push(`${kind} ${leftOut}`));
  for (let times = 0; times < 5; times += 1) note('User not found');
  note('Invalid password');
  nowMs = 999;
  note('User not found');
  nowMs = 1_000;
  note('User not found');
  note('Invalid password');
  expect(lines).toEqual(['User not found 0', 'Invalid password 0', 'User not found 5', 'Invalid password 0']);
});

test('ten thousand different kinds are some hundred lines', () => {
  const limit = createLineLimiter(() => 0);
  let lines = 0;
  for (let kind = 0; kind < 10_000; kind += 1) limit(String(kind), () => (lines += 1));
  expect(lines).toBe(101);
});

import { expect, test } from 'vitest';
import { endOfKampalaDay, kampalaDay } from './kampala-day.ts';

test('a day ends at 21:00 UTC, midnight in Kampala', () => {
  const before = kampalaDay(Date.parse('2026-11-21T20:59:59.999Z'));
  const after = kampalaDay(Date.parse('2026-11-21T21:00:00.000Z'));
  expect(after - before).toBe(1);
  expect(kampalaDay(Date.parse('2026-11-22T20:59:59.999Z'))).toBe(after);
});

test.each([
  ['2026-11-20T21:00:00.000Z', '2026-11-21T21:00:00.000Z'],
  ['2026-11-21T20:59:59.999Z', '2026-11-21T21:00:00.000Z'],
])('the day of %s ends at %s', (at, end) => {
  expect(endOfKampalaDay(Date.parse(at))).toBe(Date.parse(end));
});

import { expect, test } from 'vitest';
import { PeriodUnknown, periodOf, startOfKampalaDay } from './period.ts';

const kampala = (text: string) => Date.parse(`${text}+03:00`);
const nowMs = kampala('2026-11-22T15:00:00');

test('without a named period it is the whole days of the rows, in Kampala', () => {
  const covers = { firstMs: kampala('2026-11-19T08:12:00'), lastMs: kampala('2026-11-21T00:00:00') };
  expect(periodOf(null, covers, nowMs)).toEqual({
    fromMs: kampala('2026-11-19T00:00:00'),
    toMs: kampala('2026-11-22T00:00:00'),
  });
});

test('a day that is not over ends with the second of the last row, which an export does not split', () => {
  const covers = { firstMs: kampala('2026-11-22T08:12:00'), lastMs: kampala('2026-11-22T11:30:07') };
  expect(periodOf(null, covers, nowMs).toMs).toBe(kampala('2026-11-22T11:30:08'));
});

test('a named period is taken at its word, up to now', () => {
  const asked = { fromMs: kampala('2026-11-22T00:00:00'), toMs: kampala('2026-11-23T00:00:00') };
  expect(periodOf(asked, null, nowMs)).toEqual({ fromMs: asked.fromMs, toMs: nowMs });
  expect(periodOf(asked, null, asked.toMs + 1)).toEqual(asked);
});

test('a statement without times needs a named period', () => {
  expect(() => periodOf(null, null, nowMs)).toThrow(PeriodUnknown);
});

test.each([
  ['2026-11-21T00:00:00', '2026-11-21T00:00:00'],
  ['2026-11-21T23:59:59', '2026-11-21T00:00:00'],
])('the day of %s began at %s', (at, start) => {
  expect(startOfKampalaDay(kampala(at))).toBe(kampala(start));
});

import { describe, expect, test } from 'vitest';
import { nextPlannedLook } from './planned-looks.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Midnight in Kampala between 20 and 21 November 2026. */
const midnight = Date.parse('2026-11-20T21:00:00Z');

describe('rule 9: a payment that failed is asked about again', () => {
  test.each([
    { at: '10:00', failedAtMs: midnight - 14 * hour, sinceMs: 0, next: 'in 60 min', nextAtMs: midnight - 13 * hour },
    { at: '10:00', failedAtMs: midnight - 14 * hour, sinceMs: hour, next: 'at midnight', nextAtMs: midnight },
    { at: '10:00', failedAtMs: midnight - 14 * hour, sinceMs: 14 * hour, next: 'never', nextAtMs: null },
    { at: '23:40', failedAtMs: midnight - 20 * minute, sinceMs: 0, next: 'at midnight', nextAtMs: midnight },
    {
      at: '23:40',
      failedAtMs: midnight - 20 * minute,
      sinceMs: 20 * minute,
      next: 'at 0:40',
      nextAtMs: midnight + 40 * minute,
    },
    { at: '23:40', failedAtMs: midnight - 20 * minute, sinceMs: 48 * hour, next: 'never', nextAtMs: null },
  ])('failed at $at, after $sinceMs ms: $next', ({ failedAtMs, sinceMs, nextAtMs }) => {
    // Number 0 is scattered nowhere.
    expect(nextPlannedLook(failedAtMs, 0, failedAtMs + sinceMs)).toBe(nextAtMs);
  });

  test('the last look of a day’s failures is spread over half an hour after midnight', () => {
    const failedAtMs = midnight - 14 * hour;
    const looks = Array.from({ length: 1_000 }, (_, number) => nextPlannedLook(failedAtMs, number, failedAtMs + hour));
    for (const atMs of looks) {
      expect(atMs).toBeGreaterThanOrEqual(midnight);
      expect(atMs).toBeLessThan(midnight + 30 * minute);
    }
    const perMinute = new Map<number, number>();
    for (const atMs of looks) {
      const key = Math.floor(((atMs ?? 0) - midnight) / minute);
      perMinute.set(key, (perMinute.get(key) ?? 0) + 1);
    }
    expect(Math.max(...perMinute.values())).toBeLessThan(100);
  });
});

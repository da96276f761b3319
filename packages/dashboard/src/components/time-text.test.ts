import { describe, expect, test } from 'vitest';
import { dayText, durationText, exactMomentText, momentInKampala, momentText, shortMomentText } from './time-text.ts';

describe("a moment in Kampala's time", () => {
  test.each([
    ['2026-08-12T11:03:22Z', '12 Aug 2026, 14:03'],
    ['2025-08-02T01:03:22Z', '2 Aug 2025, 04:03'],
    // Already the new year in Kampala, three hours before London.
    ['2025-12-31T21:30:00Z', '1 Jan 2026, 00:30'],
  ])('%s is written %s, in this year and in others', (moment, text) => {
    expect(momentText(new Date(moment))).toBe(text);
  });

  test('begins in the same way to the day, to the minute and to the second', () => {
    const moment = new Date('2026-08-12T11:03:22Z');
    expect([dayText(moment), momentText(moment), exactMomentText(moment)]).toEqual([
      '12 Aug 2026',
      '12 Aug 2026, 14:03',
      '12 Aug 2026, 14:03:22',
    ]);
  });

  test.each([
    ['2026-08-12T11:03:22Z', '14:03'],
    // Yesterday evening in London is today in Kampala.
    ['2026-08-11T21:30:00Z', '00:30'],
    ['2026-08-11T11:03:22Z', '11 Aug, 14:03'],
    ['2025-12-31T11:03:22Z', '31 Dec 2025'],
    ['2027-01-01T11:03:22Z', '1 Jan 2027'],
  ])('%s is %s on the afternoon of 12 August 2026, where there is little room', (moment, text) => {
    expect(shortMomentText(new Date(moment), new Date('2026-08-12T14:00:00Z'))).toBe(text);
  });

  test("belongs to Kampala's day", () => {
    expect(dayText(new Date('2026-08-12T21:30:00Z'))).toBe('13 Aug 2026');
  });
});

test('a field of a form means Kampala, wherever the browser is', () => {
  expect(new Date(momentInKampala('2026-08-13T00:30')).toISOString()).toBe('2026-08-12T21:30:00.000Z');
});

test.each([
  [85.4, '85 ms'],
  [999.7, '1.0 s'],
  [1234, '1.2 s'],
  [59_990, '1 min'],
  [200_000, '3 min 20 s'],
])('%s milliseconds last %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

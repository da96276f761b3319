import { describe, expect, test } from 'vitest';
import { kampalaDay, kampalaTime } from '../ledger/kampala-day.ts';
import {
  dateOf,
  daysIntoTerm,
  isHoliday,
  isMonthEnd,
  isPayday,
  isWorkingDay,
  monthName,
  termName,
  timeOf,
  weekday,
} from './calendar.ts';

const dayOf = (date: string) => kampalaDay(Date.parse(`${date}T12:00:00+03:00`));

test.each([
  ['2026-11-27', 5, true],
  ['2026-11-28', 6, false],
  ['2026-11-29', 0, false],
  ['2026-10-09', 5, false], // Independence Day
  ['2026-12-25', 5, false],
  ['1969-12-28', 0, false], // before the days that are counted
] as const)('%s is weekday %i, a working day: %s', (date, number, works) => {
  expect([weekday(dayOf(date)), isWorkingDay(dayOf(date))]).toEqual([number, works]);
  expect(dateOf(dayOf(date))).toBe(date);
});

describe('paydays', () => {
  test.each([
    ['2026-10-28'], // a Wednesday
    ['2026-11-27'], // the 28th is a Saturday
    ['2027-02-26'], // the 28th is a Sunday
  ])('%s is one', (date) => expect(isPayday(dayOf(date))).toBe(true));

  test('there is one in each month of ten years, on a working day', () => {
    const [first, last] = [dayOf('2026-01-01'), dayOf('2035-12-31')];
    const paydays = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(isPayday);
    expect(new Set(paydays.map((day) => dateOf(day).slice(0, 7))).size).toBe(120);
    expect(paydays).toHaveLength(120);
    expect(paydays.every(isWorkingDay)).toBe(true);
  });
});

test.each([
  ['2026-02-02', 'Term III', 140],
  ['2026-02-03', 'Term I', 0],
  ['2026-05-25', 'Term I', 111],
  ['2026-05-26', 'Term II', 0],
  ['2026-09-15', 'Term III', 0],
  ['2026-11-27', 'Term III', 73],
] as const)('%s is in %s, %i days after its beginning', (date, term, days) => {
  expect([termName(dayOf(date)), daysIntoTerm(dayOf(date))]).toEqual([term, days]);
});

test.each([
  ['2026-11-27', false],
  ['2026-11-28', true],
  ['2026-12-03', true],
  ['2026-12-04', false],
])('%s is at the end of a month: %s', (date, is) => expect(isMonthEnd(dayOf(date))).toBe(is));

test('holidays are those of the date, and times those of Kampala', () => {
  expect(isHoliday(dayOf('2026-01-26'))).toBe(true);
  expect(isHoliday(dayOf('2026-01-27'))).toBe(false);
  expect(kampalaTime(timeOf(dayOf('2026-11-27'), 19, 40))).toBe('2026-11-27T19:40:00.000+03:00');
  expect(monthName(dayOf('2026-10-31'))).toBe('October 2026');
});

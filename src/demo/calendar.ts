import { kampalaDay, monthOfKampalaDay, startOfKampalaDay } from '../ledger/kampala-day.ts';

/** Days are counted since 1970-01-01 in Kampala, as the ledger counts them. */

/** Public holidays of Uganda with a fixed date, as month and day. */
const holidays: ReadonlySet<string> = new Set([
  '01-01',
  '01-26',
  '03-08',
  '05-01',
  '06-03',
  '06-09',
  '10-09',
  '12-25',
  '12-26',
]);

/** When terms of schools begin, about, as month and day. */
const termBeginnings = ['02-03', '05-26', '09-15'];

/** The day of the week, 0 for Sunday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function isHoliday(day: number): boolean {
  return holidays.has(dateOf(day).slice(5));
}

/** Monday to Friday, without holidays. */
export function isWorkingDay(day: number): boolean {
  return weekday(day) >= 1 && weekday(day) <= 5 && !isHoliday(day);
}

/** When salaries are paid: the last working day up to the 28th. */
export function isPayday(day: number): boolean {
  const dayOfMonth = Number(dateOf(day).slice(8));
  if (dayOfMonth > 28 || dayOfMonth < 20 || !isWorkingDay(day)) return false;
  return Array.from({ length: 28 - dayOfMonth }, (_, index) => day + 1 + index).every((later) => !isWorkingDay(later));
}

/** Whether people have their salaries: the days around the end of a month. */
export function isMonthEnd(day: number): boolean {
  return monthOfKampalaDay(day + 3) !== monthOfKampalaDay(day) || monthOfKampalaDay(day - 3) !== monthOfKampalaDay(day);
}

/** Days since the last beginning of a term. */
export function daysIntoTerm(day: number): number {
  const year = Number(dateOf(day).slice(0, 4));
  const begun = [year - 1, year].flatMap((one) =>
    termBeginnings.map((date) => kampalaDay(Date.parse(`${one}-${date}T00:00:00+03:00`))),
  );
  return day - Math.max(...begun.filter((first) => first <= day));
}

/** The number of the term, as receipts of schools write it. */
export function termName(day: number): string {
  const date = dateOf(day).slice(5);
  if (date >= '09-15' || date < '02-03') return 'Term III';
  return date >= '05-26' ? 'Term II' : 'Term I';
}

/** The date as 2026-11-23. */
export function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** The month as people write it: October 2026. */
export function monthName(day: number): string {
  return new Date(day * 86_400_000).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** A time of a day in Kampala, in milliseconds since 1970. */
export function timeOf(day: number, hour: number, minute = 0): number {
  return startOfKampalaDay(day) + (hour * 60 + minute) * 60_000;
}

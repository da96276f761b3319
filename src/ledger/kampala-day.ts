/** Kampala keeps UTC+3 all year (IANA Africa/Kampala). */
const kampalaOffsetMs = 3 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** The day in Kampala of a moment (milliseconds since 1970), as days since 1970-01-01. Daily limits count by it. */
export function kampalaDay(atMs: number): number {
  return Math.floor((atMs + kampalaOffsetMs) / dayMs);
}

/** A moment (milliseconds since 1970) as ISO 8601 in Kampala time with its offset: 2026-11-23T23:10:11.123+03:00. */
export function kampalaTime(atMs: number): string {
  return new Date(atMs + kampalaOffsetMs).toISOString().replace('Z', '+03:00');
}

/** Whether a date, or a date and time in ISO 8601, exists in the calendar: Date.parse reads 31 February as 3 March. */
export function isCalendarMoment(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && day.getUTCDate() === Number(text.slice(8, 10));
}

/**
 * The first moment of a day in Kampala, in milliseconds since 1970.
 * @param text such as 2027-01-31.
 * @returns null for text of another form and for a day that no calendar has.
 */
export function readKampalaDay(text: string): number | null {
  const startMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00+03:00`) : Number.NaN;
  // JavaScript reads 31 February as 3 March.
  if (Number.isNaN(startMs) || kampalaTime(startMs).slice(0, 10) !== text) return null;
  return startMs;
}

/** When the Kampala day of a moment is over, in milliseconds since 1970. */
export function endOfKampalaDay(atMs: number): number {
  return startOfKampalaDay(kampalaDay(atMs) + 1);
}

/** The first moment in Kampala, in milliseconds since 1970, of a day that is counted since 1970-01-01. */
export function startOfKampalaDay(day: number): number {
  return day * dayMs - kampalaOffsetMs;
}

/** The month of a day that is counted since 1970-01-01, as months since January 1970. */
export function monthOfKampalaDay(day: number): number {
  const date = new Date(day * dayMs);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** The first moment in Kampala, in milliseconds since 1970, of a month that is counted since January 1970. */
export function startOfKampalaMonth(month: number): number {
  return Date.UTC(1970, month) - kampalaOffsetMs;
}

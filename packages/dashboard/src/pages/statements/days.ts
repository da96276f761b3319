/** A day in Kampala as a date field has it: 2027-01-31. */
export function kampalaDay(moment: Date): string {
  return new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
}

/** The first and last day of the month before that of a day. */
export function monthBefore(day: string): { readonly from: string; readonly to: string } {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  const last = new Date(first.getTime() - 86_400_000).toISOString().slice(0, 10);
  return { from: `${last.slice(0, 7)}-01`, to: last };
}

/** The moment at which a day of Kampala begins, as the service takes it. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00+03:00`;
}

/** The day after a day. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

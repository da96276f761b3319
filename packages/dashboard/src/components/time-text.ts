const zone = 'Africa/Kampala';

const thisYear = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const otherYear = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: 'numeric', month: 'short', year: 'numeric' });
const year = new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric' });
// Swedish writes dates and times as ISO 8601 does.
const exact = new Intl.DateTimeFormat('sv-SE', {
  timeZone: zone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A moment in Kampala: 12 Aug, 14:03; with the year when that is not `now`'s. */
export function momentText(moment: Date, now: Date): string {
  return (year.format(moment) === year.format(now) ? thisYear : otherYear).format(moment);
}

/** A day in Kampala: 12 Aug 2026. */
export function dayText(moment: Date): string {
  return day.format(moment);
}

/** A moment in Kampala to the second: 2026-08-12 14:03:22 EAT. */
export function exactMomentText(moment: Date): string {
  return `${exact.format(moment)} EAT`;
}

/** The moment (ISO 8601) of what a field of type datetime-local says in Kampala: 2026-08-12T14:03. */
export function momentInKampala(local: string): string {
  // Kampala keeps no summer time.
  return `${local}:00+03:00`;
}

/** How long something took, from milliseconds: 85 ms, 1.2 s, 3 min 20 s. */
export function durationText(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

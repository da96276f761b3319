const zone = 'Africa/Kampala';

const day = { timeZone: zone, day: 'numeric', month: 'short', year: 'numeric' } as const;
const days = new Intl.DateTimeFormat('en-GB', day);
const moments = new Intl.DateTimeFormat('en-GB', { ...day, hour: '2-digit', minute: '2-digit' });
const daysOfYear = new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: 'numeric', month: 'short' });
const times = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
const exactMoments = new Intl.DateTimeFormat('en-GB', {
  ...day,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** A day in Kampala: 12 Aug 2026. */
export function dayText(moment: Date): string {
  return days.format(moment);
}

/** A moment in Kampala: 12 Aug 2026, 14:03. */
export function momentText(moment: Date): string {
  return moments.format(moment);
}

/** A moment in Kampala to the second: 12 Aug 2026, 14:03:22. */
export function exactMomentText(moment: Date): string {
  return exactMoments.format(moment);
}

/** A moment in Kampala where there is little room: 14:03 on the same day, 12 Aug, 14:03 in the same year, else 12 Aug 2025. */
export function shortMomentText(moment: Date, now: Date): string {
  if (dayText(moment) === dayText(now)) return times.format(moment);
  if (dayText(moment).slice(-4) !== dayText(now).slice(-4)) return dayText(moment);
  return `${daysOfYear.format(moment)}, ${times.format(moment)}`;
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

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

/** When the Kampala day of a moment is over, in milliseconds since 1970. */
export function endOfKampalaDay(atMs: number): number {
  return (kampalaDay(atMs) + 1) * dayMs - kampalaOffsetMs;
}

const units = [
  [86_400_000, 'day', 'days'],
  [3_600_000, 'hour', 'hours'],
  [60_000, 'minute', 'minutes'],
] as const;

/** How long ago something was, in the largest whole unit: 3 days. @param at ISO 8601. @param nowMs milliseconds since 1970. */
export function ageText(at: string, nowMs: number): string {
  const ageMs = Math.max(0, nowMs - Date.parse(at));
  for (const [unitMs, one, more] of units) {
    const count = Math.floor(ageMs / unitMs);
    if (count > 0) return `${count} ${count === 1 ? one : more}`;
  }
  return 'under a minute';
}

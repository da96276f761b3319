import { endOfKampalaDay } from './kampala-day.ts';

const hourMs = 3_600_000;

/** Looks at the end of a day are spread over this, so that a day's failures do not all ask in its last second. */
const spreadMs = 1_800_000;
/** Any number without a common factor with the spread scatters neighbours. */
const scatter = 7_919;

/**
 * When an operator is asked again about a payment that it called failed: an hour later, and when the Kampala day is over,
 * because a late success must not be lost (providers.md section 4, rule 9). Pure.
 * @returns the next moment after `nowMs`, in milliseconds since 1970 by the wall clock as the parameters are, or null when both have passed.
 */
export function nextPlannedLook(failedAtMs: number, transactionId: number, nowMs: number): number | null {
  const atDayEndMs = endOfKampalaDay(failedAtMs) + ((transactionId * scatter) % spreadMs);
  const ahead = [failedAtMs + hourMs, atDayEndMs].filter((atMs) => atMs > nowMs);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

import { rateLimitNames } from './principal.ts';

const perMinuteMax = 1_000_000_000;

/** What is wrong with limits of rate that somebody wants to set, in words after "…: ", or null. */
export function rateLimitsProblem(rateLimits: Readonly<Record<string, number>>): string | null {
  for (const [name, perMinute] of Object.entries(rateLimits)) {
    if (!rateLimitNames.some((known) => known === name))
      return `there is no rate limit ${name}; there are ${rateLimitNames.join(', ')}`;
    if (!Number.isInteger(perMinute) || perMinute < 1 || perMinute > perMinuteMax)
      return `the rate limit ${name} must be a whole number of requests a minute from 1 to ${perMinuteMax}`;
  }
  return null;
}

import type { Fault, FaultGroup, KnownFaults } from './fault-list.ts';
import { PlanError } from './read-plan.ts';

/** Groups of faults that a tester asks for in one word. */
export const profiles = {
  /** Calls and queries that are slow, cut, or answered with something unreadable or ambiguous. */
  network: ['call', 'query', 'lookup', 'token'],
  /** Callbacks that do not come, come twice, late or early, or are forged. */
  callbacks: ['callback', 'callback_method'],
  /** Payments that fail, stay pending, or change their outcome, and people who are not known. */
  outcomes: ['outcome', 'person'],
  /** Answers in every documented form, and answers that contradict. */
  answers: ['reason', 'numbers', 'difference', 'trap'],
} as const satisfies Readonly<Record<string, readonly FaultGroup[]>>;

export type Profile = keyof typeof profiles;

export function isProfile(word: string): word is Profile {
  return Object.hasOwn(profiles, word);
}

/**
 * The rates of a plan in which each moment meets one of the faults of its group with the same chance.
 * @param rate from 0 to 1: the chance at each moment, shared equally by the faults of its group.
 * @param profile every group unless given.
 * @throws PlanError for another rate.
 */
export function ratesOf(known: KnownFaults, rate: number, profile: Profile | null): Partial<Record<Fault, number>> {
  if (!(rate >= 0 && rate <= 1)) throw new PlanError(`a rate is a number from 0 to 1, not ${rate}`);
  const wanted: readonly FaultGroup[] | null = profile === null ? null : profiles[profile];
  const byGroup = new Map<FaultGroup, Fault[]>();
  for (const [fault, group] of known) {
    if (wanted !== null && !wanted.includes(group)) continue;
    byGroup.set(group, [...(byGroup.get(group) ?? []), fault as Fault]);
  }
  return Object.fromEntries(
    [...byGroup.values()].flatMap((faults) => faults.map((fault) => [fault, rate / faults.length])),
  );
}

import { registeredName } from '../operators/simulator/names.ts';
import { timeOf } from './calendar.ts';
import { outsidePhone } from './cast.ts';
import type { Random } from './random.ts';
import type { End, Outside } from './steps.ts';

/** What the plan of a business is made with. */
export interface Window {
  readonly random: Random;
  /** The first and the last day, counted since 1970-01-01 in Kampala. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** How busy each hour of a day is, beside the others: hour of Kampala → weight. */
export type BusyHours = readonly (readonly [hour: number, weight: number])[];

/** `count` times of a day, in order, in milliseconds since 1970. */
export function timesOfDay(random: Random, day: number, hours: BusyHours, count: number): number[] {
  const times = Array.from({ length: count }, () => {
    const hour = random.pickWeighted(hours);
    return timeOf(day, hour) + random.integer(0, 3_599_999);
  });
  return times.sort((a, b) => a - b);
}

/** Business grows by a half from the first day to the last: from 0.8 to 1.2 of what is usual. */
export function growth({ firstDay, lastDay }: Window, day: number): number {
  return 0.8 + (0.4 * (day - firstDay)) / Math.max(1, lastDay - firstDay);
}

/** People outside, by numbers of their phones: the first ones come most often. */
export function regular(random: Random, firstNumber: number, people: number): Outside {
  return outside(firstNumber + Math.floor(people * random.fraction() ** 2));
}

/** A person outside, with the name that the simulated operator knows. */
export function outside(number: number): Outside {
  const phone = outsidePhone(number);
  return { phone, name: registeredName(phone) };
}

/** How a collection ends, most of them paid, and after how many milliseconds. */
export function endOfCollection(random: Random): { readonly end: End; readonly takesMs: number } {
  const code = random.pickWeighted([
    [null, 90],
    ['customer_insufficient_funds', 4],
    ['customer_refused', 3],
    ['prompt_expired', 3],
  ] as const);
  if (code === null) return { end: { is: 'paid' }, takesMs: random.integer(6_000, 75_000) };
  const takesMs = code === 'prompt_expired' ? random.integer(300_000, 310_000) : random.integer(8_000, 60_000);
  return { end: { is: 'failed', stage: 'settlement', code }, takesMs };
}

/** How a payout ends, and after how many milliseconds. */
export function endOfPayout(random: Random): { readonly end: End; readonly takesMs: number } {
  const failure = random.pickWeighted([
    [null, 955],
    [{ stage: 'submission', code: 'recipient_not_found' }, 15],
    [{ stage: 'settlement', code: 'recipient_limit_reached' }, 10],
    [{ stage: 'settlement', code: 'operator_failed' }, 12],
    [{ stage: 'submission', code: 'operator_unavailable' }, 8],
  ] as const);
  if (failure === null) return { end: { is: 'paid' }, takesMs: random.integer(1_500, 25_000) };
  return {
    end: { is: 'failed', ...failure },
    takesMs: failure.stage === 'submission' ? random.integer(400, 5_000) : random.integer(5_000, 60_000),
  };
}

/** A round amount from `least` to `most` shillings. */
export function roundAmount(random: Random, least: number, most: number, step: number): number {
  return least + random.integer(0, Math.floor((most - least) / step)) * step;
}

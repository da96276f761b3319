import { kampalaDay } from '../ledger/kampala-day.ts';
import { type BusinessKey, businesses, businessKeys } from './cast.ts';
import type { Window } from './day.ts';
import { planDeliveries } from './deliveries.ts';
import { PlannedWallet } from './planned-wallet.ts';
import { Random } from './random.ts';
import { planSchool } from './school.ts';
import { planShop } from './shop.ts';
import type { FeeAt, Step } from './steps.ts';

/** With fewer days there is no room for what every history shows. */
export const daysMin = 7;
export const daysMax = 366;

export interface DemoRequest {
  /** The same seed gives the same history of the same days. */
  readonly seed: number;
  /** How many days of history, from `daysMin` to `daysMax`: the last one is the day of `nowMs`. */
  readonly days: number;
  /** The end of the history, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly feeAt: FeeAt;
}

const planners: Readonly<Record<BusinessKey, (wallet: PlannedWallet, window: Window) => void>> = {
  shop: planShop,
  school: planSchool,
  deliveries: planDeliveries,
};

/**
 * What happens at the three businesses: who pays whom, when, and how it ends, in the order of time. Pure: no clock, and no chance but
 * that of the seed. No payment is planned that its wallet cannot pay, given the fees.
 */
export function planDemo({ seed, days, nowMs, feeAt }: DemoRequest): readonly Step[] {
  const lastDay = kampalaDay(nowMs);
  const steps = businessKeys.flatMap((key) => {
    const wallet = new PlannedWallet(feeAt, nowMs, businesses[key].approvalThreshold);
    planners[key](wallet, { random: new Random(`nsimbi demo ${seed}`).of(key), firstDay: lastDay - days + 1, lastDay });
    return wallet.steps;
  });
  // The sort keeps the order of steps at the same time.
  return steps.sort((a, b) => a.atMs - b.atMs);
}

import { feeOf } from '../fees/fee.ts';
import { type FeeOperation, type FeeSchedule, scheduleInForce } from '../fees/schedules.ts';
import type { Ugx } from '../money/ugx.ts';

/** What a payment costs, in shillings, and the schedule that says so. */
export interface Price {
  readonly fee: Ugx;
  readonly feeScheduleId: number;
}

/** No client has this number: the businesses have no schedules of their own. */
const everybody = 0;

/** Prices by the schedules for everybody, each at the time of the payment. */
export function pricesOf(
  schedules: readonly FeeSchedule[],
): (operation: FeeOperation, amount: Ugx, atMs: number) => Price {
  return (operation, amount, atMs) => {
    const schedule = scheduleInForce(schedules, operation, everybody, atMs);
    if (schedule === null) throw new Error(`there are no fees for ${operation} at ${new Date(atMs).toISOString()}`);
    return { fee: feeOf(schedule.bands, amount), feeScheduleId: schedule.feeScheduleId };
  };
}

import type { BulkPayoutShown } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';

/** A bulk payout as its own page gets it. */
export type BulkPayout = BulkPayoutShown;

/** Whether its numbers still change by themselves. */
export function isMoving({ status, progress }: BulkPayout): boolean {
  return status === 'running' || progress.processing > 0;
}

/** Whether somebody still decides about it as a whole, so that its names and totals are compared. */
export function isUndecided({ status }: Pick<BulkPayout, 'status'>): boolean {
  return status === 'draft' || status === 'awaiting_approval';
}

import type { BulkPayoutObject, BulkRowObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';

/** A bulk payout with how far it is. */
export type BulkPayout = BulkPayoutObject & { readonly progress: Readonly<Record<BulkRowObject['status'], number>> };

/** Whether its numbers still change by themselves. */
export function isMoving({ status, progress }: BulkPayout): boolean {
  return status === 'running' || progress.processing > 0;
}

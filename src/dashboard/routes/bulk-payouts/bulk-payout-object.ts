import type { BulkPayout } from '../../../wallet/bulk/bulk-payout.ts';
import type { BulkProgress, BulkRowState } from '../../../wallet/bulk/bulk-progress.ts';
import type { BulkPayoutObject, BulkRowObject } from '../../schemas/bulk-payouts.ts';

/** A bulk payout as the pages show it. */
export function bulkPayoutObject(bulk: BulkPayout): BulkPayoutObject {
  return {
    id: bulk.bulkPayoutId,
    name: bulk.name,
    status: bulk.status,
    row_count: bulk.rowCount,
    amount: bulk.amount,
    fees: bulk.fees,
    total_deducted: bulk.amount + bulk.fees,
    maker: bulk.maker,
    approver: bulk.approver,
    stopped_by: bulk.stoppedBy,
    reason: bulk.reason,
    created_at: bulk.createdAt.toISOString(),
    expires_at: bulk.expiresAt?.toISOString() ?? null,
    begun_at: bulk.begunAt?.toISOString() ?? null,
    ended_at: bulk.endedAt?.toISOString() ?? null,
  };
}

export function bulkPayoutWithProgress(
  bulk: BulkPayout,
  progress: BulkProgress,
): BulkPayoutObject & { readonly progress: BulkProgress } {
  return { ...bulkPayoutObject(bulk), progress };
}

export function bulkRowObject(row: BulkRowState): BulkRowObject {
  return {
    row: row.row,
    line: row.line,
    phone: row.phone,
    amount: row.amount,
    fee: row.fee,
    description: row.description,
    status: row.status,
    transaction_id: row.transactionId,
    code: row.code,
    reason: row.reason,
  };
}

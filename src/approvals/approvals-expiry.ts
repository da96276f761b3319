import type pg from 'pg';
import type { Logger } from 'pino';
import { dueRows } from '../jobs/due-rows.ts';
import type { DueWork } from '../jobs/due-work.ts';
import { openReviewCase } from '../ledger/rows/review-case.ts';
import { readTransaction } from '../ledger/rows/transaction.ts';
import { isLedgerBusy } from '../ledger/writer/errors.ts';
import type { CommandWriter } from '../ledger/writer/writer.ts';

const gaveUpForMs = 3_600_000;
const liveForbiddenMs = 60_000;

interface Approval {
  readonly transactionId: number;
  readonly walletId: number;
}

/** Fails pending transactions that were not approved in time: their held money is returned to the wallet. */
export function createApprovalsExpiry(parts: {
  pool: pg.Pool;
  writer: CommandWriter;
  /** False when nothing live may move here: what is live is then left as it is. */
  liveAllowed: boolean;
  logger: Logger;
}): Pick<DueWork<unknown>, 'start' | 'stop'> {
  const { pool, writer, liveAllowed, logger } = parts;
  return dueRows<Approval>({
    pool,
    table: 'approval',
    concurrency: 20,
    leaseMs: 60_000,
    failuresMax: 10,
    isPassing: isLedgerBusy,
    read: (columns) => ({ transactionId: Number(columns.transaction_id), walletId: Number(columns.wallet_id) }),
    async work(approval, lease) {
      if (!liveAllowed && (await readTransaction(pool, approval.walletId, approval.transactionId)).mode === 'live') {
        return { dueInMs: liveForbiddenMs };
      }
      const outcome = await writer.submit({
        kind: 'reject',
        walletId: approval.walletId,
        transactionId: approval.transactionId,
        because: 'expired',
        approver: null,
        reason: null,
      });
      // The writer deleted the row with the rejection. The row of a transaction that is not pending any more is left over.
      if (outcome.is === 'refused' && outcome.refusal.code !== 'not_pending') {
        throw new Error(`the ledger refused to expire an approval: ${outcome.refusal.code}`);
      }
      await pool.query('DELETE FROM approval WHERE transaction_id = $1 AND lease_token = $2', [
        lease.transactionId,
        lease.leaseToken,
      ]);
      return 'settled';
    },
    async onGaveUp(approval, _lease, error) {
      await openReviewCase(pool, approval, 'worker_gave_up', { error: String(error) });
      return { dueInMs: gaveUpForMs };
    },
    onError: (error, lease) => logger.error({ err: error, transaction_id: lease?.transactionId }, 'expiring approvals'),
  });
}

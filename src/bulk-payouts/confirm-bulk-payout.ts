import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { actorOfCaller, type Caller } from '../access/caller.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { type MoneyServices, refuseLive } from '../wallet/operation.ts';
import { readPayingPower } from '../wallet/paying-power.ts';
import { type BulkPayout, lockBulkPayout, readBulkPayout } from './bulk-payout.ts';
import { needsApproval } from './check-bulk.ts';
import { refuseWhenShort } from './open-bulk-payout.ts';

/**
 * Begins a draft, or has it wait for approval. Confirming it again changes nothing.
 * @param totalDeducted what leaves the wallet, in shillings, as the draft says.
 * @throws Refusal when the draft has expired or was cancelled, the total is another one, or the wallet cannot pay it now.
 */
export async function confirmBulkPayout(
  pool: pg.Pool,
  services: Pick<MoneyServices, 'approvalExpiryMs' | 'liveRefusal'>,
  caller: Caller,
  bulkPayoutId: number,
  totalDeducted: number,
): Promise<BulkPayout> {
  refuseLive(services, caller.mode);
  return await inDatabaseTransaction(pool, async (client) => {
    const bulk = await lockBulkPayout(client, caller.walletId, bulkPayoutId);
    const total = bulk.amount + bulk.fees;
    if (total !== totalDeducted) {
      throw invalidField('total_deducted', `total_deducted must be ${total}, as the bulk payout says.`);
    }
    if (isConfirmed(bulk)) return bulk;
    if (bulk.status !== 'draft' || bulk.isPastExpiry) {
      const status = bulk.isPastExpiry ? 'expired' : bulk.status;
      throw new Refusal('not_pending', `This bulk payout is ${status} and can no longer be confirmed.`);
    }
    const power = await readPayingPower(client, caller.walletId);
    if (power.frozen) throw new Refusal('wallet_frozen', 'This wallet is frozen; contact support.');
    const waits = bulk.asksApproval || needsApproval(power, total);
    if (!waits) refuseWhenShort(power.available, total);
    await client.query(
      `UPDATE bulk_payout
          SET status = CASE WHEN $2 THEN 'awaiting_approval' ELSE 'running' END,
              expires_at = CASE WHEN $2 THEN trusted_now() + $3 * interval '1 millisecond' END,
              begun_at = CASE WHEN NOT $2 THEN clock_timestamp() END
        WHERE bulk_payout_id = $1`,
      [bulkPayoutId, waits, services.approvalExpiryMs],
    );
    await recordAudit(client, {
      actor: actorOfCaller(caller),
      action: 'bulk_payout.confirmed',
      subject: `bulk_payout ${bulkPayoutId}`,
      details: { client_id: bulk.clientId, mode: bulk.mode, rows: bulk.rowCount, total, needs_approval: waits },
    });
    return await readBulkPayout(client, caller.walletId, bulkPayoutId);
  });
}

function isConfirmed({ status, begunAt }: BulkPayout): boolean {
  return status === 'awaiting_approval' || begunAt !== null;
}

import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { admitApprover, type SecondPersonSettings } from '../access/second-person.ts';
import { approversNeeded } from '../ledger/commands/decide-approval.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { readPayingPower } from '../wallet/paying-power.ts';
import { type BulkPayout, lockBulkPayout, readBulkPayout } from './bulk-payout.ts';
import { refuseWhenShort } from './open-bulk-payout.ts';

/** Which bulk payout, and who decides about it. */
interface Decision {
  readonly walletId: number;
  readonly bulkPayoutId: number;
  /** The person, by their email address. */
  readonly actor: Actor;
}

/**
 * A second person approves a bulk payout. Its rows never change, so the number of rows and the shillings that leave the
 * wallet identify what they have seen. Of live money that an API key pays, the person behind that key is no second person; where
 * nobody is known to be, two others must approve, and the first approval is noted only.
 * @throws Refusal
 */
export async function approveBulkPayout(
  pool: pg.Pool,
  decision: Decision,
  seen: { readonly rowCount: number; readonly totalDeducted: number },
  settings: SecondPersonSettings,
): Promise<BulkPayout> {
  return await decide(pool, decision, 'approved', async (client, bulk) => {
    refuseUnlessPending(bulk);
    if (bulk.firstApprover === decision.actor.name) return 'unchanged';
    const makers = [bulk.maker, bulk.responsible, bulk.firstApprover].filter((person) => person !== null);
    const approver = await admitApprover(client, { mode: bulk.mode, makers, approver: decision.actor.name }, settings);
    if (bulk.maker === approver) {
      throw new Refusal('approver_is_maker', 'A person other than the maker must approve this.');
    }
    const total = bulk.amount + bulk.fees;
    if (seen.rowCount !== bulk.rowCount || seen.totalDeducted !== total) {
      throw invalidField('total_deducted', 'The bulk payout has changed; reload the page.');
    }
    if (bulk.firstApprover === null && approversNeeded(bulk, bulk.mode) === 2) {
      await client.query('UPDATE bulk_payout SET first_approver = $2 WHERE bulk_payout_id = $1', [
        bulk.bulkPayoutId,
        approver,
      ]);
      return 'changed';
    }
    const { available, frozen } = await readPayingPower(client, bulk.walletId);
    if (frozen) throw new Refusal('wallet_frozen', 'This wallet is frozen; contact support.');
    refuseWhenShort(available, total);
    await client.query(
      `UPDATE bulk_payout SET status = 'running', approver = $2, begun_at = clock_timestamp() WHERE bulk_payout_id = $1`,
      [bulk.bulkPayoutId, approver],
    );
    return 'changed';
  });
}

/** A second person rejects a bulk payout that waits for approval. @throws Refusal */
export async function rejectBulkPayout(pool: pg.Pool, decision: Decision, reason: string): Promise<BulkPayout> {
  return await decide(pool, decision, 'rejected', async (client, bulk) => {
    refuseUnlessPending(bulk);
    await stopRows(client, bulk);
    await client.query(
      `UPDATE bulk_payout SET status = 'rejected', stopped_by = $2, reason = $3, ended_at = clock_timestamp()
        WHERE bulk_payout_id = $1`,
      [bulk.bulkPayoutId, decision.actor.name, reason],
    );
    return 'changed';
  });
}

/**
 * Cancels the rows that have not begun. A row that a worker has claimed may have been paid, so its work continues: the bulk
 * payout has ended when none of these is left.
 * @throws Refusal when it has ended already.
 */
export async function cancelBulkPayout(pool: pg.Pool, decision: Decision): Promise<BulkPayout> {
  return await decide(pool, decision, 'cancelled', async (client, bulk) => {
    if (bulk.endedAt !== null) throw hasEnded(bulk);
    await stopRows(client, bulk);
    await client.query(
      `UPDATE bulk_payout
          SET stopped_by = $2,
              status = CASE WHEN status = 'running' THEN status ELSE 'cancelled' END,
              ended_at = CASE WHEN status = 'running' THEN NULL ELSE clock_timestamp() END
        WHERE bulk_payout_id = $1`,
      [bulk.bulkPayoutId, decision.actor.name],
    );
    return 'changed';
  });
}

async function decide(
  pool: pg.Pool,
  { walletId, bulkPayoutId, actor }: Decision,
  what: 'approved' | 'rejected' | 'cancelled',
  change: (client: pg.PoolClient, bulk: BulkPayout) => Promise<'changed' | 'unchanged'>,
): Promise<BulkPayout> {
  return await inDatabaseTransaction(pool, async (client) => {
    const bulk = await lockBulkPayout(client, walletId, bulkPayoutId);
    if ((await change(client, bulk)) === 'unchanged') return bulk;
    const { clientId, mode, name, rowCount: rows, amount, fees, maker } = bulk;
    await recordAudit(client, {
      actor,
      action: `bulk_payout.${what}`,
      subject: `bulk_payout ${bulkPayoutId}`,
      details: { client_id: clientId, mode, rows, total: amount + fees },
      // The approver has confirmed the number of rows and the total; the rows never change.
      ...(what === 'approved' ? { shown: { name, rows, amount, fees, total_deducted: amount + fees, maker } } : {}),
    });
    return await readBulkPayout(client, walletId, bulkPayoutId);
  });
}

async function stopRows(client: pg.PoolClient, { bulkPayoutId }: BulkPayout): Promise<void> {
  await client.query(
    `UPDATE bulk_payout_row SET status = 'cancelled'
      WHERE bulk_payout_id = $1 AND status = 'waiting' AND begun_at IS NULL`,
    [bulkPayoutId],
  );
}

function refuseUnlessPending(bulk: BulkPayout): void {
  if (bulk.status !== 'awaiting_approval') throw hasEnded(bulk);
  if (bulk.isPastExpiry) throw hasEnded({ ...bulk, status: 'expired' });
}

function hasEnded({ status }: BulkPayout): Refusal {
  return new Refusal('not_pending', `This bulk payout is ${status} and can no longer be decided.`);
}

import type pg from 'pg';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';

/**
 * Changes webhooks of one wallet in a database transaction of its own, one such change after another, and leaves
 * wallet.has_webhooks true exactly when an active webhook is left. `change` must not touch wallets.
 *
 * The turn is an advisory lock and not the wallet's row, which every payment of the wallet would wait for; the row is
 * written last, and only when the answer changed. Payments lock wallets alone, so nobody waits in a circle.
 */
export async function changeWebhooks<T>(
  pool: pg.Pool,
  walletId: number,
  change: (db: Queryable) => Promise<T>,
): Promise<T> {
  return await inDatabaseTransaction(pool, async (db) => {
    await db.query({
      name: 'webhooks.take_turn',
      text: `SELECT pg_advisory_xact_lock(hashtextextended('nsimbi.webhooks ' || $1::bigint, 0))`,
      values: [walletId],
    });
    const result = await change(db);
    await db.query({
      name: 'webhooks.note_whether_heard',
      text: `
        UPDATE wallet SET has_webhooks = heard.yes
          FROM (SELECT EXISTS (SELECT FROM webhook WHERE wallet_id = $1 AND is_active AND deleted_at IS NULL) AS yes) AS heard
         WHERE wallet.wallet_id = $1 AND has_webhooks <> heard.yes`,
      values: [walletId],
    });
    return result;
  });
}

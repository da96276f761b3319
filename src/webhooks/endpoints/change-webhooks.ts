import type pg from 'pg';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';

/**
 * Changes webhooks of one wallet in a database transaction of its own, one such change after another, and keeps
 * wallet.has_webhooks true exactly while the wallet has an active webhook. `change` must not touch wallets.
 *
 * The lock is an advisory lock and not the wallet's row, which every payment of the wallet would wait for; the row is
 * written last, and only when has_webhooks changes. Payments lock only wallets, so there is no deadlock.
 */
export async function changeWebhooks<T>(
  pool: pg.Pool,
  walletId: number,
  change: (db: Queryable) => Promise<T>,
): Promise<T> {
  return await inDatabaseTransaction(pool, async (db) => {
    await db.query({
      name: 'webhooks.lock',
      text: `SELECT pg_advisory_xact_lock(hashtextextended('nsimbi.webhooks ' || $1::bigint, 0))`,
      values: [walletId],
    });
    const result = await change(db);
    await db.query({
      name: 'webhooks.update_has_webhooks',
      text: `
        UPDATE wallet SET has_webhooks = active.has_one
          FROM (SELECT EXISTS (SELECT FROM webhook WHERE wallet_id = $1 AND is_active AND deleted_at IS NULL) AS has_one)
                 AS active
         WHERE wallet.wallet_id = $1 AND has_webhooks <> active.has_one`,
      values: [walletId],
    });
    return result;
  });
}

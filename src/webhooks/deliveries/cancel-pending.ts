import type pg from 'pg';
import { numberArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { changeWebhooks } from '../endpoints/change-webhooks.ts';
import type { Lane } from './due-lanes.ts';

/** So many that a statement is short. */
const cancelledPerStep = 500;

/**
 * Cancels a small batch of what is pending for a webhook, unless it is active by now.
 * @returns how many, and whether there may be more: then call again.
 */
export async function cancelPending(
  pool: pg.Pool,
  { walletId, webhookId }: { readonly walletId: number; readonly webhookId: number },
  perStep = cancelledPerStep,
): Promise<{ cancelled: number; more: boolean }> {
  return await changeWebhooks(pool, walletId, async (db) => {
    const { rowCount } = await db.query({
      name: 'deliveries.webhook_is_inactive',
      text: 'SELECT FROM webhook WHERE wallet_id = $1 AND webhook_id = $2 AND NOT is_active',
      values: [walletId, webhookId],
    });
    if (rowCount === 0) return { cancelled: 0, more: false };
    const cancelled = await cancelBatch(db, webhookId, perStep);
    return { cancelled, more: cancelled >= perStep };
  });
}

/**
 * To be called within `changeWebhooks`. A delivery that is being attempted is left to its result, and so are those that wait for it.
 * @returns how many: at least `perStep` while there are more.
 */
export async function cancelBatch(db: Queryable, webhookId: number, perStep = cancelledPerStep): Promise<number> {
  // Locked by a statement of its own: the next one sees every delivery that waits in these rows, and none is added meanwhile.
  const { rows } = await db.query<{ delivery_id: string }>({
    name: 'deliveries.lock_pending',
    text: `
      SELECT delivery_id FROM delivery_due
       WHERE webhook_id = $1 AND (lease_token IS NULL OR due_at <= (SELECT trusted_now()))
       ORDER BY delivery_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    values: [webhookId, perStep],
  });
  if (rows.length === 0) return 0;
  const { rowCount } = await db.query({
    name: 'deliveries.cancel',
    text: `
      WITH removed AS (
        DELETE FROM delivery_due WHERE webhook_id = $1 AND delivery_id = ANY ($2::bigint[])
        RETURNING wallet_id, webhook_id, delivery_id, waiting
      ), ended AS (
        SELECT wallet_id, webhook_id, delivery_id FROM removed
         UNION ALL
        SELECT wallet_id, webhook_id, one.delivery_id FROM removed CROSS JOIN LATERAL unnest(waiting) AS one
      )
      UPDATE delivery SET status = 'cancelled'
        FROM ended
       WHERE delivery.wallet_id = ended.wallet_id AND delivery.webhook_id = ended.webhook_id
         AND delivery.delivery_id = ended.delivery_id`,
    values: [webhookId, numberArray(rows.map((row) => Number(row.delivery_id)))],
  });
  return rowCount ?? 0;
}

interface CancellerOptions {
  readonly pool: pg.Pool;
  readonly onCancelled: (count: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Cancels what is pending for webhooks that were found inactive, one small batch after another: after a webhook was
 * disabled, switched off or deleted, and what a fan-out added that saw it active at the same moment.
 */
export class Canceller {
  readonly #options: CancellerOptions;
  readonly #inactive = new Map<number, Lane>();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: CancellerOptions) {
    this.#options = options;
  }

  add(lane: Lane): void {
    if (this.#stopped) return;
    this.#inactive.set(lane.webhookId, lane);
    this.#running ??= this.#run();
  }

  /** Waits for the batch under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (const [webhookId, lane] of this.#inactive) {
      try {
        for (let more = true; more && !this.#stopped; ) {
          const step = await cancelPending(this.#options.pool, lane);
          if (step.cancelled > 0) this.#options.onCancelled(step.cancelled);
          more = step.more;
        }
      } catch (error) {
        this.#options.onError(error);
      }
      this.#inactive.delete(webhookId);
    }
    this.#running = null;
  }
}

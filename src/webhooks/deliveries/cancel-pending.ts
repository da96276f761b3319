import type pg from 'pg';
import type { Queryable } from '../../postgres/pool.ts';
import { changeWebhooks } from '../endpoints/change-webhooks.ts';
import type { Lane } from './due-lanes.ts';

/** So many that a statement is short. */
const cancelledPerStep = 500;

/**
 * Cancels a small batch of what is pending for a webhook, unless it is active by now.
 * @returns how many; call again while it is a full batch.
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
    return { cancelled, more: cancelled === perStep };
  });
}

/** To be called within `changeWebhooks`. A delivery that is being attempted is left to its result. @returns how many. */
export async function cancelBatch(db: Queryable, webhookId: number, perStep = cancelledPerStep): Promise<number> {
  const { rowCount } = await db.query({
    name: 'deliveries.cancel',
    text: `
      WITH pending AS MATERIALIZED (
        SELECT webhook_id, delivery_id FROM delivery_due
         WHERE webhook_id = $1 AND (lease_token IS NULL OR due_at <= (SELECT trusted_now()))
         ORDER BY delivery_id LIMIT $2 FOR UPDATE SKIP LOCKED
      ), ended AS (
        DELETE FROM delivery_due USING pending
         WHERE delivery_due.webhook_id = pending.webhook_id AND delivery_due.delivery_id = pending.delivery_id
        RETURNING delivery_due.wallet_id, delivery_due.webhook_id, delivery_due.delivery_id
      )
      UPDATE delivery SET status = 'cancelled'
        FROM ended
       WHERE delivery.wallet_id = ended.wallet_id AND delivery.webhook_id = ended.webhook_id
         AND delivery.delivery_id = ended.delivery_id`,
    values: [webhookId, perStep],
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

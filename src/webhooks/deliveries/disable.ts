import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import { changeWebhooks } from '../endpoints/turn.ts';
import { cancelBatch } from './cancel-pending.ts';
import { type AttemptOutcome, recordResults } from './record-results.ts';

/** An outcome whose delivery has failed for good. */
export type FailedOutcome = AttemptOutcome & {
  readonly next: Extract<AttemptOutcome['next'], { becomes: 'failed' }>;
};

export function isFailed(outcome: AttemptOutcome): outcome is FailedOutcome {
  return outcome.next.becomes === 'failed';
}

/**
 * Stores an attempt that was the last one of its delivery, disables the webhook and cancels what is pending for it, all
 * in one database transaction. Of very many pending ones the rest is cancelled afterwards, in steps.
 */
export async function recordAndDisable(
  pool: pg.Pool,
  outcome: FailedOutcome,
): Promise<{ readonly stored: boolean; readonly disabled: boolean; readonly cancelled: number }> {
  const { walletId, webhookId } = outcome.delivery;
  return await changeWebhooks(pool, walletId, async (db) => {
    const stored = (await recordResults(db, [outcome])).size > 0;
    if (!stored) return { stored, disabled: false, cancelled: 0 };
    const reason = reasonOf(outcome);
    const { rowCount } = await db.query({
      name: 'deliveries.disable_webhook',
      text: `
        UPDATE webhook
           SET is_active = false, disabled_at = clock_timestamp(), disabled_reason = $3, updated_at = clock_timestamp()
         WHERE wallet_id = $1 AND webhook_id = $2 AND is_active`,
      values: [walletId, webhookId, reason],
    });
    const disabled = rowCount === 1;
    if (disabled) {
      await recordAudit(db, {
        actor: 'nsimbi',
        action: 'webhook.disabled',
        subject: `webhook ${webhookId}`,
        details: { delivery_id: outcome.delivery.deliveryId, reason },
      });
    }
    return { stored, disabled, cancelled: await cancelBatch(db, webhookId) };
  });
}

/** One sentence for the webhook's owner. */
function reasonOf({ delivery, result, next }: FailedOutcome): string {
  if (next.because === 'gone') {
    return `The receiver answered delivery ${delivery.deliveryId} with 410 Gone, and this webhook honours that.`;
  }
  return `The last retry of delivery ${delivery.deliveryId} failed. ${result.error ?? 'No answer came.'}`;
}

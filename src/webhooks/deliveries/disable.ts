import type pg from 'pg';
import { recordAudit, serviceActor } from '../../access/audit-log.ts';
import { changeWebhooks } from '../endpoints/change-webhooks.ts';
import { cancelBatch } from './cancel-pending.ts';
import { type AttemptOutcome, recordResults } from './record-results.ts';

/** The outcome of a delivery's last attempt, which failed. */
export type FailedOutcome = AttemptOutcome & {
  readonly next: Extract<AttemptOutcome['next'], { becomes: 'failed' }>;
};

export function isFailed(outcome: AttemptOutcome): outcome is FailedOutcome {
  return outcome.next.becomes === 'failed';
}

/**
 * Stores attempts that were the last ones of their deliveries, all of one webhook, disables the webhook and cancels what
 * is pending for it, all in one database transaction: dozens may fail at the same moment, and the results of other
 * webhooks wait meanwhile. Of very many pending ones the rest is cancelled afterwards, in steps.
 */
export async function recordAndDisable(
  pool: pg.Pool,
  outcomes: readonly [FailedOutcome, ...FailedOutcome[]],
): Promise<{
  /** The ids of the deliveries whose results were stored. */
  readonly stored: ReadonlySet<number>;
  /** The outcome that disabled the webhook; null when it was disabled already. */
  readonly disabledBy: FailedOutcome | null;
  readonly cancelled: number;
}> {
  const { walletId, webhookId } = outcomes[0].delivery;
  return await changeWebhooks(pool, walletId, async (db) => {
    const { stored } = await recordResults(db, outcomes);
    const first = outcomes.find(({ delivery }) => stored.has(delivery.deliveryId));
    if (first === undefined) return { stored, disabledBy: null, cancelled: 0 };
    const reason = reasonOf(first);
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
        actor: serviceActor(),
        action: 'webhook.disabled',
        subject: `webhook ${webhookId}`,
        details: { delivery_id: first.delivery.deliveryId, reason },
      });
    }
    return { stored, disabledBy: disabled ? first : null, cancelled: await cancelBatch(db, webhookId) };
  });
}

/** One sentence for the webhook's owner. */
function reasonOf({ delivery, result, next }: FailedOutcome): string {
  if (next.because === 'gone') {
    return `The receiver answered delivery ${delivery.deliveryId} with 410 Gone, and this webhook honours that.`;
  }
  return `The last retry of delivery ${delivery.deliveryId} failed. ${result.error ?? 'No answer came.'}`;
}

import type { Logger } from 'pino';
import { eventId } from '../event-body.ts';
import type { AttemptOutcome } from './record-results.ts';

/** One line per attempt with every id and duration in it, and neither a secret nor the query of the URL. */
export function logAttempt(logger: Logger, { delivery, result, next }: AttemptOutcome): void {
  logger.info(
    {
      delivery_id: delivery.deliveryId,
      webhook_id: delivery.webhookId,
      wallet_id: delivery.walletId,
      mode: delivery.mode,
      event_id: eventId(delivery.event),
      event_type: delivery.event.type,
      sequence: delivery.sequence,
      url: withoutQuery(delivery.url),
      attempt: delivery.attempts + 1,
      retry: delivery.roundAttempts,
      response_status: result.responseStatus,
      duration_ms: result.durationMs,
      error: result.error,
      result: next.becomes,
      retry_in_ms: next.becomes === 'retried' ? next.inMs : null,
    },
    'webhook attempt',
  );
}

function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

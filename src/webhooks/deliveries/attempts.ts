import type pg from 'pg';
import type { Logger } from 'pino';
import type { Sealer } from '../../secrets/sealer.ts';
import { openSecrets } from '../endpoints/signing-secrets.ts';
import { type EventIdentity, eventBody, eventId } from '../event-body.ts';
import { type AttemptResult, isDelivered, type Sender } from '../sending/sender.ts';
import { putOff } from './claim.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { ConcurrencyWindow, Strength } from './concurrency-window.ts';
import type { Lane } from './due-lanes.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { nextStep } from './next-step.ts';
import type { AttemptOutcome } from './record-results.ts';
import { ResultWriter } from './result-writer.ts';

interface AttemptsOptions {
  readonly pool: pg.Pool;
  readonly sender: Pick<Sender, 'attempt'>;
  readonly sealer: Sealer;
  readonly concurrency: ConcurrencyWindow;
  readonly metrics: DeliveryMetrics;
  readonly logger: Logger;
  readonly retryDelaysMs: readonly number[];
  /** Called when there may be room for another attempt. */
  readonly onRoom: () => void;
  /** Called when a retry was stored, with the milliseconds until it is due. */
  readonly onDueIn: (ms: number) => void;
  /** Called when a delivery of an ordered webhook is due because the one that it waited for has ended. */
  readonly onNextDue: (lane: Lane) => void;
}

/** The attempts that this process makes, from a claim to the stored result. */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #results: ResultWriter;
  #closed = false;

  constructor(options: AttemptsOptions) {
    const { pool, logger } = options;
    this.#options = options;
    this.#results = new ResultWriter({
      pool,
      onDisabled: (outcome, cancelled) => this.#disabled(outcome, cancelled),
      // As a rule it has not been attempted; what has been is found by the worker's next look.
      onNextDue: ({ delivery: { walletId, webhookId } }) => options.onNextDue({ walletId, webhookId, isRetry: false }),
      onError: (error, outcome) =>
        outcome === null
          ? logger.warn({ err: error }, 'results of webhook attempts wait for the database')
          : logger.error({ err: error, delivery_id: outcome.delivery.deliveryId }, 'a result could not be stored'),
    });
  }

  /** Whether the database did not accept the latest results. */
  get isHeldUp(): boolean {
    return this.#results.failing;
  }

  /** Drops what has not ended: an attempt that our own stop cuts says nothing about its receiver. */
  close(): void {
    this.#closed = true;
    this.#results.close();
  }

  /** Makes the attempt of a claimed delivery, and resolves when its result is stored. */
  async make(delivery: ClaimedDelivery): Promise<void> {
    const { concurrency, retryDelaysMs, metrics, logger, onRoom } = this.#options;
    const { snapshot } = delivery.event;
    if (snapshot === null) return await this.#putOff(delivery);
    concurrency.begin(delivery);
    const startedAt = performance.now();
    const result = await this.#send(delivery, { ...delivery.event, snapshot });
    if (result === null) return this.#leave(delivery);
    if (this.#closed) return;
    const delivered = isDelivered(result);
    const { roundAttempts, honorHints } = delivery;
    const next = nextStep({ delivered, result, roundAttempts, retryDelaysMs, honorHints });
    const outcome = { delivery, result, next, startedAt, endedAt: performance.now() };
    concurrency.ended(delivery.webhookId, strengthOf(delivered, result));
    metrics.attemptSeconds.observe({ mode: delivery.mode, result: next.becomes }, result.durationMs / 1_000);
    logAttempt(logger, outcome);
    const stored = this.#results.store(outcome);
    onRoom();
    const isStored = await stored;
    if (isStored || !this.#closed) this.#settled(outcome, isStored);
  }

  /** @returns null when no attempt could be made, for a reason on our side. */
  async #send(delivery: ClaimedDelivery, event: EventIdentity): Promise<AttemptResult | null> {
    const { sender, sealer, logger } = this.#options;
    try {
      return await sender.attempt({
        url: delivery.url,
        mode: delivery.mode,
        eventType: event.type,
        eventId: eventId(event),
        deliveryId: delivery.deliveryId,
        sequence: delivery.sequence,
        body: eventBody(event, delivery.apiVersion),
        ...openSecrets(sealer, delivery.secrets, delivery.claimedAtMs),
      });
    } catch (error) {
      const { webhookId, deliveryId } = delivery;
      logger.error({ err: error, webhook_id: webhookId, delivery_id: deliveryId }, 'not attempted');
      return null;
    }
  }

  /**
   * A delivery without its data takes nothing from the receiver's window and is no failed attempt: others continue, and the log
   * says what is missing until a person has restored it.
   */
  async #putOff(delivery: ClaimedDelivery): Promise<void> {
    const { pool, metrics, logger } = this.#options;
    const { walletId, webhookId, deliveryId, event } = delivery;
    metrics.putOff.inc();
    logger.error(
      {
        delivery_id: deliveryId,
        webhook_id: webhookId,
        wallet_id: walletId,
        event_id: eventId(event),
        transaction_id: event.transactionId,
      },
      'a delivery was put off for an hour: its event or its transaction is not in the database',
    );
    await putOff(pool, delivery);
  }

  /**
   * An encryption key that this process lacks says nothing about the receiver, so it is no failed attempt: when the lease
   * ends another process, or this one with corrected settings, makes the attempt.
   */
  #leave(delivery: ClaimedDelivery): void {
    this.#options.concurrency.ended(delivery.webhookId, 'unanswered');
    this.#options.concurrency.stored(delivery);
  }

  #settled({ delivery, next }: AttemptOutcome, stored: boolean): void {
    const { concurrency, metrics, logger, onRoom, onDueIn } = this.#options;
    concurrency.stored(delivery);
    if (!stored) {
      // Its lease had ended, its webhook was changed under it, or it was stored before a connection broke.
      logger.warn({ delivery_id: delivery.deliveryId }, 'a result of a webhook attempt was not stored');
    } else if (next.becomes === 'retried') {
      onDueIn(next.inMs);
    } else {
      metrics.deliveries.inc({ result: next.becomes });
    }
    onRoom();
  }

  #disabled({ delivery, next }: AttemptOutcome, cancelled: number): void {
    const { metrics, logger } = this.#options;
    if (next.becomes === 'failed') metrics.disabled.inc({ reason: next.because });
    metrics.deliveries.inc({ result: 'cancelled' }, cancelled);
    logger.warn({ webhook_id: delivery.webhookId, delivery_id: delivery.deliveryId }, 'a webhook was disabled');
  }
}

function strengthOf(delivered: boolean, { responseStatus }: AttemptResult): Strength {
  if (delivered) return 'delivered';
  return responseStatus === null ? 'unanswered' : 'answered';
}

/** One line per attempt with every id and duration in it, and neither a secret nor the query of the URL. */
function logAttempt(logger: Logger, { delivery, result, next }: AttemptOutcome): void {
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

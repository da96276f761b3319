import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { Housekeeping } from '../../ledger/housekeeping.ts';
import type { Notices } from '../../postgres/notices.ts';
import { createPool, type DatabaseTarget } from '../../postgres/pool.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import type { Sender } from '../sending/sender.ts';
import { Attempts } from './attempts.ts';
import { ConcurrencyWindow } from './concurrency-window.ts';
import { type DeliveriesRequest, listDeliveries } from './list.ts';
import { createDeliveryMetrics } from './metrics.ts';
import { type QueuedRange, type RedeliveryRange, redeliverOne, redeliverRange } from './redeliver.ts';
import { retentionDuties } from './retention.ts';
import { sendTestDelivery, type TestDeliveryObject } from './test-delivery.ts';
import { DeliveryWorker } from './worker.ts';

export interface DeliverySettings {
  /** Pauses before the first, second, … retry, in milliseconds. */
  readonly webhookRetryDelaysMs: readonly number[];
  /** How long attempts and ended deliveries are kept. */
  readonly webhookRetentionMs: number;
}

export interface Deliveries {
  /** Starts the worker and the removal of old rows; a process that only answers requests does not. */
  start(): void;
  /** Sends new events at once, here and in other processes; to be called after a commit of events for webhooks. */
  wake(): void;
  /** Counts deliveries that were cancelled with a change of their webhook. */
  noteCancelled(count: number): void;
  /** Claims nothing more, gives attempts under way some seconds to end, and stores their results. */
  stop(): Promise<void>;
  list(request: DeliveriesRequest): ReturnType<typeof listDeliveries>;
  redeliverOne(delivery: Parameters<typeof redeliverOne>[1]): Promise<void>;
  redeliverRange(range: Omit<RedeliveryRange, 'retentionMs'>): Promise<QueuedRange>;
  sendTest(webhook: { readonly walletId: number; readonly webhookId: number }): Promise<TestDeliveryObject>;
}

/** Sent when events were committed, for processes that did not commit them. */
const wakeChannel = 'nsimbi_webhook_events';
const wakeOthersEveryMs = 100;

/** Attempts under way or waiting to be stored, at most. Each holds one event, one answer's beginning and one socket. */
const slotsOfProcess = 1_024;

/** What has not ended by then is attempted again when its lease has ended. */
const stopPatienceMs = 8_000;

/**
 * Connections for the work on deliveries, of its own so that neither a request nor a payment waits for it. Statements
 * reach few rows by key in tables that may be large, and never join two lists of their own. Each is planned anew: tables
 * grow from nothing to millions of rows between two analyses, and a plan for the empty table reads all of it.
 */
export function createDeliveryPool(target: DatabaseTarget): pg.Pool {
  return createPool(target, {
    applicationName: 'nsimbi webhooks',
    max: 5,
    settings: {
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      enable_seqscan: 'off',
      plan_cache_mode: 'force_custom_plan',
    },
  });
}

/** Everything between events and webhooks: fan-out, attempts, retries, redelivery, the list, retention. */
export function createDeliveries(parts: {
  /** Of its own; see createDeliveryPool. */
  pool: pg.Pool;
  sender: Pick<Sender, 'attempt'>;
  sealer: Sealer;
  notices: Pick<Notices, 'notify' | 'subscribe'>;
  settings: DeliverySettings;
  metricsRegistry: Registry;
  logger: Logger;
  /** Attempts at the same time. */
  slots?: number;
}): Deliveries {
  const { pool, sender, sealer, notices, settings, logger } = parts;
  const concurrency = new ConcurrencyWindow(parts.slots ?? slotsOfProcess);
  const metrics = createDeliveryMetrics(parts.metricsRegistry, pool, concurrency);
  const attempts = new Attempts({
    pool,
    sender,
    sealer,
    concurrency,
    metrics,
    logger,
    retryDelaysMs: settings.webhookRetryDelaysMs,
    onRoom: () => worker.roomChanged(),
    onDueIn: (ms) => worker.lookIn(ms),
    onNextDue: (lane) => worker.isDue(lane),
  });
  const noteCancelled = (count: number) => metrics.deliveries.inc({ result: 'cancelled' }, count);
  const worker: DeliveryWorker = new DeliveryWorker({
    pool,
    concurrency,
    attempt: (delivery) => attempts.make(delivery),
    isHeldUp: () => attempts.isHeldUp,
    onCancelled: noteCancelled,
    onError: (error, delivery) =>
      delivery === null
        ? logger.warn({ err: error }, 'webhook deliveries could not be claimed')
        : logger.error(
            { err: error, delivery_id: delivery.deliveryId },
            'a webhook attempt failed for a reason of ours',
          ),
  });
  const housekeeping = new Housekeeping(
    pool,
    (duty, error) => logger.warn({ err: error, duty }, 'housekeeping'),
    retentionDuties(settings.webhookRetentionMs),
  );
  const ownId = randomUUID();
  const others = new SparseNotice(() => void notices.notify(wakeChannel, ownId), wakeOthersEveryMs);
  let unsubscribe = (): unknown => undefined;

  return {
    start() {
      worker.start();
      housekeeping.start();
      unsubscribe = notices.subscribe(wakeChannel, (sender) => {
        if (sender !== ownId) worker.wake();
      });
    },
    wake() {
      worker.wake();
      others.notify();
    },
    noteCancelled,
    async stop() {
      unsubscribe();
      others.stop();
      await Promise.all([worker.stopClaiming(), housekeeping.stop()]);
      const patience = new AbortController();
      await Promise.race([
        worker.stop().then(() => patience.abort()),
        sleep(stopPatienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
      ]);
      attempts.close();
    },
    list: (request) => listDeliveries(pool, request),
    async redeliverOne(delivery) {
      await redeliverOne(pool, delivery);
      worker.lookIn(0);
    },
    async redeliverRange(range) {
      const queued = await redeliverRange(pool, { ...range, retentionMs: settings.webhookRetentionMs });
      if (queued.queued > 0) worker.lookIn(0);
      return queued;
    },
    sendTest: (webhook) => sendTestDelivery({ db: pool, sender, sealer }, webhook),
  };
}

/**
 * Sends a notice at once, and again at most every `everyMs` while there are more occasions: an idle system notifies others
 * without delay, and a busy one does not spend its time on notices.
 */
export class SparseNotice {
  readonly #send: () => void;
  readonly #everyMs: number;
  #pause: NodeJS.Timeout | null = null;
  #again = false;

  constructor(send: () => void, everyMs: number) {
    this.#send = send;
    this.#everyMs = everyMs;
  }

  notify(): void {
    if (this.#pause !== null) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#send();
    this.#pause = setTimeout(() => {
      this.#pause = null;
      if (this.#again) this.notify();
    }, this.#everyMs);
    this.#pause.unref();
  }

  stop(): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#again = false;
  }
}

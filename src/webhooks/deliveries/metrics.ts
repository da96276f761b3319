import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Queryable } from '../../postgres/pool.ts';
import { oldestDueMs } from './claim.ts';
import type { ConcurrencyWindow } from './concurrency-window.ts';

/** What is counted about deliveries. */
export interface DeliveryMetrics {
  readonly deliveries: Counter<'result'>;
  readonly attemptSeconds: Histogram<'mode' | 'result'>;
  readonly disabled: Counter<'reason'>;
  readonly putOff: Counter;
}

/** Lanes and rows read for one collection, so that metrics stay cheap whatever the backlog. */
const lookedAtMax = 10_000;

/** Registers the metrics of deliveries; what waits is read from the database when metrics are collected. */
export function createDeliveryMetrics(
  registry: Registry,
  db: Queryable,
  concurrency: Pick<ConcurrencyWindow, 'inFlight'>,
): DeliveryMetrics {
  const registers = [registry];
  new Gauge({
    name: 'nsimbi_webhook_attempts_in_flight',
    help: 'Attempts that this process is making',
    registers,
    collect() {
      this.set(concurrency.inFlight);
    },
  });
  new Gauge({
    name: 'nsimbi_webhook_queue_age_seconds',
    help: 'For how long the oldest delivery has been due without being attempted',
    registers,
    async collect() {
      const oldestMs = await oldestDueMs(db, lookedAtMax).catch(() => null);
      if (oldestMs !== null) this.set(oldestMs / 1_000);
    },
  });
  new Gauge({
    name: 'nsimbi_webhook_fan_out_waiting',
    help: `Moments whose events are still to become deliveries; counted up to ${lookedAtMax}`,
    registers,
    async collect() {
      const found = await db
        .query<{ count: string }>(`SELECT count(*) FROM (SELECT FROM event_fan_out LIMIT ${lookedAtMax}) AS waiting`)
        .catch(() => null);
      if (found !== null) this.set(Number(found.rows[0]?.count));
    },
  });
  return {
    deliveries: new Counter({
      name: 'nsimbi_webhook_deliveries_total',
      help: 'Deliveries by how they ended',
      labelNames: ['result'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'nsimbi_webhook_attempt_seconds',
      help: 'How long attempts took, by what became of the delivery',
      labelNames: ['mode', 'result'],
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    putOff: new Counter({
      name: 'nsimbi_webhook_deliveries_put_off_total',
      help: 'Deliveries put off for an hour because their event or its transaction is not in the database',
      registers,
    }),
    disabled: new Counter({
      name: 'nsimbi_webhooks_disabled_total',
      help: 'Webhooks that were disabled because their receivers failed',
      labelNames: ['reason'],
      registers,
    }),
  };
}

import { keyChangesChannel } from '../access/key-changes.ts';
import { accessChangesChannel } from '../access/people/access-changes.ts';
import { measureStreams } from '../events/measure.ts';
import { EventStreams } from '../events/stream.ts';
import { recordsBy } from '../history/boundary.ts';
import { createPool } from '../postgres/pool.ts';
import { encryptionKeys } from '../secrets/encryption-keys.ts';
import { provenSealer } from '../secrets/proven-sealer.ts';
import type { EncryptionKey, Sealer } from '../secrets/sealer.ts';
import { addressPolicyOfSettings } from '../webhooks/address-policy-of-settings.ts';
import { createDeliveries, createDeliveryPool, type Deliveries } from '../webhooks/deliveries/deliveries.ts';
import { type WebhookOperations, webhookOperations } from '../webhooks/operations.ts';
import { createSender } from '../webhooks/sending/sender.ts';
import type { Foundation } from './foundation.ts';

/** Webhooks, and the keys that seal their secrets. */
export interface StartedWebhooks {
  readonly operations: WebhookOperations;
  readonly deliveries: Deliveries;
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  readonly sealer: Sealer;
  /** Ends the deliveries before the rest of the service. */
  stop(): Promise<void>;
}

/** Prepares the delivery of events, which `deliveries.start` starts. @throws when the secrets in the database were sealed with other keys. */
export async function startWebhooks(foundation: Foundation): Promise<StartedWebhooks> {
  const { config, target, pool, notices, metricsRegistry, logger, stopping } = foundation;
  const keys = encryptionKeys(config.encryptionKeys, config.dataDir);
  const sealer = await provenSealer(pool, keys);
  const addressPolicy = addressPolicyOfSettings(config);
  const deliveryPool = createDeliveryPool(target);
  stopping.add(() => deliveryPool.end());
  const sender = createSender({ brand: config.brand, addressPolicy });
  const deliveries = createDeliveries({
    pool: deliveryPool,
    sender,
    sealer,
    notices,
    settings: config,
    metricsRegistry,
    logger,
  });
  // Attempts may end first; the request of a test delivery, which waits as long as its receiver, may not.
  const stop = () => deliveries.stop().finally(() => sender.close());
  stopping.add(stop);
  const operations = webhookOperations({
    pool,
    sealer,
    addressPolicy,
    deliveries,
    onError: (error) => logger.warn({ err: error }, 'the missed events of a webhook could not be counted'),
  });
  return { operations, deliveries, encryptionKeys: keys, sealer, stop };
}

/**
 * Live streams of events, with a pool of their own, so that readers who catch up do not keep requests waiting.
 * A stream whose key was revoked, or whose person lost the right, ends as soon as the notice of that arrives.
 */
export function openEventStreams({
  config,
  target,
  records,
  notices,
  metricsRegistry,
  logger,
  stopping,
}: Pick<
  Foundation,
  'config' | 'target' | 'records' | 'notices' | 'metricsRegistry' | 'logger' | 'stopping'
>): EventStreams {
  const pool = createPool(target, { applicationName: 'nsimbi event streams', max: 2 });
  stopping.add(() => pool.end());
  const eventStreams = new EventStreams(
    recordsBy(pool, records),
    (error) => logger.warn({ err: error }, 'events could not be read for streams'),
    { streamsPerClientMax: config.clientEventStreams },
  );
  measureStreams(metricsRegistry, eventStreams);
  for (const channel of [keyChangesChannel, accessChangesChannel]) {
    // After every other subscriber of this notice has dropped what it remembered.
    notices.subscribe(channel, () => setImmediate(() => void eventStreams.recheck()));
  }
  return eventStreams;
}

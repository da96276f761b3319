import { encryptionKeys } from '../secrets/encryption-keys.ts';
import { provenSealer } from '../secrets/proven-sealer.ts';
import type { EncryptionKey, Sealer } from '../secrets/sealer.ts';
import { addressPolicyOfSettings } from '../webhooks/address-policy-of-settings.ts';
import { createDeliveries, type Deliveries } from '../webhooks/deliveries/deliveries.ts';
import { createDeliveryPool } from '../webhooks/deliveries/delivery-pool.ts';
import { type WebhookOperations, webhookOperations } from '../webhooks/operations.ts';
import { createSender } from '../webhooks/sending/sender.ts';
import type { Foundation } from './foundation.ts';

/** Webhooks, and the keys that their secrets are kept with. */
export interface StartedWebhooks {
  readonly operations: WebhookOperations;
  readonly deliveries: Deliveries;
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  readonly sealer: Sealer;
  /** Ends the deliveries before the rest of the service. */
  stop(): Promise<void>;
}

/** Starts to deliver events. @throws what says that the secrets in the database were kept with other keys. */
export async function startWebhooks(foundation: Foundation): Promise<StartedWebhooks> {
  const { config, target, pool, notices, metricsRegistry, logger, stopping } = foundation;
  const keys = encryptionKeys(config.encryptionKeys, config.dataDir);
  const sealer = await provenSealer(pool, keys);
  const reach = addressPolicyOfSettings(config);
  const deliveryPool = createDeliveryPool(target);
  stopping.add(() => deliveryPool.end());
  const sender = createSender({ brand: config.brand, reach });
  const deliveries = createDeliveries({
    pool: deliveryPool,
    sender,
    sealer,
    notices,
    settings: config,
    metricsRegistry,
    logger,
  });
  deliveries.start();
  // Attempts get their time first; a test delivery's request, which waits as long as its receiver, does not.
  const stop = () => deliveries.stop().finally(() => sender.close());
  stopping.add(stop);
  const operations = webhookOperations({
    pool,
    sealer,
    reach,
    deliveries,
    onError: (error) => logger.warn({ err: error }, 'what a webhook missed could not be looked for'),
  });
  return { operations, deliveries, encryptionKeys: keys, sealer, stop };
}

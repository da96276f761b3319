import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhooksRoute } from './list-webhooks.ts';
import { readDelivery } from './read-delivery.ts';
import { readWebhook } from './read-webhook.ts';
import { redeliverChosen } from './redeliver-chosen.ts';
import { redeliverRange } from './redeliver-range.ts';
import { rollSecret } from './roll-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

/** A client's webhooks and what became of their deliveries. */
export function serveWebhooks(api: DashboardApi, services: DashboardServices): void {
  listWebhooksRoute(api, services);
  createWebhook(api, services);
  readWebhook(api, services);
  updateWebhook(api, services);
  deleteWebhook(api, services);
  testWebhook(api, services);
  rollSecret(api, services);
  listDeliveries(api, services);
  redeliverChosen(api, services);
  readDelivery(api, services);
  redeliverRange(api, services);
}

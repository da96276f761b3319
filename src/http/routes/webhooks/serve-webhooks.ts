import type { Api } from '../../api.ts';
import type { Deadlines } from '../../deadline.ts';
import type { HttpServices } from '../../services.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { readWebhook } from './read-webhook.ts';
import { redeliverOne } from './redeliver-one.ts';
import { redeliverRange } from './redeliver-range.ts';
import { rollSecret } from './roll-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

/** Every route of webhooks (interface.md, "Endpoints"; interface-decisions.md section 7). */
export function serveWebhooks(api: Api, services: HttpServices, deadlines: Deadlines): void {
  createWebhook(api, services, deadlines);
  listWebhooks(api, services);
  readWebhook(api, services);
  updateWebhook(api, services, deadlines);
  deleteWebhook(api, services, deadlines);
  testWebhook(api, services, deadlines);
  listDeliveries(api, services);
  redeliverOne(api, services, deadlines);
  redeliverRange(api, services, deadlines);
  rollSecret(api, services, deadlines);
}

import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import type { DeliverySettings } from '../../../webhooks/deliveries/deliveries.ts';
import { readFailing } from '../../../webhooks/deliveries/failing.ts';
import { listDeletedWebhooks } from '../../../webhooks/endpoints/desk-webhooks.ts';
import { listWebhooks } from '../../../webhooks/endpoints/find-webhooks.ts';
import { webhookObject } from '../../../webhooks/endpoints/webhook-object.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { WebhookListed } from '../../schemas/webhooks.ts';
import type { DashboardServices } from '../../services.ts';

export function listWebhooksRoute(api: DashboardApi, { pool, settings }: DashboardServices): void {
  api.get(
    `${clientPath}/webhooks`,
    {
      schema: {
        summary: 'The webhooks of a client, newest first',
        description: 'With `deleted` those that were deleted instead, the newest 100: their deliveries stay readable.',
        params: Type.Object(clientParams),
        querystring: Type.Object({ deleted: Type.Optional(Type.Boolean()) }),
      },
      config: { right: 'webhooks.read' },
    },
    async (request, reply) => {
      const { walletId } = deskCallerOf(request);
      sendData(
        reply,
        'Webhooks retrieved.',
        request.query.deleted ? await deletedWebhooks(pool, walletId) : await keptWebhooks(pool, walletId, settings),
      );
    },
  );
}

async function deletedWebhooks(db: Queryable, walletId: number): Promise<WebhookListed[]> {
  return (await listDeletedWebhooks(db, walletId)).map((webhook) => ({ ...webhook, failing: null }));
}

async function keptWebhooks(
  db: Queryable,
  walletId: number,
  { webhookRetryDelaysMs }: DeliverySettings,
): Promise<WebhookListed[]> {
  const failing = await readFailing(db, { walletId }, webhookRetryDelaysMs);
  return (await listWebhooks(db, walletId)).map((webhook) => ({
    ...webhookObject(webhook),
    deleted_at: null,
    failing: failing.get(webhook.webhookId) ?? null,
  }));
}

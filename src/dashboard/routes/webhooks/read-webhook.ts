import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { readFailing } from '../../../webhooks/deliveries/failing.ts';
import { findDeskWebhook } from '../../../webhooks/endpoints/desk-webhooks.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { WebhookShown } from '../../schemas/webhooks.ts';
import type { DashboardServices } from '../../services.ts';
import { webhookParams, webhookPath } from './webhook-path.ts';

export function readWebhook(api: DashboardApi, { pool, settings }: DashboardServices): void {
  api.get(
    webhookPath,
    {
      schema: { summary: 'One webhook, also a deleted one', params: Type.Object(webhookParams) },
      config: { right: 'webhooks.read' },
    },
    async (request, reply) => {
      const { walletId } = deskCallerOf(request);
      const { webhookId } = request.params;
      const webhook = await findDeskWebhook(pool, walletId, webhookId);
      const failing = await readFailing(pool, { walletId, webhookId }, settings.webhookRetryDelaysMs);
      const shown: WebhookShown = {
        ...webhook,
        failing: failing.get(webhookId) ?? null,
        header_prefix: `X-${settings.brand}`,
      };
      sendData(reply, 'Webhook retrieved.', shown);
    },
  );
}

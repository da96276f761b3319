import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { webhookChanges } from '../../../http/schemas/webhook.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { webhookParams, webhookPath } from './webhook-path.ts';

export function updateWebhook(api: DashboardApi, { webhooks }: DashboardServices): void {
  api.put(
    webhookPath,
    {
      schema: {
        summary: 'Change a webhook, disable it or enable it again',
        description:
          'What is left out stays. The answer that enables it says in `missed` what it did not hear, and which ' +
          'redelivery sends that.',
        params: Type.Object(webhookParams),
        body: webhookChanges,
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      const { webhookId } = request.params;
      sendData(reply, 'Webhook updated.', await webhooks.update(deskCallerOf(request), webhookId, request.body));
    },
  );
}

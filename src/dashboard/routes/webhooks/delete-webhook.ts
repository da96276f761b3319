import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { webhookParams, webhookPath } from './webhook-path.ts';

export function deleteWebhook(api: DashboardApi, { webhooks }: DashboardServices): void {
  api.delete(
    webhookPath,
    {
      schema: {
        summary: 'Delete a webhook',
        description: 'What waits to be delivered to it is cancelled; what was delivered stays readable.',
        params: Type.Object(webhookParams),
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      sendData(reply, 'Webhook deleted.', await webhooks.delete(deskCallerOf(request), request.params.webhookId));
    },
  );
}

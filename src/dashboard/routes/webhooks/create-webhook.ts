import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { newWebhook } from '../../../http/schemas/webhook.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';

export function createWebhook(api: DashboardApi, { webhooks }: DashboardServices): void {
  api.post(
    `${clientPath}/webhooks`,
    {
      schema: {
        summary: 'Register an address that hears of events',
        description: 'The answer holds the secret, which is shown only now.',
        params: Type.Object(clientParams),
        body: newWebhook,
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      sendData(reply, 'Webhook created.', await webhooks.create(deskCallerOf(request), request.body));
    },
  );
}

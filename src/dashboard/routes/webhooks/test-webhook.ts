import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { webhookParams, webhookPath } from './webhook-path.ts';

export function testWebhook(api: DashboardApi, { webhooks }: DashboardServices): void {
  api.post(
    `${webhookPath}/test`,
    {
      schema: {
        summary: 'Send a test event now and see what the receiver answers',
        description: 'Waits for the answer, at most 30 seconds. It is never retried and disables nothing.',
        params: Type.Object(webhookParams),
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      sendData(reply, 'Test event sent.', await webhooks.test(deskCallerOf(request), request.params.webhookId));
    },
  );
}

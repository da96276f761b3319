import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { overlapSecondsDefault, secretRoll } from '../../../http/schemas/webhook.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { webhookParams, webhookPath } from './webhook-path.ts';

export function rollSecret(api: DashboardApi, { webhooks }: DashboardServices): void {
  api.post(
    `${webhookPath}/roll-secret`,
    {
      schema: {
        summary: 'Give a webhook a new secret',
        description: 'The answer holds it, only now. Until the overlap ends deliveries are signed with both.',
        params: Type.Object(webhookParams),
        body: secretRoll,
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      const { overlap_seconds: overlapSeconds = overlapSecondsDefault } = request.body;
      const { webhookId } = request.params;
      const rolled = await webhooks.rollSecret(deskCallerOf(request), webhookId, overlapSeconds * 1_000);
      sendData(reply, 'Secret rolled.', rolled);
    },
  );
}

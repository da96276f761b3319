import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { Refusal } from '../../../wallet/refusal.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { webhookParams, webhookPath } from './webhook-path.ts';

export function redeliverChosen(api: DashboardApi, { webhooks }: DashboardServices): void {
  api.post(
    `${webhookPath}/deliveries/redeliver`,
    {
      schema: {
        summary: 'Send chosen deliveries again',
        description:
          'One by one; those that cannot be sent again are named with the reason and keep the others from nothing.',
        params: Type.Object(webhookParams),
        body: Type.Object({
          delivery_ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
            minItems: 1,
            maxItems: 100,
            uniqueItems: true,
            description: 'The ids of the deliveries.',
          }),
        }),
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      const caller = deskCallerOf(request);
      const { webhookId } = request.params;
      // Refused as a whole where the webhook is not the caller's.
      await webhooks.read(caller, webhookId);
      const queued: number[] = [];
      const refused: { id: number; message: string }[] = [];
      for (const id of request.body.delivery_ids) {
        try {
          await webhooks.redeliverOne(caller, webhookId, id);
          queued.push(id);
        } catch (error) {
          // A disabled webhook refuses all of them, so that the first refusal says it.
          if (!(error instanceof Refusal) || error.code === 'webhook_disabled') throw error;
          refused.push({ id, message: error.message });
        }
      }
      sendData(reply, 'Deliveries queued.', { queued, refused });
    },
  );
}

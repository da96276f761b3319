import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { momentOf } from '../../../http/schemas/asked-moment.ts';
import { redeliveryRange } from '../../../http/schemas/delivery.ts';
import { invalidField } from '../../../wallet/refusal.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { webhookParams, webhookPath } from './webhook-path.ts';

export function redeliverRange(api: DashboardApi, { webhooks }: DashboardServices): void {
  api.post(
    `${webhookPath}/redeliver`,
    {
      schema: {
        summary: 'Send all that failed, was cancelled or was missed between two times',
        description: 'A large range is queued in parts: while `has_more`, ask again with `next_from` as `from`.',
        params: Type.Object(webhookParams),
        body: redeliveryRange,
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      const { from, to } = request.body;
      const fromMs = momentOf(from);
      const toMs = to === undefined ? Date.now() : momentOf(to);
      if (toMs <= fromMs) throw invalidField('to', 'The end must be later than the beginning.');
      const { webhookId } = request.params;
      const queued = await webhooks.redeliverRange(deskCallerOf(request), webhookId, { fromMs, toMs });
      sendData(reply, 'Deliveries queued.', queued);
    },
  );
}

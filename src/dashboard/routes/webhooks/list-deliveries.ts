import { Type } from 'typebox';
import { sendPage } from '../../../http/answer.ts';
import { pageCursor, pageLimit, pageLimitDefault } from '../../../http/schemas/id.ts';
import { deliveryRows } from '../../../webhooks/deliveries/list.ts';
import { findDeskWebhook } from '../../../webhooks/endpoints/desk-webhooks.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { listedDeliveries } from './listed-deliveries.ts';
import { webhookParams, webhookPath } from './webhook-path.ts';

export function listDeliveries(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${webhookPath}/deliveries`,
    {
      schema: {
        summary: 'The deliveries of a webhook, also of a deleted one, newest first',
        description: 'With a status a page may be short, or empty, while there is a next one.',
        params: Type.Object(webhookParams),
        querystring: Type.Object({
          limit: Type.Optional(pageLimit),
          cursor: Type.Optional(pageCursor),
          status: Type.Optional(Type.Enum(['pending', 'delivered', 'failed', 'cancelled'])),
        }),
      },
      config: { right: 'webhooks.read' },
    },
    async (request, reply) => {
      const { walletId } = deskCallerOf(request);
      const { webhookId } = request.params;
      const { limit = pageLimitDefault, cursor = null, status } = request.query;
      await findDeskWebhook(pool, walletId, webhookId);
      const { shown, nextCursor } = await deliveryRows(pool, { walletId, webhookId, limit, cursor, status });
      const data = await listedDeliveries(pool, walletId, shown);
      sendPage(reply, 'Deliveries retrieved.', {
        data,
        pagination: { next_cursor: nextCursor, has_more: nextCursor !== null },
      });
    },
  );
}

import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { listDeletedWebhooks } from '../../../webhooks/endpoints/desk-webhooks.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';

export function listWebhooks(api: DashboardApi, { webhooks, pool }: DashboardServices): void {
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
      const caller = deskCallerOf(request);
      const listed = request.query.deleted
        ? await listDeletedWebhooks(pool, caller.walletId)
        : (await webhooks.list(caller)).map((webhook) => ({ ...webhook, deleted_at: null }));
      sendData(reply, 'Webhooks retrieved.', listed);
    },
  );
}

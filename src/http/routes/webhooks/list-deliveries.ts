import { Type } from 'typebox';
import { callerOf, sendPage } from '../../answer.ts';
import type { Api } from '../../api.ts';
import { deliverySchema } from '../../schemas/delivery.ts';
import { pageOf } from '../../schemas/envelope.ts';
import { pageCursor, pageLimit, pageLimitDefault } from '../../schemas/id.ts';
import type { HttpServices } from '../../services.ts';
import { readAccess, webhookIdInPath } from './access.ts';

const message = 'Deliveries retrieved.';

export function listDeliveries(api: Api, services: HttpServices): void {
  api.get(
    '/webhooks/:id/deliveries',
    {
      schema: {
        operationId: 'listDeliveries',
        summary: 'List the deliveries of a webhook with their attempts, newest first',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
        querystring: Type.Object({ limit: Type.Optional(pageLimit), cursor: Type.Optional(pageCursor) }),
      },
      config: { access: readAccess, answer: pageOf(deliverySchema, message), failures: ['invalid_request'] },
    },
    async (request, reply) => {
      const { limit = pageLimitDefault, cursor = null } = request.query;
      const page = await services.webhooks.listDeliveries(callerOf(request), request.params.id, { limit, cursor });
      sendPage(reply, message, page);
    },
  );
}

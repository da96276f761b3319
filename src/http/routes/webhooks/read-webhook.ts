import { Type } from 'typebox';
import { callerOf, sendData } from '../../answer.ts';
import type { Api } from '../../api.ts';
import { envelopeOf } from '../../schemas/envelope.ts';
import { webhookSchema } from '../../schemas/webhook.ts';
import type { HttpServices } from '../../services.ts';
import { readAccess, webhookIdInPath } from './access.ts';

const message = 'Webhook retrieved.';

export function readWebhook(api: Api, services: HttpServices): void {
  api.get(
    '/webhooks/:id',
    {
      schema: {
        operationId: 'readWebhook',
        summary: 'Read one webhook',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
      },
      config: { access: readAccess, answer: envelopeOf(webhookSchema, message) },
    },
    async (request, reply) => {
      sendData(reply, message, await services.webhooks.read(callerOf(request), request.params.id));
    },
  );
}

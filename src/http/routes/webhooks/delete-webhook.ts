import { Type } from 'typebox';
import { callerOf, sendData } from '../../answer.ts';
import type { Api } from '../../api.ts';
import type { Deadlines } from '../../deadline.ts';
import { envelopeOf } from '../../schemas/envelope.ts';
import { deletedWebhook } from '../../schemas/webhook.ts';
import type { HttpServices } from '../../services.ts';
import { webhookIdInPath, writeAccess } from './access.ts';

const message = 'Webhook deleted.';

export function deleteWebhook(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.delete(
    '/webhooks/:id',
    {
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'What waits to be delivered to it is cancelled.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
      },
      config: { access: writeAccess, answer: envelopeOf(deletedWebhook, message), failures: ['outcome_unknown'] },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      sendData(reply, message, await services.webhooks.delete(callerOf(request), request.params.id));
    },
  );
}

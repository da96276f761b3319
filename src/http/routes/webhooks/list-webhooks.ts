import { Type } from 'typebox';
import { callerOf, sendData } from '../../answer.ts';
import type { Api } from '../../api.ts';
import { envelopeOf } from '../../schemas/envelope.ts';
import { webhookSchema } from '../../schemas/webhook.ts';
import type { HttpServices } from '../../services.ts';
import { readAccess } from './access.ts';

const message = 'Webhooks retrieved.';

export function listWebhooks(api: Api, services: HttpServices): void {
  api.get(
    '/webhooks',
    {
      schema: {
        operationId: 'listWebhooks',
        summary: 'List the webhooks, newest first',
        description: 'All of them: there are at most 20.',
        tags: ['Webhooks'],
      },
      config: { access: readAccess, answer: envelopeOf(Type.Array(webhookSchema), message) },
    },
    async (request, reply) => {
      sendData(reply, message, await services.webhooks.list(callerOf(request)));
    },
  );
}

import { Type } from 'typebox';
import { callerOf, sendData } from '../../answer.ts';
import type { Api } from '../../api.ts';
import type { Deadlines } from '../../deadline.ts';
import { testDelivery } from '../../schemas/delivery.ts';
import { envelopeOf } from '../../schemas/envelope.ts';
import type { HttpServices } from '../../services.ts';
import { webhookIdInPath, writeAccess } from './access.ts';

const message = 'Test event sent.';

export function testWebhook(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/webhooks/:id/test',
    {
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test event now and see what the receiver answers',
        description:
          'Sends one `transaction.completed` with `metadata.test: true` and waits for the answer, at most 30 seconds. ' +
          'It is never retried and never disables the webhook; a disabled one can be tested too.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
      },
      config: { access: writeAccess, answer: envelopeOf(testDelivery, message) },
    },
    async (request, reply) => {
      deadlines.attempting.start(reply);
      sendData(reply, message, await services.webhooks.test(callerOf(request), request.params.id));
    },
  );
}

import { callerOf, sendData } from '../../answer.ts';
import type { Api } from '../../api.ts';
import type { Deadlines } from '../../deadline.ts';
import { envelopeOf } from '../../schemas/envelope.ts';
import { createdWebhook, newWebhook } from '../../schemas/webhook.ts';
import type { HttpServices } from '../../services.ts';
import { writeAccess } from './access.ts';
import { refuseAllFaults } from './all-faults.ts';

const message = 'Webhook created.';

export function createWebhook(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/webhooks',
    {
      attachValidation: true,
      schema: {
        operationId: 'createWebhook',
        summary: 'Register an address that hears of events',
        description: 'It is active at once. At most 20 per client and mode.',
        tags: ['Webhooks'],
        body: newWebhook,
      },
      config: {
        access: writeAccess,
        answer: envelopeOf(createdWebhook, message),
        failures: ['limit_exceeded', 'outcome_unknown'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      await refuseAllFaults(services, request);
      sendData(reply, message, await services.webhooks.create(callerOf(request), request.body));
    },
  );
}

import { Type } from 'typebox';
import { callerOf, sendData } from '../../answer.ts';
import type { Api } from '../../api.ts';
import type { Deadlines } from '../../deadline.ts';
import { envelopeOf } from '../../schemas/envelope.ts';
import { updatedWebhook, webhookChanges } from '../../schemas/webhook.ts';
import type { HttpServices } from '../../services.ts';
import { webhookIdInPath, writeAccess } from './access.ts';
import { refuseAllFaults } from './all-faults.ts';

const message = 'Webhook updated.';

export function updateWebhook(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.put(
    '/webhooks/:id',
    {
      attachValidation: true,
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook, disable it or enable it again',
        description:
          'Fields that are left out, or null, stay as they are; `api_key_id: 0` and an empty `description` take them ' +
          'away. `is_active: false` cancels the deliveries that wait; ' +
          '`is_active: true` enables it again, and the answer then says in `missed` what it did not hear and which ' +
          'redelivery sends it.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
        body: webhookChanges,
      },
      config: { access: writeAccess, answer: envelopeOf(updatedWebhook, message), failures: ['outcome_unknown'] },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      await refuseAllFaults(services, request);
      sendData(reply, message, await services.webhooks.update(callerOf(request), request.params.id, request.body));
    },
  );
}

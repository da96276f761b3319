import { Type } from 'typebox';
import { callerOf, sendData } from '../../answer.ts';
import type { Api } from '../../api.ts';
import type { Deadlines } from '../../deadline.ts';
import { queuedDelivery } from '../../schemas/delivery.ts';
import { envelopeOf } from '../../schemas/envelope.ts';
import { positiveId } from '../../schemas/id.ts';
import type { HttpServices } from '../../services.ts';
import { webhookIdInPath, writeAccess } from './access.ts';

const message = 'The delivery will be sent again.';

export function redeliverOne(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/webhooks/:id/deliveries/:deliveryId/redeliver',
    {
      schema: {
        operationId: 'redeliverOne',
        summary: 'Send one delivery again, whatever became of it',
        description: 'The same delivery and event id, with a first attempt now and the usual retries.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath, deliveryId: positiveId('The id of the delivery.') }),
      },
      config: {
        access: writeAccess,
        answer: envelopeOf(queuedDelivery, message),
        failures: ['invalid_request', 'webhook_disabled', 'outcome_unknown'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const { id, deliveryId } = request.params;
      sendData(reply, message, await services.webhooks.redeliverOne(callerOf(request), id, deliveryId));
    },
  );
}

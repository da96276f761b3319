import { Type } from 'typebox';
import { invalidField } from '../../../wallet/refusal.ts';
import { callerOf, sendData } from '../../answer.ts';
import type { Api } from '../../api.ts';
import type { Deadlines } from '../../deadline.ts';
import { momentOf } from '../../schemas/asked-moment.ts';
import { queuedRange, redeliveryRange } from '../../schemas/delivery.ts';
import { envelopeOf } from '../../schemas/envelope.ts';
import type { HttpServices } from '../../services.ts';
import { webhookIdInPath, writeAccess } from './access.ts';

const message = 'What was missed will be sent.';

export function redeliverRange(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/webhooks/:id/redeliver',
    {
      schema: {
        operationId: 'redeliverRange',
        summary: 'Send all that failed, was cancelled or was missed between two times',
        description:
          'Deliveries that failed or were cancelled are sent again, and events that the webhook is subscribed to and ' +
          'never heard of are sent. What was delivered is not. A large range is queued in parts: while `has_more` is ' +
          'true, send the request again with `next_from` as `from`.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
        body: redeliveryRange,
      },
      config: {
        access: writeAccess,
        answer: envelopeOf(queuedRange, message),
        failures: ['webhook_disabled', 'outcome_unknown'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const { from, to } = request.body;
      const fromMs = momentOf(from);
      const toMs = to === undefined ? Date.now() : momentOf(to);
      if (to !== undefined && toMs <= fromMs) throw invalidField('to', 'to must be later than from.');
      sendData(
        reply,
        message,
        await services.webhooks.redeliverRange(callerOf(request), request.params.id, { fromMs, toMs }),
      );
    },
  );
}

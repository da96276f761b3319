import { Type } from 'typebox';
import { callerOf, sendData } from '../../answer.ts';
import type { Api } from '../../api.ts';
import type { Deadlines } from '../../deadline.ts';
import { envelopeOf } from '../../schemas/envelope.ts';
import { overlapSecondsDefault, rolledSecret, secretRoll } from '../../schemas/webhook.ts';
import type { HttpServices } from '../../services.ts';
import { webhookIdInPath, writeAccess } from './access.ts';

const message = 'Secret rolled.';

export function rollSecret(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/webhooks/:id/roll-secret',
    {
      schema: {
        operationId: 'rollSecret',
        summary: 'Give a webhook a new secret',
        description:
          'Until the overlap ends, deliveries are signed with both: the usual signature header goes on with the old ' +
          'secret, and its -New companion has the new one’s. Afterwards only the new one signs. Rolled again during ' +
          'an overlap, the newest secret takes the place of the one that was new, and the old one stays until the new end.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
        body: secretRoll,
      },
      config: { access: writeAccess, answer: envelopeOf(rolledSecret, message), failures: ['outcome_unknown'] },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const { overlap_seconds: overlapSeconds = overlapSecondsDefault } = request.body;
      sendData(
        reply,
        message,
        await services.webhooks.rollSecret(callerOf(request), request.params.id, overlapSeconds * 1_000),
      );
    },
  );
}

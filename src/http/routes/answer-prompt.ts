import { Type } from 'typebox';
import { callerOf, sendData } from '../answer.ts';
import { type Api, anyKey } from '../api.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { positiveId } from '../schemas/id.ts';
import { promptSchema } from '../schemas/prompt.ts';
import type { HttpServices } from '../services.ts';

const messages = { approve: 'Prompt approved.', decline: 'Prompt declined.' } as const;

/** Approving and declining a prompt are the same endpoint with another word. */
export function answerPrompt(api: Api, services: HttpServices): void {
  for (const answer of ['approve', 'decline'] as const) {
    const message = messages[answer];
    api.post(
      `/test/prompts/:id/${answer}`,
      {
        schema: {
          operationId: `${answer}Prompt`,
          summary: `${answer === 'approve' ? 'Approve' : 'Decline'} a prompt on a test handset`,
          description: 'Test mode only: with a live key there is nothing at this address.',
          tags: ['Test mode'],
          params: Type.Object({ id: positiveId('The id of the prompt.') }),
        },
        config: {
          access: { limit: 'webhooks', permissions: anyKey, testModeOnly: true },
          answer: envelopeOf(promptSchema, message),
          failures: ['not_found'],
        },
      },
      async (request, reply) => {
        sendData(reply, message, await services.simulator.answerPrompt(callerOf(request), request.params.id, answer));
      },
    );
  }
}

import { Type } from 'typebox';
import { callerOf, sendJson } from '../answer.ts';
import { type Api, anyKey } from '../api.ts';
import { promptSchema } from '../schemas/prompt.ts';
import { phoneOf } from '../schemas/text.ts';
import type { HttpServices } from '../services.ts';

const message = 'Prompts retrieved.';

export function listPrompts(api: Api, services: HttpServices): void {
  api.get(
    '/test/prompts',
    {
      schema: {
        operationId: 'listPrompts',
        summary: 'List the prompts that wait on a test handset',
        description: 'Test mode only: with a live key there is nothing at this address.',
        tags: ['Test mode'],
        querystring: Type.Object({ phone: Type.Optional(phoneOf('Only prompts of this phone.')) }),
      },
      config: {
        access: { limit: 'webhooks', permissions: anyKey, testModeOnly: true },
        answer: Type.Object({
          success: Type.Boolean({ const: true }),
          message: Type.String({ examples: [message] }),
          data: Type.Array(promptSchema),
        }),
        failures: ['invalid_request', 'not_found'],
      },
    },
    async (request, reply) => {
      const prompts = await services.simulator.listPrompts(callerOf(request), request.query.phone);
      sendJson(reply, 200, JSON.stringify({ success: true, message, data: prompts }));
    },
  );
}

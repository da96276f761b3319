import { Type } from 'typebox';
import { callerOf, sendPage } from '../answer.ts';
import type { Api } from '../api.ts';
import { pageOf } from '../schemas/envelope.ts';
import { eventSchema } from '../schemas/event.ts';
import { pageLimit, pageLimitDefault } from '../schemas/id.ts';
import type { HttpServices } from '../services.ts';

const message = 'Events retrieved.';

export function readEvents(api: Api, services: HttpServices): void {
  api.get(
    '/events',
    {
      schema: {
        operationId: 'readEvents',
        summary: 'Read the events of the wallet, oldest first',
        tags: ['Events'],
        querystring: Type.Object({
          after: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              default: 0,
              description: 'Events after this sequence: next_cursor of the page before, also of an empty one.',
            }),
          ),
          limit: Type.Optional(pageLimit),
        }),
      },
      config: {
        access: { limit: 'webhooks', permissions: ['webhooks:read'] },
        answer: pageOf(eventSchema, message),
        failures: ['invalid_request'],
      },
    },
    async (request, reply) => {
      const { after = 0, limit = pageLimitDefault } = request.query;
      sendPage(reply, message, await services.wallet.readEvents(callerOf(request), { after, limit }));
    },
  );
}

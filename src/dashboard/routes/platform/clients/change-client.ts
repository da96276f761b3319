import { Type } from 'typebox';
import { setClientRateLimits } from '../../../../access/clients.ts';
import { quotaMeanings, quotaNames, setClientQuotas } from '../../../../access/quotas.ts';
import { sendData } from '../../../../http/answer.ts';
import type { DashboardApi } from '../../../api.ts';
import { clientDeskOf, deskOf } from '../../../desk.ts';
import { requireSecondFactor } from '../../../people/team.ts';
import type { DashboardServices } from '../../../services.ts';
import { asRefusal } from './client-refusal.ts';
import { clientAtPlatform } from './read-client.ts';

const params = Type.Object({ clientId: Type.String() });

/** What staff sets for a client as a whole; each change is in the audit log, and the answer is the client after it. */
export function changeClient(api: DashboardApi, { pool, settings }: DashboardServices): void {
  api.put(
    '/platform/clients/:clientId/rate-limits',
    {
      schema: {
        summary: 'Set a client’s own limits of rate; what is not named has the default again',
        params,
        body: Type.Object({
          rate_limits: Type.Record(Type.String(), Type.Integer({ maximum: Number.MAX_SAFE_INTEGER }), {
            description: 'Requests a minute by name of the limit; a key’s own win.',
            sentence: 'The limits must be whole numbers of requests a minute by name.',
          }),
        }),
      },
      config: { right: 'clients.write' },
    },
    async (request, reply) => {
      const { clientId } = clientDeskOf(request).caller;
      const actor = deskOf(request).person.email;
      const { rate_limits: rateLimits } = request.body;
      await asRefusal('rate_limits', setClientRateLimits(pool, { clientId, rateLimits, actor }));
      sendData(reply, 'The limits of rate are set.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    '/platform/clients/:clientId/quotas',
    {
      schema: {
        summary: 'Set what a client may have as a whole; what is not named has the default again',
        params,
        body: Type.Object({
          quotas: Type.Record(Type.String(), Type.Integer({ maximum: Number.MAX_SAFE_INTEGER }), {
            description: `By name: ${quotaNames.map((name) => `${name}, ${quotaMeanings[name]}`).join('; ')}.`,
            sentence: 'The quotas must be whole numbers by name.',
          }),
        }),
      },
      config: { right: 'clients.write' },
    },
    async (request, reply) => {
      const { clientId } = clientDeskOf(request).caller;
      const actor = deskOf(request).person.email;
      await asRefusal('quotas', setClientQuotas(pool, { clientId, quotas: request.body.quotas, actor }));
      sendData(reply, 'The quotas are set.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    '/platform/clients/:clientId/two-factor',
    {
      schema: {
        summary: 'Set whether the client’s people must have a second factor',
        params,
        body: Type.Object({ required: Type.Boolean({ description: 'Nobody works there without one.' }) }),
      },
      config: { right: 'clients.write' },
    },
    async (request, reply) => {
      const { clientId } = clientDeskOf(request).caller;
      const actor = deskOf(request).person.email;
      await requireSecondFactor(pool, { clientId, required: request.body.required, actor });
      sendData(reply, 'The switch is set.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );
}

import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import { requireSecondFactor } from '../../people/team.ts';
import type { DashboardServices } from '../../services.ts';
import { teamParams } from './team-path.ts';

const body = Type.Object({
  required: Type.Boolean({ description: 'Whether the people of this client need an authenticator app.' }),
});

export function setSecondFactorRule(api: DashboardApi, { pool }: DashboardServices): void {
  api.put(
    '/clients/:clientId/second-factor',
    {
      schema: { summary: 'Ask a second factor of the team, or not', params: teamParams, body },
      config: { right: 'team.write' },
    },
    async (request, reply) => {
      const { clientId } = deskCallerOf(request);
      const { required } = request.body;
      await requireSecondFactor(pool, { clientId, required, actor: deskOf(request).person.email });
      sendData(reply, 'The rule is changed.', { two_factor_required: required });
    },
  );
}

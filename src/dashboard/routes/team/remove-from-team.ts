import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import { leaveTeam } from '../../people/team.ts';
import type { DashboardServices } from '../../services.ts';
import { memberParams, memberPath } from './team-path.ts';

export function removeFromTeam(api: DashboardApi, { pool }: DashboardServices): void {
  api.delete(
    memberPath,
    { schema: { summary: 'Take somebody out of the team', params: memberParams }, config: { right: 'team.write' } },
    async (request, reply) => {
      const { clientId } = deskCallerOf(request);
      const { personId } = request.params;
      await leaveTeam(pool, { clientId, personId, actor: deskOf(request).person.email });
      sendData(reply, 'They are out of the team.', { id: personId });
    },
  );
}

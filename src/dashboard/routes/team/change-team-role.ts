import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import { clientRoles } from '../../people/rights.ts';
import { changeRole } from '../../people/team.ts';
import type { DashboardServices } from '../../services.ts';
import { memberParams, memberPath } from './team-path.ts';

const body = Type.Object({ role: Type.Enum([...clientRoles]) });

export function changeTeamRole(api: DashboardApi, { pool }: DashboardServices): void {
  api.put(
    memberPath,
    { schema: { summary: 'Change a role', params: memberParams, body }, config: { right: 'team.write' } },
    async (request, reply) => {
      const { clientId } = deskCallerOf(request);
      const { personId } = request.params;
      const { role } = request.body;
      await changeRole(pool, { clientId, personId, role, actor: deskOf(request).person.email });
      sendData(reply, 'The role is changed.', { id: personId, role });
    },
  );
}

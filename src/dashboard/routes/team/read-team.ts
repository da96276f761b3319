import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { clientDeskOf, deskOf } from '../../desk.ts';
import { listTeam } from '../../people/people.ts';
import type { DashboardServices } from '../../services.ts';
import { memberObject } from './member.ts';
import { teamParams, teamPath } from './team-path.ts';

export function readTeam(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    teamPath,
    { schema: { summary: 'The people of a client', params: teamParams }, config: { right: 'team.read' } },
    async (request, reply) => {
      const { clientId } = clientDeskOf(request).caller;
      const people = await listTeam(pool, clientId);
      const { rows } = await pool.query<{ two_factor_required: boolean }>(
        'SELECT two_factor_required FROM client WHERE client_id = $1',
        [clientId],
      );
      const { person } = deskOf(request);
      sendData(reply, 'Team retrieved.', {
        two_factor_required: rows[0]?.two_factor_required === true,
        members: people.map((one) => ({ ...memberObject(one, clientId), is_you: one.personId === person.id })),
      });
    },
  );
}

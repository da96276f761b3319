import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { clientDeskOf, deskOf } from '../../desk.ts';
import { clientRoles } from '../../people/rights.ts';
import type { PeopleServices } from '../../people/services.ts';
import { joinTeam } from '../../people/team.ts';
import { personEmail, personName } from '../../schemas/person.ts';
import type { DashboardServices } from '../../services.ts';
import { giveInvitation } from './give-invitation.ts';
import { teamParams, teamPath } from './team-path.ts';

const body = Type.Object({ email: personEmail, name: personName, role: Type.Enum([...clientRoles]) });

export function inviteToTeam(api: DashboardApi, { pool }: DashboardServices, { passwordLinks }: PeopleServices): void {
  api.post(
    teamPath,
    {
      schema: {
        summary: 'Invite somebody',
        description:
          'Whoever has no password yet gets a link to set one: by mail, or in the answer where no mail server is set.',
        params: teamParams,
        body,
      },
      config: { right: 'team.write' },
    },
    async (request, reply) => {
      const { caller, name: clientName } = clientDeskOf(request);
      const { email, name, role } = request.body;
      const actor = deskOf(request).person.email;
      const person = await joinTeam(pool, { clientId: caller.clientId, email, name: name.trim(), role, actor });
      // Somebody who can sign in already sees the client there; nobody but them may get at their password.
      if (person.status !== 'invited') {
        const message =
          person.status === 'disabled'
            ? 'They are shut out; an administrator of the service has to let them in again.'
            : 'They can sign in already and see this client now.';
        sendData(reply, message, { id: person.personId, link: null, sentence: message });
        return;
      }
      const { message, link } = await giveInvitation(passwordLinks, person, deskOf(request), clientName);
      sendData(reply, message, { id: person.personId, link, sentence: message });
    },
  );
}

import { sendData } from '../../../http/answer.ts';
import { notFound } from '../../../http/refusal-of-error.ts';
import { invalidField } from '../../../wallet/refusal.ts';
import type { DashboardApi } from '../../api.ts';
import { clientDeskOf, deskOf } from '../../desk.ts';
import { listTeam } from '../../people/people.ts';
import type { PeopleServices } from '../../people/services.ts';
import type { DashboardServices } from '../../services.ts';
import { giveInvitation } from './give-invitation.ts';
import { memberParams, memberPath } from './team-path.ts';

export function sendInvitationAgain(
  api: DashboardApi,
  { pool }: DashboardServices,
  { passwordLinks }: PeopleServices,
): void {
  api.post(
    `${memberPath}/invitation`,
    { schema: { summary: 'Send an invitation again', params: memberParams }, config: { right: 'team.write' } },
    async (request, reply) => {
      const { caller, name: clientName } = clientDeskOf(request);
      const team = await listTeam(pool, caller.clientId);
      const person = team.find(({ personId }) => personId === request.params.personId);
      if (person === undefined) throw notFound();
      // A new password for somebody who has one is asked for by themselves.
      if (person.status !== 'invited') throw invalidField('person', 'They have set a password already.');
      const { message, link } = await giveInvitation(passwordLinks, person, deskOf(request), clientName);
      sendData(reply, message, { id: person.personId, link, sentence: message });
    },
  );
}

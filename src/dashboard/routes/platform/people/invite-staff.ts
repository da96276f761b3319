import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import type { GivenLink } from '../../../people/password-links.ts';
import { platformRoles } from '../../../people/rights.ts';
import type { PeopleServices } from '../../../people/services.ts';
import { joinStaff } from '../../../people/staff.ts';
import type { LinkGiven, PersonObject } from '../../../schemas/people.ts';
import { personEmail, personName } from '../../../schemas/person.ts';
import type { DashboardServices } from '../../../services.ts';
import { personNumbered, personObject } from './person-object.ts';

const body = Type.Object({
  email: personEmail,
  name: personName,
  role: Type.Enum([...platformRoles], { description: 'Administrators change things; support reads.' }),
});

export function inviteStaff(
  api: DashboardApi,
  { pool, settings }: DashboardServices,
  { passwordLinks }: PeopleServices,
): void {
  api.post(
    '/platform/people',
    {
      schema: {
        summary: 'Invite somebody to the service’s own staff',
        description:
          'Whoever has no password yet gets a link to set one: by mail, or in the answer where no mail server is set.',
        body,
      },
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const { email, name, role } = request.body;
      const actor = deskOf(request).person.email;
      const person = await joinStaff(pool, { email, name: name.trim(), role, actor });
      // Somebody who can sign in already has the role now; nobody but them may get at their password.
      const given = person.status === 'invited' ? await passwordLinks.invite(person, settings.brand) : null;
      const answer: LinkGiven = {
        person: personObject(await personNumbered(pool, person.personId)),
        link: given?.link ?? null,
      };
      sendData(reply, messageOf(answer.person, given), answer);
    },
  );
}

function messageOf({ status }: PersonObject, given: GivenLink | null): string {
  if (status === 'disabled') return 'They have this role now, and are shut out until they are let in again.';
  if (given === null) return 'They can sign in already and have this role now.';
  return given.link === null ? 'The invitation is on its way.' : 'Give them this link to set a password.';
}

import { recordAudit } from '../../../../access/audit-log.ts';
import { sendData } from '../../../../http/answer.ts';
import { Refusal } from '../../../../wallet/refusal.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import type { PeopleServices } from '../../../people/services.ts';
import type { LinkGiven } from '../../../schemas/people.ts';
import type { DashboardServices } from '../../../services.ts';
import { personParams as params, personNumbered, personObject, personPath } from './person-object.ts';

export function sendPasswordLink(
  api: DashboardApi,
  { pool, settings }: DashboardServices,
  { passwordLinks }: PeopleServices,
): void {
  api.post(
    `${personPath}/password-link`,
    {
      schema: {
        summary: 'Send somebody a link to set a password',
        description:
          'By mail; in the answer where no mail server is set. The password that they have stays until then.',
        params,
      },
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const person = await personNumbered(pool, request.params.personId);
      if (person.status === 'disabled') {
        throw new Refusal('invalid_request', 'This person is shut out; let them in again first.');
      }
      // Before the link exists, so that none can exist which nobody asked for.
      await recordAudit(pool, {
        actor: deskOf(request).person.email,
        action: 'person.password_link_made',
        subject: `person ${person.personId}`,
        details: { email: person.email },
      });
      const { link } =
        person.status === 'invited'
          ? await passwordLinks.invite(person, settings.brand)
          : await passwordLinks.reset(person);
      const answer: LinkGiven = { person: personObject(person), link };
      sendData(reply, link === null ? 'The link is on its way.' : 'Give them this link to set a password.', answer);
    },
  );
}

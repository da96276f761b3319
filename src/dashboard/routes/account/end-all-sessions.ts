import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskOf } from '../../desk.ts';
import { forgetBrowsers } from '../../people/known-browsers.ts';
import { endLinks, endSessions } from '../../people/people.ts';
import type { PeopleServices } from '../../people/services.ts';
import { visitorOf } from '../../people/sign-in-acts.ts';
import type { DashboardServices } from '../../services.ts';

export function endAllSessions(
  api: DashboardApi,
  { pool }: DashboardServices,
  { signInLog }: Pick<PeopleServices, 'signInLog'>,
): void {
  api.delete(
    '/account/sessions',
    { schema: { summary: 'Sign out everywhere, here too' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const { id: personId, email } = deskOf(request).person;
      const ended = await endSessions(pool, personId);
      await endLinks(pool, personId);
      await forgetBrowsers(pool, personId);
      await signInLog.record('person.signed_out_everywhere', { personId, email }, visitorOf(request), { ended });
      sendData(reply, 'You are signed out everywhere.', { ended });
    },
  );
}

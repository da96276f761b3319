import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskOf } from '../../desk.ts';
import { endLinks, endSessions } from '../../people/people.ts';
import type { DashboardServices } from '../../services.ts';

export function endAllSessions(api: DashboardApi, { pool }: DashboardServices): void {
  api.delete(
    '/account/sessions',
    { schema: { summary: 'Sign out everywhere, here too' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const { id: personId } = deskOf(request).person;
      const ended = await endSessions(pool, personId);
      await endLinks(pool, personId);
      sendData(reply, 'You are signed out everywhere.', { ended });
    },
  );
}

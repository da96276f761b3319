import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskOf } from '../../desk.ts';
import { endSessions } from '../../people/people.ts';
import type { DashboardServices } from '../../services.ts';

export function endAllSessions(api: DashboardApi, { pool }: DashboardServices): void {
  api.delete(
    '/account/sessions',
    { schema: { summary: 'Sign out everywhere, here too' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const ended = await endSessions(pool, deskOf(request).person.id);
      sendData(reply, 'You are signed out everywhere.', { ended });
    },
  );
}

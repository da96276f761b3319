import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { notFound } from '../../../http/refusal-of-error.ts';
import type { DashboardApi } from '../../api.ts';
import { deskOf } from '../../desk.ts';
import type { PeopleServices } from '../../people/services.ts';
import { visitorOf } from '../../people/sign-in-acts.ts';
import type { DashboardServices } from '../../services.ts';

const params = Type.Object({ sessionId: Type.String({ maxLength: 64, description: 'The number of the session.' }) });

export function endSession(
  api: DashboardApi,
  { pool }: DashboardServices,
  { signInLog }: Pick<PeopleServices, 'signInLog'>,
): void {
  api.delete(
    '/account/sessions/:sessionId',
    { schema: { summary: 'Sign out one of your sessions', params }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const { sessionId } = request.params;
      const { id: personId, email } = deskOf(request).person;
      const { rowCount } = await pool.query('DELETE FROM person_session WHERE person_id = $1 AND id = $2', [
        personId,
        sessionId,
      ]);
      if (rowCount === 0) throw notFound();
      await signInLog.record('person.signed_out', { personId, email }, visitorOf(request));
      sendData(reply, 'The session is signed out.', { id: sessionId });
    },
  );
}

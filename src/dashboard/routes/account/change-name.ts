import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskOf } from '../../desk.ts';
import { personName } from '../../schemas/person.ts';
import type { DashboardServices } from '../../services.ts';

const body = Type.Object({ name: personName });

export function changeName(api: DashboardApi, { pool }: DashboardServices): void {
  api.put(
    '/account',
    { schema: { summary: 'Change your name', body }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const name = request.body.name.trim();
      await pool.query('UPDATE person SET name = $2, updated_at = clock_timestamp() WHERE id = $1', [
        deskOf(request).person.id,
        name,
      ]);
      sendData(reply, 'Your name is changed.', { name });
    },
  );
}

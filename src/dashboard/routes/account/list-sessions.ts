import { sendData } from '../../../http/answer.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import type { DashboardApi } from '../../api.ts';
import { deskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';

export function listSessions(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/account/sessions',
    { schema: { summary: 'Where you are signed in' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const { id: personId, sessionId } = deskOf(request).person;
      const { rows } = await pool.query<{
        id: string;
        ip_address: string | null;
        user_agent: string | null;
        created_at: Date;
        updated_at: Date;
      }>(
        `SELECT id, ip_address, user_agent, created_at, updated_at FROM person_session
          WHERE person_id = $1 AND expires_at > clock_timestamp()
          ORDER BY id <> $2, updated_at DESC LIMIT 100`,
        [personId, sessionId],
      );
      sendData(
        reply,
        'Sessions retrieved.',
        // Never the token: it is the session.
        rows.map((row) => ({
          id: row.id,
          address: row.ip_address,
          user_agent: row.user_agent,
          signed_in_at: isoTime(row.created_at.getTime()),
          last_seen_at: isoTime(row.updated_at.getTime()),
          is_this_one: row.id === sessionId,
        })),
      );
    },
  );
}

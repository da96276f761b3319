import { Type } from 'typebox';
import { isoTime } from '../../../ledger/transaction-object.ts';
import { sendPage } from '../../response.ts';
import { idCursor, pageLimit } from '../../schemas/id.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';

const query = Type.Object({
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(idCursor),
});

/** Disabled webhooks, the latest first, so that support can inform their owners. */
export function registerPlatformWebhookRoutes(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    '/platform/webhooks',
    {
      schema: { summary: 'Webhooks that are disabled', querystring: query },
      config: { right: 'disabled_webhooks.read' },
    },
    async (request, reply) => {
      const { limit = 25, cursor = null } = request.query;
      const { rows } = await pool.query<{
        webhook_id: string;
        client_id: string;
        client_name: string;
        mode: string;
        url: string;
        disabled_at_ms: string;
        disabled_reason: string;
      }>(
        `SELECT webhook_id, client_id, client.name AS client_name, mode, url, disabled_reason,
                round(extract(epoch FROM disabled_at) * 1000)::bigint AS disabled_at_ms
           FROM webhook JOIN client USING (client_id)
          WHERE deleted_at IS NULL AND NOT is_active AND ($1::bigint IS NULL OR webhook_id < $1)
          ORDER BY webhook_id DESC LIMIT $2`,
        [cursor, limit + 1],
      );
      const has_more = rows.length > limit;
      const page = rows.slice(0, limit);
      sendPage(reply, 'Disabled webhooks retrieved.', {
        data: page.map((row) => ({
          id: Number(row.webhook_id),
          client_id: Number(row.client_id),
          client_name: row.client_name,
          mode: row.mode,
          url: row.url,
          disabled_at: isoTime(Number(row.disabled_at_ms)),
          disabled_reason: row.disabled_reason,
        })),
        pagination: { has_more, next_cursor: has_more ? (page.at(-1)?.webhook_id ?? null) : null },
      });
    },
  );
}

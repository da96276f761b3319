import { Type } from 'typebox';
import { readAuditActions, readAuditLog } from '../../../../access/read-audit-log.ts';
import { sendData, sendPage } from '../../../../http/answer.ts';
import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { auditActObject, auditFilter, auditFilterOf } from './audit-filter.ts';

const query = Type.Object({
  ...auditFilter,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Acts on a page.' })),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'next_cursor of the page before.' })),
});

export function listActs(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/audit-log',
    {
      schema: { summary: 'Acts of people and of the command line, newest first', querystring: query },
      config: { right: 'audit_log.read' },
    },
    async (request, reply) => {
      const { limit = 50, cursor } = request.query;
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
      const found = await readAuditLog(pool, auditFilterOf(request.query), { before, limit: limit + 1 });
      const data = found.slice(0, limit).map(auditActObject);
      const has_more = found.length > limit;
      sendPage(reply, 'Acts retrieved.', {
        data,
        pagination: { has_more, next_cursor: has_more ? String(data.at(-1)?.id) : null },
      });
    },
  );

  api.get(
    '/platform/audit-log/actions',
    { schema: { summary: 'The names of all acts that were ever done' }, config: { right: 'audit_log.read' } },
    async (_request, reply) => {
      sendData(reply, 'Names retrieved.', await readAuditActions(pool));
    },
  );
}

import { Type } from 'typebox';
import { readAuditActions, readAuditLog } from '../../../../access/read-audit-log.ts';
import { sendData } from '../../../../http/answer.ts';
import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { actsPage, sendActs } from './acts.ts';
import { auditFilter, auditFilterOf } from './audit-filter.ts';

const query = Type.Object({ ...auditFilter, ...actsPage });

export function listActs(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/audit-log',
    {
      schema: { summary: 'Acts of people and of the command line, newest first', querystring: query },
      config: { right: 'audit_log.read' },
    },
    async (request, reply) => {
      await sendActs(reply, request.query, (page) => readAuditLog(pool, auditFilterOf(request.query), page));
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

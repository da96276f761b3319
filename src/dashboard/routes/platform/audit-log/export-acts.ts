import { Type } from 'typebox';
import { readAuditLog } from '../../../../access/read-audit-log.ts';
import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { csvNote, csvQuery } from '../../exports/csv-query.ts';
import { sendFile } from '../../exports/send-file.ts';
import { actsFile } from './acts.ts';
import { auditFilter, auditFilterOf } from './audit-filter.ts';

export function exportActs(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/audit-log.csv',
    {
      schema: {
        summary: 'The audit log as CSV, newest first',
        description: csvNote,
        querystring: Type.Object({ ...auditFilter, ...csvQuery }),
      },
      config: { right: 'audit_log.read' },
    },
    (request, reply) =>
      sendFile(pool, request, reply, {
        name: 'audit-log.csv',
        type: 'text/csv; charset=utf-8',
        pieces: actsFile((page) => readAuditLog(pool, auditFilterOf(request.query), page), request.query.for),
      }),
  );
}

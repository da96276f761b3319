import { Type } from 'typebox';
import { type AuditFilter, readAuditLog } from '../../../../access/read-audit-log.ts';
import { isoTime } from '../../../../ledger/transaction-object.ts';
import type { Queryable } from '../../../../postgres/pool.ts';
import { csvLine } from '../../../../wallet/export/csv-line.ts';
import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { sendFile } from '../../exports/send-file.ts';
import { auditFilter, auditFilterOf } from './audit-filter.ts';

/** Acts of one statement; each piece of the file is as many lines. */
const pieceActs = 1_000;

export function exportActs(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/audit-log.csv',
    {
      schema: { summary: 'The audit log as CSV, newest first', querystring: Type.Object(auditFilter) },
      config: { right: 'audit_log.read' },
    },
    (request, reply) =>
      sendFile(request, reply, {
        name: 'audit-log.csv',
        type: 'text/csv; charset=utf-8',
        pieces: csvOf(pool, auditFilterOf(request.query)),
      }),
  );
}

/** Read page by page, so that an export of any size holds no connection and little memory. */
async function* csvOf(db: Queryable, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(['id', 'at', 'actor', 'action', 'subject', 'details']);
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const acts = await readAuditLog(db, filter, { before, limit: pieceActs });
    const last = acts.at(-1);
    if (last === undefined) return;
    yield acts
      .map(({ auditLogId, atMs, actor, action, subject, details }) =>
        csvLine([auditLogId, isoTime(atMs), actor, action, subject, JSON.stringify(details)]),
      )
      .join('');
    before = last.auditLogId;
  }
}

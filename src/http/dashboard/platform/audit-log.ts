import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { sessionShown } from '../../../access/people/sessions.ts';
import { sentenceOfAct } from '../../../access/people/sign-in-acts.ts';
import { type AuditAct, type AuditFilter, readAuditActions, readAuditLog } from '../../../access/read-audit-log.ts';
import { kampalaTime } from '../../../ledger/kampala-day.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import { type CsvReader, csvLine, csvStart } from '../../../statements/csv-line.ts';
import { sendData, sendPage } from '../../response.ts';
import { idCursor, positiveId } from '../../schemas/id.ts';
import { csvNote, csvQuery } from '../exports.ts';
import type { AuditAct as AuditActObject } from '../schemas/audit-log.ts';
import { sendFile } from '../send-file.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';

/** The audit log: who did what to what, and when. */
export function registerAuditLogRoutes(api: DashboardApi, parts: DashboardParts): void {
  listActs(api, parts);
  exportActs(api, parts);
}

export const moment = (description: string) =>
  Type.String({ format: 'date-time', description, sentence: 'The time must be written like 2026-11-21T00:00:00Z.' });

/** Where an act came from, as far as somebody looks for it. */
export const placeFilter = {
  address: Type.Optional(Type.String({ maxLength: 64, description: 'An IP address, or "command line".' })),
  session: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'How the id of a session begins; for an API key, api_key and its number.',
    }),
  ),
};

/** What somebody looks for in the audit log. */
const auditFilter = {
  actor: Type.Optional(
    Type.String({ maxLength: 254, description: 'The actor: an email address, or cli: and a name.' }),
  ),
  action: Type.Optional(Type.String({ maxLength: 120, description: 'The action, such as wallet.frozen.' })),
  subject: Type.Optional(
    Type.String({ maxLength: 254, description: 'The object: client 7 also finds client 7 live and client 7 test.' }),
  ),
  client_id: Type.Optional(positiveId('Actions on behalf of this client, and actions on the client itself.')),
  ...placeFilter,
  from: Type.Optional(moment('From this time on.')),
  to: Type.Optional(moment('Before this time.')),
};

function auditFilterOf(query: {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly client_id?: number;
  readonly address?: string;
  readonly session?: string;
  readonly from?: string;
  readonly to?: string;
}): AuditFilter {
  return {
    actor: textOf(query.actor),
    action: textOf(query.action),
    subject: textOf(query.subject),
    clientId: query.client_id ?? null,
    address: textOf(query.address),
    session: textOf(query.session),
    fromMs: query.from === undefined ? null : Date.parse(query.from),
    toMs: query.to === undefined ? null : Date.parse(query.to),
  };
}

/** An empty field of a form looks for nothing. */
export function textOf(given: string | undefined): string | null {
  const text = given?.trim() ?? '';
  return text === '' ? null : text;
}

/** The requested page of acts. */
export const actsPage = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Actions on a page.' })),
  cursor: Type.Optional(idCursor),
};

/** Reads at most `limit` acts with numbers below `before`, newest first. */
type ReadActs = (page: { readonly before: number; readonly limit: number }) => Promise<readonly AuditAct[]>;

/** Sends one page of acts, with the cursor of the next. */
export async function sendActs(
  reply: FastifyReply,
  { limit = 50, cursor }: { readonly limit?: number; readonly cursor?: string },
  read: ReadActs,
): Promise<void> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
  const found = await read({ before, limit: limit + 1 });
  const data = found.slice(0, limit).map(auditActObject);
  const has_more = found.length > limit;
  sendPage(reply, 'Actions retrieved.', {
    data,
    pagination: { has_more, next_cursor: has_more ? String(data.at(-1)?.id) : null },
  });
}

function auditActObject(act: AuditAct): AuditActObject {
  const { auditLogId, atMs, actor, action, subject, details, shown = null } = act;
  return {
    id: auditLogId,
    at: isoTime(atMs),
    actor: actor.name,
    on_behalf_of: actor.onBehalfOf,
    address: actor.address,
    session: actor.session === null ? null : sessionShown(actor.session),
    action,
    subject,
    sentence: sentenceOfAct(act),
    details,
    shown,
  };
}

/** Columns that a file has gained; they come last, so that programs that read it find the others where they were. */
const addedColumns = ['on_behalf_of', 'address', 'session', 'shown'];

/** Acts of one statement; each piece of a file is as many lines. */
const pieceActs = 1_000;

/** Acts as CSV, read page by page, so that a file of any size holds no connection and little memory. */
export async function* actsFile(read: ReadActs, reader: CsvReader = 'spreadsheet'): AsyncGenerator<string> {
  yield csvStart(reader) +
    csvLine(['id', 'at', 'actor', 'action', 'subject', 'details', 'sentence', ...addedColumns], reader);
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const acts = await read({ before, limit: pieceActs });
    const last = acts.at(-1);
    if (last === undefined) return;
    yield acts
      .map((act) =>
        csvLine(
          [
            act.auditLogId,
            kampalaTime(act.atMs),
            act.actor.name,
            act.action,
            act.subject,
            JSON.stringify(act.details),
            sentenceOfAct(act),
            act.actor.onBehalfOf,
            act.actor.address,
            act.actor.session === null ? null : sessionShown(act.actor.session),
            act.shown === undefined ? null : JSON.stringify(act.shown),
          ],
          reader,
        ),
      )
      .join('');
    before = last.auditLogId;
  }
}

const query = Type.Object({ ...auditFilter, ...actsPage });

function listActs(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    '/platform/audit-log',
    {
      schema: { summary: 'Actions of people and of the command line, newest first', querystring: query },
      config: { right: 'audit_log.read' },
    },
    async (request, reply) => {
      await sendActs(reply, request.query, (page) => readAuditLog(pool, auditFilterOf(request.query), page));
    },
  );

  api.get(
    '/platform/audit-log/actions',
    { schema: { summary: 'The names of all actions in the log' }, config: { right: 'audit_log.read' } },
    async (_request, reply) => {
      sendData(reply, 'Names retrieved.', await readAuditActions(pool));
    },
  );
}

function exportActs(api: DashboardApi, { pool }: DashboardParts): void {
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

import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { AuditAct } from '../../../../access/read-audit-log.ts';
import { sendPage } from '../../../../http/answer.ts';
import { kampalaTime } from '../../../../ledger/kampala-day.ts';
import { isoTime } from '../../../../ledger/transaction-object.ts';
import { type CsvReader, csvLine, csvStart } from '../../../../wallet/export/csv-line.ts';
import { sentenceOfAct } from '../../../people/sign-in-acts.ts';
import type { AuditAct as AuditActObject } from '../../../schemas/audit-log.ts';

/** Which page of acts is asked for. */
export const actsPage = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Acts on a page.' })),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'next_cursor of the page before.' })),
};

/** Reads at most `limit` acts whose number is below `before`, newest first. */
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
  sendPage(reply, 'Acts retrieved.', {
    data,
    pagination: { has_more, next_cursor: has_more ? String(data.at(-1)?.id) : null },
  });
}

function auditActObject(act: AuditAct): AuditActObject {
  const { auditLogId, atMs, actor, action, subject, details } = act;
  return { id: auditLogId, at: isoTime(atMs), actor, action, subject, sentence: sentenceOfAct(act), details };
}

/** Acts of one statement; each piece of a file is as many lines. */
const pieceActs = 1_000;

/** Acts as CSV, read page by page, so that a file of any size holds no connection and little memory. */
export async function* actsFile(read: ReadActs, reader: CsvReader = 'spreadsheet'): AsyncGenerator<string> {
  yield csvStart(reader) + csvLine(['id', 'at', 'actor', 'action', 'subject', 'details', 'sentence'], reader);
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
            act.actor,
            act.action,
            act.subject,
            JSON.stringify(act.details),
            sentenceOfAct(act),
          ],
          reader,
        ),
      )
      .join('');
    before = last.auditLogId;
  }
}

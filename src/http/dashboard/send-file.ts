import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../../access/audit-log.ts';
import { downloadAction, visitorOf } from '../../access/people/sign-in-acts.ts';
import { maskPhones } from '../../phone/masked-phones.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { type PiecewiseFile, sendPieces } from '../file-response.ts';
import { actorOf, staffContextOf } from './server/context.ts';

/**
 * Sends a file to a person for as long as the session and the right last. That the person downloads it is in the audit log before the
 * first byte.
 */
export async function sendFile(
  db: Queryable,
  request: FastifyRequest,
  reply: FastifyReply,
  file: PiecewiseFile,
): Promise<FastifyReply> {
  const { client, recheck } = staffContextOf(request);
  await recordAudit(db, {
    actor: actorOf(request),
    action: downloadAction,
    subject: client === null ? 'platform' : `client ${client.caller.clientId} ${client.mode}`,
    details: { file: file.name, filters: filtersOf(request), ...visitorOf(request) },
  });
  return sendPieces(reply, file, recheck);
}

/** Filters in which a person may have typed a phone, in any form. */
const phoneFilters: ReadonlySet<string> = new Set(['phone', 'search', 'text']);

/** What the person looked for, without the middle of a phone. */
function filtersOf({ query }: FastifyRequest): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [
      name,
      phoneFilters.has(name) ? maskPhones(withoutSeparators(String(value))) : value,
    ]),
  );
}

/** Digits that are written apart, as in 0772 000 001, together. */
function withoutSeparators(text: string): string {
  return text.replace(/(?<=\d)[\s()-]+(?=\d)/g, '');
}

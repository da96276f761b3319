import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../../access/audit-log.ts';
import { downloadAction, visitorOf } from '../../access/people/sign-in-acts.ts';
import { maskPhones } from '../../phone/masked-phones.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { actorOf, staffContextOf } from './server/context.ts';

/** The size of a file's part, in characters or bytes, after which the guard runs again. */
const sizeBetweenLooks = 262_144;

/**
 * Sends a file piece by piece, as fast as it is taken: the next piece is made when the one before is on its way. A
 * person who goes away ends the making. An error in the middle cuts the connection, so that no part passes for a whole;
 * so does the loss of the session or of the right. That the person downloads it is in the audit log before the first byte.
 */
export async function sendFile(
  db: Queryable,
  request: FastifyRequest,
  reply: FastifyReply,
  file: { readonly name: string; readonly type: string; readonly pieces: AsyncIterable<string | Uint8Array> },
): Promise<FastifyReply> {
  const { client, recheck } = staffContextOf(request);
  await recordAudit(db, {
    actor: actorOf(request),
    action: downloadAction,
    subject: client === null ? 'platform' : `client ${client.caller.clientId} ${client.mode}`,
    details: { file: file.name, filters: filtersOf(request), ...visitorOf(request) },
  });
  const pieces = whileAllowed(file.pieces, recheck);
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(pieces, { objectMode: false }));
}

async function* whileAllowed(
  pieces: AsyncIterable<string | Uint8Array>,
  recheck: () => Promise<unknown>,
): AsyncGenerator<string | Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size >= sizeBetweenLooks) {
      await recheck();
      size = 0;
    }
    yield piece;
  }
  await recheck();
}

/** What the person looked for, without the middle of a phone. */
function filtersOf({ query }: FastifyRequest): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [
      name,
      name === 'phone' ? maskPhones(String(value).replace(/\D/g, '')) : value,
    ]),
  );
}

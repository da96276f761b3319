import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a file piece by piece, as fast as it is taken: the next piece is made when the one before is on its way. A
 * person who goes away ends the making; an error in the middle cuts the connection, so that no part passes for a whole.
 */
export function sendFile(
  reply: FastifyReply,
  file: { readonly name: string; readonly type: string; readonly pieces: AsyncIterable<string | Uint8Array> },
): FastifyReply {
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(file.pieces, { objectMode: false }));
}

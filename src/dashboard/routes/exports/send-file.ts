import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deskOf } from '../../desk.ts';

/** How much of a file is sent, in characters or bytes, before the guard is asked again whether the person may have it. */
const sizeBetweenLooks = 262_144;

/**
 * Sends a file piece by piece, as fast as it is taken: the next piece is made when the one before is on its way. A
 * person who goes away ends the making. An error in the middle cuts the connection, so that no part passes for a whole;
 * so does the loss of the session or of the right.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { readonly name: string; readonly type: string; readonly pieces: AsyncIterable<string | Uint8Array> },
): FastifyReply {
  const pieces = whileAllowed(file.pieces, deskOf(request).askAgain);
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(pieces, { objectMode: false }));
}

async function* whileAllowed(
  pieces: AsyncIterable<string | Uint8Array>,
  askAgain: () => Promise<unknown>,
): AsyncGenerator<string | Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size >= sizeBetweenLooks) {
      await askAgain();
      size = 0;
    }
    yield piece;
  }
  await askAgain();
}

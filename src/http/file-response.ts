import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The size of a file's part, in characters or bytes, after which the reader's right is checked again. */
const sizeBetweenChecks = 262_144;

/** A file whose pieces are made while they are sent. */
export interface PiecewiseFile {
  readonly name: string;
  /** The content type. */
  readonly type: string;
  readonly pieces: AsyncIterable<string | Uint8Array>;
}

/**
 * Sends a file piece by piece, as fast as it is taken: the next piece is made when the one before is on its way. A
 * reader who goes away ends the making. An error in the middle cuts the connection, so that no part passes for a whole;
 * so does the loss of the right.
 * @param recheck rejects when the reader may not read the file any more.
 */
export function sendPieces(reply: FastifyReply, file: PiecewiseFile, recheck: () => Promise<unknown>): FastifyReply {
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(whileAllowed(file.pieces, recheck), { objectMode: false }));
}

async function* whileAllowed(
  pieces: AsyncIterable<string | Uint8Array>,
  recheck: () => Promise<unknown>,
): AsyncGenerator<string | Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size >= sizeBetweenChecks) {
      await recheck();
      size = 0;
    }
    yield piece;
  }
  await recheck();
}

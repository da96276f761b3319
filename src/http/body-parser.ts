import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { encodedBody, malformedJson, unsupportedMediaType } from './refusal-of-error.ts';
import { refusalOfDigest } from './request-signature.ts';

/**
 * Reads bodies as JSON and keeps their bytes, from which the fingerprint of an Idempotency-Key is made, and which a signature covers by
 * their digest. A request without a body may name any content type, because real clients do.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) {
      done(null, undefined);
      return;
    }
    if (isEncoded(request)) {
      done(encodedBody());
      return;
    }
    request.bodyBytes = bytes;
    const refusal = request.signature === null ? null : refusalOfDigest(request.signature, bytes);
    if (refusal !== null) {
      done(refusal);
      return;
    }
    if (!isUtf8(bytes)) {
      done(malformedJson());
      return;
    }
    let body: unknown;
    try {
      body = JSON.parse(bytes.toString('utf8', beginsWithMark(bytes) ? byteOrderMark.length : 0));
    } catch {
      done(malformedJson());
      return;
    }
    done(null, body);
  });
  server.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined);
    else done(isEncoded(request) ? encodedBody() : unsupportedMediaType());
  });
}

/** A compressed body could be far larger than the limit of bodies, and nothing that a client sends is worth the risk. */
function isEncoded({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}

/** Some programs for Windows begin every text with it; RFC 8259 section 8.1 lets a reader skip it. */
const byteOrderMark = Buffer.from('\ufeff');

function beginsWithMark(bytes: Buffer): boolean {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
}

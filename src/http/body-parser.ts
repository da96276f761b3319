import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { malformedJson, unsupportedMediaType } from './refusal-of-error.ts';

/**
 * Reads bodies as JSON and keeps their bytes, from which the fingerprint of an Idempotency-Key is made. A request
 * without a body may name any content type, because real clients do.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) {
      done(null, undefined);
      return;
    }
    request.bodyBytes = bytes;
    if (!isUtf8(bytes)) {
      done(malformedJson());
      return;
    }
    let body: unknown;
    try {
      body = JSON.parse(bytes.toString('utf8'));
    } catch {
      done(malformedJson());
      return;
    }
    done(null, body);
  });
  server.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined);
    else done(unsupportedMediaType());
  });
}

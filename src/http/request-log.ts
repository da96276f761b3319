import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { createLineLimiter } from '../logging/line-limiter.ts';
import type { RefusalCode } from '../refusal.ts';

/**
 * Logs what was thrown and is no refusal: mistakes of ours each time, an absent database once a second, because every
 * request fails alike meanwhile.
 */
export function failureLog(logger: Logger): (error: unknown, code: RefusalCode, request: FastifyRequest) => void {
  const limit = createLineLimiter();
  return (error, code, request) => {
    const line = { err: error, request_id: request.id, method: request.method, path: pathOf(request.url) };
    if (code === 'internal_error' || code === 'outcome_unknown') {
      logger.error(line, code);
    } else if (code === 'database_unavailable') {
      limit(code, (leftOut) => logger.error({ ...line, alike_since_last_line: leftOut }, code));
    }
  };
}

/** One line per answered request, at debug. */
export function logRequests(server: FastifyInstance, logger: Logger): void {
  server.addHook('onResponse', (request, reply, done) => {
    logger.debug(
      {
        request_id: request.id,
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 1000) / 1000,
        api_key_id: request.principal?.apiKeyId ?? null,
      },
      'request answered',
    );
    done();
  });
}

/** The path without its query, which may hold a phone. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

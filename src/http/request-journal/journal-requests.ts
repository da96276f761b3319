import type { Api } from '../api.ts';
import type { NotedRequest } from './noted-request.ts';

/** Where answered requests are noted. */
export interface Journal {
  note(request: NotedRequest): void;
}

declare module 'fastify' {
  interface FastifyReply {
    /** The body on its way out; null for a stream, and where nothing notes requests. */
    sentText: string | null;
  }
}

/** Notes every request with a known key, when its answer has gone out. */
export function journalRequests(api: Api, journal: Journal): void {
  api.decorateReply('sentText', null);
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload === 'string') reply.sentText = payload;
    done();
  });
  api.addHook('onResponse', (request, reply, done) => {
    const { principal } = request;
    if (principal !== null) {
      const { elapsedTime } = reply;
      const key = request.headers['idempotency-key'];
      journal.note({
        principal,
        atMs: Date.now() - elapsedTime,
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        durationMs: elapsedTime,
        requestId: request.id,
        idempotencyKey: typeof key === 'string' ? key : undefined,
        body: request.bodyBytes,
        answer: reply.sentText,
      });
    }
    done();
  });
}

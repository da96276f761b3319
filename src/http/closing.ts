import type { FastifyInstance } from 'fastify';

const lookEveryMs = 50;

/**
 * While the server closes, a connection whose last answer has gone out is closed too. Node closes only those that are
 * idle at the moment of closing; the others would be kept open for their whole keep-alive time.
 */
export function closeConnectionsWhenIdle(server: FastifyInstance): void {
  server.addHook('preClose', (done) => {
    const timer = setInterval(() => server.server.closeIdleConnections(), lookEveryMs);
    server.server.once('close', () => clearInterval(timer));
    timer.unref();
    done();
  });
}

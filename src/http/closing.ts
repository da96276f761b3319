import { once } from 'node:events';
import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lookEveryMs = 50;

declare module 'fastify' {
  interface FastifyInstance {
    /** What listens on the server's port beside it and hands its connections over (`listen`). */
    listenersBeside: Server[];
  }
}

/**
 * While the server closes, nothing listens any more and every answer that is under way is waited for. A connection whose
 * last answer has gone out is closed too: Node closes only those that are idle at the moment of closing, and the others
 * would be kept open for their whole keep-alive time.
 */
export function closeGracefully(server: FastifyInstance): void {
  server.decorate('listenersBeside', []);
  let timer: NodeJS.Timeout | undefined;
  let closed: Promise<unknown>[] = [];
  server.addHook('preClose', (done) => {
    timer = setInterval(() => server.server.closeIdleConnections(), lookEveryMs).unref();
    closed = server.listenersBeside.map((listener) => once(listener.close(), 'close'));
    done();
  });
  // Run when the connections that the server took itself have ended.
  server.addHook('onClose', async () => {
    await Promise.all(closed);
    clearInterval(timer);
  });
}

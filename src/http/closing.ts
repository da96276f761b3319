import { once } from 'node:events';
import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { OpenConnections } from './open-connections.ts';
import { lastOwedAnswer } from './owed-answers.ts';

const lookEveryMs = 50;

/** What a client that has begun to send a request has for the rest of it. */
const halfRequestMs = 2_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** What listens on the server's port beside it and hands its connections over (`listen`). */
    listenersBeside: Server[];
  }
}

/**
 * While the server closes, nothing listens any more and every answer that we owe is waited for. Only those: a connection
 * that says nothing, or not enough in time, is ended, and so is one whose last answer has gone out. Node closes only those
 * that are idle at the moment of closing, and the others would be kept open for their whole keep-alive time.
 */
export function closeGracefully(server: FastifyInstance, connections: OpenConnections): void {
  server.decorate('listenersBeside', []);
  let timer: NodeJS.Timeout | undefined;
  let closed: Promise<unknown>[] = [];
  server.addHook('preClose', (done) => {
    const halfRequestsUntilMs = performance.now() + halfRequestMs;
    timer = setInterval(() => {
      server.server.closeIdleConnections();
      const tooLate = performance.now() > halfRequestsUntilMs;
      for (const socket of connections.sockets())
        if ((tooLate || socket.bytesRead === 0) && lastOwedAnswer(socket) === undefined) socket.destroy();
    }, lookEveryMs).unref();
    closed = server.listenersBeside.map((listener) => once(listener.close(), 'close'));
    done();
  });
  // Run when the connections that the server took itself have ended.
  server.addHook('onClose', async () => {
    await Promise.all(closed);
    clearInterval(timer);
  });
}

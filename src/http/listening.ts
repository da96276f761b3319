import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { OpenConnections } from './open-connections.ts';
import { lastPendingResponse } from './pending-responses.ts';

/**
 * Connections that the kernel keeps until we take them, for each socket. A burst of operators' callbacks on connections of
 * their own must not be turned away meanwhile.
 */
const connectionsWaitingMax = 4_096;

/** Sockets that share the port, so that a burst of new connections is spread over several queues of the kernel. */
const listeningSockets = 8;

/** Node's option that Fastify's types do not name. */
const shared = { reusePort: true } as const;

/**
 * Listens for a server. Node takes one new connection from a listening socket between two rounds of work, and a round takes
 * milliseconds under load. So there are several sockets on the port (SO_REUSEPORT), where the system shares connections
 * out among them. Closing the server closes them all (`closeGracefully`).
 * @param where.port 0 for one that is free.
 * @returns the port.
 * @throws EADDRINUSE where anybody listens on the port already, and what else the system says.
 */
export async function listen(
  server: FastifyInstance,
  where: { readonly host: string; readonly port: number },
): Promise<number> {
  const isShared = process.platform === 'linux';
  if (isShared) await refuseTakenPort(where);
  const { host, port } = where;
  await server.listen({ host, port, backlog: connectionsWaitingMax, ...(isShared && shared) });
  // An address is a text for a path, which nothing here listens on.
  const addresses = server.addresses().filter((address) => typeof address === 'object');
  if (isShared) for (const address of addresses) await listenBeside(server, address);
  return addresses[0]?.port ?? port;
}

async function listenBeside(server: FastifyInstance, { address: host, port }: AddressInfo): Promise<void> {
  for (let n = 1; n < listeningSockets; n += 1) {
    // The options that an HTTP server gives the sockets that it takes itself.
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.server.emit('connection', socket);
    });
    listener.listen({ host, port, backlog: connectionsWaitingMax, ...shared });
    await once(listener, 'listening');
    server.listenersBeside.push(listener);
  }
}

/** The system would let a second service share the port, which is never meant: it would refuse one that wants it alone. */
async function refuseTakenPort({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  if (port === 0) return;
  const alone = createServer();
  alone.listen({ host, port });
  await once(alone, 'listening');
  await once(alone.close(), 'close');
}

const checkIntervalMs = 50;

/** The time for the rest of a request that has begun to arrive. */
const halfRequestMs = 2_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Further listeners on the server's port, which pass their connections to it (`listen`). */
    listenersBeside: Server[];
  }
}

/**
 * Closes a server after its pending responses were sent. A connection without a complete request, and one without pending
 * responses, is ended. Node closes only connections that are idle at the moment of closing; the others would stay open for
 * their whole keep-alive time.
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
        if ((tooLate || socket.bytesRead === 0) && lastPendingResponse(socket) === undefined) socket.destroy();
    }, checkIntervalMs).unref();
    closed = server.listenersBeside.map((listener) => once(listener.close(), 'close'));
    done();
  });
  // Runs when the connections that the server accepted itself have ended.
  server.addHook('onClose', async () => {
    await Promise.all(closed);
    clearInterval(timer);
  });
}

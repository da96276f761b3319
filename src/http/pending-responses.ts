import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The responses of each connection that are not sent yet, in their order, and at most one that was sent since. Nearly every
 * connection has one, and every payment passes here: so there is no listener, and no Set that grows and shrinks.
 */
const responsesOf = new WeakMap<Socket, ServerResponse[]>();

/**
 * Pending responses that a connection may have. Node reads all requests of a packet before it serves another connection, and
 * a thousand small requests fit in a packet; few programs that pipeline requests have ten of them open.
 */
const pendingResponsesMax = 32;

/** Connections whose further requests are ignored, because they had too many pending responses. */
const ending = new WeakSet<Socket>();

/** Starts to track the requests of a server for `lastPendingResponse` and `isEnding`. */
export function trackPendingResponses(server: Server): void {
  // Runs before the listener that serves the request and calls `isEnding`.
  server.prependListener('request', ({ socket }, response) => {
    const responses = responsesOf.get(socket);
    if (responses === undefined) {
      responsesOf.set(socket, [response]);
      return;
    }
    if (ending.has(socket)) return;
    while (responses[0] !== undefined && isOver(responses[0])) responses.shift();
    if (responses.length < pendingResponsesMax) {
      responses.push(response);
      return;
    }
    ending.add(socket);
    socket.pause();
    endAfterPendingResponses(socket);
  });
}

/** Whether a connection had too many pending responses: a request that arrives on it now is ignored. */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

/** Ends a connection when its pending responses are sent, at once when there are none. */
export function endAfterPendingResponses(socket: Socket): void {
  const last = lastPendingResponse(socket);
  if (last === undefined) {
    socket.destroySoon();
    return;
  }
  if (!last.headersSent) last.setHeader('connection', 'close');
  last.once('close', () => socket.destroySoon());
}

/**
 * The last pending response of a connection; undefined when there is none. A complete request may have moved money, so its
 * response must be sent whatever else happens to the connection.
 */
export function lastPendingResponse(socket: Socket): ServerResponse | undefined {
  return responsesOf.get(socket)?.findLast((response) => response.req.complete && !isOver(response));
}

function isOver({ writableFinished, destroyed }: ServerResponse): boolean {
  return writableFinished || destroyed;
}

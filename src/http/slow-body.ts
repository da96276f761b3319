import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { onRequestHookHandler } from 'fastify';

/** Connections on which a file is arriving that was given more time than other requests have. */
const receiving = new WeakSet<Socket>();

/**
 * A hook for routes that take files: the body may take `withinMs` to arrive in place of the server's `requestTimeout`,
 * which a file on a slow line exceeds. Put it behind the guard, so that only who was let in has the time; and a
 * connection on which nothing arrives is closed by the server's `connectionTimeout` all the same.
 */
export function bodyMayTake(withinMs: number): onRequestHookHandler {
  return (request, _reply, done) => {
    giveTime(request.raw, withinMs);
    done();
  };
}

/** Whether the server's own limit, which Node tells as an error of the connection, is not meant for what arrives on it. */
export function mayTakeLonger(error: { readonly code?: string }, socket: Socket): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && receiving.has(socket);
}

function giveTime(request: IncomingMessage, withinMs: number): void {
  const { socket } = request;
  receiving.add(socket);
  const tooLate = setTimeout(() => {
    receiving.delete(socket);
    // Node has looked at this request already and will not again.
    socket.destroy();
  }, withinMs).unref();
  const whenEnded = () => {
    clearTimeout(tooLate);
    receiving.delete(socket);
  };
  request.once('end', whenEnded).once('close', whenEnded);
}

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The answers under way on each connection, in the order in which they go out. */
const underWay = new WeakMap<Socket, Set<ServerResponse>>();

/** From now on `lastOwedAnswer` knows the requests of a server. */
export function noteOwedAnswers(server: Server): void {
  server.on('request', ({ socket }, response) => {
    const answers = underWay.get(socket) ?? new Set();
    underWay.set(socket, answers.add(response));
    response.once('close', () => answers.delete(response));
  });
}

/**
 * The last answer that a connection is owed: a request that came whole may have moved money, so its answer must go out
 * whatever else becomes of the connection. Undefined when it is owed none.
 */
export function lastOwedAnswer(socket: Socket): ServerResponse | undefined {
  return [...(underWay.get(socket) ?? [])].findLast(({ req }) => req.complete);
}

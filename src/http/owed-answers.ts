import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The answers under way on each connection, in the order in which they go out, with at most one that has gone out since.
 * Of nearly all connections it is one, and every payment passes here: no listener, and no Set that grows and empties.
 */
const underWay = new WeakMap<Socket, ServerResponse[]>();

/** From now on `lastOwedAnswer` knows the requests of a server. */
export function noteOwedAnswers(server: Server): void {
  server.on('request', ({ socket }, response) => {
    const answers = underWay.get(socket);
    if (answers === undefined) {
      underWay.set(socket, [response]);
      return;
    }
    while (answers[0] !== undefined && isOver(answers[0])) answers.shift();
    answers.push(response);
  });
}

/**
 * The last answer that a connection is owed: a request that came whole may have moved money, so its answer must go out
 * whatever else becomes of the connection. Undefined when it is owed none.
 */
export function lastOwedAnswer(socket: Socket): ServerResponse | undefined {
  return underWay.get(socket)?.findLast((response) => response.req.complete && !isOver(response));
}

function isOver({ writableFinished, destroyed }: ServerResponse): boolean {
  return writableFinished || destroyed;
}

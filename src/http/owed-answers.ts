import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The answers under way on each connection, in the order in which they go out, with at most one that has gone out since.
 * Of nearly all connections it is one, and every payment passes here: no listener, and no Set that grows and empties.
 */
const underWay = new WeakMap<Socket, ServerResponse[]>();

/**
 * How many answers a connection may be owed. Node reads all requests of a packet before it serves anybody else, and a
 * thousand small ones fit in one; of the programs that send without waiting for answers, few have ten under way.
 */
const owedAnswersMax = 32;

/** Connections from which nothing more is served, because they were owed too many answers. */
const ending = new WeakSet<Socket>();

/** From now on `lastOwedAnswer` and `isEnding` know the requests of a server. */
export function noteOwedAnswers(server: Server): void {
  // Before the listener that serves the request and asks `isEnding`.
  server.prependListener('request', ({ socket }, response) => {
    const answers = underWay.get(socket);
    if (answers === undefined) {
      underWay.set(socket, [response]);
      return;
    }
    if (ending.has(socket)) return;
    while (answers[0] !== undefined && isOver(answers[0])) answers.shift();
    if (answers.length < owedAnswersMax) {
      answers.push(response);
      return;
    }
    ending.add(socket);
    socket.pause();
    endAfterOwedAnswers(socket);
  });
}

/** Whether a connection was owed too many answers: a request that arrives on it now is not served. */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

/** Ends a connection when the answers that it is owed have gone out, at once when it is owed none. */
export function endAfterOwedAnswers(socket: Socket): void {
  const owed = lastOwedAnswer(socket);
  if (owed === undefined) {
    socket.destroySoon();
    return;
  }
  if (!owed.headersSent) owed.setHeader('connection', 'close');
  owed.once('close', () => socket.destroySoon());
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

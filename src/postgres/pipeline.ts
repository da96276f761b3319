import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { RowBytes } from './row-bytes.ts';

// Statements that are sent without waiting for the results of those before them, on connections with `pipeline: true`. One round
// trip for many of them gives the ledger's writer a fifth to a third more payments per second than one for each statement
// (docs/decisions/0003-rows-by-copy.md). This file is the only one that depends on parts of `pg` that its types do not describe:
// `Query.submit`, which writes a query to the connection, and the connection's stream.

/**
 * Waits for all of some statements that were sent together in one database transaction. Where one fails the server
 * refuses those behind it too, and the promise of one of these can be the first to tell: so the first that failed in
 * the order of sending says why, and afterwards none is on its way any more.
 * @param statements in the order in which they were sent, none of them after a result had arrived: where another one failed
 * the server would refuse it, and its refusal would be taken for the reason.
 */
export async function sentTogether<Statements extends readonly unknown[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  for (const end of await Promise.allSettled(statements)) if (end.status === 'rejected') throw end.reason;
  return await Promise.all(statements);
}

/**
 * Sends a statement in a pipeline; the promise gives its answer. Where the driver does not send it (a value that it
 * cannot write, a name that stands for another text) that is thrown here: a rejected promise would come too
 * late to hold back a COMMIT that is sent behind it, and the server would commit the rest.
 */
export function sendStatement(client: pg.ClientBase, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  let unsent: unknown = null;
  let sending = true;
  const query: Sendable = new pg.Query(statement, undefined, (error, result) => {
    if (error === undefined || error === null) return resolve(result);
    if (sending) unsent = error;
    reject(error);
  });
  const submit = query.submit.bind(query);
  query.submit = (connection) => {
    const refusal = submit(connection);
    if (refusal instanceof Error) unsent = refusal;
    return refusal;
  };
  client.query(query);
  sending = false;
  if (unsent === null) return promise;
  promise.catch(() => undefined);
  throw unsent;
}

/** The driver's types leave out that `submit` returns why it did not send. */
interface Sendable extends Omit<pg.Query, 'submit'> {
  submit: (connection: pg.Connection) => unknown;
}

/**
 * Inserts rows by COPY, which PostgreSQL stores page by page instead of row by row. Their memory may be
 * written again once it is known that they are stored; before that, and after an error, it may still have to leave.
 * @param columns `table (column, …)`: ours, never input.
 * @returns how many rows PostgreSQL stored. @throws its errors, constraints included.
 */
export function copyInto(client: pg.ClientBase, columns: string, { messages }: RowBytes): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  client.query(
    new CopyQuery(columns, messages, (error, result) => (error ? reject(error) : resolve(result.rowCount ?? 0))),
  );
  return promise;
}

/**
 * COPY whose rows follow the statement without waiting for the server to ask for them, so that it can stand in a
 * pipeline. When the statement fails the server skips the rows (its manual, "Message Flow", COPY Operations).
 */
class CopyQuery extends pg.Query {
  constructor(
    columns: string,
    messages: readonly Buffer[],
    callback: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    const text = `COPY ${columns} FROM STDIN`;
    super(text, undefined, callback);
    let unsent = messages;
    this.submit = (connection) => {
      const sending = connection as SendingConnection;
      sending.query(text);
      // As they are: the driver would copy each into a message of its own.
      for (const message of unsent) if (sending.stream.writable) sending.stream.write(message);
      sending.endCopyFrom();
      unsent = [];
    };
  }

  /** The server asks for rows that are already on their way. */
  handleCopyInResponse(): void {}
}

/** What `pg`'s connection can send, and its types do not name. */
interface SendingConnection extends pg.Connection {
  query(text: string): void;
  readonly stream: Duplex;
  endCopyFrom(): void;
}

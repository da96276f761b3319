import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { RowBytes } from './row-bytes.ts';

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

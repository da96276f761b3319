import pg from 'pg';
import { RowBytes } from './row-bytes.ts';

/**
 * Inserts rows by COPY, which PostgreSQL stores page by page instead of row by row (docs/performance.md).
 * @param columns `table (column, …)`: ours, never input.
 * @param lines rows in COPY's text form, each ended by a line break; see `copyText`.
 * @returns how many rows PostgreSQL stored. @throws its errors, constraints included.
 */
export function copyInto(client: pg.ClientBase, columns: string, lines: readonly string[]): Promise<number> {
  const rows = new RowBytes();
  for (const line of lines) rows.append(line);
  return copyBytesInto(client, columns, rows);
}

/** The same for rows that are bytes already. */
export function copyBytesInto(client: pg.ClientBase, columns: string, { pieces }: RowBytes): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  client.query(
    new CopyQuery(columns, pieces, (error, result) => (error ? reject(error) : resolve(result.rowCount ?? 0))),
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
    pieces: readonly Buffer[],
    callback: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    const text = `COPY ${columns} FROM STDIN`;
    super(text, undefined, callback);
    let unsent = pieces;
    this.submit = (connection) => {
      const sending = connection as SendingConnection;
      sending.query(text);
      for (const piece of unsent) sending.sendCopyFromChunk(piece);
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
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A value in COPY's text form (PostgreSQL's manual, COPY, "Text Format"). */
export function copyText(value: string | null): string {
  if (value === null) return '\\N';
  return special.test(value) ? value.replace(specials, (character) => escapes[character] ?? character) : value;
}

/** A number, or NULL. */
export function copyNumber(value: number | bigint | null): string {
  return value === null ? '\\N' : String(value);
}

/** A truth, or NULL. */
export function copyBoolean(value: boolean | null): string {
  return value === null ? '\\N' : value ? 't' : 'f';
}

const special = /[\\\t\n\r]/;
const specials = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

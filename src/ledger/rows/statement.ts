import type pg from 'pg';
import { copyInto, sendStatement } from '../../postgres/pipeline.ts';
import { RowBytes } from '../../postgres/row-bytes.ts';

/** Sends a statement of a batch or throws; its promise settles when the server has run it. */
export type Send = (client: pg.ClientBase) => Promise<unknown>;

/** A prepared statement. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A table that takes many rows per batch. */
export interface CopiedTable<Row> {
  /** The table and its columns: `table (column, …)`. */
  readonly columns: string;
  /** Writes the fields of a row, in the order of the columns. `at` is the batch's time as text. */
  readonly write: (fields: RowBytes, row: Row, at: string) => void;
}

/** One statement with arrays as its parameters, or none where there are no rows. */
export function arrayStatement(statement: Statement, rows: number, values: () => unknown[]): Send[] {
  if (rows === 0) return [];
  const parameters = values();
  return [(client) => sendStatement(client, { ...statement, values: parameters })];
}

/**
 * One COPY of all rows, or none where there are no rows; it stores each row or fails. The rows are encoded when it is sent,
 * so that the server runs the statements before it meanwhile.
 */
export function copyStatement<Row>(table: CopiedTable<Row>, rows: readonly Row[], atMs: number): Send[] {
  if (rows.length === 0) return [];
  return [(client) => copyInto(client, table.columns, bytesOf(table, rows, new Date(atMs).toISOString()))];
}

function bytesOf<Row>(table: CopiedTable<Row>, rows: readonly Row[], at: string): RowBytes {
  const bytes = new RowBytes();
  for (const row of rows) {
    table.write(bytes, row, at);
    bytes.endRow();
  }
  return bytes;
}

/**
 * A change that fails when it finds another number of rows than its last parameter says: a row that should change and is
 * missing, or differs from what was read, means that the plan is wrong.
 * @param what names the rows in the error.
 * @param expected the number of that parameter.
 */
export function exactly(name: string, what: string, expected: number, change: string): Statement {
  const text = `WITH changed AS (${change} RETURNING 1) SELECT expect_rows('${what}', $${expected}, count(*)) FROM changed`;
  return { name, text };
}

import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { StatementColumns } from '../operators/statement-columns.ts';

const words = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 });
const strict = { additionalProperties: false };

/** Some fields of StatementColumns, as a file for `nsimbi reconcile --columns` and a mapping of the page have them. */
export const columnsFile = Type.Object(
  {
    receipt: Type.Optional(words),
    reference: Type.Optional(words),
    amount: Type.Optional(words),
    amount_in: Type.Optional(words),
    amount_out: Type.Optional(words),
    direction: Type.Optional(words),
    direction_words: Type.Optional(Type.Object({ in: words, out: words }, strict)),
    signed: Type.Optional(Type.Boolean()),
    status: Type.Optional(words),
    status_words: Type.Optional(Type.Object({ succeeded: words, failed: words, pending: words }, strict)),
    time: Type.Optional(words),
    date_order: Type.Optional(Type.Union([Type.Literal('day_first'), Type.Literal('month_first')])),
    ignore: Type.Optional(Type.Array(Type.Object({ column: Type.String({ minLength: 1 }), words }, strict))),
  },
  strict,
);

export type ColumnsFile = Static<typeof columnsFile>;

/**
 * An operator's columns with the fields that a person's file of columns replaces.
 * @param text JSON with some fields of StatementColumns.
 * @throws ColumnsUnreadable
 */
export function replaceColumns(columns: StatementColumns, text: string): StatementColumns {
  return { ...columns, ...readColumns(text) };
}

function readColumns(text: string): ColumnsFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ColumnsUnreadable(
      `the file of columns cannot be read: it is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (Value.Check(columnsFile, value)) return value;
  const first = Value.Errors(columnsFile, value)[0];
  throw new ColumnsUnreadable(
    `the file of columns cannot be read: ${first?.instancePath || 'it'} ${first?.message ?? 'is not understood'}`,
  );
}

/** A file or a mapping of columns that cannot be followed. */
export class ColumnsUnreadable extends Error {
  override readonly name = 'ColumnsUnreadable';
}

import type { StatementColumns } from '../operators/statement-columns.ts';
import { type Reading, readLines } from './read-lines.ts';
import { cellsOf, readRecords } from './read-records.ts';
import { type Heading, headingOf, missingColumns, type RowReading, readRow } from './statement-row.ts';

/** A row with the number of its line, from 1. */
export type StatementLine = RowReading & { readonly line: number };

/** Exports begin with a title, a name and a period; the heading comes soon after. */
const linesBeforeHeadingMax = 50;
export const delimiters = [',', ';', '\t', '|'];

/**
 * The rows of an operator's statement, in its order, read piece by piece.
 * @param reading is kept up to date while rows are taken.
 * @throws HeadingNotFound, NotText, and what reading a file throws.
 */
export async function* readStatement(
  path: string,
  columns: StatementColumns,
  reading: Reading,
): AsyncGenerator<StatementLine> {
  const lines = readLines(path, reading);
  try {
    const { heading, delimiter } = await findHeading(lines, columns);
    for await (const record of readRecords(lines, { delimiter, width: heading.width })) {
      const { line } = record;
      if ('unreadable' in record) yield { is: 'unreadable', because: record.unreadable, line };
      else yield { ...readRow(line, record.cells, heading, columns), line };
    }
  } finally {
    // Taken one by one for the heading, lines keep the file open until the iterator is closed.
    await lines.return(undefined);
  }
}

async function findHeading(
  lines: AsyncGenerator<{ readonly number: number; readonly text: string }>,
  columns: StatementColumns,
): Promise<{ heading: Heading; delimiter: string }> {
  let widest: readonly string[] = [];
  for (let read = 0; read < linesBeforeHeadingMax; read += 1) {
    const next = await lines.next();
    if (next.done === true) break;
    for (const delimiter of delimiters) {
      const cells = cellsOf(next.value.text, delimiter) ?? [];
      const heading = headingOf(cells, columns);
      if (heading !== null) return { heading, delimiter };
      if (cells.length > widest.length) widest = cells;
    }
  }
  throw new HeadingNotFound(columns, widest);
}

/** A statement in which the columns that are needed cannot be found. */
export class HeadingNotFound extends Error {
  override readonly name = 'HeadingNotFound';

  constructor(columns: StatementColumns, found: readonly string[]) {
    const seen = found.map((name) => name.replace(/\p{Cc}/gu, ' ').slice(0, 40)).join(', ');
    if (columns.complete) {
      const missing = missingColumns(found, columns).join(', ');
      super(
        `no line of the statement has all columns that are remembered for this operator; missing: ${missing}; ` +
          `found: ${seen === '' ? 'nothing' : seen}. Map its columns again on the page Reconciliation`,
      );
      return;
    }
    super(
      `no line of the statement has a column for the amount (${columns.amount.join(', ')}) and one for receipt or ` +
        `reference (${[...columns.receipt, ...columns.reference].join(', ')}); ` +
        `found: ${seen === '' ? 'nothing' : seen}. Map its columns on the page Reconciliation, or give a file with --columns`,
    );
  }
}

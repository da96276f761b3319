import type { StatementColumns } from '../operators/statement-columns.ts';
import type { ColumnMapping } from './mapped-columns.ts';
import { mappedFields } from './mapped-fields.ts';
import { type Line, readLines } from './read-lines.ts';
import { cellsOf } from './read-records.ts';
import { delimiters } from './read-statement.ts';
import { headingOf, isSameHeading, type RowReading, readRow } from './statement-row.ts';

const linesShown = 30;

/** The beginning of a statement, for a person who says what its columns are. */
export interface StatementPreview {
  /** Only lines that are not empty. */
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Which of them is the heading, as far as can be guessed: an index in `lines`. */
  readonly heading: number;
  /** Its columns that have a known heading, and the known words. */
  readonly suggested: ColumnMapping;
}

/**
 * Reads the first lines of a statement.
 * @param known the headings that the operator's statements are known to have; @param remembered what a person mapped before.
 * @throws NotText, WorkbookUnreadable, and what reading a file throws.
 */
export async function previewStatement(
  path: string,
  known: StatementColumns,
  remembered: StatementColumns | null,
): Promise<StatementPreview> {
  const lines = readLines(path, { bytes: 0, sha256: null });
  const first: Line[] = [];
  try {
    while (first.length < linesShown) {
      const next = await lines.next();
      if (next.done === true) break;
      if (next.value.text.trim() !== '') first.push(next.value);
    }
  } finally {
    await lines.return(undefined);
  }
  const shown = delimiters
    .map((delimiter) => first.map(({ number, text }) => ({ line: number, cells: cellsOf(text, delimiter) ?? [text] })))
    .reduce((best, one) => (widthOf(one) > widthOf(best) ? one : best));
  const heading = headingAmong(shown, remembered === null ? [known] : [remembered, known]);
  return { lines: shown, heading, suggested: suggestion(shown[heading]?.cells ?? [], known) };
}

/** How the first rows of a statement are read by some columns, or why its heading does not have them. */
export function tryColumns(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  columns: StatementColumns,
): { readonly problem: string } | { readonly readings: readonly RowReading[] } {
  const twice = mappedFields
    .flatMap((field) => columns[field])
    .find((name) => heading.filter((other) => isSameHeading(other, name)).length > 1);
  if (twice !== undefined) return { problem: `two columns are named "${twice}"; rename one of them in the file` };
  const found = headingOf(heading, columns);
  if (found === null) return { problem: 'the heading does not have all chosen columns' };
  return { readings: rows.map((cells, index) => readRow(index + 1, cells, found, columns)) };
}

function widthOf(lines: readonly { readonly cells: readonly string[] }[]): number {
  return Math.max(0, ...lines.map(({ cells }) => cells.length));
}

/** The line that some columns know, else the first of those with the most names: cells that have text and no digits. */
function headingAmong(
  lines: readonly { readonly cells: readonly string[] }[],
  columns: readonly StatementColumns[],
): number {
  for (const one of columns) {
    const index = lines.findIndex(({ cells }) => headingOf(cells, one) !== null);
    if (index >= 0) return index;
  }
  const names = lines.map(({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell)).length);
  return Math.max(0, names.indexOf(Math.max(0, ...names)));
}

function suggestion(heading: readonly string[], columns: StatementColumns): ColumnMapping {
  const taken = new Set<string>();
  const suggested = mappedFields.map((field) => {
    const names = columns[field].map((known) => heading.find((name) => isSameHeading(name, known)));
    const name = names.find((one) => one !== undefined && !taken.has(one));
    if (name === undefined) return [field, []];
    taken.add(name);
    return [field, [name]];
  });
  const { date_order, direction_words, status_words, signed, ignore } = columns;
  const words = { date_order, direction_words, status_words, signed, ignore };
  return { ...(Object.fromEntries(suggested) as ColumnMapping), ...words };
}

import { parse } from 'csv-parse/sync';
import type { Line } from './read-lines.ts';

/** A row of a CSV file, or why it is none. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly unreadable: string };

/** A quoted note may go over some lines; more than this is a quotation mark that was never closed. */
const linesPerRecordMax = 20;
/** Records parsed in one call: the parser costs more to begin than to read a row. */
const recordsAtOnce = 500;

interface Pending {
  readonly line: number;
  readonly lines: readonly Line[];
}

/**
 * The records of a CSV file whose heading has `width` columns. A row that breaks the rules of CSV spoils nothing but
 * itself: what an unclosed quotation mark would swallow is read again line by line.
 */
export async function* readRecords(
  lines: AsyncIterable<Line>,
  format: { readonly delimiter: string; readonly width: number },
): AsyncGenerator<CsvRecord> {
  let waiting: Pending[] = [];
  let open: Line[] = [];
  const flush = function* () {
    yield* parsed(waiting, format);
    waiting = [];
  };
  for await (const line of lines) {
    if (open.length === 0 && line.text.trim() === '') continue;
    open.push(line);
    if (isOpen(open) && open.length < linesPerRecordMax) continue;
    waiting.push({ line: open[0]?.number ?? line.number, lines: open });
    open = [];
    if (waiting.length >= recordsAtOnce) yield* flush();
  }
  if (open.length > 0) waiting.push({ line: open[0]?.number ?? 0, lines: open });
  yield* flush();
}

/** The cells of one line, or null when it breaks the rules of CSV. */
export function cellsOf(text: string, delimiter: string): readonly string[] | null {
  try {
    const records: string[][] = parse(text, { delimiter, relax_column_count: true });
    return records.length === 1 ? (records[0] ?? null) : null;
  } catch {
    return null;
  }
}

function* parsed(records: readonly Pending[], format: { delimiter: string; width: number }): Generator<CsvRecord> {
  const together = parsedTogether(records, format.delimiter);
  for (const [index, record] of records.entries()) {
    const cells = together?.[index] ?? cellsOf(textOf(record.lines), format.delimiter);
    if (isWhole(cells, format.width) && !swallowsRows(record, format)) {
      yield { line: record.line, cells };
      continue;
    }
    if (record.lines.length === 1) {
      yield { line: record.line, unreadable: problemOf(cells, format.width) };
      continue;
    }
    yield { line: record.line, unreadable: 'a quotation mark is not closed' };
    yield* parsed(
      record.lines
        .slice(1)
        .filter(({ text }) => text.trim() !== '')
        .map((line) => ({ line: line.number, lines: [line] })),
      format,
    );
  }
}

/** Whether a row has all columns; empty ones after the last are nothing. */
function isWhole(cells: readonly string[] | null, width: number): cells is readonly string[] {
  return cells !== null && cells.length >= width && cells.slice(width).every((cell) => cell === '');
}

/** Two stray marks on different lines make one long note of whole rows between them. */
function swallowsRows({ lines }: Pending, { delimiter, width }: { delimiter: string; width: number }): boolean {
  return lines.slice(1).some(({ text }) => isWhole(cellsOf(text, delimiter), width));
}

/** All records in one call, or null when one of them breaks the rules and each has to be looked at alone. */
function parsedTogether(records: readonly Pending[], delimiter: string): readonly string[][] | null {
  try {
    const text = records.map(({ lines }) => textOf(lines)).join('\n');
    const all: string[][] = parse(text, { delimiter, relax_column_count: true });
    return all.length === records.length ? all : null;
  } catch {
    return null;
  }
}

function isOpen(lines: readonly Line[]): boolean {
  const marks = lines.reduce((count, { text }) => count + text.split('"').length - 1, 0);
  return marks % 2 === 1;
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}

function problemOf(cells: readonly string[] | null, width: number): string {
  return cells === null
    ? 'its quotation marks do not follow the rules of CSV'
    : `it has ${cells.length} columns where the heading has ${width}`;
}

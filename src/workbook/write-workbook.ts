import { ThreadInTurns } from './thread-in-turns.ts';

/**
 * A cell of a workbook: text, which no spreadsheet calculates; a whole number; a moment in milliseconds since 1970, shown as the
 * time of Kampala; or null for an empty one.
 */
export type WorkbookCell = string | bigint | { readonly atMs: number } | null;

export interface WorkbookColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
}

/** What the thread that writes a workbook gets. */
export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly WorkbookColumn[];
  readonly rows: readonly (readonly WorkbookCell[])[];
}

/** The rows of a workbook, the row of titles included: more would need more memory and time than a request should take. */
export const sheetRowsMax = 20_000;

const threads = new ThreadInTurns<WorkbookSheet, Uint8Array>(import.meta.url, 'write-workbook-thread', {
  heapMb: 512,
  timeMs: 60_000,
});

/**
 * An Excel workbook with one sheet, whose first row has the titles and stays in view. It is written in a thread, because that takes
 * seconds, in which payments would wait; one workbook at a time.
 * @throws Error for more rows than `sheetRowsMax`; the caller asks before. ThreadEnded when it needs too much memory or time.
 */
export async function* writeWorkbook(
  name: string,
  columns: readonly WorkbookColumn[],
  rows: AsyncIterable<readonly WorkbookCell[]>,
): AsyncGenerator<Uint8Array> {
  const all: (readonly WorkbookCell[])[] = [];
  for await (const row of rows) {
    all.push(row);
    if (all.length >= sheetRowsMax) throw new Error(`a workbook has at most ${sheetRowsMax} rows`);
  }
  yield await threads.run({ name, columns: columns.map(plain), rows: all });
}

/** Without what cannot be sent to a thread. */
function plain({ title, width }: WorkbookColumn): WorkbookColumn {
  return { title, width };
}

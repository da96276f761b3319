import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

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

const heapMb = 512;

let writing: Promise<unknown> = Promise.resolve();

/**
 * An Excel workbook with one sheet, whose first row has the titles and stays in view. It is written in a thread, because that takes
 * seconds, in which payments would wait; one workbook at a time.
 * @throws Error for more rows than `sheetRowsMax`; the caller asks before.
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
  const turn = writing.then(() => writeInThread({ name, columns: columns.map(plain), rows: all }));
  writing = turn.catch(() => undefined);
  yield await turn;
}

/** Without what cannot be sent to a thread. */
function plain({ title, width }: WorkbookColumn): WorkbookColumn {
  return { title, width };
}

async function writeInThread(sheet: WorkbookSheet): Promise<Uint8Array> {
  // TypeScript in the repository, JavaScript in the package: as this file.
  const thread = new Worker(new URL(`./write-workbook-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: sheet,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', (code) => reject(new Error(`the thread that writes a workbook ended with ${code}`)));
    });
  } finally {
    await thread.terminate();
  }
}

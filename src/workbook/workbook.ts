import { ThreadEnded, ThreadInTurns } from './thread-in-turns.ts';

/** Of the file, before it is read: a workbook of some 200,000 rows. */
const workbookBytesMax = 16 * 1024 * 1024;

/** What the thread that reads a workbook answers. */
export type WorkbookAnswer = { readonly csv: string } | { readonly problem: string };

/**
 * What the first bytes of a file say that it is, whatever its name: a ZIP archive as an Excel workbook (.xlsx) is one, the format
 * of Excel before 2007 (.xls), or neither.
 */
export function workbookKind(firstBytes: Uint8Array): 'xlsx' | 'xls' | null {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => firstBytes[index] === byte);
  if (begins([0x50, 0x4b, 0x03, 0x04])) return 'xlsx';
  return begins([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) ? 'xls' : null;
}

const threads = new ThreadInTurns<Uint8Array, WorkbookAnswer>(import.meta.url, 'workbook-thread', {
  heapMb: 384,
  timeMs: 60_000,
});

/**
 * The rows of an Excel workbook's only sheet as CSV, a line for each row of the sheet. Dates become `2026-11-23 14:05:00`, which
 * has no zone, as in the workbook. It is read in a thread with limits of its own, because a small archive can hold gigabytes and
 * reading would keep payments waiting; one workbook at a time.
 * @throws WorkbookUnreadable with a sentence for the person who sent the file.
 */
export async function workbookAsCsv(file: Uint8Array): Promise<string> {
  if (workbookKind(file) === 'xls') {
    throw new WorkbookUnreadable('the file is an Excel workbook of the old kind (.xls); save it as .xlsx or as CSV');
  }
  refuseLargeWorkbook(file.length);
  const answer = await threads.run(file).catch((error: unknown): WorkbookAnswer => {
    if (error instanceof ThreadEnded) return { problem: tooLarge };
    throw error;
  });
  if ('problem' in answer) throw new WorkbookUnreadable(answer.problem);
  return answer.csv;
}

/** @throws WorkbookUnreadable for a file of more bytes than are read. */
export function refuseLargeWorkbook(bytes: number): void {
  if (bytes <= workbookBytesMax) return;
  throw new WorkbookUnreadable(`the workbook is larger than ${workbookBytesMax >> 20} MiB; save it as CSV`);
}

const tooLarge = 'the workbook holds more than can be read; save its sheet as CSV';

/** A workbook that cannot be read. The message says what to do. */
export class WorkbookUnreadable extends Error {
  override readonly name = 'WorkbookUnreadable';
}

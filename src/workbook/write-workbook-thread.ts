import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile from 'write-excel-file/node';
import type { WorkbookCell, WorkbookSheet } from './write-workbook.ts';
import { possibleText } from './xml-text.ts';

/** Excel keeps 15 digits of a number, so a longer one is written as text. */
const exactMax = 999_999_999_999_999n;

/** The most characters of a cell in Excel. */
const textLengthMax = 32_767;

const kampalaOffsetMs = 3 * 60 * 60 * 1_000;

const { name, columns, rows } = workerData as WorkbookSheet;
const titles = columns.map(({ title }) => ({ ...textCell(title), fontWeight: 'bold' as const }));
const options = { sheet: name, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 };
const workbook = await writeExcelFile([titles, ...rows.map((row) => row.map(cellOf))], options).toBuffer();
parentPort?.postMessage(new Uint8Array(workbook));

function cellOf(cell: WorkbookCell) {
  if (cell === null) return null;
  if (typeof cell === 'object') {
    // Excel knows no zones.
    return { type: Date, value: new Date(cell.atMs + kampalaOffsetMs), format: 'yyyy-mm-dd hh:mm:ss' } as const;
  }
  if (typeof cell === 'bigint' && cell <= exactMax && cell >= -exactMax) {
    return { type: Number, value: Number(cell), format: '#,##0' } as const;
  }
  return textCell(String(cell));
}

/** With the format Text, so that a phone which somebody edits does not become a number. */
function textCell(text: string) {
  return { type: String, value: withoutEscapes(possible(text.slice(0, textLengthMax))), format: '@' } as const;
}

/** What XML cannot hold becomes a question mark: the library leaves U+FFFD out, so that a text would shorten unseen. */
function possible(text: string): string {
  return possibleText(text).replaceAll('\uFFFD', '?');
}

/** Excel reads `_x0041_` in a text as a character (ECMA-376 part 1, 22.4.2.4), so an underscore before such a form is written as one. */
function withoutEscapes(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

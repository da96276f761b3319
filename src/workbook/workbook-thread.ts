import { parentPort, workerData } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import type { WorkbookAnswer } from './workbook.ts';

const unpackedBytesMax = 64 * 1024 * 1024;
const rowsMax = 200_000;
const cellsMax = 2_000_000;
/** Excel keeps 15 digits of a number. */
const exactDigits = 15;

type Cell = string | boolean | Date | null;
type Sheet = { readonly sheet: string; readonly data: readonly (readonly Cell[])[] };

parentPort?.postMessage(await answer(workerData as Uint8Array));

async function answer(file: Uint8Array): Promise<WorkbookAnswer> {
  if (unpackedBytes(file) > unpackedBytesMax) {
    return {
      problem: `the workbook is larger than ${unpackedBytesMax >> 20} MiB when unpacked; save its sheet as CSV`,
    };
  }
  let sheets: Sheet[];
  try {
    // Numbers stay as they are written, so that no digit of a receipt is lost.
    const read = await readWorkbook<string>(new Uint8Array(file).buffer, { parseNumber: numberText });
    sheets = read as unknown as Sheet[];
  } catch {
    return { problem: 'the file is a ZIP archive, but not an Excel workbook that can be read; save its sheet as CSV' };
  }
  const filled = sheets.filter(({ data }) => data.length > 0);
  const [only] = filled;
  if (only === undefined) return { problem: 'the workbook is empty' };
  if (filled.length > 1) {
    const names = filled.map(({ sheet }) => `"${sheet.slice(0, 40)}"`).join(', ');
    return { problem: `the workbook has more than one sheet with rows (${names}); keep the one that counts` };
  }
  if (only.data.length > rowsMax)
    return { problem: `the workbook has more than ${rowsMax} rows; save its sheet as CSV` };
  if (only.data.reduce((cells, row) => cells + row.length, 0) > cellsMax) {
    return { problem: `the workbook has more than ${cellsMax} cells; save its sheet as CSV` };
  }
  return { csv: only.data.map((row) => `${row.map(field).join(',')}\n`).join('') };
}

/**
 * What the archive's directory says its files take unpacked. The reader uses the same library, which fills no more than that
 * space, so an archive that lies about it gets cut off.
 */
function unpackedBytes(file: Uint8Array): number {
  let bytes = 0;
  try {
    unzipSync(file, {
      filter: ({ originalSize }) => {
        bytes += originalSize;
        return false;
      },
    });
  } catch {
    // The reader says that it is no workbook.
  }
  return bytes;
}

/** Whole numbers as digits; what has more of them than Excel keeps is written so that it is seen to be rounded. */
function numberText(text: string): string {
  const value = Number(text);
  if (!Number.isInteger(value)) return text;
  return Math.abs(value) < 10 ** exactDigits ? String(value) : value.toExponential(exactDigits - 1);
}

function field(cell: Cell): string {
  if (cell === null) return '';
  return `"${textOf(cell).replaceAll('"', '""')}"`;
}

function textOf(cell: string | boolean | Date): string {
  if (cell instanceof Date)
    return new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  // A line of the CSV is a row of the sheet.
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : cell.replace(/\s*[\r\n]+\s*/g, ' ');
}

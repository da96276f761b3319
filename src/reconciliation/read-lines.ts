import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { refuseLargeWorkbook, workbookAsCsv, workbookKind } from '../workbook/workbook.ts';

/** A line of a file without its end. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** How much of a file has been read; `sha256` is set at its end. */
export interface Reading {
  bytes: number;
  sha256: string | null;
}

/** More than any row of a statement has; without a bound a file that is no text would fill the memory. */
const lineCharactersMax = 65_536;

/**
 * The lines of a text file, read piece by piece: UTF-8, or UTF-16 where its first bytes say so, as spreadsheets write it. An Excel
 * workbook gives the rows of its sheet as lines of CSV.
 * @param reading is kept up to date while lines are taken.
 * @throws NotText, WorkbookUnreadable, and what reading a file throws.
 */
export async function* readLines(path: string, reading: Reading): AsyncGenerator<Line> {
  if (await isWorkbook(path)) {
    yield* workbookLines(path, reading);
    return;
  }
  const hash = createHash('sha256');
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let rest = '';
  let number = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    reading.bytes += chunk.length;
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      number += 1;
      yield checked(number, text);
    }
    if (rest.length > lineCharactersMax) throw new NotText(number + 1);
  }
  rest += decoder?.decode() ?? '';
  reading.sha256 = hash.digest('hex');
  if (rest !== '') yield checked(number + 1, rest);
}

async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return workbookKind(buffer) !== null;
  } finally {
    await file.close();
  }
}

async function* workbookLines(path: string, reading: Reading): AsyncGenerator<Line> {
  refuseLargeWorkbook((await stat(path)).size);
  const file = await readFile(path);
  reading.bytes = file.length;
  reading.sha256 = createHash('sha256').update(file).digest('hex');
  const lines = (await workbookAsCsv(file)).split('\n');
  // The last line has an end, and nothing behind it.
  for (const [index, text] of lines.slice(0, -1).entries()) yield checked(index + 1, text);
}

function checked(number: number, text: string): Line {
  if (text.length > lineCharactersMax || text.includes('\0')) throw new NotText(number);
  return { number, text: text.endsWith('\r') ? text.slice(0, -1) : text };
}

/** A file whose lines are no text, such as a spreadsheet's own format. */
export class NotText extends Error {
  override readonly name = 'NotText';

  constructor(line: number) {
    super(`the statement is not a CSV file: line ${line} is no text; save it as CSV (UTF-8)`);
  }
}

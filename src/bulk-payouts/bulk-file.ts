import { CsvError, parse } from 'csv-parse';

/** A row of a file with well-formed fields. Amounts in whole shillings. */
export interface BulkFileRow {
  /** Of the file, from 1. */
  readonly line: number;
  /** 256 and nine digits; its owner was not looked up yet. */
  readonly phone: string;
  readonly amount: number;
  /** The recipient's name as the file has it, for who approves it; null where it has none. */
  readonly name: string | null;
  readonly description: string | null;
  readonly clientReference: string | null;
}

/** The mistake in one line, as a sentence for the author of the file. */
export interface BulkProblem {
  readonly line: number;
  readonly reason: string;
}

export interface BulkFile {
  readonly rows: BulkFileRow[];
  readonly problems: BulkProblem[];
}

/** A longer file would not be reviewed before it is approved. */
export const bulkRowsMax = 10_000;

const fieldsInOrder = ['phone', 'amount', 'description'] as const;
/** The name and the client reference need a header, so that a file without one keeps its meaning. */
const fieldsWithTitle = [...fieldsInOrder, 'name', 'client_reference'] as const;
type Field = (typeof fieldsWithTitle)[number];

/** Usual titles of the columns, in lower case. */
const titles: Readonly<Record<string, Field>> = {
  phone: 'phone',
  'phone number': 'phone',
  recipient_phone: 'phone',
  msisdn: 'phone',
  number: 'phone',
  amount: 'amount',
  'amount (ugx)': 'amount',
  name: 'name',
  'full name': 'name',
  'recipient name': 'name',
  recipient_name: 'name',
  description: 'description',
  reason: 'description',
  note: 'description',
  client_reference: 'client_reference',
  reference: 'client_reference',
};

const nameMax = 120;
const descriptionMax = 255;
const clientReferenceMax = 64;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Reads a CSV of phone, amount and description, with a header or without, separated by commas, semicolons or tabs. With a header it can
 * have the recipient's name and the client reference too.
 * Phones may be written as people and spreadsheets do: +256 772 000 001, 0772000001, 772000001.
 */
export async function readBulkFile(csv: string): Promise<BulkFile> {
  const rows: BulkFileRow[] = [];
  const problems: BulkProblem[] = [];
  if (csv.includes('\0')) {
    const reason = 'The file is not text; save it as CSV (UTF-8) or as an Excel workbook (.xlsx).';
    return { rows, problems: [{ line: 1, reason }] };
  }
  let columns: readonly (Field | null)[] = fieldsInOrder;
  let isFirst = true;
  const delimiter = delimiterOf(csv);
  const parser = parse(csv, {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
    delimiter,
  });
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const header = isFirst ? headerOf(record) : null;
      isFirst = false;
      if (header !== null) {
        const missing = (['phone', 'amount'] as const).find((field) => !header.includes(field));
        if (missing !== undefined) {
          problems.push({ line: info.lines, reason: `The header has no column named ${missing}.` });
          return { rows, problems };
        }
        columns = header;
        continue;
      }
      if (record.every((field) => field === '')) continue;
      if (rows.length + problems.length >= bulkRowsMax) {
        problems.push({ line: info.lines, reason: `A file has at most ${bulkRowsMax} rows; split it into several.` });
        return { rows, problems };
      }
      const read = readRow(info.lines, record, columns, delimiter);
      if ('reason' in read) problems.push(read);
      else rows.push(read);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    problems.push({ line: Number(error.lines ?? 1), reason: reasonOf(error) });
  }
  if (rows.length === 0 && problems.length === 0) problems.push({ line: 1, reason: 'The file has no rows.' });
  return { rows, problems };
}

function readRow(
  line: number,
  record: readonly string[],
  columns: readonly (Field | null)[],
  delimiter: string,
): BulkFileRow | BulkProblem {
  const fields: Partial<Record<Field, string>> = {};
  for (const [index, field] of columns.entries()) if (field !== null) fields[field] = record[index] ?? '';
  if (record.length > columns.length && record.slice(columns.length).some((field) => field !== '')) {
    const reason = `The row has more than ${columns.length} fields; put an amount or text with a comma in quotation marks.`;
    return { line, reason };
  }
  const phone = phoneOf(fields.phone ?? '');
  if (phone === null) {
    return { line, reason: `The phone "${shown(fields.phone)}" is not a Uganda mobile number such as 256772123456.` };
  }
  const amount = amountOf(fields.amount ?? '');
  if (amount === null) {
    return { line, reason: `The amount "${shown(fields.amount)}" is not a whole number of shillings such as 50000.` };
  }
  const name = fields.name ?? '';
  if (!isText(name, nameMax)) {
    return { line, reason: `The name has more than ${nameMax} characters, or a control character.` };
  }
  const description = fields.description ?? '';
  const place = columns.indexOf('amount') + 1;
  const afterAmount = record[place] ?? '';
  if (delimiter === ',' && isAmountInHalves(fields.amount ?? '', afterAmount)) {
    const reason = `"${fields.amount},${afterAmount}" may be one amount: put it in quotation marks, or begin the ${columns[place] === 'name' ? 'name' : 'description'} with a word.`;
    return { line, reason };
  }
  if (!isText(description, descriptionMax)) {
    return { line, reason: `The description has more than ${descriptionMax} characters, or a control character.` };
  }
  const clientReference = fields.client_reference ?? '';
  if (!isText(clientReference, clientReferenceMax)) {
    const reason = `The client reference has more than ${clientReferenceMax} characters, or a control character.`;
    return { line, reason };
  }
  return {
    line,
    phone,
    amount,
    name: name === '' ? null : name,
    description: description === '' ? null : description,
    clientReference: clientReference === '' ? null : clientReference,
  };
}

function isText(text: string, lengthMax: number): boolean {
  return text.length <= lengthMax && !controlCharacters.test(text) && text.isWellFormed();
}

/** The first row is a header when it has one of these titles and no digit, which a phone or amount would have. */
function headerOf(record: readonly string[]): (Field | null)[] | null {
  const named = record.map((title) => titles[title.toLowerCase()] ?? null);
  if (named.every((field) => field === null) || record.some((field) => /^\+?[\d ,]{3,}$/.test(field))) return null;
  return named;
}

function phoneOf(text: string): string | null {
  const found = /^(?:\+?256|0)?(\d{9})$/.exec(text.replace(/[\s()-]/g, ''));
  return found === null ? null : `256${found[1]}`;
}

/** Commas only as separators of thousands, and no part of a shilling. */
function amountOf(text: string): number | null {
  if (!/^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.00?)?$/.test(text)) return null;
  return Number(text.replace(/,/g, ''));
}

/** 750,000 without quotation marks is an amount of 750 with the name or description 000, and would be paid so. */
function isAmountInHalves(amount: string, afterAmount: string): boolean {
  return /^\d{1,3}$/.test(amount) && /^\d{3}(?:\.00?)?$/.test(afterAmount);
}

/** The most frequent separator of the first line. */
function delimiterOf(csv: string): string {
  const first = csv.slice(0, 2_000).split(/\r?\n/, 1)[0] ?? '';
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: first.split(mark).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).mark;
}

function shown(text: string | undefined): string {
  return (text ?? '').slice(0, 40);
}

function reasonOf({ code }: CsvError): string {
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'This is not written as CSV: a quotation mark is not closed.'
    : 'A quotation mark stands inside a field; put the whole field in quotation marks and write this one twice.';
}

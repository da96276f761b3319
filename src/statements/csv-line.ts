/**
 * Who reads a CSV file. A `spreadsheet` gets a byte-order mark, and text of digits as the formula `="0012"`, because Excel and
 * LibreOffice turn every other form of it into a number. A `program` gets the digits as they are and no mark.
 */
export type CsvReader = 'spreadsheet' | 'program';

/** What a CSV file begins with. Excel reads a file without the mark as Windows-1252. */
export function csvStart(reader: CsvReader): string {
  return reader === 'spreadsheet' ? '\uFEFF' : '';
}

/**
 * One line of a CSV file (RFC 4180), its end included. Text that a spreadsheet would calculate begins with an apostrophe, for
 * both readers, because files are passed on. Numbers stay as they are, and null is an empty field.
 */
export function csvLine(fields: readonly (string | number | null)[], reader: CsvReader): string {
  return `${fields.map((value) => csvField(value, reader)).join(',')}\r\n`;
}

function csvField(value: string | number | null, reader: CsvReader): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = isFormula(value) ? `'${value}` : reader === 'spreadsheet' && looksNumeric(value) ? `="${value}"` : value;
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spaces, control characters and all that has no width: spreadsheets drop them before they look for a sign. */
const invisiblePrefix = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*/u;
const breaks = /[\t\r\n]/;
const signs: ReadonlySet<string> = new Set(['=', '+', '-', '@', '\u2212']);

/**
 * Whether a spreadsheet may calculate a text (OWASP, "CSV Injection"): its first visible character is a sign, in any width, or
 * a tab or line break stands before it.
 */
function isFormula(text: string): boolean {
  const prefix = invisiblePrefix.exec(text)?.[0] ?? '';
  const [first = ''] = text.slice(prefix.length);
  // NFKC makes the full-width and small forms of a sign the sign itself.
  return breaks.test(prefix) || signs.has(first.normalize('NFKC').slice(0, 1));
}

/** Whether a spreadsheet may read a text as a number, a date or a time. */
function looksNumeric(text: string): boolean {
  return /^\d[\d\s.,:/eE+-]*$/.test(text);
}

/** Semicolons and tabs separate fields in spreadsheets of other languages. */
const special = /[",;\t\r\n]/;

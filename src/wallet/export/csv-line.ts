/**
 * One line of a CSV file (RFC 4180), its end included. Text that a spreadsheet would take for a formula begins with an
 * apostrophe, which makes it text there; numbers stay as they are, and null is an empty field.
 */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(fieldOf).join(',')}\r\n`;
}

function fieldOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** OWASP, "CSV Injection": what begins like this is calculated, also behind blanks that a spreadsheet takes away. */
const formula = /^\s*[=+\-@\t\r]/;
const special = /[",\r\n]/;

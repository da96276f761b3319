/** A value that a command prints, with the names of its JSON. A bigint is an amount in shillings. */
export type RecordValue = string | number | bigint | boolean | null | readonly RecordValue[] | OutputRecord;
export interface OutputRecord {
  readonly [name: string]: RecordValue;
}

/** One line of JSON; amounts are numbers, as everywhere in the interface. */
export function jsonLine(record: OutputRecord): string {
  return JSON.stringify(record, (_name, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
}

/** A record for people: one line a field, names in front. */
export function fieldLines(record: OutputRecord): string[] {
  const names = Object.keys(record).map((name) => name.replaceAll('_', ' '));
  const width = Math.max(0, ...names.map((name) => name.length));
  return Object.values(record).map((value, index) => `${(names[index] ?? '').padEnd(width)}  ${shown(value)}`);
}

/** Records of one shape for people: a line of names, then one line each. */
export function tableLines(records: readonly OutputRecord[]): string[] {
  const [first] = records;
  if (first === undefined) return [];
  const names = Object.keys(first);
  const rows = [
    names.map((name) => name.replaceAll('_', ' ')),
    ...records.map((record) => names.map((name) => shown(record[name] ?? null))),
  ];
  const widths = names.map((_name, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function shown(value: RecordValue): string {
  if (value === null) return '-';
  if (typeof value === 'bigint') return `UGX ${value.toLocaleString('en-US')}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return value.length === 0 ? '-' : value.map(shown).join(', ');
  const parts = Object.entries(value).map(([name, part]) => `${name}=${shown(part)}`);
  return parts.length === 0 ? '-' : parts.join(' ');
}

function isList(value: readonly RecordValue[] | OutputRecord): value is readonly RecordValue[] {
  return Array.isArray(value);
}

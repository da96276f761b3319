/** One number of a run, with what it should reach where there is a target. */
export interface Measured {
  readonly part: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: { readonly is: 'at least' | 'at most'; readonly value: number };
}

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function isMet(measured: Measured): boolean | null {
  if (measured.target === undefined) return null;
  return measured.target.is === 'at least'
    ? measured.value >= measured.target.value
    : measured.value <= measured.target.value;
}

/** The measures as a Markdown table, so that a page of docs/ can take it as it is. */
export function asTable(all: readonly Measured[]): string {
  const rows = all.map((measured) => {
    const target = measured.target === undefined ? '' : `${measured.target.is} ${measured.target.value}`;
    const met = isMet(measured);
    return [
      measured.part,
      measured.what,
      `${measured.value.toLocaleString('en-GB')} ${measured.unit}`.trim(),
      target,
      met === null ? '' : met ? 'yes' : 'NO',
    ];
  });
  const table = [['part', 'measure', 'value', 'target', 'met'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const [head, ...body] = table.map(line);
  return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n');
}

import { mappedFields } from '../../../../../../src/reconciliation/mapped-fields.ts';
import { api, withQuery } from '../../../api/api.ts';
import { isWorkbook } from '../../../api/workbook-file.ts';

export const fields = mappedFields;
export type Field = (typeof fields)[number];

/** What people call the fields, and what they need to know of them. */
export const fieldTexts: Readonly<Record<Field, { readonly label: string; readonly description?: string }>> = {
  receipt: { label: 'Receipt', description: 'The operator’s number of a payment' },
  reference: { label: 'Our reference', description: 'What we sent the operator' },
  amount: { label: 'Amount', description: 'Or money in and money out' },
  amount_in: { label: 'Money in' },
  amount_out: { label: 'Money out' },
  direction: { label: 'Direction', description: 'A word such as credit or debit' },
  status: { label: 'Status', description: 'Without it, every row counts as paid' },
  time: { label: 'Date and time', description: 'Kampala time unless it has a time zone' },
};

/** Which column stands for which field, and what its words mean. */
export type Mapping = Readonly<Record<Field, readonly string[]>> & {
  readonly date_order: 'day_first' | 'month_first';
  /** Whether an amount without a minus is money in. */
  readonly signed: boolean;
  /** Rows that are no payments: where a column holds one of these words. */
  readonly ignore: readonly { readonly column: string; readonly words: readonly string[] }[];
  readonly direction_words: { readonly in: readonly string[]; readonly out: readonly string[] };
  readonly status_words: {
    readonly succeeded: readonly string[];
    readonly failed: readonly string[];
    readonly pending: readonly string[];
  };
};

export interface Preview {
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Index of the line that is probably the heading. */
  readonly heading: number;
  readonly suggested: Mapping;
  readonly remembered: Mapping | null;
}

export type Reading =
  | { readonly is: 'ignored' }
  | { readonly is: 'unreadable'; readonly because: string }
  | {
      readonly is: 'payment';
      readonly receipt: string | null;
      readonly reference: string | null;
      readonly amount: number;
      readonly direction: string | null;
      readonly status: string;
      readonly at: string | null;
    };

export interface Tried {
  readonly problem: string | null;
  readonly readings: readonly Reading[];
}

/** Of a CSV file the service needs no more to show its first lines. */
const previewBytes = 256 * 1024;

export async function previewStatement(operator: string, file: File, signal: AbortSignal): Promise<Preview> {
  const part = (await isWorkbook(file)) ? file : file.slice(0, previewBytes);
  const body = new Blob([part], { type: 'text/csv' });
  return await api.upload<Preview>(withQuery('/platform/reconciliation/preview', { operator }), body, { signal });
}

export function tryMapping(
  operator: string,
  columns: Mapping,
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<Tried> {
  return api.post<Tried>(`/platform/reconciliation/columns/${operator}/try`, { columns, heading, rows });
}

export function rememberMapping(operator: string, columns: Mapping): Promise<unknown> {
  return api.put(`/platform/reconciliation/columns/${operator}`, { columns });
}

export function forgetMapping(operator: string): Promise<unknown> {
  return api.delete(`/platform/reconciliation/columns/${operator}`);
}

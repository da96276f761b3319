import { referenceOf } from '../ledger/reference.ts';
import { csvLine } from '../statements/csv-line.ts';
import { isDifference, type ReportEntry } from './reconcile.ts';

export type ReportFormat = 'table' | 'csv' | 'json';

/** The fields of one line of a report, named as JSON and the heading of CSV name them. Amounts in shillings. */
export interface ReportRecord {
  readonly outcome: string;
  readonly line: number | null;
  readonly at: string | null;
  readonly receipt: string | null;
  readonly reference: string | null;
  /** Our reference for the client. */
  readonly transaction: string | null;
  readonly transaction_id: number | null;
  readonly amount_there: number | null;
  readonly amount_here: number | null;
  readonly direction_there: string | null;
  readonly direction_here: string | null;
  readonly status_there: string | null;
  readonly status_here: string | null;
  readonly review_case: number | null;
  readonly review_case_state: string | null;
  readonly why: string | null;
}

export function reportRecord({ outcome, line, row, payment, case: found, why }: ReportEntry): ReportRecord {
  return {
    outcome,
    line,
    at: row === null || row.atMs === null ? null : new Date(row.atMs).toISOString(),
    receipt: row?.receipt ?? payment?.receipt ?? null,
    reference: row?.reference ?? payment?.reference ?? null,
    transaction: payment === null ? null : referenceOf(payment.type, payment.createdAtMs, payment.transactionId),
    transaction_id: payment?.transactionId ?? null,
    amount_there: row === null ? null : Number(row.amount),
    amount_here: payment === null ? null : Number(payment.amount),
    direction_there: row?.direction ?? null,
    direction_here: payment?.direction ?? null,
    status_there: row?.status ?? null,
    status_here: payment?.status ?? null,
    review_case: found?.reviewCaseId ?? null,
    review_case_state: found?.state ?? null,
    why: why === '' ? null : why,
  };
}

const csvColumns = [
  'outcome',
  'line',
  'at',
  'receipt',
  'reference',
  'transaction',
  'transaction_id',
  'amount_there',
  'amount_here',
  'direction_there',
  'direction_here',
  'status_there',
  'status_here',
  'review_case',
  'review_case_state',
  'why',
] as const satisfies readonly (keyof ReportRecord)[];

/** Lines in front of a report. */
export function reportHeading(format: ReportFormat): readonly string[] {
  if (format === 'csv') return [csvColumns.join(',')];
  return format === 'table' ? [tableColumns.map(({ name, width }) => name.padEnd(width)).join('  ')] : [];
}

/** One line of a report; null where a table leaves out what is in order. */
export function reportLine(format: ReportFormat, entry: ReportEntry): string | null {
  if (format === 'table' && !isDifference(entry.outcome) && !tellsInTable.has(entry.outcome)) return null;
  const record = reportRecord(entry);
  if (format === 'json') return JSON.stringify(record);
  if (format === 'csv')
    return csvLine(
      csvColumns.map((name) => record[name]),
      'program',
    ).slice(0, -2);
  return tableColumns
    .map(({ width, show }) => show(record).padEnd(width))
    .join('  ')
    .trimEnd();
}

const tellsInTable: ReadonlySet<string> = new Set(['unreadable', 'at_edge', 'refund_by_amount', 'refund_not_seen']);

/** Columns of fixed width, because lines are written before the next ones are known. */
const tableColumns: readonly { name: string; width: number; show: (record: ReportRecord) => string }[] = [
  { name: 'outcome', width: 17, show: (record) => record.outcome.replaceAll('_', ' ') },
  { name: 'line', width: 7, show: ({ line }) => String(line ?? '-') },
  { name: 'receipt', width: 20, show: ({ receipt }) => receipt ?? '-' },
  { name: 'transaction', width: 28, show: ({ transaction }) => transaction ?? '-' },
  { name: 'there', width: 14, show: ({ amount_there: amount }) => shillings(amount) },
  { name: 'here', width: 14, show: ({ amount_here: amount }) => shillings(amount) },
  { name: 'case', width: 8, show: ({ review_case: number }) => String(number ?? '-') },
  { name: 'why', width: 0, show: ({ why }) => why ?? '' },
];

function shillings(amount: number | null): string {
  return amount === null ? '-' : `UGX ${amount.toLocaleString('en-US')}`;
}

import type { Caller } from '../access/caller.ts';
import type { Records } from '../history/records.ts';
import { kampalaTime } from '../ledger/kampala-day.ts';
import type { TransactionObject } from '../ledger/transaction-object.ts';
import { invalidField } from '../refusal.ts';
import { type HistoryRequest, listTransactions } from '../wallet/history.ts';
import { sheetRowsMax, type WorkbookCell, writeWorkbook } from '../workbook/write-workbook.ts';
import { type CsvReader, csvLine, csvStart } from './csv-line.ts';

/** What a file of transactions is filtered by: the filters of the list. */
export type ExportFilters = Omit<HistoryRequest, 'limit' | 'cursor'>;

/** Transactions that are read at a time. */
const rowsPerStep = 1_000;

/** How many rows an export can have as a workbook, whose first row has the titles. */
export const exportWorkbookRowsMax = sheetRowsMax - 1;

interface Column {
  readonly name: string;
  /** In characters of a spreadsheet. */
  readonly width: number;
  readonly of: (one: TransactionObject) => string | number | Moment | null;
}

/** A time (ISO 8601): in CSV of Kampala with its offset, in a workbook as a date of Kampala. */
interface Moment {
  readonly at: string;
}

/** The columns in their order. Amounts are whole shillings; what does not apply is empty. */
const columns: readonly Column[] = [
  { name: 'id', width: 12, of: (one) => one.id },
  { name: 'reference', width: 26, of: (one) => one.reference },
  { name: 'created_at', width: 20, of: (one) => momentOf(one.created_at) },
  { name: 'completed_at', width: 20, of: (one) => momentOf(one.completed_at) },
  { name: 'failed_at', width: 20, of: (one) => momentOf(one.failed_at) },
  { name: 'type', width: 18, of: (one) => one.type },
  { name: 'direction', width: 9, of: (one) => one.direction },
  { name: 'status', width: 11, of: (one) => one.status },
  { name: 'amount', width: 14, of: (one) => one.amount },
  { name: 'fee_amount', width: 12, of: (one) => one.fee_amount },
  { name: 'net_amount', width: 14, of: (one) => one.net_amount },
  { name: 'balance_after', width: 16, of: (one) => one.balance_after },
  { name: 'currency', width: 9, of: (one) => one.currency },
  { name: 'phone', width: 16, of: (one) => metadata(one, 'recipient_phone', 'customer_phone', 'sender_phone') },
  { name: 'name', width: 26, of: (one) => metadata(one, 'recipient_name', 'customer_name', 'sender_name') },
  { name: 'operator', width: 10, of: (one) => metadata(one, 'provider') },
  { name: 'description', width: 34, of: (one) => one.description },
  { name: 'external_reference', width: 38, of: (one) => one.external_reference },
  { name: 'operator_receipt', width: 20, of: (one) => metadata(one, 'operator_receipt') },
  { name: 'failure_code', width: 22, of: (one) => one.failure_code },
  { name: 'failure_reason', width: 34, of: (one) => one.failure_reason },
  { name: 'bulk_payout_id', width: 14, of: (one) => metadata(one, 'bulk_payout_id') },
  { name: 'client_reference', width: 26, of: (one) => one.client_reference ?? null },
];

export const exportColumns: readonly string[] = columns.map(({ name }) => name);

/**
 * The transactions that the filters ask for, newest first. It is the list, page after page, so that it holds neither a connection nor more
 * than a page, however long it is.
 * @param signal ends it after the page that is being read. Pages in which nothing is found are not given, so that nobody else could end them.
 * @throws Refusal for a phone that we cannot read. @throws HistoryUnavailable, the reason of the signal
 */
export async function* transactionPages(
  records: Records,
  caller: Caller,
  filters: ExportFilters,
  signal?: AbortSignal,
): AsyncGenerator<readonly TransactionObject[]> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listTransactions>> = await listTransactions(records, caller, {
      ...filters,
      limit: rowsPerStep,
      ...(cursor === null ? {} : { cursor }),
    });
    signal?.throwIfAborted();
    if (page.data.length > 0) yield page.data;
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
}

/** Pages of transactions as CSV: the titles, and then a piece for each page. */
export async function* transactionsCsv(
  pages: AsyncIterable<readonly TransactionObject[]>,
  reader: CsvReader,
): AsyncGenerator<string> {
  yield csvStart(reader) + csvLine(exportColumns, reader);
  for await (const page of pages) {
    yield page
      .map((one) =>
        csvLine(
          columns.map(({ of }) => textOf(of(one))),
          reader,
        ),
      )
      .join('');
  }
}

/**
 * Pages of transactions as an Excel workbook. All of its rows are in memory, so there is a most.
 * @throws Refusal `invalid_request` for more rows than a workbook has, before anything is written.
 */
export async function transactionsWorkbook(
  pages: AsyncIterable<readonly TransactionObject[]>,
): Promise<AsyncGenerator<Uint8Array>> {
  const rows: WorkbookCell[][] = [];
  for await (const page of pages) {
    if (rows.length + page.length > exportWorkbookRowsMax) {
      const sentence = `An Excel file has at most ${exportWorkbookRowsMax} rows, and these are more; choose CSV, or fewer days.`;
      throw invalidField('format', sentence);
    }
    for (const one of page) rows.push(columns.map(({ of }) => cellOf(of(one))));
  }
  const titles = columns.map(({ name, width }) => ({ title: name, width }));
  return writeWorkbook('Transactions', titles, each(rows));
}

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

function textOf(value: ReturnType<Column['of']>): string | number | null {
  return typeof value === 'object' && value !== null ? kampalaTime(Date.parse(value.at)) : value;
}

function cellOf(value: ReturnType<Column['of']>): WorkbookCell {
  if (typeof value === 'number') return BigInt(value);
  return typeof value === 'object' && value !== null ? { atMs: Date.parse(value.at) } : value;
}

function momentOf(time: string | null): Moment | null {
  return time === null ? null : { at: time };
}

function metadata({ metadata }: TransactionObject, ...names: readonly string[]): string | number | null {
  for (const name of names) {
    const value = metadata[name];
    if (typeof value === 'string' || typeof value === 'number') return value;
  }
  return null;
}

import type { Caller } from '../access/caller.ts';
import type { Records } from '../history/records.ts';
import { kampalaTime } from '../ledger/kampala-day.ts';
import type { TransactionObject } from '../ledger/transaction-object.ts';
import { type HistoryRequest, listTransactions } from '../wallet/history.ts';
import { type CsvReader, csvLine, csvStart } from './csv-line.ts';

/** What a file of transactions is filtered by: the filters of the list. */
export type ExportFilters = Omit<HistoryRequest, 'limit' | 'cursor'>;

/** Transactions that are read at a time. */
const rowsPerStep = 1_000;

/** The columns in their order. Amounts are whole shillings, times of Kampala with their offset; what does not apply is empty. */
const columns: readonly { readonly name: string; readonly of: (one: TransactionObject) => string | number | null }[] = [
  { name: 'id', of: (one) => one.id },
  { name: 'reference', of: (one) => one.reference },
  { name: 'created_at', of: (one) => inKampala(one.created_at) },
  { name: 'completed_at', of: (one) => inKampala(one.completed_at) },
  { name: 'failed_at', of: (one) => inKampala(one.failed_at) },
  { name: 'type', of: (one) => one.type },
  { name: 'direction', of: (one) => one.direction },
  { name: 'status', of: (one) => one.status },
  { name: 'amount', of: (one) => one.amount },
  { name: 'fee_amount', of: (one) => one.fee_amount },
  { name: 'net_amount', of: (one) => one.net_amount },
  { name: 'balance_after', of: (one) => one.balance_after },
  { name: 'currency', of: (one) => one.currency },
  { name: 'phone', of: (one) => metadata(one, 'recipient_phone', 'customer_phone', 'sender_phone') },
  { name: 'name', of: (one) => metadata(one, 'recipient_name', 'customer_name', 'sender_name') },
  { name: 'operator', of: (one) => metadata(one, 'provider') },
  { name: 'description', of: (one) => one.description },
  { name: 'external_reference', of: (one) => one.external_reference },
  { name: 'operator_receipt', of: (one) => metadata(one, 'operator_receipt') },
  { name: 'failure_code', of: (one) => one.failure_code },
  { name: 'failure_reason', of: (one) => one.failure_reason },
  { name: 'bulk_payout_id', of: (one) => metadata(one, 'bulk_payout_id') },
  { name: 'client_reference', of: (one) => one.client_reference ?? null },
];

export const exportColumns: readonly string[] = columns.map(({ name }) => name);

/**
 * The transactions that the filters ask for, newest first, as CSV in pieces. It is the list, page after page, so that
 * it holds neither a connection nor more than a page, however long it is.
 * @throws Refusal for a phone that we cannot read. @throws HistoryUnavailable
 */
export async function* transactionsFile(
  records: Records,
  caller: Caller,
  filters: ExportFilters,
  reader: CsvReader,
): AsyncGenerator<string> {
  yield csvStart(reader) + csvLine(exportColumns, reader);
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listTransactions>> = await listTransactions(records, caller, {
      ...filters,
      limit: rowsPerStep,
      ...(cursor === null ? {} : { cursor }),
    });
    if (page.data.length > 0)
      yield page.data
        .map((one) =>
          csvLine(
            columns.map(({ of }) => of(one)),
            reader,
          ),
        )
        .join('');
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
}

function inKampala(time: string | null): string | null {
  return time === null ? null : kampalaTime(Date.parse(time));
}

function metadata({ metadata }: TransactionObject, ...names: readonly string[]): string | number | null {
  for (const name of names) {
    const value = metadata[name];
    if (typeof value === 'string' || typeof value === 'number') return value;
  }
  return null;
}

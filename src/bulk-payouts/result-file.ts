import { referenceOf } from '../ledger/reference.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type CsvReader, csvLine, csvStart } from '../statements/csv-line.ts';
import { listRows } from './bulk-progress.ts';

/** Rows that are read at a time. */
const rowsPerStep = 1_000;

/** The columns of the result file, in order. */
export const resultColumns = [
  'row',
  'line',
  'phone',
  'amount',
  'fee',
  'description',
  'status',
  'transaction_id',
  'reference',
  'code',
  'reason',
  'client_reference',
] as const;

/** The result of each row, as CSV, in pieces. */
export async function* resultFile(
  db: Queryable,
  walletId: number,
  bulkPayoutId: number,
  reader: CsvReader,
): AsyncGenerator<string> {
  yield csvStart(reader) + csvLine(resultColumns, reader);
  for (let after = 0; ; ) {
    const rows = await listRows(db, walletId, bulkPayoutId, { after, limit: rowsPerStep });
    const last = rows.at(-1);
    if (last === undefined) return;
    let text = '';
    for (const row of rows) {
      const { transactionId, transactionCreatedAt: at } = row;
      const reference =
        transactionId === null || at === null ? null : referenceOf('payment_sent', at.getTime(), transactionId);
      text += csvLine(
        [
          row.row,
          row.line,
          row.phone,
          row.amount,
          row.fee,
          row.description,
          row.status,
          transactionId,
          reference,
          row.code,
          row.reason,
          row.clientReference,
        ],
        reader,
      );
    }
    yield text;
    after = last.row;
  }
}

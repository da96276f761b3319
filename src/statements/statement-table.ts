import { clientDataOf } from '../ledger/client-data.ts';
import { kampalaTime } from '../ledger/kampala-day.ts';
import { sheetRowsMax, type WorkbookCell, writeWorkbook } from '../workbook/write-workbook.ts';
import { csvLine, csvStart } from './csv-line.ts';
import type { Statement, StatementRow } from './statement.ts';

/** Lines that a table has besides the rows of its statement: the titles, and the balances at the beginning and at the end. */
const linesBesideRows = 3;

/** How many rows a statement can have as a workbook, which has one sheet. */
export const workbookRowsMax = sheetRowsMax - linesBesideRows;

/** CSV is given away in parts of about so many characters. */
const partLength = 65_536;

/** A line of the table: what a column takes from the statement's balances, or from a transaction. */
interface Line {
  readonly type: string;
  readonly atMs: number;
  readonly moneyIn: bigint | null;
  readonly moneyOut: bigint | null;
  readonly fee: bigint | null;
  readonly balance: bigint;
  /** Null in the lines of the balances. */
  readonly row: StatementRow | null;
}

interface Column {
  readonly title: string;
  /** In characters of a spreadsheet. */
  readonly width: number;
  readonly of: (line: Line) => WorkbookCell;
}

/** The columns in their order, for CSV and for Excel. Amounts are whole shillings; what does not apply is empty. */
const columns: readonly Column[] = [
  { title: 'completed_at', width: 20, of: ({ atMs }) => ({ atMs }) },
  { title: 'type', width: 18, of: ({ type }) => type },
  { title: 'id', width: 12, of: ({ row }) => (row === null ? null : BigInt(row.transaction.transactionId)) },
  { title: 'reference', width: 26, of: ({ row }) => row?.reference ?? null },
  { title: 'money_in', width: 14, of: ({ moneyIn }) => moneyIn },
  { title: 'money_out', width: 14, of: ({ moneyOut }) => moneyOut },
  { title: 'fee_amount', width: 12, of: ({ fee }) => fee },
  { title: 'balance', width: 16, of: ({ balance }) => balance },
  { title: 'currency', width: 9, of: () => 'UGX' },
  { title: 'counterparty_phone', width: 20, of: ({ row }) => row?.transaction.counterpartyPhone ?? null },
  { title: 'counterparty_name', width: 26, of: ({ row }) => row?.transaction.counterpartyName ?? null },
  { title: 'operator', width: 10, of: ({ row }) => row?.transaction.provider ?? null },
  { title: 'description', width: 34, of: ({ row }) => row?.transaction.description ?? null },
  { title: 'external_reference', width: 38, of: ({ row }) => row?.transaction.externalReference ?? null },
  { title: 'operator_receipt', width: 20, of: ({ row }) => row?.transaction.operatorReceipt ?? null },
  {
    title: 'client_reference',
    width: 26,
    of: ({ row }) => (row === null ? null : clientDataOf(row.transaction).reference),
  },
];

/** The titles of the columns in their order. */
export const statementColumns: readonly string[] = columns.map(({ title }) => title);

/**
 * A statement as CSV for a program, in pieces, oldest row first. Its first line is the opening balance and its last line the closing
 * balance with the sums between them.
 */
export async function* statementCsv(statement: Statement, rows: AsyncIterable<StatementRow>): AsyncGenerator<string> {
  let part = csvStart('program') + csvLine(statementColumns, 'program');
  for await (const line of linesOf(statement, rows)) {
    const cells = columns.map(({ of }) => csvCell(of(line)));
    part += csvLine(cells, 'program');
    if (part.length < partLength) continue;
    yield part;
    part = '';
  }
  yield part;
}

/** The same lines as an Excel workbook, in pieces. */
export function statementWorkbook(statement: Statement, rows: AsyncIterable<StatementRow>): AsyncGenerator<Uint8Array> {
  const cells = async function* () {
    for await (const line of linesOf(statement, rows)) yield columns.map(({ of }) => of(line));
  };
  return writeWorkbook('Statement', columns, cells());
}

async function* linesOf(statement: Statement, rows: AsyncIterable<StatementRow>): AsyncGenerator<Line> {
  const { period, opening, closing, moneyIn, moneyOut, fees, rowCount } = statement;
  const opened = { moneyIn: null, moneyOut: null, fee: null, balance: opening, row: null };
  yield { type: 'opening_balance', atMs: period.fromMs, ...opened };
  let count = 0;
  for await (const row of rows) {
    count += 1;
    yield { ...row, type: row.transaction.type, row };
  }
  // The closing line would otherwise belong to other rows than those above it.
  if (count !== rowCount) throw new Error(`a statement of ${rowCount} rows got ${count}`);
  // The last second of the period, because the next one is of another day.
  yield {
    type: 'closing_balance',
    atMs: period.toMs - 1_000,
    moneyIn,
    moneyOut,
    fee: fees,
    balance: closing,
    row: null,
  };
}

function csvCell(cell: WorkbookCell): string | null {
  if (cell === null || typeof cell === 'string') return cell;
  return typeof cell === 'bigint' ? String(cell) : kampalaTime(cell.atMs);
}

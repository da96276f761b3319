import type { Caller } from '../access/caller.ts';
import type { Records } from '../history/records.ts';
import type { Read, Reads } from '../postgres/reads.ts';
import { invalidField } from '../refusal.ts';
import { readWalletNow } from '../wallet/position.ts';
import { statementPeriod } from './days.ts';
import { readHolder } from './holder.ts';
import type { Issuer } from './issuer.ts';
import {
  EventsEndOutside,
  readStatement,
  type Statement,
  type StatementHolder,
  type StatementRow,
  statementRows,
} from './statement.ts';
import { statementCamt } from './statement-camt.ts';
import { statementObject } from './statement-object.ts';
import { statementCsv, statementWorkbook, workbookRowsMax } from './statement-table.ts';

/** The files that a statement can be. */
export const statementFormats = ['csv', 'pdf', 'xlsx', 'camt053'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** The days of a statement in Kampala, both included, such as 2026-11-30. */
export interface StatementDays {
  readonly from: string;
  readonly to: string;
}

export interface StatementPageRequest extends StatementDays {
  /** Rows of the page. */
  readonly limit: number;
  /** next_cursor of the page before. */
  readonly cursor?: string;
}

/** A statement as a file. Its pieces are made while they are sent. */
export interface StatementFile {
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncIterable<string | Uint8Array>;
}

/** Statements of a wallet, for its API keys. They are read from a standby where there is one. @param issuer is printed on a PDF. */
export function statementOperations(records: Records, reads: Reads<Records>, issuer: Issuer | null) {
  return {
    /**
     * The sums of a statement with a page of its rows, oldest first.
     * @param signal ends the work with its reason, here and below, when nobody waits for it any more.
     * @throws Refusal `invalid_request` for days or a cursor that it cannot have. @throws HistoryUnavailable
     */
    readPage: (caller: Caller, request: StatementPageRequest, signal: AbortSignal) =>
      readPage(records, reads, caller, request, signal),
    /**
     * A statement as a file.
     * @throws Refusal `invalid_request` for days that it cannot have, or more rows than its format has. @throws HistoryUnavailable
     */
    openFile: (caller: Caller, days: StatementDays, format: StatementFormat, signal: AbortSignal) =>
      openFile({ primary: records, reads, issuer }, caller, days, format, signal),
  };
}

export type StatementOperations = ReturnType<typeof statementOperations>;

async function readPage(
  primary: Records,
  reads: Reads<Records>,
  { walletId, mode }: Caller,
  { from, to, limit, cursor }: StatementPageRequest,
  signal: AbortSignal,
) {
  const period = statementPeriod(from, to);
  const after = cursor === undefined ? null : readCursor(cursor);
  const { value: records, asOf } = await sourceOf(primary, reads, walletId, after);
  const skipped = after?.rows ?? 0;
  const rows: StatementRow[] = [];
  const onRow = (row: StatementRow, index: number) => {
    if (index >= skipped && index < skipped + limit) rows.push(row);
  };
  const statement = await readStatement(
    records,
    walletId,
    period,
    after === null ? { onRow, signal } : { onRow, signal, eventsEnd: after.eventsEnd },
  ).catch((error: unknown) => {
    throw error instanceof EventsEndOutside ? wrongCursor() : error;
  });
  const shown = skipped + rows.length;
  const hasMore = shown < statement.rowCount;
  const page = {
    data: statementObject(statement, mode, rows),
    pagination: { next_cursor: hasMore ? `${shown}.${statement.events.end}` : null, has_more: hasMore },
  };
  return { value: page, asOf };
}

/** A standby that is behind the page before has not all of its events, so then the primary is read. */
async function sourceOf(
  primary: Records,
  reads: Reads<Records>,
  walletId: number,
  after: Cursor | null,
): Promise<Read<Records>> {
  const source = reads.long();
  if (after === null || source.asOf === null) return source;
  const { eventsEnd } = await readWalletNow(source.value, walletId);
  return eventsEnd < after.eventsEnd ? { value: primary, asOf: null } : source;
}

/** Where a page begins: after so many rows of the statement whose events end there. */
interface Cursor {
  readonly rows: number;
  readonly eventsEnd: number;
}

/** @throws Refusal that names the field. */
function readCursor(text: string): Cursor {
  const [, rows, eventsEnd] = /^([1-9]\d{0,14})\.([1-9]\d{0,14})$/.exec(text) ?? [];
  if (rows === undefined) throw wrongCursor();
  return { rows: Number(rows), eventsEnd: Number(eventsEnd) };
}

function wrongCursor() {
  return invalidField('cursor', 'cursor must be the next_cursor of an earlier page of the same statement, unchanged.');
}

async function openFile(
  { primary, reads, issuer }: { primary: Records; reads: Reads<Records>; issuer: Issuer | null },
  caller: Caller,
  { from, to }: StatementDays,
  format: StatementFormat,
  signal: AbortSignal,
): Promise<Read<StatementFile>> {
  const { walletId } = caller;
  const period = statementPeriod(from, to);
  const { value: records, asOf } = reads.long();
  const statement = await readStatement(records, walletId, period, { signal });
  refuseLongFile(format, statement.rowCount);
  const madeAtMs = asOf?.getTime() ?? Date.now();
  const holder = await readHolder(primary, caller, { issuer, madeAtMs });
  const { type, ending, piecesOf } = formats[format];
  const name = `statement-${walletId}-${period.fromDay}-${period.toDay}.${ending}`;
  return { value: { name, type, pieces: piecesOf(holder, statement, () => statementRows(records, statement)) }, asOf };
}

/** @throws Refusal that names the field, for more rows than a format has. */
export function refuseLongFile(format: StatementFormat, rowCount: number): void {
  if (format !== 'xlsx' || rowCount <= workbookRowsMax) return;
  const sentence = `A workbook has at most ${workbookRowsMax} rows, and this statement ${rowCount}; ask for fewer days or another format.`;
  throw invalidField('format', sentence);
}

interface Format {
  readonly type: string;
  /** Of the file's name. */
  readonly ending: string;
  readonly piecesOf: (
    holder: StatementHolder,
    statement: Statement,
    rows: () => AsyncIterable<StatementRow>,
  ) => AsyncIterable<string | Uint8Array>;
}

const formats: Readonly<Record<StatementFormat, Format>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    ending: 'csv',
    piecesOf: (_holder, statement, rows) => statementCsv(statement, rows()),
  },
  pdf: { type: 'application/pdf', ending: 'pdf', piecesOf: pdfPieces },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
    piecesOf: (_holder, statement, rows) => statementWorkbook(statement, rows()),
  },
  camt053: {
    type: 'application/xml; charset=utf-8',
    ending: 'xml',
    piecesOf: (holder, statement, rows) => statementCamt(holder, statement, rows()),
  },
};

/** The media types of the files, without their parameters. */
export const statementMediaTypes: readonly string[] = statementFormats.map(
  (format) => formats[format].type.split(';')[0] ?? '',
);

async function* pdfPieces(...parameters: Parameters<Format['piecesOf']>): AsyncGenerator<Uint8Array> {
  // The PDF library takes 20 MB, so it is loaded with the first statement.
  const { statementPdf } = await import('./statement-pdf.ts');
  yield* statementPdf(...parameters);
}

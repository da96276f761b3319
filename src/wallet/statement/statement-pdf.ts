import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { Mode } from '../../ledger/transaction.ts';
import type { Statement, StatementRow } from './statement.ts';

/** Whose statement it is. */
export interface StatementHolder {
  readonly clientName: string;
  readonly walletId: number;
  readonly mode: Mode;
  /** When it is made, in milliseconds since 1970. */
  readonly madeAtMs: number;
}

const left = 40;
const right = 555;
const rowHeight = 15;
const rowsOnFirstPage = 36;
const rowsOnOtherPages = 46;
const firstTableTop = 236;
const otherTableTop = 84;
const footerTop = 805;
/** So many rows are drawn before others get their turn. */
const rowsPerTurn = 25;

/** Columns from left to right; figures end at `end`. */
const columns = {
  at: { start: left, end: 106 },
  details: { start: 110, end: 232 },
  // Wide enough for the longest reference there will be for long.
  reference: { start: 238, end: 352 },
  moneyIn: { start: 352, end: 404 },
  moneyOut: { start: 404, end: 458 },
  fee: { start: 458, end: 500 },
  balance: { start: 500, end: right },
} as const;

/**
 * A statement as PDF, in pieces: a page is given away before the next is drawn, so that a long one needs no more memory
 * than a short one.
 */
export async function* statementPdf(
  holder: StatementHolder,
  statement: Statement,
  rows: AsyncIterable<StatementRow>,
  { compress = true }: { readonly compress?: boolean } = {},
): AsyncGenerator<Buffer> {
  const title = `Statement ${statement.period.fromDay} to ${statement.period.toDay}`;
  const document = new PDFDocument({
    size: 'A4',
    // No margin below: what is written near the edge must not begin a page of its own.
    margin: 0,
    compress,
    autoFirstPage: false,
    info: { Title: title, Author: 'Nsimbi', Subject: holder.clientName, CreationDate: new Date(holder.madeAtMs) },
    lang: 'en',
  });
  const pages = pagesOf(statement.rowCount);
  let page = 1;
  let roomOnPage = rowsOnFirstPage;
  let y = firstTableTop;
  drawFirstHead(document, holder, statement);
  drawFoot(document, holder, page, pages);
  let drawn = 0;
  for await (const row of rows) {
    if (roomOnPage === 0) {
      page += 1;
      roomOnPage = rowsOnOtherPages;
      y = otherTableTop;
      drawOtherHead(document, holder, title);
      drawFoot(document, holder, page, pages);
    }
    drawRow(document, row, y);
    y += rowHeight;
    roomOnPage -= 1;
    drawn += 1;
    if (drawn % rowsPerTurn === 0) {
      yield* whatIsReady(document);
      await setImmediate();
    }
  }
  // The sums on the first page were made in a pass of their own.
  if (drawn !== statement.rowCount) throw new Error(`a statement of ${statement.rowCount} rows got ${drawn}`);
  if (drawn === 0) write(document, 'Nothing came or went in this period.', left, y + 4, { color: grey });
  document.end();
  yield* whatIsReady(document);
}

const ink = '#1a1f24';
const grey = '#5b6670';
const line = '#d5dade';

function drawFirstHead(document: PDFDocument, holder: StatementHolder, statement: Statement): void {
  const { period, opening, closing, moneyIn, moneyOut, fees } = statement;
  document.addPage();
  write(document, 'Statement of account', left, 44, { size: 18, bold: true });
  if (holder.mode === 'test') write(document, 'TEST MODE: NO REAL MONEY', right, 50, { bold: true, alignRight: true });
  write(document, holder.clientName, left, 76, { size: 11, bold: true, width: 500 });
  write(document, `Wallet ${holder.walletId} (${holder.mode}), UGX`, left, 93, { color: grey });
  write(document, `${dayText(period.fromMs)} to ${dayText(period.toMs - 1)}, Kampala time`, left, 107, { color: grey });
  write(document, `Made ${momentText(holder.madeAtMs)} EAT`, left, 121, { color: grey });
  const sums: readonly (readonly [string, bigint])[] = [
    ['Opening balance', opening],
    ['Money in', moneyIn],
    ['Money out', moneyOut],
    ['Fees', fees],
    ['Closing balance', closing],
  ];
  rule(document, 146);
  for (const [index, [label, amount]] of sums.entries()) {
    const x = left + (index * (right - left)) / sums.length;
    write(document, label, x, 154, { color: grey });
    write(document, amountText(amount), x, 168, { size: 11, bold: true });
  }
  rule(document, 190);
  drawTitles(document, firstTableTop - 20);
}

function drawOtherHead(document: PDFDocument, holder: StatementHolder, title: string): void {
  document.addPage();
  write(document, holder.clientName, left, 36, { bold: true, width: 280 });
  write(document, title, right, 36, { color: grey, alignRight: true });
  drawTitles(document, otherTableTop - 20);
}

function drawTitles(document: PDFDocument, y: number): void {
  const left = { color: grey, bold: true };
  const figures = { ...left, alignRight: true };
  write(document, 'Date (EAT)', columns.at.start, y, left);
  write(document, 'Details', columns.details.start, y, left);
  write(document, 'Reference', columns.reference.start, y, left);
  write(document, 'In', columns.moneyIn.end, y, figures);
  write(document, 'Out', columns.moneyOut.end, y, figures);
  write(document, 'Fee', columns.fee.end, y, figures);
  write(document, 'Balance', columns.balance.end, y, figures);
  rule(document, y + 13);
}

function drawRow(document: PDFDocument, row: StatementRow, y: number): void {
  const { at, details, reference, moneyIn, moneyOut, fee, balance } = columns;
  const figures = { alignRight: true };
  write(document, momentText(row.atMs), at.start, y);
  write(document, detailsOf(row), details.start, y, { width: details.end - details.start });
  write(document, row.reference, reference.start, y, { size: 7, width: reference.end - reference.start });
  if (row.moneyIn !== 0n) write(document, amountText(row.moneyIn), moneyIn.end, y, figures);
  if (row.moneyOut !== 0n) write(document, amountText(row.moneyOut), moneyOut.end, y, figures);
  if (row.fee !== 0n) write(document, amountText(row.fee), fee.end, y, figures);
  write(document, amountText(row.balance), balance.end, y, figures);
}

function drawFoot(document: PDFDocument, { clientName, walletId }: StatementHolder, page: number, pages: number): void {
  write(document, `${clientName}, wallet ${walletId}`, left, footerTop, { color: grey, width: 380 });
  write(document, `Page ${page} of ${pages}`, right, footerTop, { color: grey, alignRight: true });
}

const whatItWas: Readonly<Record<StatementRow['transaction']['type'], string>> = {
  payment_sent: 'Sent',
  payment_received: 'Received',
  withdrawal: 'Withdrawn',
  collection: 'Collected',
  deposit: 'Deposit',
  adjustment: 'Correction',
  refund: 'Refund',
};

function detailsOf({ transaction, isReturn }: StatementRow): string {
  const { type, counterpartyPhone, counterpartyName, description } = transaction;
  const parts = [isReturn ? `${whatItWas[type]}, came back` : whatItWas[type]];
  for (const part of [counterpartyPhone, counterpartyName, description]) if (part !== null) parts.push(part);
  return parts.join(' · ');
}

interface Writing {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  /** The text ends at x. */
  readonly alignRight?: boolean;
  /** Longer text is cut. */
  readonly width?: number;
}

function write(document: PDFDocument, text: string, x: number, y: number, writing: Writing = {}): void {
  const { size = 7.5, bold = false, color = ink, alignRight = false, width } = writing;
  document
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color);
  const shown = fitting(document, inLatin(text), width);
  document.text(shown, alignRight ? x - document.widthOfString(shown) : x, y, { lineBreak: false });
}

function rule(document: PDFDocument, y: number): void {
  document.strokeColor(line).lineWidth(0.5).moveTo(left, y).lineTo(right, y).stroke();
}

function fitting(document: PDFDocument, text: string, width: number | undefined): string {
  if (width === undefined || document.widthOfString(text) <= width) return text;
  let shown = text;
  while (shown !== '' && document.widthOfString(`${shown}...`) > width) shown = shown.slice(0, -1);
  return `${shown.trimEnd()}...`;
}

/** The fonts that every reader of PDF has, have the letters of Latin-1 only. */
function inLatin(text: string): string {
  return text
    .replaceAll('’', "'")
    .normalize('NFC')
    .replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?');
}

const digits = new Intl.NumberFormat('en-US');

/** Whole shillings: 1,250,000. */
export function amountText(amount: bigint): string {
  return digits.format(amount);
}

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Kampala', dateStyle: 'long' });
const moment = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Kampala', dateStyle: 'short', timeStyle: 'short' });

function dayText(atMs: number): string {
  return day.format(atMs);
}

function momentText(atMs: number): string {
  return moment.format(atMs);
}

function pagesOf(rowCount: number): number {
  return 1 + Math.max(0, Math.ceil((rowCount - rowsOnFirstPage) / rowsOnOtherPages));
}

/** What the document has written so far; it keeps nothing of it. */
function* whatIsReady(document: PDFDocument): Generator<Buffer> {
  for (let piece = document.read(); piece !== null; piece = document.read()) yield piece as Buffer;
}

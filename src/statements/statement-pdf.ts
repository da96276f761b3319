import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { clientDataOf } from '../ledger/client-data.ts';
import {
  amountText,
  dayText,
  fontSize,
  grey,
  ink,
  inLatin,
  left,
  lineHeight,
  momentText,
  right,
  rule,
  whatIsReady,
  wrapped,
  write,
} from './pdf-drawing.ts';
import type { Statement, StatementHolder, StatementRow } from './statement.ts';

/** Between the last line of a row and the first of the next. */
const rowGap = 6;
const firstTableTop = 250;
const otherTableTop = 84;
/** Rows end above this, the footer begins below it. */
const tableBottom = 790;
const footerTop = 805;
/** So many rows are drawn before others get their turn. */
const rowsPerTurn = 25;

/** Columns from left to right; figures end at `end`. */
const columns = {
  at: { start: left, end: 110 },
  details: { start: 114, end: 306 },
  moneyIn: { start: 312, end: 372 },
  moneyOut: { start: 372, end: 434 },
  fee: { start: 434, end: 486 },
  balance: { start: 486, end: right },
} as const;

/**
 * A statement as PDF, in pieces: a page is given away before the next is drawn, so that a long one needs no more memory
 * than a short one.
 * @param rows gives the rows of the statement; it is called twice, because the number of pages stands on the first one.
 */
export async function* statementPdf(
  holder: StatementHolder,
  statement: Statement,
  rows: () => AsyncIterable<StatementRow>,
  { compress = true }: { readonly compress?: boolean } = {},
): AsyncGenerator<Buffer> {
  const title = `Statement ${daysText(statement)}`;
  const document = new PDFDocument({
    size: 'A4',
    // No margin below: what is written near the edge must not begin a page of its own.
    margin: 0,
    compress,
    autoFirstPage: false,
    info: { Title: title, Author: 'Nsimbi', Subject: holder.clientName, CreationDate: new Date(holder.madeAtMs) },
    lang: 'en',
  });
  const pages = await countPages(document, rows());
  let page = 1;
  let y = firstTableTop;
  drawFirstHead(document, holder, statement);
  drawFoot(document, holder, page, pages);
  let drawn = 0;
  for await (const row of rows()) {
    const details = detailLines(document, row);
    if (!fits(details, y)) {
      page += 1;
      y = otherTableTop;
      drawOtherHead(document, holder, title);
      drawFoot(document, holder, page, pages);
    }
    drawRow(document, row, details, y);
    y += heightOf(details);
    drawn += 1;
    if (drawn % rowsPerTurn === 0) {
      yield* whatIsReady(document);
      await setImmediate();
    }
  }
  // Sums and pages were counted in passes of their own.
  if (drawn !== statement.rowCount) throw new Error(`a statement of ${statement.rowCount} rows got ${drawn}`);
  if (drawn === 0) write(document, 'No transactions in this period.', left, y + 4, { color: grey });
  document.end();
  yield* whatIsReady(document);
}

/** How many pages the rows take, as they are drawn. */
async function countPages(document: PDFDocument, rows: AsyncIterable<StatementRow>): Promise<number> {
  let pages = 1;
  let y = firstTableTop;
  let laidOut = 0;
  for await (const row of rows) {
    const details = detailLines(document, row);
    if (!fits(details, y)) {
      pages += 1;
      y = otherTableTop;
    }
    y += heightOf(details);
    laidOut += 1;
    if (laidOut % rowsPerTurn === 0) await setImmediate();
  }
  return pages;
}

/** A row whose details take several lines stays on one page. */
function fits(details: readonly string[], y: number): boolean {
  return y + heightOf(details) <= tableBottom;
}

function heightOf(details: readonly string[]): number {
  return details.length * lineHeight + rowGap;
}

function drawFirstHead(document: PDFDocument, holder: StatementHolder, statement: Statement): void {
  const { opening, closing, closingHeld, moneyIn, moneyOut, fees } = statement;
  document.addPage();
  write(document, 'Statement of account', left, 44, { size: 18, bold: true });
  if (holder.mode === 'test') write(document, 'TEST MODE: NO REAL MONEY', right, 50, { bold: true, alignRight: true });
  document.font('Helvetica-Bold').fontSize(11);
  const nameLines = wrapped(document, inLatin(holder.clientName), right - left);
  for (const [index, text] of nameLines.entries()) {
    write(document, text, left, 76 - (nameLines.length - 1 - index) * 12, { size: 11, bold: true });
  }
  write(document, `Wallet ${holder.walletId} (${holder.mode}), UGX`, left, 93, { color: grey });
  write(document, `${daysText(statement)}, Kampala time`, left, 107, { color: grey });
  write(document, `Created ${momentText(holder.madeAtMs)} EAT`, left, 121, { color: grey });
  const sums: readonly (readonly [string, bigint])[] = [
    ['Opening balance', opening],
    ['Money in', moneyIn],
    ['Money out', moneyOut],
    ['Closing balance', closing],
  ];
  rule(document, 146);
  for (const [index, [label, amount]] of sums.entries()) {
    const x = left + (index * (right - left)) / sums.length;
    write(document, label, x, 154, { color: grey });
    write(document, amountText(amount), x, 168, { size: 11, bold: true });
  }
  rule(document, 190);
  write(document, 'Money in is after fees, money out is with fees. Fees in this period', left, 198, { color: grey });
  write(document, amountText(fees), right, 198, { bold: true, alignRight: true });
  if (closingHeld > 0n) {
    write(document, 'Part of the closing balance that is held for payments in progress', left, 210, { color: grey });
    write(document, amountText(closingHeld), right, 210, { bold: true, alignRight: true });
  }
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
  write(document, 'Details and reference', columns.details.start, y, left);
  write(document, 'In', columns.moneyIn.end, y, figures);
  write(document, 'Out', columns.moneyOut.end, y, figures);
  write(document, 'Fee', columns.fee.end, y, figures);
  write(document, 'Balance', columns.balance.end, y, figures);
  rule(document, y + 13);
}

function drawRow(document: PDFDocument, row: StatementRow, details: readonly string[], y: number): void {
  const { at, moneyIn, moneyOut, fee, balance } = columns;
  const figures = { alignRight: true };
  write(document, momentText(row.atMs), at.start, y);
  for (const [index, text] of details.entries()) {
    const color = index === details.length - 1 ? grey : ink;
    write(document, text, columns.details.start, y + index * lineHeight, { color });
  }
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

/** What a row was, as many lines as it takes, and its reference as the last line. */
function detailLines(document: PDFDocument, { transaction, reference }: StatementRow): string[] {
  const { type, counterpartyPhone, counterpartyName, description } = transaction;
  const { reference: clientReference } = clientDataOf(transaction);
  const parts = [whatItWas[type], counterpartyPhone, counterpartyName, description, clientReference].filter(
    (part) => part !== null,
  );
  document.font('Helvetica').fontSize(fontSize);
  const width = columns.details.end - columns.details.start;
  return [...wrapped(document, inLatin(parts.join(' · ')), width), reference];
}

function daysText({ period }: Statement): string {
  return `${dayText(period.fromMs)} to ${dayText(period.toMs - 1)}`;
}

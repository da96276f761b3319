import { setImmediate } from 'node:timers/promises';
import type PDFDocument from 'pdfkit';
import { clientDataOf } from '../ledger/client-data.ts';
import {
  amountText,
  dayText,
  fontSize,
  grey,
  ink,
  left,
  lineHeight,
  momentText,
  newDocument,
  right,
  rule,
  timeText,
  whatIsReady,
  wrapped,
  write,
} from './pdf-drawing.ts';
import {
  type Statement,
  StatementBroken,
  type StatementHolder,
  type StatementRow,
  sumsBeforeFees,
} from './statement.ts';

/** Between the last line of a row and the first of the next. */
const rowGap = 6;
const otherTableTop = 84;
/** Rows end above this, the footer begins below it. */
const tableBottom = 790;
const footerTop = 805;
/** So many rows are drawn before others get their turn. */
const rowsPerTurn = 25;

/** Columns from left to right; figures end at `end`. */
const columns = {
  at: { start: left, end: 92 },
  details: { start: 96, end: 300 },
  moneyIn: { start: 304, end: 370 },
  moneyOut: { start: 374, end: 436 },
  fee: { start: 440, end: 486 },
  balance: { start: 490, end: right },
} as const;

/**
 * A statement as PDF, in pieces: a page is given away before the next is drawn, so that a long one needs no more memory
 * than a short one. Nothing is given away before all rows were added up.
 * @param rows gives the rows of the statement; it is called twice, because the number of pages stands on the first one.
 * @throws StatementBroken before the first piece when the printed amounts would not add up to the closing balance.
 */
export async function* statementPdf(
  holder: StatementHolder,
  statement: Statement,
  rows: () => AsyncIterable<StatementRow>,
  { compress = true }: { readonly compress?: boolean } = {},
): AsyncGenerator<Buffer> {
  const title = `Statement ${daysText(statement)}`;
  const document = newDocument(title, { madeAtMs: holder.madeAtMs, compress });
  const head = layOutHead(holder);
  const { pages, printed } = await layOutRows(rows(), head.tableTop);
  refuseWrongSums(statement, printed);
  let page = 1;
  let y = head.tableTop;
  drawFirstHead(document, holder, statement, head);
  drawFoot(document, holder, page, pages);
  let drawn = 0;
  for await (const row of rows()) {
    const details = detailLines(row);
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

/** What the columns of the printed rows add up to, in shillings. Money in and out are before fees. */
interface PrintedSums {
  readonly moneyIn: bigint;
  readonly moneyOut: bigint;
  readonly fees: bigint;
  readonly rowCount: number;
}

/** How many pages the rows take, as they are drawn, and what they add up to. */
async function layOutRows(
  rows: AsyncIterable<StatementRow>,
  tableTop: number,
): Promise<{ readonly pages: number; readonly printed: PrintedSums }> {
  let pages = 1;
  let y = tableTop;
  const printed = { moneyIn: 0n, moneyOut: 0n, fees: 0n, rowCount: 0 };
  for await (const row of rows) {
    const details = detailLines(row);
    if (!fits(details, y)) {
      pages += 1;
      y = otherTableTop;
    }
    y += heightOf(details);
    const { moneyIn, moneyOut } = beforeFees(row);
    printed.moneyIn += moneyIn;
    printed.moneyOut += moneyOut;
    printed.fees += row.fee;
    printed.rowCount += 1;
    if (printed.rowCount % rowsPerTurn === 0) await setImmediate();
  }
  return { pages, printed };
}

/** @throws StatementBroken when the sums at the head differ from those of the rows, or do not lead to the closing balance. */
function refuseWrongSums(statement: Statement, printed: PrintedSums): void {
  const { walletId, opening, closing, fees, rowCount } = statement;
  const { moneyIn, moneyOut } = sumsBeforeFees(statement);
  const expected = opening + printed.moneyIn - printed.moneyOut - printed.fees;
  const isAsPrinted = moneyIn === printed.moneyIn && moneyOut === printed.moneyOut && fees === printed.fees;
  if (expected !== closing || !isAsPrinted || rowCount !== printed.rowCount) {
    throw new StatementBroken(walletId, closing, expected);
  }
}

/** What the columns of a row print. */
function beforeFees({ transaction, moneyIn, moneyOut, fee }: StatementRow): {
  readonly moneyIn: bigint;
  readonly moneyOut: bigint;
} {
  return sumsBeforeFees({ moneyIn, moneyOut, fees: fee, feesOnMoneyIn: transaction.direction === 'in' ? fee : 0n });
}

/** A row whose details take several lines stays on one page. */
function fits(details: readonly string[], y: number): boolean {
  return y + heightOf(details) <= tableBottom;
}

function heightOf(details: readonly string[]): number {
  return details.length * lineHeight + rowGap;
}

/** The two parties at the head of the first page, as many lines as they take. */
interface Head {
  readonly issuer: readonly HeadLine[];
  readonly holder: readonly HeadLine[];
  /** Where the lines about the wallet begin. */
  readonly factsTop: number;
  readonly tableTop: number;
}

interface HeadLine {
  readonly text: string;
  readonly bold?: boolean;
}

const partiesTop = 78;
const partyWidth = 245;
const holderStart = right - partyWidth;
const partySize = 9;
const partyLineHeight = 12;
const factsHeight = 44;
const sumsHeight = 110;

function layOutHead(holder: StatementHolder): Head {
  const { issuer, clientName, legalName, address, tin } = holder;
  const lines = (text: string | null, bold = false): HeadLine[] =>
    text === null ? [] : wrapped(text, partyWidth, { size: partySize, bold }).map((line) => ({ text: line, bold }));
  const tinText = (number: string | null) => (number === null ? null : `TIN ${number}`);
  const issuerLines =
    issuer === null ? [] : [...lines(issuer.name, true), ...lines(issuer.address), ...lines(tinText(issuer.tin))];
  const holderLines = [
    ...lines(legalName ?? clientName, true),
    ...lines(legalName === null || legalName === clientName ? null : `Trading as ${clientName}`),
    ...lines(address),
    ...lines(tinText(tin)),
  ];
  const factsTop =
    partiesTop + partyLineHeight * (1 + Math.max(issuerLines.length, holderLines.length)) + partyLineHeight;
  return { issuer: issuerLines, holder: holderLines, factsTop, tableTop: factsTop + factsHeight + sumsHeight + 20 };
}

function drawFirstHead(document: PDFDocument, holder: StatementHolder, statement: Statement, head: Head): void {
  document.addPage();
  write(document, 'Statement of account', left, 40, { size: 18, bold: true });
  if (holder.mode === 'test') write(document, 'TEST MODE: NO REAL MONEY', right, 47, { bold: true, alignRight: true });
  // Without an issuer the account holder stands alone, at the margin.
  const start = head.issuer.length === 0 ? left : holderStart;
  if (head.issuer.length > 0) drawParty(document, 'Issued by', head.issuer, left);
  drawParty(document, 'Account holder', head.holder, start);
  const { factsTop } = head;
  write(document, `Wallet ${holder.walletId} (${holder.mode}), amounts in UGX`, left, factsTop, { color: grey });
  write(document, `${daysText(statement)}, Kampala time (+03:00)`, left, factsTop + 13, { color: grey });
  write(document, `Created ${momentText(holder.madeAtMs)}`, left, factsTop + 26, { color: grey });
  drawSums(document, statement, factsTop + factsHeight);
  drawTitles(document, head.tableTop - 20);
}

function drawParty(document: PDFDocument, title: string, lines: readonly HeadLine[], x: number): void {
  write(document, title, x, partiesTop, { color: grey });
  for (const [index, { text, bold = false }] of lines.entries()) {
    write(document, text, x, partiesTop + (index + 1) * partyLineHeight, { size: partySize, bold });
  }
}

/** The sums under one another, so that they can be added up by hand. */
function drawSums(document: PDFDocument, statement: Statement, top: number): void {
  const { opening, closing, closingHeld, fees } = statement;
  const { moneyIn, moneyOut } = sumsBeforeFees(statement);
  const amountEnd = 330;
  const sums: readonly (readonly [label: string, amount: string, bold?: boolean])[] = [
    ['Opening balance', amountText(opening), true],
    ['Money in, before fees', `+ ${amountText(moneyIn)}`],
    ['Money out, before fees', `− ${amountText(moneyOut)}`],
    ['Fees', `− ${amountText(fees)}`],
    ['Closing balance', amountText(closing), true],
  ];
  rule(document, top);
  for (const [index, [label, amount, bold = false]] of sums.entries()) {
    const y = top + 9 + index * 16;
    write(document, label, left, y, { size: 9, bold });
    write(document, amount, amountEnd, y, { size: 9, bold, alignRight: true, shrinkTo: 150 });
  }
  if (closingHeld > 0n) {
    const y = top + 9 + sums.length * 16;
    write(document, 'of which held for payments in progress', left, y, { color: grey });
    write(document, amountText(closingHeld), amountEnd, y, { color: grey, alignRight: true, shrinkTo: 110 });
  }
  rule(document, top + sumsHeight - 6);
}

function drawOtherHead(document: PDFDocument, holder: StatementHolder, title: string): void {
  document.addPage();
  write(document, holder.legalName ?? holder.clientName, left, 36, { bold: true, width: 280 });
  write(document, title, right, 36, { color: grey, alignRight: true });
  drawTitles(document, otherTableTop - 20);
}

function drawTitles(document: PDFDocument, y: number): void {
  const left = { color: grey, bold: true };
  const figures = { ...left, alignRight: true };
  write(document, 'Date, time', columns.at.start, y, left);
  write(document, 'Details and reference', columns.details.start, y, left);
  write(document, 'In', columns.moneyIn.end, y, figures);
  write(document, 'Out', columns.moneyOut.end, y, figures);
  write(document, 'Fee', columns.fee.end, y, figures);
  write(document, 'Balance', columns.balance.end, y, figures);
  rule(document, y + 13);
}

function drawRow(document: PDFDocument, row: StatementRow, details: readonly string[], y: number): void {
  const { moneyIn, moneyOut } = beforeFees(row);
  write(document, dayText(row.atMs), columns.at.start, y);
  write(document, timeText(row.atMs), columns.at.start, y + lineHeight, { color: grey });
  for (const [index, text] of details.entries()) {
    const color = index === details.length - 1 ? grey : ink;
    write(document, text, columns.details.start, y + index * lineHeight, { color });
  }
  const figure = (amount: bigint, { start, end }: { readonly start: number; readonly end: number }) =>
    write(document, amountText(amount), end, y, { alignRight: true, shrinkTo: end - start });
  if (moneyIn !== 0n) figure(moneyIn, columns.moneyIn);
  if (moneyOut !== 0n) figure(moneyOut, columns.moneyOut);
  if (row.fee !== 0n) figure(row.fee, columns.fee);
  figure(row.balance, columns.balance);
}

function drawFoot(document: PDFDocument, holder: StatementHolder, page: number, pages: number): void {
  const { issuer, clientName, walletId } = holder;
  const parts = [issuer?.name, clientName, `wallet ${walletId}`].filter((part) => part !== undefined);
  write(document, parts.join(' · '), left, footerTop, { color: grey, width: 420 });
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
function detailLines({ transaction, reference }: StatementRow): string[] {
  const { type, counterpartyPhone, counterpartyName, description } = transaction;
  const { reference: clientReference } = clientDataOf(transaction);
  const parts = [whatItWas[type], counterpartyPhone, counterpartyName, description, clientReference].filter(
    (part) => part !== null,
  );
  const width = columns.details.end - columns.details.start;
  return [...wrapped(parts.join(' · '), width, { size: fontSize }), reference];
}

function daysText({ period }: Statement): string {
  return `${dayText(period.fromMs)} to ${dayText(period.toMs - 1)}`;
}

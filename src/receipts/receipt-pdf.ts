import type PDFDocument from 'pdfkit';
import type { Issuer } from '../statements/issuer.ts';
import {
  grey,
  left,
  newDocument,
  type PdfMaking,
  right,
  rule,
  whatIsReady,
  wrapped,
  write,
} from '../statements/pdf-drawing.ts';
import { type QrCode, receiptQrCode } from './qr-code.ts';
import type { IssuedReceipt } from './read-receipt-of.ts';
import { proofFacts, type ReceiptFact, receiptFacts, receiptTitle } from './receipt-facts.ts';
import { attachmentName } from './verify/read-receipt.ts';

/** How the PDF of a receipt is made. */
export interface ReceiptMaking extends PdfMaking {
  /** Who issues it; null where that is not set. */
  readonly issuer: Issuer | null;
}

const labelWidth = 110;
const textSize = 9;
const textHeight = 12.5;
const proofSize = 7;
const proofHeight = 9;
/** About 0.7 mm for each module of a usual receipt, which phones read from paper. */
const qrSideMax = 300;
const pageBottom = 800;

/** A receipt of one page as PDF, with its JSON attached and a QR code that holds what a verification needs. */
export function* receiptPdf(receipt: IssuedReceipt, making: ReceiptMaking): Generator<Buffer> {
  const document = newDocument(`Receipt ${receipt.transaction.reference}`, making);
  attachReceipt(document, receipt, making.madeAtMs);
  drawReceipt(document, receipt, making.issuer);
  document.end();
  yield* whatIsReady(document);
}

/** Attaches the receipt's JSON, which is what a verifier reads of the PDF. */
export function attachReceipt(document: PDFDocument, receipt: IssuedReceipt, madeAtMs: number): void {
  document.file(Buffer.from(JSON.stringify(receipt)), {
    name: attachmentName,
    type: 'application/json',
    description: 'The receipt for a verifier',
    relationship: 'Data',
    creationDate: new Date(madeAtMs),
  });
}

/** Draws the receipt on a page of its own. */
export function drawReceipt(document: PDFDocument, receipt: IssuedReceipt, issuer: Issuer | null): void {
  document.addPage();
  write(document, 'Receipt', left, 44, { size: 18, bold: true });
  if (receipt.transaction.mode === 'test') {
    write(document, 'TEST MODE: NO REAL MONEY', right, 50, { bold: true, alignRight: true });
  }
  write(document, receiptTitle(receipt), left, 70, { size: 11, color: grey });
  rule(document, 92);
  let y = drawFacts(document, receiptFacts(receipt, issuer), 102, { size: textSize, height: textHeight });
  rule(document, y + 4);
  y = drawFacts(document, proofFacts(receipt), y + 14, { size: proofSize, height: proofHeight });
  const code = receiptQrCode(receipt);
  if (code === null) return;
  rule(document, y + 4);
  write(
    document,
    'Verify this receipt at any time, without the business that issued it: open the verifier page, and give it this',
    left,
    y + 14,
    { color: grey },
  );
  write(
    document,
    'PDF or the digits of this QR code. What counts is what the verifier shows, not what is printed here.',
    left,
    y + 24,
    { color: grey },
  );
  drawQrCode(document, code, y + 38);
}

/** Labels and values, each value on as many lines as it takes. @returns where the next part begins. */
export function drawFacts(
  document: PDFDocument,
  facts: readonly ReceiptFact[],
  top: number,
  { size, height }: { readonly size: number; readonly height: number },
): number {
  let y = top;
  for (const [label, value] of facts) {
    write(document, label, left, y, { size, color: grey });
    for (const line of wrapped(value, right - left - labelWidth, { size })) {
      write(document, line, left + labelWidth, y, { size });
      y += height;
    }
  }
  return y;
}

/** As large as the page allows below `y`. */
function drawQrCode(document: PDFDocument, { size, runs }: QrCode, y: number): void {
  const module = Math.min(qrSideMax, pageBottom - y) / size;
  for (const run of runs) document.rect(left + run.x * module, y + run.y * module, run.length * module, module);
  document.fill('#000');
}

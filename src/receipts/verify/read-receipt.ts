import { unzlibSync } from 'fflate';
import { looksLikeQrText, receiptOfQrText } from './qr-text.ts';
import { type Receipt, receiptOf, UnreadableReceipt } from './receipt.ts';

/** The name under which the receipt is attached to its PDF. */
export const attachmentName = 'receipt.json';

/** A receipt is a few kilobytes; a dispute pack with it at most some hundred. */
const fileBytesMax = 20_000_000;

/**
 * Reads a receipt from a file: JSON (alone, or as the API answered it), the text of a QR code, or a PDF of this service, of which
 * the attached JSON is read and not the page. Pure.
 * @throws UnreadableReceipt
 */
export function readReceipt(file: Uint8Array): Receipt {
  if (file.length > fileBytesMax) throw new UnreadableReceipt('the file is too large for a receipt');
  const isPdf = latin1(file.subarray(0, 1_024)).includes('%PDF-');
  const text = decoded(isPdf ? attachedTo(file) : file);
  if (looksLikeQrText(text)) return receiptOfQrText(text);
  const value = parsed(text);
  return receiptOf(isAnswer(value) ? value.data : value);
}

/** An answer of the API has the receipt as its data. */
function isAnswer(value: unknown): value is { readonly data: unknown } {
  return typeof value === 'object' && value !== null && 'success' in value && 'data' in value;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableReceipt('it is neither JSON, nor the text of a QR code, nor a PDF of this service');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableReceipt('it is neither JSON, nor the text of a QR code, nor a PDF of this service');
  }
}

/** The attached JSON: the stream of the first embedded file (ISO 32000-2 section 7.11.4), as pdfkit writes it. */
function attachedTo(pdf: Uint8Array): Uint8Array {
  const characters = latin1(pdf);
  const dictionary = /\/Type \/EmbeddedFile\b[\s\S]*?>>\s*stream\r?\n/.exec(characters);
  const length = /\/Length (\d+)/.exec(dictionary?.[0] ?? '')?.[1];
  if (dictionary === null || length === undefined) throw new UnreadableReceipt('the PDF has no receipt attached');
  const start = dictionary.index + dictionary[0].length;
  const stream = pdf.subarray(start, start + Number(length));
  if (!dictionary[0].includes('/FlateDecode')) return stream;
  try {
    return unzlibSync(stream);
  } catch {
    throw new UnreadableReceipt('the receipt that is attached to the PDF is damaged');
  }
}

function latin1(bytes: Uint8Array): string {
  // The decoder of the standard named latin1 is Windows-1252, which has other characters between 0x80 and 0x9f, but one for each byte.
  return new TextDecoder('latin1').decode(bytes);
}

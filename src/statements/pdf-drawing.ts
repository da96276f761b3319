import type PDFDocument from 'pdfkit';

// How the service's PDFs look: A4 in points, Helvetica, one margin, two inks.

export const left = 40;
export const right = 555;
export const fontSize = 7.5;
export const lineHeight = 9.5;

export const ink = '#1a1f24';
export const grey = '#5b6670';
const line = '#d5dade';

/** Lines no wider than `width`, in points: broken between words, and inside a word that is wider than a line. */
export function wrapped(document: PDFDocument, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (document.widthOfString(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (document.widthOfString(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
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

/** Writes one line that begins, or ends, at x. */
export function write(document: PDFDocument, text: string, x: number, y: number, writing: Writing = {}): void {
  const { size = fontSize, bold = false, color = ink, alignRight = false, width } = writing;
  document
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color);
  const shown = fitting(document, inLatin(text), width);
  document.text(shown, alignRight ? x - document.widthOfString(shown) : x, y, { lineBreak: false });
}

/** A thin line across the page. */
export function rule(document: PDFDocument, y: number): void {
  document.strokeColor(line).lineWidth(0.5).moveTo(left, y).lineTo(right, y).stroke();
}

function fitting(document: PDFDocument, text: string, width: number | undefined): string {
  if (width === undefined || document.widthOfString(text) <= width) return text;
  let shown = text;
  while (shown !== '' && document.widthOfString(`${shown}...`) > width) shown = shown.slice(0, -1);
  return `${shown.trimEnd()}...`;
}

/** The fonts that every reader of PDF has, have the letters of Latin-1 only. */
export function inLatin(text: string): string {
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

/** As the dashboard writes days and times. */
const ofDay = { timeZone: 'Africa/Kampala', day: 'numeric', month: 'short', year: 'numeric' } as const;
const day = new Intl.DateTimeFormat('en-GB', ofDay);
const moment = new Intl.DateTimeFormat('en-GB', { ...ofDay, hour: '2-digit', minute: '2-digit' });

/** A day of Kampala: 25 Nov 2026. */
export function dayText(atMs: number): string {
  return day.format(atMs);
}

/** The same with hours and minutes. */
export function momentText(atMs: number): string {
  return moment.format(atMs);
}

/** What the document has written so far; it keeps nothing of it. */
export function* whatIsReady(document: PDFDocument): Generator<Buffer> {
  for (let piece = document.read(); piece !== null; piece = document.read()) yield piece as Buffer;
}

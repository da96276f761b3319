import PDFDocument from 'pdfkit';
import { charactersOf, type PdfFont, pdfFonts, printable, widthOf } from './pdf-fonts.ts';

// How the service's PDFs look: A4 in points, one family of fonts, one margin, two inks.

export const left = 40;
export const right = 555;
export const fontSize = 7.5;
export const lineHeight = 9.5;

export const ink = '#1a1f24';
export const grey = '#5b6670';
const line = '#d5dade';

/** How a PDF is made. */
export interface PdfMaking {
  /** When it is made, in milliseconds since 1970. */
  readonly madeAtMs: number;
  readonly compress?: boolean;
}

/** An empty document with our fonts. */
export function newDocument(title: string, { madeAtMs, compress = true }: PdfMaking): PDFDocument {
  const document = new PDFDocument({
    size: 'A4',
    // No margin below: what is written near the edge must not begin a page of its own.
    margin: 0,
    compress,
    autoFirstPage: false,
    // A long document would keep all of its words in memory.
    fontLayoutCache: false,
    info: { Title: title, Author: 'Nsimbi', CreationDate: new Date(madeAtMs) },
    lang: 'en',
  });
  for (const [name, font] of Object.entries(pdfFonts)) document.registerFont(name, font);
  return document;
}

/** How a text is set. */
interface Setting {
  readonly size?: number;
  readonly bold?: boolean;
}

/** Measures printable text as it is set, in points. */
function measureOf({ size = fontSize, bold = false }: Setting): (text: string) => number {
  const font: PdfFont = bold ? 'bold' : 'regular';
  return (text) => widthOf(text, font, size);
}

/** A text as lines no wider than `width`, in points: broken between words, and inside a word that is wider than a line. */
export function wrapped(text: string, width: number, setting: Setting = {}): string[] {
  const measure = measureOf(setting);
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    if (measure(word) <= width) {
      line = word;
      continue;
    }
    for (const character of charactersOf(word)) {
      if (line !== '' && measure(line + character) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}

interface Writing extends Setting {
  readonly color?: string;
  /** The text ends at x. */
  readonly alignRight?: boolean;
  /** Longer text is shortened, with … at its end. */
  readonly width?: number;
  /** Longer text is written smaller: an amount is never shortened. */
  readonly shrinkTo?: number;
}

/** Writes one line that begins, or ends, at x. */
export function write(document: PDFDocument, text: string, x: number, y: number, writing: Writing = {}): void {
  const { size = fontSize, bold = false, color = ink, alignRight = false, width, shrinkTo } = writing;
  const shown = shortened(printable(text), width, writing);
  const textWidth = measureOf(writing)(shown);
  const scale = shrinkTo !== undefined && textWidth > shrinkTo ? shrinkTo / textWidth : 1;
  document
    .font(bold ? 'bold' : 'regular')
    .fontSize(size * scale)
    .fillColor(color)
    .text(shown, alignRight ? x - textWidth * scale : x, y, { lineBreak: false });
}

/** A thin line across the page. */
export function rule(document: PDFDocument, y: number): void {
  document.strokeColor(line).lineWidth(0.5).moveTo(left, y).lineTo(right, y).stroke();
}

function shortened(text: string, width: number | undefined, setting: Setting): string {
  const measure = measureOf(setting);
  if (width === undefined || measure(text) <= width) return text;
  const kept = charactersOf(text);
  while (kept.length > 0 && measure(`${kept.join('')}…`) > width) kept.pop();
  return `${kept.join('').trimEnd()}…`;
}

const digits = new Intl.NumberFormat('en-US');

/** Whole shillings: 1,250,000. */
export function amountText(amount: bigint): string {
  return digits.format(amount);
}

/** As the dashboard writes days and times. */
const ofKampala = { timeZone: 'Africa/Kampala' } as const;
const day = new Intl.DateTimeFormat('en-GB', { ...ofKampala, day: 'numeric', month: 'short', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { ...ofKampala, hour: '2-digit', minute: '2-digit' });

/** A day of Kampala: 25 Nov 2026. */
export function dayText(atMs: number): string {
  return day.format(atMs);
}

/** A time of Kampala with its offset, which is the same all year: 14:05 +03:00. */
export function timeText(atMs: number): string {
  return `${time.format(atMs)} +03:00`;
}

/** Both: 25 Nov 2026, 14:05 +03:00. */
export function momentText(atMs: number): string {
  return `${dayText(atMs)}, ${timeText(atMs)}`;
}

/** What the document has written so far; it keeps nothing of it. */
export function* whatIsReady(document: PDFDocument): Generator<Buffer> {
  for (let piece = document.read(); piece !== null; piece = document.read()) yield piece as Buffer;
}

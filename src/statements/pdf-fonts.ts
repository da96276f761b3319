import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit';

/** The fonts of our PDFs: DejaVu Sans Condensed, which has the letters of every language of Uganda. pdfkit embeds the glyphs that are used. */
export const pdfFonts = {
  regular: openFont('DejaVuSansCondensed.ttf'),
  bold: openFont('DejaVuSansCondensed-Bold.ttf'),
};

/** A font by its name in our PDFs. */
export type PdfFont = keyof typeof pdfFonts;

/** Latin letters, digits and punctuation: each character is one glyph, whatever stands beside it. */
const isPlain = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02e9\u1e00-\u1efb\u2010-\u2027\u2030-\u205e]*$/;

function openFont(file: string): Font {
  const font = create(readFileSync(new URL(`fonts/${file}`, import.meta.url)));
  const glyphs = new Map<number, Glyph>();
  const glyphOf = (character: string): Glyph => {
    const codePoint = character.codePointAt(0) ?? 0;
    const glyph = glyphs.get(codePoint) ?? font.glyphForCodePoint(codePoint);
    glyphs.set(codePoint, glyph);
    return glyph;
  };
  return Object.assign(Object.create(font) as Font, {
    // The whole layout, which places accents and joins letters, takes twenty times as long; plain text needs none of it.
    layout: (text: string, features?: readonly string[]): GlyphRun =>
      isPlain.test(text) ? plainRun([...text].map(glyphOf)) : font.layout(text, features),
  });
}

/** Glyphs one after the other. pdfkit scales the positions in place, so that each run has its own, and its width follows them. */
function plainRun(glyphs: readonly Glyph[]): GlyphRun {
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

/** How wide a printable text is, in points. */
export function widthOf(text: string, font: PdfFont, size: number): number {
  const units = isPlain.test(text) ? plainWidth(text, font) : pdfFonts[font].layout(text).advanceWidth;
  return (units * size) / unitsPerEm[font];
}

/** Read once, because fontkit looks it up in the file each time. */
const unitsPerEm: Readonly<Record<PdfFont, number>> = {
  regular: pdfFonts.regular.unitsPerEm,
  bold: pdfFonts.bold.unitsPerEm,
};

/** By font and character: a statement measures each line many times. */
const plainWidths: Readonly<Record<PdfFont, number[]>> = { regular: [], bold: [] };

function plainWidth(text: string, font: PdfFont): number {
  const widths = plainWidths[font];
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    sum += widths[code] ??= pdfFonts[font].glyphForCodePoint(code).advanceWidth;
  }
  return sum;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as people count them: a letter with its accents is one, and is never cut. */
export function charactersOf(text: string): string[] {
  return Array.from(characters.segment(text), ({ segment }) => segment);
}

/**
 * A text as a PDF can show it: on one line, without characters that control how text is shown (the Unicode category Cf), which could
 * turn the order of a line around, and with `?` for each character that the fonts do not have. Pure.
 */
export function printable(text: string): string {
  const line = text.normalize('NFC').replace(/\s/gu, ' ');
  if (isPlain.test(line)) return line;
  return charactersOf(line)
    .map((character) => {
      // After the text was cut into characters: some join the parts of one.
      const shown = character.replace(/[\p{Cc}\p{Cf}]/gu, '');
      return isInFonts(shown) ? shown : '?';
    })
    .join('');
}

function isInFonts(character: string): boolean {
  return [...character].every((part) =>
    Object.values(pdfFonts).every((font) => font.hasGlyphForCodePoint(part.codePointAt(0) ?? 0)),
  );
}

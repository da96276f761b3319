import { inflateSync } from 'node:zlib';

/** An object of a PDF: its dictionary, and the bytes of its stream, inflated where they are compressed. */
interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

/** A piece of text, and where on its page it begins, in points from the left and from below. */
export interface PdfPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** The pieces of text of a PDF of ours, in the order in which they were written. */
export function pdfTexts(pdf: Buffer): string[] {
  return pdfPieces(pdf).map(({ text }) => text);
}

/**
 * The same with their places, as a reader finds them when it searches or copies: by the table of each embedded font that says which
 * characters a glyph is of (ISO 32000-2 section 9.10.3).
 */
export function pdfPieces(pdf: Buffer): PdfPiece[] {
  const objects = readObjects(pdf);
  const objectOf = (number: string | undefined) => objects.get(Number(number));
  const pieces: PdfPiece[] = [];
  for (const page of objects.values()) {
    if (!/\/Type \/Page\b/.test(page.dictionary)) continue;
    const contents = objectOf(/\/Contents (\d+) 0 R/.exec(page.dictionary)?.[1]);
    const resources = objectOf(/\/Resources (\d+) 0 R/.exec(page.dictionary)?.[1]);
    const fonts = new Map(
      [...(resources?.dictionary ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', number]) => {
        const table = /\/ToUnicode (\d+) 0 R/.exec(objectOf(number)?.dictionary ?? '')?.[1];
        return [name, charactersByGlyph(objectOf(table)?.stream ?? '')];
      }),
    );
    pieces.push(...piecesOf(contents?.stream ?? '', fonts));
  }
  return pieces;
}

function readObjects(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  const begin = /(\d+) 0 obj\n/g;
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    const end = text.indexOf('endobj', begin.lastIndex);
    const start = text.indexOf('\nstream\n', begin.lastIndex);
    const hasStream = start >= 0 && start < end;
    const dictionary = text.slice(begin.lastIndex, hasStream ? start : end);
    // What a stream holds could look like an object.
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const bytes = pdf.subarray(start + 8, start + 8 + length);
    const isCompressed = dictionary.includes('/FlateDecode');
    const stream = hasStream ? (isCompressed ? inflateSync(bytes) : bytes).toString('latin1') : '';
    objects.set(Number(found[1]), { dictionary, stream });
    begin.lastIndex = hasStream ? start + 8 + length : end;
  }
  return objects;
}

/** From the numbers of glyphs, which count from 0, to characters. */
function charactersByGlyph(table: string): string[] {
  const ranges = [...table.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[(.*)\]/g)];
  return ranges.flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, units = '']) =>
      String.fromCharCode(...units.split(' ').map((unit) => Number.parseInt(unit, 16))),
    ),
  );
}

function piecesOf(contents: string, fonts: ReadonlyMap<string, readonly string[]>): PdfPiece[] {
  return [...contents.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, shown = '']) => {
    const [, x, y] = /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/.exec(shown) ?? [];
    const font = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(shown)?.[1] ?? '') ?? [];
    // A letter with an accent that is placed apart is shown in parts.
    const parts = [...shown.matchAll(/\[(<[^\]]*)\] TJ/g)].map(([, part = '']) => charactersOf(part, font));
    return { text: parts.join(''), x: Number(x), y: Number(y) };
  });
}

function charactersOf(shown: string, font: readonly string[]): string {
  const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return glyphs.map((glyph) => font[Number.parseInt(glyph, 16)] ?? '\uFFFD').join('');
}

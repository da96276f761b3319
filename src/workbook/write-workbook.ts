import { Zip, ZipDeflate } from 'fflate';
import { xmlText } from './xml-text.ts';

/**
 * A cell of a workbook: text, which no spreadsheet calculates; a whole number; a moment in milliseconds since 1970, shown as the
 * time of Kampala; or null for an empty one.
 */
export type WorkbookCell = string | bigint | { readonly atMs: number } | null;

export interface WorkbookColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
}

/** Rows of a sheet in Excel ("Excel specifications and limits"), the row of titles included. */
export const sheetRowsMax = 1_048_576;

/** A piece of the sheet is compressed when it has this many characters. */
const pieceLength = 65_536;

/** Excel keeps 15 digits of a number, so a longer one is written as text. */
const exactMax = 999_999_999_999_999n;

/** The most characters of a cell in Excel. */
const textLengthMax = 32_767;

/**
 * An Excel workbook (ECMA-376) with one sheet, in pieces: rows are compressed as they are read, so that a long sheet needs no more
 * memory than a short one. Its first row has the titles.
 * @throws Error for more rows than a sheet has; the caller asks before.
 */
export async function* writeWorkbook(
  sheetName: string,
  columns: readonly WorkbookColumn[],
  rows: AsyncIterable<readonly WorkbookCell[]>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error !== null) throw error;
    ready.push(piece);
  });
  for (const [path, text] of fixedParts(sheetName)) addPart(archive, path).push(encode(text), true);
  const sheet = addPart(archive, 'xl/worksheets/sheet1.xml');
  let text =
    sheetHead(columns) +
    rowXml(
      1,
      columns.map(({ title }) => title),
      styles.title,
    );
  let number = 1;
  for await (const cells of rows) {
    number += 1;
    if (number > sheetRowsMax) throw new Error(`a sheet has at most ${sheetRowsMax} rows`);
    text += rowXml(number, cells, styles.text);
    if (text.length < pieceLength) continue;
    sheet.push(encode(text));
    text = '';
    yield* ready.splice(0);
  }
  sheet.push(encode(`${text}</sheetData></worksheet>`), true);
  archive.end();
  yield* ready.splice(0);
}

function addPart(archive: Zip, path: string): ZipDeflate {
  const part = new ZipDeflate(path, { level: 6 });
  archive.add(part);
  return part;
}

const encoder = new TextEncoder();

function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Places in `cellXfs` below. */
const styles = { text: 0, title: 1, number: 2, moment: 3 } as const;

function rowXml(number: number, cells: readonly WorkbookCell[], textStyle: number): string {
  const written = cells.map((cell, index) =>
    cell === null ? '' : cellXml(cell, `${columnName(index)}${number}`, textStyle),
  );
  return `<row r="${number}">${written.join('')}</row>`;
}

/** A, B, … Z, AA, … */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

function cellXml(cell: NonNullable<WorkbookCell>, address: string, textStyle: number): string {
  if (typeof cell === 'object') return `<c r="${address}" s="${styles.moment}"><v>${kampalaSerial(cell.atMs)}</v></c>`;
  if (typeof cell === 'bigint' && cell <= exactMax && cell >= -exactMax) {
    return `<c r="${address}" s="${styles.number}"><v>${cell}</v></c>`;
  }
  const text = xmlText(withoutEscapes(String(cell).slice(0, textLengthMax)));
  return `<c r="${address}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Excel reads `_x0041_` in a text as a character (ECMA-376 part 1, 22.4.2.4), so an underscore before such a form is written as one. */
function withoutEscapes(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

const kampalaOffsetMs = 3 * 60 * 60 * 1_000;
const dayMs = 86_400_000;

/** Excel counts days from 30 December 1899, and knows no zones. */
function kampalaSerial(atMs: number): number {
  return (atMs + kampalaOffsetMs) / dayMs + 25_569;
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const document = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The row of titles stays in view. */
function sheetHead(columns: readonly WorkbookColumn[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return (
    `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>`
  );
}

function fixedParts(sheetName: string): readonly (readonly [path: string, text: string])[] {
  return [
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${packaged}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
    ],
    ['_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${document}">` +
        `<sheets><sheet name="${xmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', stylesXml],
  ];
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${document}/${type}" Target="${target}"/>`,
  );
  return `${xmlHead}<Relationships xmlns="${packaged}/relationships">${each.join('')}</Relationships>`;
}

/** Text cells have the format Text (49), so that a phone which somebody edits does not become a number. */
const stylesXml =
  `${xmlHead}<styleSheet xmlns="${main}">` +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4">' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

import { strToU8, zipSync } from 'fflate';

/** A date and time of a workbook, as Excel shows it. */
export interface WorkbookTime {
  readonly at: string;
}
type Cell = string | number | WorkbookTime | null;

/** An Excel workbook with these sheets; numbers and times are stored as Excel stores them. */
export function workbook(...sheets: readonly (readonly (readonly Cell[])[])[]): Uint8Array<ArrayBuffer> {
  const numbers = sheets.map((_, index) => index + 1);
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${numbers
      .map((number) => `<sheet name="Sheet ${number}" sheetId="${number}" r:id="rId${number}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${numbers
      .map(
        (number) =>
          `<Relationship Id="rId${number}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rIdS" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>',
  };
  for (const [index, rows] of sheets.entries()) {
    const lines = rows.map((cells, row) => {
      const written = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`));
      return `<row r="${row + 1}">${written.join('')}</row>`;
    });
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`;
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

function cellXml(cell: Cell, address: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') {
    const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
  }
  // Days since 30 December 1899, as Excel counts from 1 March 1900 on.
  const days = (Date.parse(`${cell.at.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return `<c r="${address}" s="1"><v>${days}</v></c>`;
}

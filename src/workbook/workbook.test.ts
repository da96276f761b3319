import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { workbook } from '../../test/workbook.ts';
import { workbookAsCsv, workbookKind } from './workbook.ts';

describe('an Excel workbook', () => {
  it('becomes CSV with a line for each row, digits and times as the sheet has them', async () => {
    const file = workbook([
      ['Id', 'Reference', 'Date', 'Amount', 'Note'],
      [256772000001, '0012', { at: '2026-11-23 14:05:00' }, 50000, 'Beans, "best"\nquality'],
      [],
      ['LAST', null, { at: '2026-11-24 00:00:00' }, -1500.5, '=1+1'],
    ]);
    expect((await workbookAsCsv(file)).split('\n')).toEqual([
      '"Id","Reference","Date","Amount","Note"',
      '"256772000001","0012","2026-11-23 14:05:00","50000","Beans, ""best"" quality"',
      ',,,,',
      '"LAST",,"2026-11-24 00:00:00","-1500.5","=1+1"',
      '',
    ]);
  });

  it('shows a number that Excel has rounded as a rounded one', async () => {
    expect(await workbookAsCsv(workbook([[12345678901234567000]]))).toBe('"1.23456789012346e+19"\n');
  });

  it.each([
    ['is empty', workbook([]), /the workbook is empty/],
    ['has two sheets with rows', workbook([['a']], [['b']]), /"Sheet 1", "Sheet 2".*keep the one that counts/],
    ['is a ZIP archive of something else', zipSync({ 'letter.txt': strToU8('Dear') }), /not an Excel workbook/],
    ['is cut off', workbook([['a']]).slice(0, 200), /not an Excel workbook/],
    [
      'is of the old kind',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0),
      /\.xls.*save it as \.xlsx/,
    ],
    ['is larger than 16 MiB', workbookOf(Buffer.alloc(17 * 1024 * 1024), 0), /larger than 16 MiB; save it as CSV/],
    [
      'unpacks to more than 64 MiB',
      workbookOf(Buffer.alloc(65 * 1024 * 1024, ' '), 9),
      /larger than 64 MiB when unpacked/,
    ],
  ])('that %s is refused with a sentence', async (_what, file, sentence) => {
    await expect(workbookAsCsv(file)).rejects.toThrow(sentence);
  });

  it('that says it is smaller than it is, is cut off and refused', async () => {
    const file = workbookOf(Buffer.alloc(65 * 1024 * 1024, ' '), 9);
    const entry = Buffer.from(file.buffer).lastIndexOf('PK\u0001\u0002');
    // The unpacked size in the archive's directory.
    Buffer.from(file.buffer).writeUInt32LE(1_000, entry + 24);
    await expect(workbookAsCsv(file)).rejects.toThrow(/not an Excel workbook|is empty/);
  });

  it('with cells far apart does not take the memory of the service', async () => {
    const sheet = '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>';
    const bomb = workbookOf(strToU8(sheet), 9);
    await expect(workbookAsCsv(bomb)).rejects.toThrow(/save its sheet as CSV/);
    expect(await workbookAsCsv(workbook([['still works']]))).toBe('"still works"\n');
  });
});

test.each([
  ['statement.csv', 'Id,Amount', null],
  ['statement.csv that is a workbook', workbook([['a']]), 'xlsx'],
])('the kind of %s is told by its content', (_name, content, kind) => {
  expect(workbookKind(typeof content === 'string' ? strToU8(content) : content)).toBe(kind);
});

/** A workbook whose sheet is these bytes. */
function workbookOf(sheet: Uint8Array, level: 0 | 9): Uint8Array {
  return zipSync(
    {
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': sheet,
    },
    { level },
  );
}

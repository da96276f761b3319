import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { workbookAsCsv, workbookKind } from './workbook.ts';
import { sheetRowsMax, type WorkbookCell, writeWorkbook } from './write-workbook.ts';

async function* each(rows: readonly (readonly WorkbookCell[])[]): AsyncGenerator<readonly WorkbookCell[]> {
  yield* rows;
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

async function written(rows: AsyncIterable<readonly WorkbookCell[]>): Promise<Uint8Array> {
  const columns = [
    { title: 'When', width: 20 },
    { title: 'Text', width: 30 },
    { title: 'Amount', width: 14 },
  ];
  return Buffer.concat(await collect(writeWorkbook('Nsimbi & Sons', columns, rows)));
}

test('a written workbook is read with every text, number and time of Kampala as it was', async () => {
  const file = await written(
    each([
      [{ atMs: Date.parse('2026-11-27T21:30:15.000Z') }, '0772000001', 50_000n],
      [null, '=1+1 & <b>"Beans"</b>', 999_999_999_999_999n],
      [null, 'emoji 🫘, ɛ and ŋ', 9_007_199_254_740_993n],
    ]),
  );
  expect(workbookKind(file)).toBe('xlsx');
  expect((await workbookAsCsv(file)).split('\n')).toEqual([
    '"When","Text","Amount"',
    '"2026-11-28 00:30:15","0772000001","50000"',
    ',"=1+1 & <b>""Beans""</b>","999999999999999"',
    ',"emoji 🫘, ɛ and ŋ","9007199254740993"',
    '',
  ]);
});

test('a text that looks like one of Excel’s escapes, or has characters that XML does not, stays whole', async () => {
  const file = await written(each([[null, '_x0041_ \u0001\uFFFFend', null]]));
  const texts = strFromU8(unzipSync(file)['xl/sharedStrings.xml'] ?? new Uint8Array());
  expect(texts).toContain('>_x005F_x0041_ ??end</t>');
});

test('a long sheet has every row once and in order', async () => {
  async function* many(): AsyncGenerator<readonly WorkbookCell[]> {
    for (let number = 1n; number <= 5_000n; number += 1n) yield [null, `row ${number}`, number];
  }
  const lines = (await workbookAsCsv(await written(many()))).trimEnd().split('\n');
  expect(lines).toHaveLength(5_001);
  expect(lines.slice(1)).toEqual(Array.from({ length: 5_000 }, (_, index) => `,"row ${index + 1}","${index + 1}"`));
});

test('more rows than a sheet has end the making with an error, so that no part passes for a whole', {
  timeout: 120_000,
}, async () => {
  async function* endless(): AsyncGenerator<readonly WorkbookCell[]> {
    for (;;) yield [];
  }
  await expect(written(endless())).rejects.toThrow(`at most ${sheetRowsMax} rows`);
});

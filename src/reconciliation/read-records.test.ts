import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Line } from './read-lines.ts';
import { type CsvRecord, readRecords } from './read-records.ts';

async function* linesOf(text: string): AsyncGenerator<Line> {
  for (const [index, line] of text.split('\n').entries()) yield { number: index + 1, text: line };
}

async function read(text: string, width: number): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readRecords(linesOf(text), { delimiter: ',', width })) records.push(record);
  return records;
}

describe('readRecords', () => {
  test('a quoted note may hold commas, quotation marks and line breaks', async () => {
    expect(await read('1,"Fees, ""term"" one"\n2,"two\nlines"\n\n3,x,,', 2)).toEqual([
      { line: 1, cells: ['1', 'Fees, "term" one'] },
      { line: 2, cells: ['2', 'two\nlines'] },
      { line: 5, cells: ['3', 'x', '', ''] },
    ]);
  });

  test.each([
    ['an unclosed mark', '1,a\n2,"open\n3,c', [1, 'x2', 3]],
    ['two unclosed marks, which would swallow the row between them', '1,"a\n2,b\n3,c"\n4,d', ['x1', 2, 'x3', 4]],
    ['a mark inside of a word', '1,a\n2,b"ad\n3,c', [1, 'x2', 3]],
    ['text after a closed mark', '1,a\n2,"b"ad\n3,c', [1, 'x2', 3]],
    ['too many columns', '1,a\n2,b,9\n3,c', [1, 'x2', 3]],
    ['too few columns', '1,a\n2\n3,c', [1, 'x2', 3]],
    ['an unclosed mark in the last row', '1,a\n2,"b', [1, 'x2']],
  ])('%s spoils only its own row', async (_, text, expected) => {
    const records = await read(text, 2);
    expect(records.map((record) => ('unreadable' in record ? `x${record.line}` : record.line))).toEqual(expected);
  });

  test('rows are read the same in whatever company', async () => {
    const cell = fc.string({ maxLength: 12 }).filter((text) => !/[\r\n]/.test(text));
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 1_200, size: 'max' });
    const written = (cells: readonly string[]) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const records = await read(all.map(written).join('\n'), 3);
        expect(records).toEqual(all.map((cells, index) => ({ line: index + 1, cells })));
      }),
      { numRuns: 20 },
    );
  });
});

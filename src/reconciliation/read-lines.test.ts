import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { workbook } from '../../test/workbook.ts';
import { NotText, type Reading, readLines } from './read-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'nsimbi-lines-'));
const path = join(folder, 'statement.csv');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(bytes: string | Buffer): Promise<{ lines: string[]; reading: Reading }> {
  writeFileSync(path, bytes);
  const reading: Reading = { bytes: 0, sha256: null };
  const lines: string[] = [];
  for await (const { number, text } of readLines(path, reading)) {
    lines.push(text);
    expect(number).toBe(lines.length);
  }
  return { lines, reading };
}

test.each([
  ['line breaks of Windows and of Unix', Buffer.from('a\r\nb\n\nc'), ['a', 'b', '', 'c']],
  ['the mark of UTF-8', Buffer.from('\ufeffId,Kampala\n'), ['Id,Kampala']],
  ['UTF-16, as spreadsheets write it', Buffer.from('\ufeffId\tNyŋa\r\n1\t2', 'utf16le'), ['Id\tNyŋa', '1\t2']],
  ['nothing', Buffer.from(''), []],
])('reads %s', async (_, bytes, lines) => {
  expect((await read(bytes)).lines).toEqual(lines);
});

test('reads lines whole that lie across the pieces of a file, and knows how much it has read', async () => {
  const all = Array.from({ length: 30_000 }, (_, index) => `${index},Ŋŋora ${'x'.repeat(index % 40)}`);
  const text = all.join('\n');
  const { lines, reading } = await read(text);
  expect(lines).toEqual(all);
  expect(reading).toEqual({ bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') });
});

test('reads the sheet of an Excel workbook, whatever the file is called', async () => {
  const file = Buffer.from(
    workbook([
      ['Id', 'Amount'],
      [9301, 7_500],
    ]),
  );
  const { lines, reading } = await read(file);
  expect(lines).toEqual(['"Id","Amount"', '"9301","7500"']);
  expect(reading).toEqual({ bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') });
});

test.each([
  ['a file of one endless line', Buffer.alloc(2_000_000, 'x')],
  ['a file with bytes of zero', Buffer.from('Id,Amount\0\0\n')],
])('refuses %s', async (_, bytes) => {
  await expect(read(bytes)).rejects.toThrow(NotText);
});

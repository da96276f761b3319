import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowBytes } from './row-bytes.ts';

/** The rows as COPY's text. */
function textOf({ messages }: RowBytes): string {
  return Buffer.concat(messages.map(rowsOf)).toString();
}

/** What is in a message CopyData, whose header says so. */
function rowsOf(message: Buffer): Buffer {
  expect(message.toString('latin1', 0, 1)).toBe('d');
  expect(message.readUInt32BE(1)).toBe(message.length - 1);
  return message.subarray(5);
}

/** A field as PostgreSQL's manual wants it (COPY, "Text Format"). */
function fieldOf(value: string | null): string {
  return value === null
    ? '\\N'
    : value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

test('fields of every kind are written as COPY reads them, NULL among them', () => {
  const rows = new RowBytes();
  rows
    .number(7)
    .number(0)
    .number(-12)
    .number(9_007_199_254_740_991)
    .number(500n)
    .number(-(2n ** 63n))
    .number(null);
  rows.boolean(true).boolean(false).boolean(null).text('').text('\\N').text(null).endRow();
  expect(textOf(rows)).toBe('7\t0\t-12\t9007199254740991\t500\t-9223372036854775808\t\\N\tt\tf\t\\N\t\t\\\\N\t\\N\n');
});

test('any text is written whole, short or long, whatever its letters', () => {
  const texts = fc.array(
    fc.option(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom('\t', 'a\\b', 'Ssebo ñ ☀ 😀', '\r\n')),
    ),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(texts, (values) => {
      const rows = new RowBytes();
      for (const value of values) rows.text(value).endRow();
      expect(textOf(rows)).toBe(values.map((value) => `${fieldOf(value)}\n`).join(''));
    }),
  );
});

test('any whole number is written as it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.bigInt()), (value) => {
      const rows = new RowBytes();
      rows.number(value).endRow();
      expect(textOf(rows)).toBe(`${value}\n`);
    }),
  );
});

test('every row is in the messages once and in order, whatever its size, and none ends inside of one', () => {
  const lines = Array.from({ length: 3_000 }, (_, n) => [`${n}`, 'Mukasa ñ ☀ 😀', 'x'.repeat((n * 37) % 400)]);
  lines.splice(1_500, 0, ['1500', 'a', 'y'.repeat(100_000)]);
  const rows = new RowBytes();
  for (const [number, name, rest] of lines) {
    rows
      .number(Number(number))
      .text(name ?? '')
      .text(rest ?? '')
      .endRow();
  }
  const text = lines.map((line) => `${line.join('\t')}\n`).join('');
  expect(textOf(rows)).toBe(text);
  expect(rows.messages.length).toBeGreaterThan(10);
  for (const message of rows.messages) expect(message.at(-1)).toBe(0x0a);
  expect(rows.rows).toBe(3_001);
  expect(rows.length).toBe(Buffer.byteLength(text) + 5 * rows.messages.length);
});

test('the memory of rows that were sent takes others, which have nothing of them', () => {
  const rows = new RowBytes();
  const write = (letter: string) => {
    for (let n = 0; n < 2_000; n += 1) rows.number(n).text(letter.repeat(100)).endRow();
    return textOf(rows);
  };
  const memory = () => new Set(rows.messages.map(({ buffer }) => buffer));
  write('a');
  const first = memory();
  rows.text('begun');
  rows.clear();
  expect([rows.rows, rows.length, rows.messages]).toEqual([0, 0, []]);
  expect(write('b')).toBe(Array.from({ length: 2_000 }, (_, n) => `${n}\t${'b'.repeat(100)}\n`).join(''));
  const again = [...memory()].filter((block) => first.has(block));
  expect(again.length).toBeGreaterThan(2);
});

test('of the memory of many rows a mebibyte is kept', () => {
  const rows = new RowBytes();
  const write = () => {
    for (let n = 0; n < 80; n += 1) rows.text('x'.repeat(15_000)).endRow();
    return rows.messages.map(({ buffer }) => buffer);
  };
  const first = new Set(write());
  rows.clear();
  const again = write().filter((block) => first.has(block));
  // And the block that was written last.
  expect(again.length).toBe(17);
});

test('a row of a megabyte is not what every row after it costs', () => {
  const rows = new RowBytes();
  rows.text('x'.repeat(2 ** 20)).endRow();
  rows.clear();
  rows.text('y').endRow();
  expect(rows.messages.map(({ buffer }) => buffer.byteLength < 2 ** 20)).toEqual([true]);
  expect(textOf(rows)).toBe('y\n');
});

test('a row that is dropped leaves nothing, also where it had begun a new block', () => {
  const rows = new RowBytes();
  rows.text('first').endRow();
  rows.text('x'.repeat(5_000)).number(1);
  rows.dropRow();
  rows.text('second').endRow();
  expect(textOf(rows)).toBe('first\nsecond\n');
  expect(rows.rows).toBe(2);
});

test('no rows are no messages', () => {
  const rows = new RowBytes();
  rows.text('never ended');
  expect(rows.messages).toEqual([]);
  expect(rows.length).toBe(0);
});

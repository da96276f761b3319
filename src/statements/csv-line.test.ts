import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type CsvReader, csvLine, csvStart } from './csv-line.ts';

const readers: readonly CsvReader[] = ['spreadsheet', 'program'];

function fieldOf(text: string, reader: CsvReader): string {
  const records: string[][] = parse(csvLine([text], reader), { relax_quotes: false });
  return records[0]?.[0] ?? '';
}

describe('a text that a spreadsheet would calculate', () => {
  it.each([
    ['an ASCII sign', '=1+1'],
    ['a phone with a plus', '+256772000001'],
    ['a minus', '-5'],
    ['an at sign', '@SUM(A1)'],
    ['a full-width equals sign', '＝1+1'],
    ['a full-width plus', '＋1'],
    ['a full-width minus', '－1'],
    ['a full-width at sign', '＠SUM(A1)'],
    ['a small equals sign', '﹦1+1'],
    ['a minus sign of mathematics', '−1'],
    ['a tab', '\tNakato'],
    ['a line break', '\n=1'],
    ['a carriage return', '\r=1'],
    ['a space', ' =1'],
    ['a no-break space', '\u00a0=1'],
    ['a narrow no-break space', '\u202f=1'],
    ['a zero-width space', '\u200b=1'],
    ['a zero-width joiner', '\u200d=1'],
    ['a word joiner', '\u2060=1'],
    ['a byte-order mark', '\ufeff=1'],
    ['a soft hyphen', '\u00ad=1'],
    ['a right-to-left mark', '\u200f=1'],
    ['a bidirectional isolate', '\u2066=1'],
    ['a Hangul filler', '\u3164=1'],
    ['a combining grapheme joiner', '\u034f=1'],
    ['a blank Braille pattern', '\u2800=1'],
    ['a null character', '\u0000=1'],
    ['several invisible characters', '\u200e \u00a0\u200b＝HYPERLINK("http://evil")'],
  ])('because of %s begins with an apostrophe', (_because, text) => {
    for (const reader of readers) expect(fieldOf(text, reader)).toBe(`'${text}`);
  });

  test('never passes, whatever invisible characters stand before its sign', () => {
    const invisible = fc.constantFrom(
      ...[' ', '\t', '\n', '\r', '\v', '\u00a0', '\u00ad', '\u034f', '\u061c', '\u115f', '\u180e', '\u2000', '\u200b'],
      ...[
        '\u200c',
        '\u200d',
        '\u200e',
        '\u200f',
        '\u202a',
        '\u202e',
        '\u2060',
        '\u2066',
        '\u2069',
        '\u3000',
        '\ufe0f',
        '\ufeff',
      ],
    );
    const sign = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁼', '₊');
    const text = fc.tuple(fc.array(invisible, { maxLength: 6 }), sign, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, fc.constantFrom(...readers), ([prefix, first, rest], reader) => {
        const written = `${prefix.join('')}${first}${rest}`;
        expect(fieldOf(written, reader)).toBe(`'${written}`);
      }),
    );
  });
});

test('every other text comes back as it was, for a program', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect([text, `'${text}`]).toContain(fieldOf(text, 'program'));
    }),
  );
});

describe('text of digits', () => {
  it.each([
    ['a phone', '0772000001'],
    ['a receipt of twenty digits', '12345678901234567890'],
    ['a receipt that looks like a power of ten', '1E5'],
    ['a date', '2026-11-23'],
    ['a fraction', '1/2'],
  ])('such as %s stays text in a spreadsheet and is untouched for a program', (_what, text) => {
    expect(csvLine([text], 'spreadsheet')).toBe(`"=""${text}"""\r\n`);
    expect(csvLine([text], 'program')).toBe(`${text}\r\n`);
  });

  it('with a letter needs no help', () => {
    expect(csvLine(['WD_1781000000_42', '12 bags'], 'spreadsheet')).toBe('WD_1781000000_42,12 bags\r\n');
  });
});

test.each([
  ['a number', -5, '-5'],
  ['nothing', null, ''],
  ['a quotation mark', 'a"b', '"a""b"'],
  ['a semicolon, which separates fields elsewhere', 'a;=1', '"a;=1"'],
  ['a sign that is not first', 'a=1', 'a=1'],
])('%s is written as RFC 4180 says', (_what, value, written) => {
  for (const reader of readers) expect(csvLine([value], reader)).toBe(`${written}\r\n`);
});

test('only a file for a spreadsheet begins with a byte-order mark', () => {
  expect([csvStart('spreadsheet'), csvStart('program')]).toEqual(['\ufeff', '']);
});

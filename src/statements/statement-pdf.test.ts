import { describe, expect, it, test } from 'vitest';
import { type PdfPiece, pdfPieces, pdfTexts } from '../../test/dashboard/pdf-text.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { pdfFonts, printable } from './pdf-fonts.ts';
import { type Statement, StatementBroken, type StatementHolder, type StatementRow } from './statement.ts';
import { statementPdf } from './statement-pdf.ts';

const holder: StatementHolder = {
  clientName: 'Muŋoola Coffee',
  legalName: 'Muŋoola Coffee Growers’ Co-operative Society Limited',
  address: 'Plot 14, Nakasero Road, P.O. Box 12345, Kampala',
  tin: '1000123456',
  walletId: 70,
  mode: 'live',
  madeAtMs: Date.parse('2026-12-01T06:00:00.000Z'),
  issuer: { name: 'Pearl Payments (Uganda) Limited', address: 'Plot 21 Yusuf Lule Road, Kampala', tin: '1012345678' },
};

/** A collection of `amount` with a fee of 5 %, completed at 14:05 in Kampala. */
function collected(amount: bigint, more: Partial<Transaction> = {}): Omit<StatementRow, 'balance'> {
  const transaction = {
    type: 'collection',
    direction: 'in',
    counterpartyPhone: '256772000001',
    counterpartyName: 'Akello Grace',
    description: null,
    details: {},
    ...more,
  } as Transaction;
  const fee = amount / 20n;
  const atMs = Date.parse('2026-11-25T11:05:00.000Z');
  return { atMs, reference: `API_COL_${amount}`, transaction, moneyIn: amount - fee, moneyOut: 0n, fee };
}

/** A payment of `amount` to which a fee of 2 % was added. */
function sent(amount: bigint): Omit<StatementRow, 'balance'> {
  const fee = amount / 50n;
  const row = collected(amount, { type: 'payment_sent', direction: 'out' });
  return { ...row, reference: `API_SND_${amount}`, moneyIn: 0n, moneyOut: amount + fee, fee };
}

/** The statement of some rows. */
function statementOf(
  given: readonly Omit<StatementRow, 'balance'>[],
  opening = 100_000n,
): { readonly statement: Statement; readonly rows: StatementRow[] } {
  let balance = opening;
  const rows = given.map((row) => {
    balance += row.moneyIn - row.moneyOut;
    return { ...row, balance };
  });
  const sum = (of: (row: StatementRow) => bigint) => rows.reduce((all, row) => all + of(row), 0n);
  const statement: Statement = {
    walletId: 70,
    period: {
      fromDay: '2026-11-01',
      toDay: '2026-11-30',
      fromMs: Date.parse('2026-11-01T00:00:00+03:00'),
      toMs: Date.parse('2026-12-01T00:00:00+03:00'),
    },
    opening,
    closing: balance,
    closingHeld: 0n,
    moneyIn: sum(({ moneyIn }) => moneyIn),
    moneyOut: sum(({ moneyOut }) => moneyOut),
    fees: sum(({ fee }) => fee),
    feesOnMoneyIn: sum(({ fee, transaction }) => (transaction.direction === 'in' ? fee : 0n)),
    rowCount: rows.length,
    events: { first: 1, end: 2 },
  };
  return { statement, rows };
}

async function pdfOf(
  { statement, rows }: { readonly statement: Statement; readonly rows: readonly StatementRow[] },
  whose: StatementHolder = holder,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const again = async function* () {
    yield* rows;
  };
  for await (const piece of statementPdf(whose, statement, again)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('the first page', () => {
  it('names the issuer and the account holder with address and tax number, the wallet, the days and the time', async () => {
    const texts = pdfTexts(await pdfOf(statementOf([collected(1_000n)])));
    const head = texts.slice(0, texts.indexOf('Opening balance'));
    expect(head).toEqual([
      'Statement of account',
      'Issued by',
      'Pearl Payments (Uganda) Limited',
      'Plot 21 Yusuf Lule Road, Kampala',
      'TIN 1012345678',
      'Account holder',
      'Muŋoola Coffee Growers’ Co-operative Society',
      'Limited',
      'Trading as Muŋoola Coffee',
      'Plot 14, Nakasero Road, P.O. Box 12345, Kampala',
      'TIN 1000123456',
      'Wallet 70 (live), amounts in UGX',
      '1 Nov 2026 to 30 Nov 2026, Kampala time (+03:00)',
      'Created 1 Dec 2026, 09:00 +03:00',
    ]);
  });

  it('has the name of the client alone where no more is known, and no empty line for an issuer', async () => {
    const bare = { ...holder, legalName: null, address: null, tin: null, issuer: null };
    const texts = pdfTexts(await pdfOf(statementOf([]), bare));
    expect(texts.slice(1, 4)).toEqual(['Account holder', 'Muŋoola Coffee', 'Wallet 70 (live), amounts in UGX']);
    expect(texts.join(' ')).not.toMatch(/Issued by|TIN|null/);
  });

  it('has sums of which opening + in - out - fees is closing', async () => {
    const texts = pdfTexts(await pdfOf(statementOf([collected(40_000n), sent(10_000n), collected(20_000n)])));
    const below = (label: string) => texts[texts.indexOf(label) + 1] ?? '';
    const amount = (label: string) => Number(below(label).replace(/[^\d]/g, ''));
    expect([below('Money in, before fees'), below('Money out, before fees')]).toEqual(['+ 60,000', '− 10,000']);
    expect(below('Fees')).toBe('− 3,200');
    expect(amount('Opening balance') + 60_000 - 10_000 - 3_200).toBe(amount('Closing balance'));
  });
});

describe('a row', () => {
  it('shows the time of Kampala with its offset, and the amount before the fee', async () => {
    const texts = pdfTexts(await pdfOf(statementOf([collected(40_000n)])));
    const row = texts.slice(texts.indexOf('25 Nov 2026'));
    expect(row.slice(0, 7)).toEqual([
      '25 Nov 2026',
      '14:05 +03:00',
      'Collected · 256772000001 · Akello Grace',
      'API_COL_40000',
      '40,000',
      '2,000',
      '138,000',
    ]);
  });

  it('has amounts of any size in their columns, one beside the other', async () => {
    const most = 9_007_199_254_740_991n;
    const pieces = pdfPieces(await pdfOf(statementOf([collected(most), sent(most / 100n)], 0n)));
    const ofRow = (reference: string): PdfPiece[] => {
      const { y } = pieces.find(({ text }) => text === reference) as PdfPiece;
      return pieces.filter((piece) => Math.abs(piece.y - y) < 20 && /^[\d,]+$/.test(piece.text));
    };
    const [moneyIn, fee, balance] = ofRow(`API_COL_${most}`);
    expect(moneyIn?.text).toBe('9,007,199,254,740,991');
    // Where the columns begin (statement-pdf.ts).
    expect(moneyIn?.x).toBeGreaterThanOrEqual(304 - 0.01);
    expect(fee?.x).toBeGreaterThanOrEqual(440 - 0.01);
    expect(balance?.x).toBeGreaterThanOrEqual(490 - 0.01);
  });

  it('has a long name and a long note whole, over as many lines as they take, above the next row', async () => {
    const name = `Nakku${'ɛ̃'.repeat(150)}`;
    const note = Array.from({ length: 40 }, (_, index) => `note-${index}`).join(' ');
    const rows = [collected(40_000n, { counterpartyName: name, description: note }), collected(30_000n)];
    const pieces = pdfPieces(await pdfOf(statementOf(rows)));
    const texts = pieces.map(({ text }) => text);
    const start = texts.findIndex((text) => text.startsWith('Collected'));
    const lines = pieces.slice(start, texts.indexOf('API_COL_40000') + 1);
    expect(lines.map(({ text }) => text).join('')).toContain(name.normalize('NFC'));
    for (let index = 0; index < 40; index += 1) expect(texts.join(' ')).toContain(`note-${index}`);
    // No line begins with an accent whose letter ends the one before.
    for (const { text } of lines) expect(text).not.toMatch(/^\p{M}/u);
    const tops = lines.map(({ y }) => y);
    for (const [index, y] of tops.slice(1).entries()) expect(y).toBeLessThan((tops[index] ?? 0) - 9);
    const next = pieces.find(({ text }) => text === 'API_COL_30000');
    expect(next?.y).toBeLessThan((tops.at(-1) ?? 0) - 9);
  });
});

it('a name that is too long for the foot is shortened with …, and the pages are counted', async () => {
  const clientName = 'ŋ'.repeat(120);
  const rows = Array.from({ length: 60 }, (_, index) => collected(BigInt(1_000 + index)));
  const texts = pdfTexts(await pdfOf(statementOf(rows), { ...holder, clientName, legalName: null }));
  const feet = texts.filter((text) => text.startsWith('Pearl Payments (Uganda) Limited · '));
  expect(feet).toHaveLength(3);
  for (const foot of feet) expect(foot).toMatch(/ŋ…$/);
  for (const page of [1, 2, 3]) expect(texts).toContain(`Page ${page} of 3`);
});

describe('nothing is sent of a statement that would be wrong:', () => {
  const { statement, rows } = statementOf([collected(40_000n), sent(10_000n)]);
  const [first, second] = rows as [StatementRow, StatementRow];
  it.each<[string, Partial<Statement>, readonly StatementRow[]]>([
    ['a closing balance that the sums do not lead to', { closing: statement.closing + 1n }, rows],
    ['a row that is missing', {}, [first]],
    ['a row too many', {}, [first, second, second]],
    ['an amount of a row that changed', {}, [{ ...first, moneyIn: first.moneyIn + 1n }, second]],
    ['a fee of a row that changed', {}, [first, { ...second, fee: second.fee + 1n }]],
    ['sums that the rows do not have', { fees: statement.fees + 7n, closing: statement.closing - 7n }, rows],
  ])('%s', async (_what, over, shown) => {
    const again = async function* () {
      yield* shown;
    };
    const pdf = statementPdf(holder, { ...statement, ...over }, again);
    await expect(pdf.next()).rejects.toThrow(StatementBroken);
  });
});

describe('the letters of', () => {
  it.each([
    ['Luganda', 'Ŋŋooma, Muŋŋaanya, Nnyabo, n’abaana'],
    ['Runyankole and Rutooro', 'Tumwesigye, Katuramu, omúntu, okwétegyereza'],
    ['Acholi and Lango', 'Laloyo, Aŋech, Oŋom, wan wa-mito, kïc, ŋat mo'],
    ['Ateso and Ngakarimojong', 'Aŋiro, ŋakarimojoŋ, etuŋanan, itúŋanà'],
    ['Lugbara', 'Árùà, Àdrázù, ʼbá, ʼdì, ōdrú, mā, â, Őnzì'],
    ['Madi and Lendu', 'Ɓaari, Ɗuda, ɓì, ɗò, Ƴa'],
    ['Kumam and Dhopadhola', 'Ɔwɔr, Ɛkwɛ, ɔgwaŋ, lɛɛ, kɔŋ'],
    ['Rukonzo', 'erikʉnda, omʉhɨnda, Ʉ, Ɨ, olhukonzo'],
    ['Lusamia and others with a tilde', 'Ĩ, ĩ, Ũ, ũ, Ẽ, ẽ, Õ, õ, Ã, ã'],
    ['Swahili and French', 'Ng’ombe, Mkate wa chakula, Hélène Noël, çà'],
    ['letters with an accent that has no character of its own', 'ɛ́, ɔ̀, ɛ̃, ŋ́, ɨ̂, n̄, m̀, a̰'],
  ])('%s are printed, and found by who searches the PDF', async (_language, text) => {
    const shown = statementOf([collected(40_000n, { counterpartyName: text })]);
    const texts = pdfTexts(await pdfOf(shown, { ...holder, clientName: text, legalName: text }));
    // In the regular and in the bold font.
    const wanted = text.normalize('NFC');
    expect(texts.filter((one) => one === wanted)).not.toEqual([]);
    expect(texts.join(' ').replaceAll(/\s+/g, ' ')).toContain(`256772000001 · ${wanted}`);
  });
});

describe('a text that cannot be printed as it is', () => {
  test.each([
    ['Beans 🫘 and 漢字', 'Beans ? and ??'],
    ['family 👨‍👩‍👧 of three', 'family ? of three'],
    ['line\nbreak\tand tab', 'line break and tab'],
    // The control character that turns the order of what follows around.
    ['paid \u202E000,1', 'paid 000,1'],
    ['zero\u0000byte', 'zerobyte'],
    ['half a pair \uD83D', 'half a pair ?'],
    ['soft\u00ADhyphen', 'softhyphen'],
    ['A\u030A', 'Å'],
  ])('%j is printed as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('plain characters, which are not looked up, are all in both fonts', () => {
    const ranges = [
      [0x20, 0x7e],
      [0xa1, 0x2e9],
      [0x1e00, 0x1efb],
      [0x2010, 0x2027],
      [0x2030, 0x205e],
    ] as const;
    const missing = Object.values(pdfFonts).flatMap((font) =>
      ranges.flatMap(([from, to]) =>
        Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
          // The soft hyphen is not shown.
          (codePoint) => codePoint !== 0xad && !font.hasGlyphForCodePoint(codePoint),
        ),
      ),
    );
    expect(missing).toEqual([]);
  });
});

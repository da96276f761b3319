import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDatabaseTransaction } from '../../src/postgres/database-transaction.ts';
import { statementPeriod } from '../../src/statements/days.ts';
import { amountText } from '../../src/statements/pdf-drawing.ts';
import {
  readStatement,
  type StatementHolder,
  type StatementRow,
  statementRows,
} from '../../src/statements/statement.ts';
import { statementPdf } from '../../src/statements/statement-pdf.ts';
import { type Business, World } from '../journeys/world.ts';
import { recordsIn } from '../records.ts';
import { waitUntil } from '../service/wait-until.ts';
import { pdfTexts } from './pdf-text.ts';
import { signedIn } from './person.ts';

let world: World;
let shop: Business;
/** Wide enough that it is never midnight in it. */
const period = statementPeriod(dayFromNow(-30), dayFromNow(2));

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Coffee Roasters', 1_000_000);
});
afterAll(() => world.close());

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function rowsOf(rows: AsyncIterable<StatementRow>): Promise<StatementRow[]> {
  const all: StatementRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Whose statement it is, where nothing more is known of them. */
function holderOf(clientName: string, walletId: number): StatementHolder {
  const details = { legalName: null, address: null, tin: null };
  return { clientName, ...details, walletId, mode: 'test', issuer: null, madeAtMs: Date.now() };
}

async function pdfOf(walletId: number): Promise<string[]> {
  const statement = await readStatement(recordsIn(world.database.pool), walletId, period);
  const holder = holderOf('Coffee Roasters', walletId);
  const pieces: Buffer[] = [];
  const rows = () => statementRows(recordsIn(world.database.pool), statement);
  for await (const piece of statementPdf(holder, statement, rows, { compress: false })) pieces.push(piece);
  return pdfTexts(Buffer.concat(pieces));
}

describe('a statement', () => {
  it('begins with the opening balance and adds up to what the ledger has, and payments that came back are in none of its sums', async () => {
    const program = await world.as(shop);
    const neighbour = await world.business('Neighbour');
    const ids = await Promise.all([
      program.collect('256770000031', 100_000),
      program.withdraw('256770000032', 50_000),
      // The operator refuses it, and the money comes back.
      program.withdraw('256770000002', 20_000),
      program.send('256770000033', 30_000),
      program.send(neighbour.phone, 10_000, { description: 'Beans' }),
    ]);
    for (const { body } of ids) {
      await program.end(body.data.transaction_id).catch(() => undefined);
    }
    await waitUntil('nothing is held', async () => (await program.money()).held === 0);
    const { balance } = await program.money();
    const statement = await readStatement(recordsIn(world.database.pool), shop.wallets.test, period);
    const rows = await rowsOf(statementRows(recordsIn(world.database.pool), statement));
    expect(statement.opening).toBe(0n);
    expect(statement.closing).toBe(BigInt(balance));
    expect(rows).toHaveLength(statement.rowCount);
    let running = statement.opening;
    for (const row of rows) {
      running += row.moneyIn - row.moneyOut;
      expect(row.balance).toBe(running);
    }
    expect(running).toBe(statement.closing);
    expect(statement.opening + statement.moneyIn - statement.moneyOut).toBe(statement.closing);
    // 1,000,000 to begin with and 100,000 collected less 5 %; 50,000, 30,000 and 10,000 sent with 3.5 %, 6 % and no fee. The
    // 20,000 that the operator refused moved nothing.
    expect(statement).toMatchObject({ moneyIn: 1_095_000n, moneyOut: 93_550n, closingHeld: 0n });
    // Of 100,000 collected 5,000, of 50,000 withdrawn 1,750, of 30,000 sent 1,800.
    expect(statement.fees).toBe(8_550n);
    const audit = await world.terminal.ask('audit');
    expect(JSON.stringify(audit)).not.toContain('detail');

    const texts = await pdfOf(shop.wallets.test);
    expect(texts).toContain('Coffee Roasters');
    expect(texts).toContain('Page 1 of 1');
    expect(texts).toContain('TEST MODE: NO REAL MONEY');
    const sum = (label: string) => texts[texts.indexOf(label) + 1];
    expect(sum('Opening balance')).toBe('0');
    expect(sum('Closing balance')).toBe(amountText(BigInt(balance)));
    // 5,000 of the fees were taken off the collection, 3,550 are in what left.
    expect(sum('Money in, before fees')).toBe('+ 1,100,000');
    expect(sum('Money out, before fees')).toBe('− 90,000');
    expect(sum('Fees')).toBe('− 8,550');
    for (const row of rows) expect(texts).toContain(amountText(row.balance));

    const person = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const query = `from=${period.fromDay}&to=${period.toDay}`;
    const sums = await person.get(`/clients/${shop.clientId}/test/statements?${query}`);
    expect(sums.body.data).toMatchObject({ opening_balance: 0, closing_balance: balance, row_count: rows.length });
    expect(sums.body.data).toMatchObject({
      money_in_before_fees: 1_100_000,
      money_out_before_fees: 90_000,
      fees: 8_550,
    });
    // The home page counts the same movements in the same way.
    const home = (await person.get(`/clients/${shop.clientId}/test/home`)).body.data;
    expect(sums.body.data).toMatchObject({ money_in: home.figures.now.in, money_out: home.figures.now.out });
    const pdf = await person.get(`/clients/${shop.clientId}/test/statements/statement.pdf?${query}`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.text.startsWith('%PDF-')).toBe(true);
    expect(pdf.text.trimEnd().endsWith('%%EOF')).toBe(true);
  });

  it('keeps what is held in its balance, and says how much that is', async () => {
    const waiting = await world.business('Tea Garden', 200_000);
    const program = await world.as(waiting);
    const { body } = await program.withdraw('256770000005', 40_000);
    const { balance, held } = await program.money();
    expect(held).toBe(41_400);
    const open = await readStatement(recordsIn(world.database.pool), waiting.wallets.test, period);
    expect(open).toMatchObject({
      moneyIn: 200_000n,
      moneyOut: 0n,
      closing: 200_000n,
      closingHeld: 41_400n,
      rowCount: 1,
    });
    expect(open.closing).toBe(BigInt(balance) + BigInt(held));
    expect(await pdfOf(waiting.wallets.test)).toContain('41,400');
    expect(body.data.status).toBe('processing');
  });

  it('prints details whole, over as many lines as they take', async () => {
    const florist = await world.business('Nakawa Florists', 500_000);
    const program = await world.as(florist);
    const words = Array.from({ length: 29 }, (_, index) => `word-${index + 1}`);
    const description = `${words.join(' ')} ${'W'.repeat(20)}`;
    const { body } = await program.withdraw('256770000032', 50_000, { description });
    await program.end(body.data.transaction_id);
    const texts = (await pdfOf(florist.wallets.test)).join(' ');
    for (const word of words) expect(texts).toContain(`${word} `);
    expect(texts).toContain('W'.repeat(20));
    expect(texts).toContain(body.data.reference);
    expect(texts).not.toContain('…');
  });

  it('of days before and after everything has the balance of then, and no rows', async () => {
    const before = statementPeriod('2020-01-01', '2020-01-31');
    const early = await readStatement(recordsIn(world.database.pool), shop.wallets.test, before);
    expect(early).toMatchObject({ opening: 0n, closing: 0n, rowCount: 0 });
    const after = statementPeriod('2099-01-01', '2099-01-31');
    const late = await readStatement(recordsIn(world.database.pool), shop.wallets.test, after);
    const { balance } = await (await world.as(shop)).money();
    expect(late).toMatchObject({ opening: BigInt(balance), closing: BigInt(balance), rowCount: 0 });
  });

  it.each([
    ['2027-02-30', '2027-03-01', 'from'],
    ['2027-03-02', '2027-03-01', 'to'],
    ['2025-01-01', '2027-01-01', 'to'],
    ['yesterday', '2027-01-01', 'from'],
  ])('from %s to %s is refused', async (from, to, field) => {
    const person = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const { status, body } = await person.get(`/clients/${shop.clientId}/test/statements?from=${from}&to=${to}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('of 10,000 rows is given away while it is made, and each page has its number', async () => {
    const crowd = await world.business('Crowd');
    await seedDeposits(crowd.wallets.test, 10_000);
    const { pool } = world.database;
    const statement = await readStatement(recordsIn(pool), crowd.wallets.test, period);
    expect(statement).toMatchObject({ rowCount: 10_000, opening: 0n, closing: 10_000_000n, moneyIn: 10_000_000n });
    const holder = holderOf('Crowd', crowd.wallets.test);
    const pdf = Readable.from(
      statementPdf(holder, statement, () => statementRows(recordsIn(pool), statement), { compress: false }),
      {
        objectMode: false,
      },
    );
    const pieces: Buffer[] = [];
    for await (const piece of pdf) pieces.push(piece as Buffer);
    const whole = Buffer.concat(pieces);
    // No piece holds more than a few pages, or the list of pages at the end.
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(whole.length / 20);
    const texts = pdfTexts(whole);
    const pages = texts.filter((text) => /^Page \d+ of \d+$/.test(text));
    // Each row has a line of details and one for its reference, 25 points with the gap.
    const count = 1 + Math.ceil((10_000 - Math.floor(502 / 25)) / Math.floor(706 / 25));
    expect(pages).toEqual(Array.from({ length: count }, (_, index) => `Page ${index + 1} of ${count}`));
    expect(texts).toContain('10,000,000');
    expect(texts.filter((text) => /\d{4}-\d\d-\d\d/.test(text))).toEqual([]);
  });

  it('is not given when an entry is missing', async () => {
    const broken = await world.business('Broken');
    await seedDeposits(broken.wallets.test, 10, 5);
    await expect(readStatement(recordsIn(world.database.pool), broken.wallets.test, period)).rejects.toThrow(
      'nsimbi audit',
    );
    const person = await signedIn(world, { clients: { [broken.clientId]: 'client_viewer' } });
    const path = `/clients/${broken.clientId}/test/statements/statement.pdf?from=${period.fromDay}&to=${period.toDay}`;
    const { status, body, headers } = await person.get(path);
    expect([status, body.code]).toEqual([500, 'internal_error']);
    expect(headers.get('content-disposition')).toBeNull();
  });
});

/** Deposits of UGX 1,000 as the ledger writes them, without that of number `missing`. */
async function seedDeposits(walletId: number, count: number, missing = 0): Promise<void> {
  // In one database transaction, so that now() is one moment.
  await inDatabaseTransaction(world.database.pool, async (client) => {
    const { rows } = await client.query<{ first: string }>(
      `SELECT nextval('transaction_number') + 100000 * ($1::bigint % 17) AS first`,
      [walletId],
    );
    const values = [walletId, Number(rows[0]?.first), count, missing];
    const numbers = `generate_series(1, $3::integer) AS n WHERE n <> $4::integer`;
    const at = `date_trunc('milliseconds', now()) - ($3::integer - n) * interval '1 second'`;
    await client.query(
      `INSERT INTO transaction (wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount,
                              net_amount, description, api_triggered, created_at, completed_at)
     SELECT $1, $2::bigint + n, 'test', 'deposit', 'in', 'house', 'completed', 1000, 0, 1000, 'row ' || n, false, ${at}, ${at}
       FROM ${numbers}`,
      values,
    );
    await client.query(
      `INSERT INTO transfer (wallet_id, transaction_id, line, debit_account, credit_account, amount, entry_no, balance_after, created_at)
     SELECT $1, $2::bigint + n, 1, 3, $1, 1000, n, n * 1000, ${at} FROM ${numbers}`,
      values,
    );
    await client.query(
      `INSERT INTO event (wallet_id, first_sequence, transaction_id, first_event_no, names, snapshot, created_at)
     SELECT $1, n * 4 - 3, $2::bigint + n, 1, ARRAY['transaction.created', 'transaction.completed', 'wallet.credited', 'deposit.completed'], '{}', ${at} FROM ${numbers}`,
      values,
    );
    await client.query(
      'UPDATE wallet SET available = $2, entry_no = $3::integer, event_sequence = $3::integer * 4 WHERE wallet_id = $1',
      [walletId, count * 1_000, count],
    );
  });
}

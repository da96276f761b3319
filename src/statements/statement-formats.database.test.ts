import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { pdfTexts } from '../../test/dashboard/pdf-text.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, openWallet, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { parseXml, type XmlElement } from '../../test/xml.ts';
import type { OpenPayout } from '../ledger/commands/open-payout.ts';
import { kampalaTime } from '../ledger/kampala-day.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { ugx } from '../money/ugx.ts';
import { workbookAsCsv } from '../workbook/workbook.ts';
import { readStatement, type Statement, type StatementRow, statementRows } from './statement.ts';
import { statementCamt } from './statement-camt.ts';
import { statementObject } from './statement-object.ts';
import { statementPdf } from './statement-pdf.ts';
import { statementColumns, statementCsv, statementWorkbook } from './statement-table.ts';

/** Everything that XML, CSV and a spreadsheet could take for something of theirs. */
const hostileName = `=Akello "Grace" & <Sons> ]]> 🫘 ŋ`;
const longDescription = `Maize, "first" grade; <b>10 bags</b> & more. ${'Sacks are returned. '.repeat(10)}`.trimEnd();
const longReference = `order-${'7'.repeat(58)}`;
const receipt = '0012345678901234567';

let database: TestDatabase;
let writer: Writer;
let shop: FixtureWallet;
let neighbour: FixtureWallet;
let statement: Statement;
let rows: readonly StatementRow[];

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  shop = await openWallet(database, 'Coffee Roasters', '256772000001', 1_000_000);
  neighbour = await openWallet(database, 'Neighbour', '256772000002', 1_000_000);
  await carryOut(paymentOf(shop, neighbour, 70_000));
  const fromMs = await nextMillisecond();
  const payout = await payoutOf(database, shop, 50_000, 3_000);
  const ids = [
    await carryOut({ ...paymentOf(neighbour, shop, 20_000), description: 'Beans' }),
    await carryOut({
      ...payout,
      recipientName: hostileName,
      description: longDescription,
      clientData: { reference: 'invoice-17 & co', metadata: null },
    }),
    await carryOut({
      ...payout,
      net: ugx(1_500),
      fee: ugx(0),
      gross: ugx(1_500),
      route: { ...payout.route, reference: crypto.randomUUID() },
      clientData: { reference: longReference, metadata: null },
    }),
    // Stays in progress: it is held, and is no row.
    await carryOut({ ...payout, route: { ...payout.route, reference: crypto.randomUUID() } }),
  ];
  for (const [index, paid] of [receipt, null].entries()) {
    const transactionId = ids[index + 1] ?? 0;
    const word = { is: 'succeeded', receipt: paid, amount: null } as const;
    expect((await writer.submit({ kind: 'settle', walletId: shop.walletId, transactionId, word })).is).toBe('done');
  }
  const toMs = await nextMillisecond();
  await carryOut(paymentOf(neighbour, shop, 5_000));
  statement = await readStatement(recordsIn(database.pool), shop.walletId, {
    fromDay: '2026-11-01',
    toDay: '2026-11-30',
    fromMs,
    toMs,
  });
  rows = await collect(rowsAgain());
});

afterAll(async () => {
  await writer.close();
  await database.drop();
});

async function carryOut(command: OpenPayout): Promise<number> {
  const outcome = await writer.submit(command);
  if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.transaction.transactionId;
}

/** A moment of the database's clock after everything so far, and before everything later. */
async function nextMillisecond(): Promise<number> {
  const { rows: read } = await database.pool.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
  const ms = Math.ceil(Number(read[0].ms)) + 1;
  await database.pool.query('SELECT pg_sleep(0.005)');
  return ms;
}

async function collect<One>(all: AsyncIterable<One>): Promise<One[]> {
  const collected: One[] = [];
  for await (const one of all) collected.push(one);
  return collected;
}

function rowsAgain(): AsyncGenerator<StatementRow> {
  return statementRows(recordsIn(database.pool), statement);
}

const holder = () => ({
  clientName: 'Coffee Roasters & Sons',
  legalName: null,
  address: null,
  tin: null,
  issuer: null,
  walletId: shop.walletId,
  mode: 'test' as const,
  madeAtMs: Date.parse('2026-12-01T06:00:00.000Z'),
});

async function camt(): Promise<string> {
  return (await collect(statementCamt(holder(), statement, rowsAgain()))).join('');
}

async function csvLines(): Promise<Record<string, string>[]> {
  return parseCsv((await collect(statementCsv(statement, rowsAgain()))).join(''), { columns: true });
}

async function workbookLines(): Promise<Record<string, string>[]> {
  const file = Buffer.concat(await collect(statementWorkbook(statement, rowsAgain())));
  return parseCsv(await workbookAsCsv(file), { columns: true });
}

/** What a reader of a format finds in it. */
interface Found {
  readonly opening: number;
  /** Of each entry what it adds to the balance. */
  readonly entries: readonly number[];
  readonly closing: number;
}

/** Of the lines of a table. */
function foundIn(lines: readonly Record<string, string>[]): Found {
  const [first, ...others] = lines;
  const last = others.pop();
  expect([first?.type, last?.type]).toEqual(['opening_balance', 'closing_balance']);
  return {
    opening: Number(first?.balance),
    entries: others.map(({ money_in, money_out }) => Number(money_in) - Number(money_out)),
    closing: Number(last?.balance),
  };
}

const formats: readonly (readonly [name: string, read: () => Promise<Found>])[] = [
  [
    'json',
    async () => {
      const object = statementObject(statement, 'test', rows);
      return {
        opening: object.opening_balance,
        entries: object.rows.map(({ money_in, money_out }) => money_in - money_out),
        closing: object.closing_balance,
      };
    },
  ],
  ['csv', async () => foundIn(await csvLines())],
  ['xlsx', async () => foundIn(await workbookLines())],
  [
    'pdf',
    async () => {
      const pieces = await collect(statementPdf(holder(), statement, rowsAgain, { compress: false }));
      const texts = pdfTexts(Buffer.concat(pieces));
      const after = (label: string) => Number(texts[texts.indexOf(label) + 1]?.replaceAll(',', ''));
      // The last figure of a row is its balance.
      const references = rows.map(({ reference }) => texts.indexOf(reference));
      const ends = [...references.slice(1), texts.length];
      const balances = references.map((start, index) => {
        const figures = texts.slice(start + 1, ends[index]).filter((text) => /^\d[\d,]*$/.test(text));
        const fee = rows[index]?.fee === 0n ? 0 : 1;
        return Number(figures[1 + fee]?.replaceAll(',', ''));
      });
      const before = [after('Opening balance'), ...balances];
      return {
        opening: after('Opening balance'),
        entries: balances.map((balance, index) => balance - (before[index] ?? 0)),
        closing: after('Closing balance'),
      };
    },
  ],
  [
    'camt053',
    async () => {
      const document = parseXml(await camt());
      const signed = (one: XmlElement) => Number(one.text('Amt')) * (one.text('CdtDbtInd') === 'CRDT' ? 1 : -1);
      const balance = (code: string) =>
        document
          .all('Bal')
          .filter((one) => one.text('Tp/CdOrPrtry/Cd') === code)
          .map(signed);
      const [[opening = 0], [closing = 0]] = [balance('OPBD'), balance('CLBD')];
      return { opening, entries: document.all('Ntry').map(signed), closing };
    },
  ],
];

test.each(formats)('as %s, the opening balance and the entries give the closing balance', async (_name, read) => {
  const { opening, entries, closing } = await read();
  expect(opening).toBe(930_000);
  expect(entries).toEqual([20_000, -53_000, -1_500]);
  expect(closing).toBe(895_500);
  expect(entries.reduce((sum, entry) => sum + entry, opening)).toBe(closing);
});

describe('a table', () => {
  it('has the same lines as CSV and as a workbook, times apart, which a sheet has without a zone', async () => {
    const withoutTime = (lines: readonly Record<string, string>[]) => lines.map(({ completed_at: _, ...rest }) => rest);
    // In CSV an apostrophe guards the name that a spreadsheet would calculate.
    const inCsv = withoutTime(await csvLines()).map((line) => ({
      ...line,
      counterparty_name: line.counterparty_name?.replace(/^'/, ''),
    }));
    expect(inCsv).toEqual(withoutTime(await workbookLines()));
  });

  it('has what identifies each payment', async () => {
    const [opened, received, paid, long, closed] = await csvLines();
    expect(Object.keys(opened ?? {})).toEqual(statementColumns);
    expect(received).toMatchObject({ type: 'payment_received', counterparty_phone: neighbour.phone });
    expect(paid).toMatchObject({
      completed_at: kampalaTime(rows[1]?.atMs ?? 0),
      reference: rows[1]?.reference,
      money_in: '0',
      money_out: '53000',
      fee_amount: '3000',
      currency: 'UGX',
      counterparty_phone: '256700999999',
      counterparty_name: `'${hostileName}`,
      operator: 'Airtel',
      description: longDescription,
      operator_receipt: receipt,
      client_reference: 'invoice-17 & co',
    });
    expect(long?.client_reference).toBe(longReference);
    expect(closed).toMatchObject({ money_in: '20000', money_out: '54500', fee_amount: '3000' });
  });
});

describe('camt.053', () => {
  it('says whose account it is, of which days, and that test money is none', async () => {
    const document = parseXml(await camt());
    expect(document.attributes).toEqual({ xmlns: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08' });
    expect(document.text('BkToCstmrStmt/GrpHdr/AddtlInf')).toBe('TEST MODE: NO REAL MONEY');
    const [read] = document.all('Stmt');
    expect(read?.text('Id')).toBe(`${shop.walletId}-20261101-20261130`);
    expect(read?.text('Acct/Id/Othr/Id')).toBe(String(shop.walletId));
    expect(read?.text('Acct/Ownr/Nm')).toBe('Coffee Roasters & Sons');
    expect(read?.text('CreDtTm')).toBe('2026-12-01T09:00:00.000+03:00');
    expect(read?.all('Bal').map((one) => [one.text('Tp/CdOrPrtry/Cd'), one.text('Dt/Dt'), one.text('Amt')])).toEqual([
      ['OPBD', '2026-11-01', '930000'],
      ['CLBD', '2026-11-30', '895500'],
      // 53,000 are held for the payment in progress.
      ['CLAV', '2026-11-30', '842500'],
    ]);
    expect(read?.text('TxsSummry/TtlNtries/NbOfNtries')).toBe('3');
    expect(read?.text('TxsSummry/TtlNtries/TtlNetNtry/Amt')).toBe('34500');
    expect(read?.text('TxsSummry/TtlNtries/TtlNetNtry/CdtDbtInd')).toBe('DBIT');
  });

  it('has of each entry its references, its fee and the counterparty, as they are', async () => {
    const [received, paid, long] = parseXml(await camt()).all('Ntry');
    expect(received?.text('CdtDbtInd')).toBe('CRDT');
    expect(received?.text('NtryDtls/TxDtls/RltdPties/DbtrAcct/Id/Othr/Id')).toBe(neighbour.phone);
    expect(received?.all('Chrgs')).toEqual([]);

    expect(paid?.text('NtryRef')).toBe(rows[1]?.reference);
    expect(paid?.all('Amt')[0]?.attributes).toEqual({ Ccy: 'UGX' });
    expect(paid?.text('Sts/Cd')).toBe('BOOK');
    expect(paid?.text('BookgDt/DtTm')).toBe(kampalaTime(rows[1]?.atMs ?? 0));
    expect(paid?.text('BkTxCd/Prtry/Cd')).toBe('payment_sent');
    expect(paid?.text('Chrgs/Rcrd/Amt')).toBe('3000');
    expect(paid?.text('Chrgs/Rcrd/ChrgInclInd')).toBe('true');
    const details = paid?.all('TxDtls')[0];
    expect(details?.text('Refs/EndToEndId')).toBe('invoice-17 & co');
    const named = details?.all('Prtry').map((one) => [one.text('Tp'), one.text('Ref')]);
    expect(named).toContainEqual(['operator_receipt', receipt]);
    expect(details?.text('RltdPties/Cdtr/Pty/Nm')).toBe(hostileName);
    expect(details?.text('RltdPties/CdtrAcct/Id/Othr/Id')).toBe('256700999999');
    expect(details?.text('RltdAgts/CdtrAgt/FinInstnId/Nm')).toBe('Airtel');
    expect(
      details
        ?.all('Ustrd')
        .map((one) => one.content)
        .join(''),
    ).toBe(longDescription);

    // A reference of more than 35 characters does not fit into its element, and is not cut.
    expect(long?.all('EndToEndId')).toEqual([]);
    expect(long?.text('NtryDtls/TxDtls/AddtlTxInf')).toContain(`client_reference: ${longReference}`);
  });

  it('has no empty element, no text longer than the schema allows, and the order of the schema', async () => {
    const document = parseXml(await camt());
    const visit = (one: XmlElement): void => {
      if (one.children.length === 0) expect(one.content).not.toBe('');
      const lengthMax = lengthsMax[one.name];
      if (lengthMax !== undefined) expect([...one.content].length).toBeLessThanOrEqual(lengthMax);
      const order = orders[one.name];
      if (order !== undefined) {
        const places = one.children.map(({ name }) => order.indexOf(name));
        expect([one.name, places.includes(-1)]).toEqual([one.name, false]);
        expect([one.name, places]).toEqual([one.name, places.toSorted((a, b) => a - b)]);
      }
      for (const child of one.children) visit(child);
    };
    visit(document);
  });

  it('is refused when it gets other rows than were added up', async () => {
    const none = async function* (): AsyncGenerator<StatementRow> {};
    for (const making of [statementCamt(holder(), statement, none()), statementCsv(statement, none())]) {
      await expect(collect<unknown>(making)).rejects.toThrow('a statement of 3 rows got 0');
    }
  });
});

/** Elements of camt.053.001.08 in the order of its schema, as far as statements use them. */
const orders: Readonly<Record<string, readonly string[]>> = {
  BkToCstmrStmt: ['GrpHdr', 'Stmt'],
  GrpHdr: ['MsgId', 'CreDtTm', 'AddtlInf'],
  Stmt: ['Id', 'CreDtTm', 'FrToDt', 'Acct', 'Bal', 'TxsSummry', 'Ntry'],
  Acct: ['Id', 'Ccy', 'Ownr'],
  Bal: ['Tp', 'Amt', 'CdtDbtInd', 'Dt'],
  TxsSummry: ['TtlNtries', 'TtlCdtNtries', 'TtlDbtNtries'],
  Ntry: [...['NtryRef', 'Amt', 'CdtDbtInd', 'Sts', 'BookgDt', 'ValDt', 'AcctSvcrRef', 'BkTxCd', 'Chrgs', 'NtryDtls']],
  TxDtls: ['Refs', 'RltdPties', 'RltdAgts', 'RmtInf', 'AddtlTxInf'],
  Refs: ['AcctSvcrRef', 'EndToEndId', 'Prtry'],
  RltdPties: ['Dbtr', 'DbtrAcct', 'Cdtr', 'CdtrAcct'],
  Rcrd: ['Amt', 'CdtDbtInd', 'ChrgInclInd'],
};

/** Characters of an element's text. */
const lengthsMax: Readonly<Record<string, number>> = {
  MsgId: 35,
  NtryRef: 35,
  AcctSvcrRef: 35,
  EndToEndId: 35,
  Tp: 35,
  Ref: 35,
  Cd: 35,
  Nm: 140,
  Ustrd: 140,
  AddtlTxInf: 500,
};

import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { workbookAsCsv } from '../../src/workbook/workbook.ts';
import { pdfTexts } from '../dashboard/pdf-text.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { parseXml } from '../xml.ts';
import { type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let shop: Business;
let seller: Speaker;
let friend: Business;
/** The balance that the shop's wallet has after the payments below. */
let balance: number;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Kato & Sons <Hardware>', 1_000_000);
  friend = await world.business('Friend', 500_000);
  seller = await world.as(shop);
  const paid = [
    await seller.collect('256770000031', 100_000, {
      customer_name: 'Akello "Grace" & Co',
      client_reference: 'invoice-17',
    }),
    await seller.withdraw('256770000032', 50_000, { description: 'Till <1>' }),
    // The operator refuses it, and the money comes back.
    await seller.withdraw('256770000002', 20_000),
    await seller.send(friend.phone, 10_000, { description: 'Nails' }),
  ];
  for (const { body } of paid) if (body.data?.status === 'processing') await seller.end(body.data.transaction_id);
  await seller.end(paid[0]?.body.data.transaction_id);
  balance = (await seller.money()).balance;
});
afterAll(() => world.close());

/** Days around now, so that it is never midnight in Kampala among them. */
const days = `from=${dayFromNow(-2)}&to=${dayFromNow(2)}`;

function dayFromNow(count: number): string {
  return new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
}

async function file(
  format: string,
  period = days,
): Promise<{ type: string | null; name: string | null; bytes: Buffer }> {
  const { apiKey } = await world.key(shop);
  const response = await fetch(`${world.baseUrl}/api/v1/wallet/statements?${period}&format=${format}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(response.status).toBe(200);
  return {
    type: response.headers.get('content-type'),
    name: response.headers.get('content-disposition'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe('GET /wallet/statements', () => {
  it('as JSON has the sums of the ledger, and rows that lead from the opening to the closing balance', async () => {
    const { status, body } = await seller.get(`/wallet/statements?${days}`);
    expect(status).toBe(200);
    const { data, pagination } = body;
    // 1,000,000 and 95,000 of the collection came in; 51,750 and 10,000 went out. What the operator refused is no row.
    expect(data).toMatchObject({
      from: dayFromNow(-2),
      to: dayFromNow(2),
      mode: 'test',
      currency: 'UGX',
      opening_balance: 0,
      money_in: 1_095_000,
      money_out: 61_750,
      fees: 6_750,
      closing_balance: balance,
      closing_held: 0,
      row_count: 4,
    });
    expect(pagination).toEqual({ next_cursor: null, has_more: false });
    let running = data.opening_balance;
    for (const row of data.rows) {
      running += row.money_in - row.money_out;
      expect(row.balance).toBe(running);
    }
    expect(running).toBe(balance);
    const collection = data.rows.find(({ type }: Json) => type === 'collection');
    const { body: read } = await seller.get(`/wallet/transactions/${collection.id}`);
    expect(collection).toMatchObject({
      reference: read.data.reference,
      completed_at: read.data.completed_at,
      counterparty_phone: '256770000031',
      counterparty_name: 'Akello "Grace" & Co',
      operator: 'MTN',
      fee_amount: 5_000,
      client_reference: 'invoice-17',
      external_reference: read.data.external_reference,
    });
  });

  it('as CSV, Excel, PDF and camt.053 is a file with a name, a type and the same closing balance', async () => {
    const { wallets } = shop;
    const nameOf = (ending: string) =>
      `attachment; filename="statement-${wallets.test}-${dayFromNow(-2)}-${dayFromNow(2)}.${ending}"`;

    const csv = await file('csv');
    expect([csv.type, csv.name]).toEqual(['text/csv; charset=utf-8', nameOf('csv')]);
    const lines: Record<string, string>[] = parseCsv(csv.bytes, { columns: true });
    expect(lines.map(({ type }) => type)).toEqual([
      'opening_balance',
      'deposit',
      ...lines.slice(2, -1).map(({ type }) => type),
      'closing_balance',
    ]);
    expect(lines.at(-1)).toMatchObject({
      money_in: '1095000',
      money_out: '61750',
      fee_amount: '6750',
      balance: String(balance),
    });

    const xlsx = await file('xlsx');
    expect([xlsx.type, xlsx.name]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      nameOf('xlsx'),
    ]);
    const sheet: Record<string, string>[] = parseCsv(await workbookAsCsv(xlsx.bytes), { columns: true });
    expect(sheet.map((line) => line.balance)).toEqual(lines.map((line) => line.balance));

    const pdf = await file('pdf');
    expect([pdf.type, pdf.name]).toEqual(['application/pdf', nameOf('pdf')]);
    const texts = pdfTexts(pdf.bytes);
    expect(texts[texts.indexOf('Closing balance') + 1]).toBe(balance.toLocaleString('en-US'));
    expect(texts).toContain('Kato & Sons <Hardware>');

    const camt = await file('camt053');
    expect([camt.type, camt.name]).toEqual(['application/xml; charset=utf-8', nameOf('xml')]);
    const document = parseXml(camt.bytes.toString());
    expect(document.text('BkToCstmrStmt/Stmt/Acct/Ownr/Nm')).toBe('Kato & Sons <Hardware>');
    expect(document.all('Bal')[1]?.text('Amt')).toBe(String(balance));
    expect(document.all('EndToEndId').map(({ content }) => content)).toEqual(['invoice-17']);
  });

  it('of days before everything is empty, in every format', async () => {
    const before = 'from=2020-01-01&to=2020-01-31';
    expect((await seller.get(`/wallet/statements?${before}`)).body.data).toMatchObject({
      opening_balance: 0,
      closing_balance: 0,
      row_count: 0,
      rows: [],
    });
    const lines = (await file('csv', before)).bytes.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect((await workbookAsCsv((await file('xlsx', before)).bytes)).trimEnd().split('\n')).toHaveLength(3);
    expect(pdfTexts((await file('pdf', before)).bytes)).toContain('No transactions in this period.');
    expect(parseXml((await file('camt053', before)).bytes.toString()).all('Ntry')).toEqual([]);
  });

  it('refuses days in the wrong order, more than a year, and a cursor of another statement', async () => {
    const refused = async (query: string) => {
      const { status, body } = await seller.get(`/wallet/statements?${query}`);
      return [status, body.code, Object.keys(body.errors ?? {})];
    };
    expect(await refused('from=2026-11-02&to=2026-11-01')).toEqual([422, 'invalid_request', ['to']]);
    expect(await refused('from=2025-01-01&to=2026-11-01')).toEqual([422, 'invalid_request', ['to']]);
    expect(await refused('from=2025-01-01&to=2026-11-01&format=pdf')).toEqual([422, 'invalid_request', ['to']]);
    for (const cursor of ['41', '1.x', '0.5', '1.999999999', '-1.3']) {
      expect(await refused(`${days}&cursor=${cursor}`)).toEqual([422, 'invalid_request', ['cursor']]);
    }
  });

  it('is for keys with wallet:read, and of their own wallet and mode', async () => {
    const sender = await world.as(shop, { permissions: ['wallet:send'] });
    expect((await sender.get(`/wallet/statements?${days}`)).status).toBe(403);
    const live = await world.as(shop, { mode: 'live' });
    expect((await live.get(`/wallet/statements?${days}`)).body.data).toMatchObject({ mode: 'live', row_count: 0 });
    const others = await world.as(friend);
    expect((await others.get(`/wallet/statements?${days}`)).body.data).toMatchObject({
      money_in: 510_000,
      row_count: 2,
    });
  });

  it('has a window of its own', async () => {
    const slow = await world.as(shop, { rateLimits: { statements: 7, history: 9 } });
    const limitOf = ({ headers }: { headers: Headers }) => headers.get('x-ratelimit-limit');
    expect(limitOf(await slow.get(`/wallet/statements?${days}`))).toBe('7');
    expect(limitOf(await slow.get('/wallet/transactions'))).toBe('9');
  });
});

test('pages of a statement that is read while payments go on are of one statement, without gaps and repeats', async () => {
  const busy = await world.business('Owino Market', 500_000);
  const trader = await world.as(busy);
  for (let number = 1; number <= 6; number += 1) await trader.send(friend.phone, 1_000 + number);
  const pages: Json[] = [];
  let cursor: string | null = null;
  do {
    const { status, body }: Json = await trader.get(
      `/wallet/statements?${days}&limit=3${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    expect(body.pagination.has_more).toBe(body.pagination.next_cursor !== null);
    pages.push(body.data);
    cursor = body.pagination.next_cursor;
    await trader.send(friend.phone, 5_000);
  } while (cursor !== null);
  expect(pages.map(({ rows }) => rows.length)).toEqual([3, 3, 1]);
  const sums = pages.map(({ rows: _, ...rest }) => rest);
  expect(new Set(sums.map((one) => JSON.stringify(one))).size).toBe(1);
  const rows: Json[] = pages.flatMap((page) => page.rows);
  expect(rows.map(({ money_out }) => money_out)).toEqual([0, 1_001, 1_002, 1_003, 1_004, 1_005, 1_006]);
  expect(rows.at(-1).balance).toBe(sums[0].closing_balance);
  const whole = (await trader.get(`/wallet/statements?${days}&limit=100`)).body.data;
  expect(whole.row_count).toBe(10);
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadAction } from '../../src/access/people/sign-in-acts.ts';
import type { Queryable } from '../../src/postgres/pool.ts';
import {
  exportColumns,
  exportWorkbookRowsMax,
  transactionPages,
  transactionsCsv,
} from '../../src/statements/transactions-file.ts';
import { workbookAsCsv } from '../../src/workbook/workbook.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { recordsIn } from '../records.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Credentials, type SignedIn, signedIn } from './person.ts';

const many = 100_000;

let world: World;
let shop: Business;
let owner: SignedIn;
const at = (query = '') => `/clients/${shop.clientId}/test/exports/transactions.csv${query}`;

/** Three bytes in hexadecimal: decoding text takes a byte-order mark off. */
async function firstBytesOf(query: string): Promise<string> {
  const answer = await fetch(`${owner.baseUrl}/dashboard/api${at(query)}`, { headers: { cookie: owner.cookie } });
  return Buffer.from(await answer.arrayBuffer()).toString('hex', 0, 3);
}

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Market', 1_000_000);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
});
afterAll(() => world.close());

describe('transactions as CSV', () => {
  it('has the documented columns, the filters of the list, and nothing that a spreadsheet calculates', async () => {
    const program = await world.as(shop);
    await program.collect('256770000021', 5_000, { description: '=HYPERLINK("http://evil")', customer_name: '@SUM' });
    await program.withdraw('256770000022', 1_000, { description: 'say "hi", please' });
    const all = await owner.get(at());
    expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(all.headers.get('content-disposition')).toContain('attachment');
    const lines = all.text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(exportColumns.join(','));
    expect(lines).toHaveLength(4);
    expect(all.text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(all.text).toContain(",'@SUM,");
    expect(all.text).toContain('"say ""hi"", please"');
    expect((await owner.get(at('?type=withdrawal'))).text.trimEnd().split('\r\n')).toHaveLength(2);
    expect((await owner.get(at('?phone=256770000021'))).text.trimEnd().split('\r\n')).toHaveLength(2);
    expect((await owner.get(at('?from=2099-01-01'))).text).toBe(`${exportColumns.join(',')}\r\n`);
    const wrong = await owner.get(at('?phone=256000000000'));
    expect([wrong.status, wrong.body.errors.phone.length]).toEqual([422, 1]);
  });

  it('has what the client noted as a reference, and is filtered by it', async () => {
    const program = await world.as(shop);
    await program.withdraw('256770000023', 1_000, { client_reference: '=1+1', metadata: { branch: 'Jinja' } });
    for (const query of ['?client_reference=%3D1%2B1', '?metadata=branch:Jinja']) {
      const [, line = '', ...more] = (await owner.get(at(query))).text.trimEnd().split('\r\n');
      expect(line).toMatch(/,'=1\+1$/);
      expect(more).toEqual([]);
      const counted = await owner.get(`/clients/${shop.clientId}/test/exports/transactions/count${query}`);
      expect(counted.body.data).toEqual({ rows: 1, is_exact: true });
    }
  });

  it('keeps every digit of a phone in a spreadsheet, and gives a program the digits alone', async () => {
    const program = await world.as(shop);
    const { body } = await program.collect('256770000024', 6_000);
    const query = `?reference=${body.data.reference}`;
    const forSpreadsheet = (await owner.get(at(query))).text;
    expect(forSpreadsheet).toContain(',"=""256770000024""",');
    expect(await firstBytesOf(query)).toBe('efbbbf');
    expect(await firstBytesOf(`${query}&for=program`)).toBe(Buffer.from('id,').toString('hex'));
    const forProgram = (await owner.get(at(`${query}&for=program`))).text;
    expect(forProgram.startsWith('id,')).toBe(true);
    expect(forProgram).toContain(',256770000024,');
    // Kampala time, with its offset, is the moment of the database.
    const [, line = ''] = forProgram.split('\r\n');
    const createdAt = line.split(',')[2] ?? '';
    const { rows } = await world.database.pool.query('SELECT created_at FROM transaction WHERE transaction_id = $1', [
      body.data.transaction_id,
    ]);
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+03:00$/);
    expect(new Date(createdAt)).toEqual(rows[0].created_at);
    expect((await owner.get(at('?for=nobody'))).status).toBe(422);
    const counted = await owner.get(`/clients/${shop.clientId}/test/exports/transactions/count${query}&for=program`);
    expect(counted.body.data).toEqual({ rows: 1, is_exact: true });
  });

  it(`gives ${many} rows, and reads only as fast as they are taken`, async () => {
    const crowd = await world.business('Crowd');
    const step = 10_000;
    for (let first = 1; first <= many; first += step) {
      await world.database.pool.query(
        `INSERT INTO transaction (wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount,
                                  net_amount, counterparty_phone, description, api_triggered, created_at, completed_at)
         SELECT $1, 5000000 + n, 'test', 'deposit', 'in', 'house', 'completed', n, 0, n, '256770000001', 'row ' || n,
                false, now() - n * interval '1 second', now()
           FROM generate_series($2::integer, $3::integer) AS n`,
        [crowd.wallets.test, first, first + step - 1],
      );
    }
    const person = await signedIn(world, { clients: { [crowd.clientId]: 'client_viewer' } });
    const path = `/clients/${crowd.clientId}/test/exports/transactions`;
    expect((await person.get(`${path}/count`)).body.data).toEqual({ rows: many, is_exact: true });
    // Looking through more names would take longer than it is worth before a file.
    const byName = await person.get(`${path}/count?text=row`);
    expect(byName.body.data).toEqual({ rows: 30_000, is_exact: false });
    const workbook = await person.get(`${path}.xlsx`);
    expect([workbook.status, workbook.body.code]).toEqual([422, 'invalid_request']);
    expect(workbook.body.errors.format[0]).toContain(`at most ${exportWorkbookRowsMax} rows`);
    const { text } = await person.get(`${path}.csv`);
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.slice(0, line.indexOf(','))));
    expect(ids).toHaveLength(many);
    expect(ids.every((id, index) => id === 5_000_000 + many - index)).toBe(true);

    let asked = 0;
    const counting = {
      query: (...given: Parameters<Queryable['query']>) => {
        asked += 1;
        return world.database.pool.query(...given);
      },
    } as unknown as Queryable;
    const of = { clientId: crowd.clientId, walletId: crowd.wallets.test, mode: 'test' as const };
    const caller = { ...of, apiKeyId: null, budgetLineage: null };
    const pages = transactionPages(recordsIn(counting), caller, {});
    const file = Readable.from(transactionsCsv(pages, 'spreadsheet'), { objectMode: false });
    let bytes = 0;
    let taken = 0;
    for await (const piece of file) {
      bytes += (piece as Buffer).length;
      taken += 1;
      // The title, and one page of a thousand rows that waits while another is taken.
      expect(asked).toBeLessThanOrEqual(taken + 1);
    }
    // Decoding the answer has taken the byte-order mark off.
    expect(bytes).toBe(Buffer.byteLength(`\ufeff${text}`));
  });

  it('is also an Excel workbook with the same columns and rows, whose texts no spreadsheet calculates', async () => {
    const program = await world.as(shop);
    const note = { description: '=1+1', customer_name: 'Ŋina Akello', client_reference: '007' };
    await program.collect('256770000025', 7_000, note);
    const address = `${owner.baseUrl}/dashboard/api/clients/${shop.clientId}/test/exports/transactions.xlsx`;
    const answer = await fetch(`${address}?client_reference=007`, { headers: { cookie: owner.cookie } });
    expect(answer.headers.get('content-type')).toContain('spreadsheetml.sheet');
    expect(answer.headers.get('content-disposition')).toContain(`transactions-${shop.clientId}-test.xlsx`);
    const csv = await workbookAsCsv(new Uint8Array(await answer.arrayBuffer()));
    const [titles, line, end] = csv.split('\n');
    expect(titles).toBe(exportColumns.map((name) => `"${name}"`).join(','));
    expect(line).toContain('"7000"');
    expect(line).toContain('"256770000025","Ŋina Akello"');
    expect(line).toContain('"=1+1"');
    expect(line?.endsWith(',"007"')).toBe(true);
    // The time is that of the database, in Kampala, to the second.
    const { rows } = await world.database.pool.query<{ created_at: Date }>(
      `SELECT created_at FROM transaction WHERE wallet_id = $1 AND details->>'client_reference' = '007'`,
      [shop.wallets.test],
    );
    const [, day, time] = /"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)"/.exec(line ?? '') ?? [];
    const differenceMs = Date.parse(`${day}T${time}+03:00`) - (rows[0]?.created_at.getTime() ?? 0);
    expect(Math.abs(differenceMs)).toBeLessThanOrEqual(1_000);
    expect(end).toBe('');
  });

  it('is made for two at a time as an Excel file, and ends when whoever asked is gone', async () => {
    // The search for an id reads the table before the rows are listed.
    const address = `${owner.baseUrl}/dashboard/api/clients/${shop.clientId}/test/exports/transactions.xlsx?search=%231`;
    const take = (signal?: AbortSignal) =>
      fetch(address, { headers: { cookie: owner.cookie }, ...(signal === undefined ? {} : { signal }) });
    const downloads = async () => {
      const { rows } = await world.database.pool.query(
        "SELECT count(*)::integer AS count FROM audit_log WHERE action = $1 AND details->>'file' LIKE '%.xlsx'",
        [downloadAction],
      );
      return rows[0].count;
    };
    const before = await downloads();
    const answers: (Response | 'gone')[] = [];
    const askers = Array.from({ length: 4 }, () => ({ gone: new AbortController(), has: false }));
    const lock = await world.database.owner.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE transaction IN ACCESS EXCLUSIVE MODE');
      for (const asker of askers) {
        void take(asker.gone.signal)
          .catch(() => 'gone' as const)
          .then((answer) => {
            asker.has = true;
            answers.push(answer);
          });
      }
      await waitUntil('two have an answer', () => answers.length === 2);
      askers.find(({ has }) => !has)?.gone.abort();
      await waitUntil('a third is gone', () => answers.length === 3);
      // The service hears of a closed connection a moment after it was closed.
      await sleep(500);
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    await waitUntil('all have an answer', () => answers.length === 4);
    expect(answers.map((answer) => (answer === 'gone' ? answer : answer.status))).toEqual([429, 429, 'gone', 200]);
    expect(await (answers[0] as Response).json()).toMatchObject({ code: 'rate_limited' });
    await waitUntil('another one may be made', async () => (await take()).status === 200);
    // Who is gone downloaded nothing.
    expect(await downloads()).toBe(before + 2);
  });

  it('reads no further page when whoever asked is gone', async () => {
    const gone = new AbortController();
    const of = { clientId: shop.clientId, walletId: shop.wallets.test, mode: 'test' as const };
    const caller = { ...of, apiKeyId: null, budgetLineage: null };
    const pages = transactionPages(recordsIn(world.database.pool), caller, {}, gone.signal);
    gone.abort();
    await expect(pages.next()).rejects.toThrow('aborted');
  });

  it.each([
    ['signed out', (person: SignedIn) => person.post('/auth/sign-out', {})],
    [
      'taken off the team',
      (person: SignedIn & { credentials: Credentials }) =>
        world.database.pool.query('DELETE FROM person_client_role WHERE person_id = $1', [person.credentials.personId]),
    ],
  ])('breaks off when whoever takes it is %s meanwhile', async (_what, lose) => {
    const viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const whole = await viewer.get(at());
    const holder = new pg.Client({ connectionString: world.database.target.connectionString });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE nsimbi.transaction');
    // The guard has let it in, and the heading is on its way, when it waits for the first page.
    const response = await fetch(`${viewer.baseUrl}/dashboard/api${at()}`, { headers: { cookie: viewer.cookie } });
    expect([whole.status, response.status]).toEqual([200, 200]);
    const taken = response.text();
    taken.catch(() => undefined);
    await lose(viewer);
    await holder.end();
    await expect(taken).rejects.toThrow(/terminated/);
  });

  it('is for the people of the client only', async () => {
    const other = await world.business('Other');
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    expect((await stranger.get(at())).status).toBe(404);
  });
});

describe('an export of a filtered list', () => {
  let market: Business;
  let person: SignedIn;
  let known: { readonly id: number; readonly reference: string };
  beforeAll(async () => {
    market = await world.business('Filtered Market', 1_000_000);
    person = await signedIn(world, { clients: { [market.clientId]: 'client_viewer' } });
    const program = await world.as(market);
    const first = await program.collect('256770000031', 5_000, {
      customer_name: 'Grace Namuli',
      description: 'School shoes',
    });
    known = { id: first.body.data.transaction_id, reference: first.body.data.reference };
    await program.collect('256770000032', 5_000, { customer_name: 'Grace Akello', client_reference: 'INV-1' });
    await program.withdraw('256770000031', 5_000, { description: 'Black shoes' });
    await program.withdraw('256770000002', 7_000);
    await program.collect('256770000033', 25_000, { customer_name: 'Moses Okello' });
  });

  const pathTo = (what: string) => `/clients/${market.clientId}/test/${what}`;

  async function listed(query: string): Promise<number[]> {
    const ids: number[] = [];
    for (let cursor = ''; ; ) {
      const page = (await person.get(`${pathTo('transactions')}?limit=2${query}${cursor}`)).body;
      ids.push(...page.data.map(({ id }: Json) => id));
      if (!page.pagination.has_more) return ids;
      cursor = `&cursor=${page.pagination.next_cursor}`;
    }
  }

  async function exported(query: string): Promise<number[]> {
    const { text } = await person.get(`${pathTo('exports/transactions.csv')}?for=program${query}`);
    const [, ...lines] = text.trimEnd().split('\r\n');
    return lines.map((line) => Number(line.slice(0, line.indexOf(','))));
  }

  async function inWorkbook(query: string): Promise<number[]> {
    const address = `${person.baseUrl}/dashboard/api${pathTo('exports/transactions.xlsx')}?${query.slice(1)}`;
    const answer = await fetch(address, { headers: { cookie: person.cookie } });
    const csv = await workbookAsCsv(new Uint8Array(await answer.arrayBuffer()));
    const [, ...lines] = csv.trimEnd().split('\n');
    return lines.map((line) => Number(/^"(\d+)"/.exec(line)?.[1]));
  }

  it.each([
    ['nothing', '', 6],
    ['a type and a status', '&type=withdrawal&status=failed', 1],
    ['a phone', '&phone=256770000031', 2],
    ['a phone as it is typed', `&search=${encodeURIComponent('0770 000 031')}`, 2],
    ['words of a name', '&text=grace', 2],
    ['words of a note, typed into the search', '&search=shoes', 2],
    ['a quoted note', `&text=${encodeURIComponent('"black shoes"')}`, 1],
    ['an amount', '&amount=25000', 1],
    ['an amount as it is typed', `&search=${encodeURIComponent('UGX 25,000')}`, 1],
    ['a client reference', '&client_reference=INV-1', 1],
    ['days with transactions', '&from=2020-01-01T00:00:00%2B03:00&to=2099-01-01T00:00:00%2B03:00', 6],
    ['days without', '&from=2099-01-01T00:00:00%2B03:00', 0],
    ['what nothing has', '&search=nowhere', 0],
    ['several at once', '&text=shoes&type=collection&phone=256770000031', 1],
  ])('by %s has the rows of the list, in its order, in each format', async (_what, query, count) => {
    const ids = await listed(query);
    expect(ids).toHaveLength(count);
    expect(await exported(query)).toEqual(ids);
    expect(await inWorkbook(query)).toEqual(ids);
    const counted = await person.get(`${pathTo('exports/transactions/count')}?${query.slice(1)}`);
    expect(counted.body.data).toEqual({ rows: count, is_exact: true });
  });

  it.each(['reference', 'id'] as const)(
    'by an exact %s has what the list shows, whatever the other filters say',
    async (what) => {
      const text = what === 'id' ? `#${known.id}` : known.reference;
      const query = `&search=${encodeURIComponent(text)}&type=withdrawal`;
      expect(await listed(query)).toEqual([known.id]);
      expect(await exported(query)).toEqual([known.id]);
      expect(await inWorkbook(query)).toEqual([known.id]);
      const counted = await person.get(`${pathTo('exports/transactions/count')}?${query.slice(1)}`);
      expect(counted.body.data).toEqual({ rows: 1, is_exact: true });
    },
  );

  it.each(['csv', 'xlsx'])('says what is wrong with a filter before the file begins (%s)', async (format) => {
    const answer = await person.get(`${pathTo(`exports/transactions.${format}`)}?text=%22%22`);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['text']]);
  });

  it('is in the audit log with its filters, without the middle of a phone in whatever form it was typed', async () => {
    await exported(`&search=${encodeURIComponent('0770 000 031')}`);
    const { rows } = await world.database.pool.query(
      `SELECT details->'filters' AS filters FROM audit_log WHERE details->>'file' LIKE 'transactions-%' ORDER BY audit_log_id DESC LIMIT 1`,
    );
    expect(rows[0].filters).toEqual({ for: 'program', search: '077*****31' });
  });
});

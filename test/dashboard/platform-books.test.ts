import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enableLiveMode } from '../database.ts';
import { type Business, World } from '../journeys/world.ts';
import { holdsOpen } from '../service/open-files.ts';
import { waitUntil } from '../service/wait-until.ts';
import { workbook } from '../workbook.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let administrator: SignedIn;
let second: SignedIn;
let support: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 100_000);
  administrator = await signedIn(world, { platform: 'platform_administrator' });
  second = await signedIn(world, { platform: 'platform_administrator' });
  support = await signedIn(world, { platform: 'platform_support' });
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  await enableLiveMode(world.database);
});
afterAll(() => world.close());

const demoMoney = 1_000_000;

describe('the ledger at the platform’s desk', () => {
  it('shows a trial balance that is balanced, wallets included', async () => {
    const { data } = (await support.get('/platform/ledger/trial-balance/test')).body;
    expect(data.balanced).toBe(true);
    expect(data.debit).toBe(data.credit);
    const wallets = data.accounts.find(({ account }: { account: string }) => account === 'wallets');
    expect(wallets).toMatchObject({ credit: demoMoney + 100_000, debit: 0 });
    expect((await support.get('/platform/ledger/trial-balance/other')).status).toBe(404);
    expect((await owner.get('/platform/ledger/trial-balance/test')).status).toBe(403);
  });

  it('audits in the background and keeps the result', async () => {
    expect((await support.post('/platform/ledger/audit', {})).status).toBe(200);
    const last = await waitUntil('the audit has ended', async () => {
      const { data } = (await support.get('/platform/ledger/audit')).body;
      return data.running === null && data.last !== null ? data.last : false;
    });
    expect(last).toMatchObject({ broken: 0, findings: [] });
    expect(last.wallets).toBeGreaterThan(0);
  });

  it('shows an audit of the command line, too', async () => {
    await world.terminal.ask('audit');
    const { data } = (await support.get('/platform/ledger/audit')).body;
    expect(data.last.by).toMatch(/^cli:/);
  });
});

describe('operators and webhooks at the platform’s desk', () => {
  it('shows how each operator stands and what waits for it', async () => {
    await (await world.as(shop)).collect('256770000005', 5_000);
    const { data } = (await support.get('/platform/operators')).body;
    expect(data.clock).toEqual({ difference_seconds: 0, differs: false });
    const mtn = data.operators.find((one: { operator: string }) => one.operator === 'MTN');
    expect(mtn).toMatchObject({
      mode: 'test',
      simulated: true,
      circuits: { collection: 'closed', payout: 'closed' },
      open: [{ direction: 'collection', age: 'under_1m', count: 1 }],
    });
  });

  it('lists webhooks that are disabled, the youngest first, page by page', async () => {
    const speaker = await world.as(shop);
    for (const path of ['a', 'b', 'c']) {
      const url = `https://example.ug/${path}`;
      const created = await speaker.post('/webhooks', { url, events: ['transaction.completed'] });
      await speaker.put(`/webhooks/${created.body.data.id}`, { is_active: false });
    }
    const first = (await support.get('/platform/webhooks?limit=2')).body;
    expect(first.data.map(({ url }: { url: string }) => url)).toEqual(['https://example.ug/c', 'https://example.ug/b']);
    const next = (await support.get(`/platform/webhooks?limit=2&cursor=${first.pagination.next_cursor}`)).body;
    expect(next).toMatchObject({
      data: [{ url: 'https://example.ug/a', client_name: 'Corner Shop', client_id: shop.clientId }],
      pagination: { has_more: false, next_cursor: null },
    });
  });
});

describe('a review case at the platform’s desk', () => {
  let caseId: number;
  beforeAll(async () => {
    // Fails, and then the operator says that it was paid after all.
    await (await world.as(shop)).collect('256770000008', 20_000);
    caseId = await waitUntil('the late success is found', async () => {
      const { data } = (await support.get('/platform/reviews?mode=test')).body;
      return data[0]?.id ?? false;
    });
  });

  it('is shown with its transaction and how it can end', async () => {
    const { data } = (await support.get(`/platform/reviews/${caseId}`)).body;
    expect(data).toMatchObject({ kind: 'late_success', client_id: shop.clientId, proposal: null, resolved: null });
    expect(data.transaction).toMatchObject({ type: 'collection', status: 'failed', amount: 20_000 });
    expect(data.resolutions.map(({ resolution }: { resolution: string }) => resolution)).toContain('credited');
    expect((await support.get('/platform/reviews/999999')).status).toBe(404);
  });

  it('names the client and the customer, and compares the facts of both sides', async () => {
    const { data } = (await support.get(`/platform/reviews/${caseId}`)).body;
    expect(data).toMatchObject({
      client_name: 'Corner Shop',
      operator: 'MTN',
      customer: { phone: '256770000008', name: null },
    });
    expect(data.facts).toEqual(
      expect.arrayContaining([
        { fact: 'status', nsimbi: 'failed', operator: 'succeeded', comparison: 'differs' },
        { fact: 'amount', nsimbi: 20_000, operator: 20_000, comparison: 'same' },
        { fact: 'phone', nsimbi: '256770000008', operator: null, comparison: 'only_here' },
      ]),
    );
    const [listed] = (await support.get('/platform/reviews?mode=test')).body.data;
    expect(listed).toMatchObject({ id: caseId, client_name: 'Corner Shop', customer: { phone: '256770000008' } });
  });

  it('shows what each resolution would book, to all staff, and books nothing by it', async () => {
    const before = (await (await world.as(shop)).money()).balance;
    const { data } = (await support.get(`/platform/reviews/${caseId}/effects`)).body;
    expect(data.map(({ resolution }: { resolution: string }) => resolution)).toEqual(['credited', 'returned', 'kept']);
    // 20,000 less 5 %.
    expect(data[0]).toEqual({
      resolution: 'credited',
      refusal: null,
      entries: [
        { debit: 'suspense', credit: 'wallet', amount: 19_000 },
        { debit: 'suspense', credit: 'fee_revenue_collection', amount: 1_000 },
      ],
      status: null,
      correction: { direction: 'in', amount: 20_000, fee_amount: 1_000, net_amount: 19_000 },
      balance_change: 19_000,
      events: ['transaction.created', 'transaction.completed', 'wallet.credited'],
      is_delivered: false,
    });
    expect(data[2]).toMatchObject({
      entries: [{ debit: 'suspense', credit: 'other_income', amount: 20_000 }],
      correction: null,
      balance_change: 0,
      events: [],
    });
    expect((await (await world.as(shop)).money()).balance).toBe(before);
    expect((await owner.get(`/platform/reviews/${caseId}/effects`)).status).toBe(403);
    expect((await owner.get(`/platform/reviews/${caseId}/evidence`)).status).toBe(403);
    expect((await support.get('/platform/reviews/999999/effects')).status).toBe(404);
  });

  it('has the calls of its operator as evidence, with phones masked', async () => {
    const { data } = (await support.get(`/platform/reviews/${caseId}/evidence`)).body;
    expect(data.left_out).toBe(0);
    expect(data.calls[0]).toMatchObject({ call: 'collect', outcome: 'answered', request_body: expect.any(String) });
    expect(data.calls.map(({ call }: { call: string }) => call)).toContain('query');
    expect(JSON.stringify(data)).not.toContain('256770000008');
    expect((await support.get('/platform/reviews/999999/evidence')).status).toBe(404);
  });

  it('is ended by one who proposes and another who confirms what they saw', async () => {
    const end = { resolution: 'credited', reason: 'The customer has the SMS of the operator' };
    expect((await support.post(`/platform/reviews/${caseId}/proposal`, end)).status).toBe(403);
    const unfit = await administrator.post(`/platform/reviews/${caseId}/proposal`, { ...end, resolution: 'completed' });
    expect(unfit.body.code).toBe('resolution_does_not_fit');
    expect((await second.post(`/platform/reviews/${caseId}/confirm`, end)).body.code).toBe('case_not_open');

    expect((await administrator.post(`/platform/reviews/${caseId}/proposal`, end)).status).toBe(200);
    expect((await second.post(`/platform/reviews/${caseId}/proposal`, end)).body.code).toBe('case_not_open');
    expect((await administrator.post(`/platform/reviews/${caseId}/confirm`, end)).body.code).toBe('approver_is_maker');
    const unkept = await second.post(`/platform/reviews/${caseId}/proposal`, { ...end, reason: 'No\u0000' });
    expect([unkept.status, Object.keys(unkept.body.errors)]).toEqual([422, ['reason']]);
    const otherReason = { ...end, reason: 'Something else' };
    expect((await second.post(`/platform/reviews/${caseId}/confirm`, otherReason)).body.code).toBe('case_not_open');

    const confirmed = await second.post(`/platform/reviews/${caseId}/confirm`, end);
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.data).toMatchObject({ proposal: null, resolved: { resolution: 'credited' } });
    expect((await second.post(`/platform/reviews/${caseId}/confirm`, end)).body.code).toBe('case_not_open');
    expect((await support.get('/platform/reviews?mode=test')).body.data).toEqual([]);
    expect((await support.get('/platform/reviews?mode=test&all=true')).body.data).toHaveLength(1);
    // 20,000 less 5 %.
    expect((await (await world.as(shop)).money()).balance).toBe(100_000 + 19_000);
  });

  it('forgets a proposal that is withdrawn', async () => {
    await (await world.as(shop)).collect('256770000008', 30_000);
    const id = await waitUntil('another late success is found', async () => {
      const { data } = (await support.get('/platform/reviews?mode=test')).body;
      return data[0]?.id ?? false;
    });
    const end = { resolution: 'kept', reason: 'Nobody claims it' };
    await administrator.post(`/platform/reviews/${id}/proposal`, end);
    expect((await second.delete(`/platform/reviews/${id}/proposal`)).body.data.proposal).toBeNull();
    expect((await second.post(`/platform/reviews/${id}/confirm`, end)).body.code).toBe('case_not_open');
    expect((await second.delete(`/platform/reviews/${id}/proposal`)).status).toBe(404);
  });
});

describe('a payment of nobody at the platform’s desk', () => {
  it('is credited to the client that two people name, and to no other', async () => {
    const { rows } = await world.database.pool.query(
      `INSERT INTO review_case (mode, operator_account_id, kind, claim, found, opened_at)
       SELECT mode, operator_account_id, 'missing_here', 'R-90', $1, clock_timestamp()
         FROM operator_account WHERE mode = 'test' AND operator = 'MTN' RETURNING review_case_id`,
      [JSON.stringify({ receipt: 'R-90', amount: 5_000, direction: 'in' })],
    );
    const path = `/platform/reviews/${rows[0].review_case_id}`;
    const end = { resolution: 'credited', reason: 'Paid to our till by hand', client_id: shop.clientId };
    for (const client_id of [undefined, 999_999]) {
      const refused = await administrator.post(`${path}/proposal`, { ...end, client_id });
      expect(refused.body).toMatchObject({ code: 'invalid_request', errors: { client_id: [expect.any(String)] } });
    }
    const effects = async (query = '') => (await administrator.get(`${path}/effects${query}`)).body;
    expect((await effects()).data.map(({ resolution }: { resolution: string }) => resolution)).toEqual([
      'kept',
      'dismissed',
    ]);
    expect((await effects(`?client_id=${shop.clientId}`)).data[0]).toMatchObject({
      resolution: 'credited',
      entries: [{ debit: 'collection_float', credit: 'wallet', amount: 5_000 }],
      balance_change: 5_000,
    });
    expect(await effects('?client_id=999999')).toMatchObject({ code: 'invalid_request' });
    const kept = await administrator.post(`${path}/proposal`, { ...end, resolution: 'kept' });
    expect(kept.body).toMatchObject({ code: 'invalid_request' });
    const before = (await (await world.as(shop)).money()).balance;
    expect((await administrator.post(`${path}/proposal`, end)).status).toBe(200);
    const other = await second.post(`${path}/confirm`, { ...end, client_id: shop.clientId - 1 });
    expect(other.body.code).toBe('case_not_open');
    expect((await second.post(`${path}/confirm`, end)).status).toBe(200);
    expect((await (await world.as(shop)).money()).balance).toBe(before + 5_000);
  });
});

describe('a statement at the platform’s desk', () => {
  const upload = (who: SignedIn, csv: string, query = 'operator=mtn&mode=test&name=november.csv') =>
    who.ask('POST', `/platform/reconciliation?${query}`, csv, { 'content-type': 'text/csv' });
  const linesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('is compared, and what differs comes back line by line with a case', async () => {
    const csv = [
      'Id,External Transaction Id,Date,Status,Type,From,To,Amount,Currency',
      '9001,00000000-0000-4000-8000-000000000001,2026-11-20 10:00:00,Successful,Payment,256772000001,merchant,7500,UGX',
      'garbage',
    ].join('\n');
    const answer = await upload(administrator, csv);
    expect(answer.status).toBe(200);
    const lines = linesOf(answer.text);
    const { summary } = lines.at(-1);
    expect(summary).toMatchObject({ rows: 2 });
    expect(lines.filter(({ entry }) => entry !== undefined)).not.toEqual([]);
    const latest = async () => (await support.get('/platform/reconciliation')).body.data[0];
    expect(await latest()).toMatchObject({ statement: 'november.csv', of: 'test mtn', rows: 2 });
    for (const name of [`${'ŋ'.repeat(150)}.csv`, '..']) {
      const named = await upload(administrator, csv, `operator=mtn&mode=test&name=${encodeURIComponent(name)}`);
      expect([named.status, await latest()]).toMatchObject([200, { statement: name }]);
    }
    const unkept = await upload(administrator, csv, 'operator=mtn&mode=test&name=%00.csv');
    expect([unkept.status, Object.keys(unkept.body.errors)]).toEqual([422, ['name']]);
  });

  it('that is none says so, and nothing is kept', async () => {
    const before = (await support.get('/platform/reconciliation')).body.data.length;
    expect(linesOf((await upload(administrator, 'no statement at all')).text).at(-1)).toHaveProperty('failed.message');
    expect((await support.get('/platform/reconciliation')).body.data).toHaveLength(before);
    const noDay = await upload(administrator, 'x', 'operator=mtn&mode=test&from=2026-02-30&to=2026-03-01');
    expect(noDay.body.code).toBe('invalid_request');
    const backwards = await upload(administrator, 'x', 'operator=mtn&mode=test&from=2026-03-02&to=2026-03-01');
    expect(backwards).toMatchObject({ status: 422, body: { errors: { to: [expect.any(String)] } } });
    expect((await upload(administrator, 'x', 'operator=mtn&mode=test&from=2026-03-01&to=2026-03-01')).status).toBe(200);
    expect((await upload(support, 'x')).status).toBe(403);
    expect((await administrator.post('/platform/reconciliation?operator=mtn&mode=test', {})).status).toBe(422);
  });

  describe('whose headings nobody knows', () => {
    const csv = [
      'MTN Business statement',
      'TxnNo;OurRef;When;State;Value',
      '9101;00000000-0000-4000-8000-000000000009;20/11/2026 10:00;DONE;7500',
      '9102;00000000-0000-4000-8000-00000000000a;20/11/2026 10:05;DONE;8500',
    ].join('\n');
    const columns = {
      receipt: ['TxnNo'],
      reference: ['OurRef'],
      amount: ['Value'],
      status: ['State'],
      status_words: { succeeded: ['done'], failed: ['failed'], pending: [] },
      time: ['When'],
    };
    const heading = ['TxnNo', 'OurRef', 'When', 'State', 'Value'];
    const path = '/platform/reconciliation/columns/mtn';
    const failureOf = async (file: string) => linesOf((await upload(administrator, file)).text).at(-1).failed;
    const mappedFolder = mkdtempSync(join(tmpdir(), 'nsimbi-mapped-'));
    afterAll(async () => {
      rmSync(mappedFolder, { recursive: true });
      await administrator.delete(path);
    });

    it('asks for its columns, and shows its first lines', async () => {
      expect(await failureOf(csv)).toEqual({
        code: 'columns_unknown',
        message: expect.stringContaining('found: TxnNo, OurRef, When, State, Value'),
      });
      const answer = await administrator.ask('POST', '/platform/reconciliation/preview?operator=mtn', csv, {
        'content-type': 'text/csv',
      });
      expect(answer.body.data).toMatchObject({ heading: 1, remembered: null });
      expect(answer.body.data.lines[1]).toEqual({ line: 2, cells: heading });
      expect(answer.body.data.lines).toHaveLength(4);
    });

    it('shows how rows are read before a mapping is kept, and what is wrong with one', async () => {
      const rows = [
        ['9101', 'ref', '20/11/2026 10:00', 'DONE', '7500'],
        ['9102', 'ref', 'today', 'DONE', '8500'],
      ];
      const tried = await administrator.post(`${path}/try`, { columns, heading, rows });
      expect(tried.body.data).toMatchObject({
        problem: null,
        readings: [
          { is: 'payment', receipt: '9101', amount: 7_500, status: 'succeeded', at: '2026-11-20T07:00:00.000Z' },
          { is: 'unreadable', because: 'its time "today" is not understood' },
        ],
      });
      const wrong = [
        [{ ...columns, amount: [] }, 'Choose the column of the amount'],
        [{ ...columns, receipt: [], reference: [] }, 'Choose the column of the receipt'],
        [{ ...columns, reference: ['TxnNo'] }, 'The column "TxnNo" is chosen for receipt and for reference'],
        [{ ...columns, time: ['#'] }, 'The column "#" has no letter and no digit'],
        [{ ...columns, time: ['Date'] }, 'does not have all chosen columns'],
        [{ ...columns, ignore: [{ column: 'Type', words: ['Fee'] }] }, 'does not have all chosen columns'],
      ] as const;
      for (const [mapping, problem] of wrong) {
        const { data } = (await administrator.post(`${path}/try`, { columns: mapping, heading, rows })).body;
        expect(data.problem).toContain(problem);
      }
      const twice = { columns, heading: [...heading, 'Value'], rows: [] };
      expect((await administrator.post(`${path}/try`, twice)).body.data.problem).toContain(
        'Two columns are named "Value"',
      );
      const kept = await administrator.put(path, { columns: { ...columns, amount: [] } });
      expect([kept.status, kept.body.errors.columns]).toEqual([422, [expect.stringContaining('column of the amount')]]);
      expect((await administrator.put(path, { columns: { colour: ['x'] } })).status).toBe(422);
    });

    it('is compared by its mapping from then on, by the command line too, and by nothing else', async () => {
      expect((await support.put(path, { columns })).status).toBe(403);
      expect((await administrator.put(path, { columns })).status).toBe(200);
      const lines = linesOf((await upload(administrator, csv)).text);
      expect(lines.at(-1).summary).toMatchObject({ rows: 2, counts: { missing_here: 2, unreadable: 0 } });
      const file = join(mappedFolder, 'statement.csv');
      writeFileSync(file, csv);
      const words = ['reconcile', '--operator', 'mtn', '--mode', 'test', '--statement', file, '--no-cases'];
      const said = await world.terminal.run(...words, '--json');
      expect(JSON.parse(said.lines.at(-1) ?? '')).toMatchObject({ summary: { rows: 2, missing_here: 2 } });
      // A column of the mapping that is not there is said, and no known heading takes its place.
      const known = 'Id,External Transaction Id,Date,Status,Amount\n1,a,2026-11-20,Successful,500\n';
      expect(await failureOf(known)).toMatchObject({
        code: 'columns_unknown',
        message: expect.stringContaining('missing: TxnNo, OurRef, Value, State, When'),
      });
      const acts = (await support.get('/platform/audit-log?action=statement_columns.mapped')).body.data;
      expect(acts[0]).toMatchObject({ subject: 'mtn', details: { amount: ['Value'] } });
      await administrator.delete(path);
      expect(linesOf((await upload(administrator, known)).text).at(-1)).toHaveProperty('summary');
    });
  });

  it('as an Excel workbook is compared row by row', async () => {
    const file = workbook([
      ['Id', 'External Transaction Id', 'Date', 'Status', 'Amount'],
      [9301, 'ref-1', { at: '2026-11-20 10:00:00' }, 'Successful', 7_500],
      ['9302', 'ref-2', { at: '2026-11-20 10:05:00' }, 'Failed', 8_500],
    ]);
    const answer = await fetch(`${world.baseUrl}/dashboard/api/platform/reconciliation?operator=mtn&mode=test`, {
      method: 'POST',
      headers: { cookie: administrator.cookie, origin: world.baseUrl, 'content-type': 'text/csv' },
      body: file,
    });
    const lines = linesOf(await answer.text());
    expect(lines.at(-1).summary).toMatchObject({ rows: 2, counts: { missing_here: 1, nothing_moved: 1 } });
    const entry = lines.find((line) => line.entry?.outcome === 'missing_here').entry;
    expect(entry).toMatchObject({ line: 2, receipt: '9301', amount_there: 7_500, at: '2026-11-20T07:00:00.000Z' });
  });

  describe('while it is worked on', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nsimbi-uploads-'));
    beforeAll(() => {
      vi.stubEnv('TMPDIR', folder);
    });
    afterAll(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    const isGone = () => readdirSync(folder).length === 0;
    const heading = 'Id,External Transaction Id,Date,Status,Type,From,To,Amount,Currency\n';

    it('lies in a folder that is gone with the answer', async () => {
      await upload(administrator, heading);
      await waitUntil('the upload is removed', isGone);
      const noDay = 'operator=mtn&mode=test&from=2026-02-30&to=2026-03-01';
      expect((await upload(administrator, heading, noDay)).body.code).toBe('invalid_request');
      await waitUntil('the upload is removed', isGone);
    });

    it('is let go when the browser goes away', async () => {
      const leaving = new AbortController();
      const answer = await fetch(
        `${world.baseUrl}/dashboard/api/platform/reconciliation?operator=mtn&mode=test&open_cases=false`,
        {
          method: 'POST',
          headers: { cookie: administrator.cookie, origin: world.baseUrl, 'content-type': 'text/csv' },
          body: `${heading}${'garbage\n'.repeat(500_000)}`,
          signal: leaving.signal,
        },
      );
      await answer.body?.getReader().read();
      expect(isGone()).toBe(false);
      leaving.abort();
      await waitUntil('the upload is removed', isGone);
      await waitUntil('the upload is closed', () => !holdsOpen(folder));
    });

    it('is not worked on for a person who was shut out while it was on its way', async () => {
      const person = await signedIn(world, { platform: 'platform_administrator' });
      const { personId } = person.credentials;
      const posting = request(`${world.baseUrl}/dashboard/api/platform/reconciliation?operator=mtn&mode=test`, {
        method: 'POST',
        headers: { cookie: person.cookie, origin: world.baseUrl, 'content-type': 'text/csv' },
      });
      const answered = once(posting, 'response');
      posting.write(heading);
      await waitUntil('the upload has begun', () => !isGone());
      await world.database.pool.query('UPDATE person SET disabled_at = now() WHERE id = $1', [personId]);
      posting.end();
      const [answer] = await answered;
      answer.resume();
      expect(answer.statusCode).toBe(401);
      await waitUntil('the upload is removed', isGone);
    });
  });
});

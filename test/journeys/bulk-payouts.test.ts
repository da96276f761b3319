import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ugx } from '../../src/money/ugx.ts';
import { type SignedIn, signedIn } from '../dashboard/person.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Answer, type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let farm: Business;
let program: Speaker;
let owner: SignedIn;

beforeAll(async () => {
  world = await World.open();
  farm = await world.business('Flower Farm', 100_000_000);
  program = await world.as(farm);
  owner = await signedIn(world, { clients: { [farm.clientId]: 'client_owner' } });
});
afterAll(() => world.close());

const codeOf = ({ status, body }: Answer) => [status, body.code];
const set = (...words: string[]) =>
  world.terminal.ask('client', ...words, '--client', String(farm.clientId), '--mode', 'test');

/** Workers whose payments succeed; a number that ends so gets none. */
const worker = (n: number) => `25677000${String(100 + n).padStart(4, '0')}`;
const nobody = '256770000002';
const wage = (phone: string, amount = 5_000, more: object = {}) => ({ recipient_phone: phone, amount, ...more });

async function create(rows: readonly object[], more: object = {}, speaker = program): Promise<Json> {
  const { status, body } = await speaker.post('/bulk-payouts', { name: 'Wages', rows, ...more });
  expect(body, JSON.stringify(body)).toMatchObject({ success: true });
  expect(status).toBe(200);
  return body.data;
}

function confirm({ id, total_deducted }: Json, speaker = program): Promise<Answer> {
  return speaker.post(`/bulk-payouts/${id}/confirm`, { total_deducted });
}

/** Waits until every row has its final status. */
async function ended({ id }: Json): Promise<Json> {
  return await waitUntil(`bulk payout ${id} has ended`, async () => {
    const { data } = (await program.get(`/bulk-payouts/${id}`)).body;
    return data.ended_at !== null && data.progress.waiting + data.progress.processing === 0 && data;
  });
}

describe('issue 22, "Bulk payouts": a program creates one', () => {
  test('as a draft that moves nothing, and begins when it is confirmed with its total', async () => {
    const before = await program.money();
    const rows = [wage(worker(1), 5_000, { description: 'March', client_reference: 'wage-1' }), wage(worker(2), 7_000)];
    const draft = await create(rows);
    expect(draft).toMatchObject({
      status: 'draft',
      row_count: 2,
      amount: 12_000,
      fees: 720,
      total_deducted: 12_720,
      retry_of: null,
      duplicates: [],
    });
    expect(await program.money()).toEqual(before);
    const wrong = await program.post(`/bulk-payouts/${draft.id}/confirm`, { total_deducted: 12_721 });
    expect(codeOf(wrong)).toEqual([422, 'invalid_request']);
    expect(wrong.body.errors.total_deducted[0]).toContain('12720');
    expect(await program.money()).toEqual(before);

    const confirmed = await confirm(draft);
    expect(confirmed.body.data).toMatchObject({ id: draft.id, status: 'running', expires_at: null });
    expect((await confirm(draft)).body.data.id).toBe(draft.id);
    expect((await ended(draft)).progress).toEqual({
      waiting: 0,
      processing: 0,
      completed: 2,
      failed: 0,
      cancelled: 0,
    });
    expect(await program.money()).toEqual({ balance: before.balance - 12_720, held: 0 });
    const listed = (await program.get(`/bulk-payouts/${draft.id}/rows`)).body.data;
    expect(listed).toMatchObject([
      { row: 1, recipient_phone: worker(1), amount: 5_000, fee: 300, client_reference: 'wage-1', status: 'completed' },
      { row: 2, recipient_phone: worker(2), amount: 7_000, fee: 420, client_reference: null, status: 'completed' },
    ]);
    expect(await program.transaction(listed[0].transaction_id)).toMatchObject({
      client_reference: 'wage-1',
      description: 'March',
      metadata: { bulk_payout_id: draft.id, bulk_payout_row: 1, api_triggered: true },
    });
    const found = (await program.get('/wallet/transactions?client_reference=wage-1')).body.data;
    expect(found.map(({ id }: Json) => id)).toEqual([listed[0].transaction_id]);
    const events = (await program.events()).filter(({ data }) => data.metadata.bulk_payout_id === draft.id);
    expect(new Set(events.map(({ data }) => data.id)).size).toBe(2);
  });

  test('from CSV, and reads the result of each row as CSV', async () => {
    const csv = `phone,amount,description,client_reference\n0770000103,5000,"Wages, March",wage-3\n${nobody},5000,,\n`;
    const { body } = await program.post('/bulk-payouts', { name: 'Wages', csv });
    await confirm(body.data);
    expect((await ended(body.data)).progress).toMatchObject({ completed: 1, failed: 1 });
    const response = await fetch(`${world.baseUrl}/api/v1/bulk-payouts/${body.data.id}/result`, {
      headers: { authorization: `Bearer ${program.apiKey}` },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain(`bulk-payout-${body.data.id}.csv`);
    const [header, first, second] = (await response.text()).trimEnd().split('\r\n');
    expect(header).toBe(
      'row,line,phone,amount,fee,description,status,transaction_id,reference,code,reason,client_reference',
    );
    expect(first).toMatch(/^1,2,256770000103,5000,300,"Wages, March",completed,\d+,SM_\d+_\d+,,,wage-3$/);
    expect(second).toMatch(/^2,3,256770000002,5000,300,,failed,\d+,SM_\d+_\d+,recipient_not_found,/);
  });

  test('once for each Idempotency-Key, as it is by now', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const request = { name: 'Wages', rows: [wage(worker(4))] };
    const first = await program.post('/bulk-payouts', request, headers);
    await confirm(first.body.data);
    await ended(first.body.data);
    const again = await program.post('/bulk-payouts', request, headers);
    expect(again.body.data).toMatchObject({ id: first.body.data.id, status: 'finished' });
    const other = await program.post('/bulk-payouts', { ...request, name: 'Other' }, headers);
    expect(codeOf(other)).toEqual([422, 'idempotency_key_reused']);
    const drafts = await Promise.all(
      Array.from({ length: 5 }, () => program.post('/bulk-payouts', request, { 'idempotency-key': 'five-at-once' })),
    );
    expect(new Set(drafts.map(({ body }) => body.data.id)).size).toBe(1);
  });

  test('only when every row can be paid; a refusal names each one', async () => {
    const count = (await program.get('/bulk-payouts?limit=100')).body.data.length;
    const refused = await program.post('/bulk-payouts', {
      name: 'Wages',
      rows: [wage(worker(1)), wage('12345'), wage(worker(2), 100), wage(farm.phone), wage('256711234567', 6_000_000)],
    });
    expect(codeOf(refused)).toEqual([422, 'invalid_request']);
    expect(refused.body.errors.rows.map((sentence: string) => sentence.slice(0, 6))).toEqual([
      'Row 2:',
      'Row 3:',
      'Row 4:',
      'Row 5:',
    ]);
    for (const body of [
      { name: 'Wages' },
      { name: 'Wages', rows: [] },
      { name: 'Wages', rows: [wage(worker(1))], csv: 'phone,amount\n' },
      { name: 'Wages', rows: [{ recipient_phone: worker(1), amount: '5000' }] },
      { name: 'Wages', rows: Array.from({ length: 10_001 }, () => wage(worker(1))) },
      { name: '', rows: [wage(worker(1))] },
      { name: 'Wages', csv: 'phone,amount\n12345,5000\n' },
    ]) {
      const answer = await program.post('/bulk-payouts', body);
      expect(codeOf(answer), JSON.stringify(body).slice(0, 100)).toEqual([422, 'invalid_request']);
    }
    expect((await program.get('/bulk-payouts?limit=100')).body.data).toHaveLength(count);
  });

  test('of 10,000 rows in one request, with a body that is larger than others may be', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) =>
      wage(`2567700${String(n).padStart(5, '0')}`, 5_000, { description: `Wages of worker ${n}, ${'x'.repeat(100)}` }),
    );
    const draft = await create(rows);
    expect(draft).toMatchObject({ row_count: 10_000, amount: 50_000_000 });
    const page = (await program.get(`/bulk-payouts/${draft.id}/rows?limit=100&cursor=9950`)).body;
    expect(page.data.map(({ row }: Json) => row)).toEqual(Array.from({ length: 50 }, (_, n) => 9_951 + n));
    expect(page.pagination).toEqual({ has_more: false, next_cursor: null });
    const cancelled = await program.post(`/bulk-payouts/${draft.id}/cancel`, {});
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled' });
    expect(codeOf(await confirm(draft))).toEqual([422, 'not_pending']);
    const tooLarge = await program.post('/bulk-payouts', { name: 'Wages', csv: 'x'.repeat(4_200_000) });
    expect(codeOf(tooLarge)).toEqual([413, 'body_too_large']);
    expect(codeOf(await program.send(worker(1), 5_000, { description: 'x'.repeat(70_000) }))).toEqual([
      413,
      'body_too_large',
    ]);
  }, 60_000);
});

describe('what a program may not do with one', () => {
  test('pay more than its key may: rows beyond the budget are refused, each for itself', async () => {
    const till = await world.as(farm, { budget: { perPayment: null, perDay: ugx(8_000), perMonth: null } });
    const draft = await create([wage(worker(5), 5_000), wage(worker(6), 5_000)], {}, till);
    await confirm(draft, till);
    expect((await ended(draft)).progress).toMatchObject({ completed: 1, failed: 1 });
    const rows = (await program.get(`/bulk-payouts/${draft.id}/rows?status=failed`)).body.data;
    expect(rows).toMatchObject([{ code: 'budget_exceeded', transaction_id: null }]);
  });

  test('begin one that the wallet cannot pay, or while the wallet is frozen', async () => {
    const draft = await create([wage(worker(7), 5_000_000), wage(worker(8), 5_000_000)]);
    await set('freeze');
    expect(codeOf(await confirm(draft))).toEqual([422, 'wallet_frozen']);
    await set('unfreeze');
    const poor = await world.as(await world.business('Poor Farm', 6_000_000));
    const large = await create([wage(worker(7), 5_000_000), wage(worker(8), 5_000_000)], {}, poor);
    expect(codeOf(await confirm(large, poor))).toEqual([422, 'insufficient_funds']);
    expect((await poor.get(`/bulk-payouts/${large.id}`)).body.data.status).toBe('draft');
    await program.post(`/bulk-payouts/${draft.id}/cancel`, {});
  });

  test('see or change those of another client', async () => {
    const stranger = await world.as(await world.business('Stranger'));
    const draft = await create([wage(worker(9))]);
    for (const answer of [
      await stranger.get(`/bulk-payouts/${draft.id}`),
      await stranger.get(`/bulk-payouts/${draft.id}/rows`),
      await stranger.get(`/bulk-payouts/${draft.id}/result`),
      await confirm(draft, stranger),
      await stranger.post(`/bulk-payouts/${draft.id}/cancel`, {}),
      await stranger.post(`/bulk-payouts/${draft.id}/retry`, {}),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'not_found']);
    }
    const reader = await world.as(farm, { permissions: ['wallet:read'] });
    expect(codeOf(await confirm(draft, reader))).toEqual([403, 'forbidden']);
    expect((await reader.get(`/bulk-payouts/${draft.id}`)).body.data.status).toBe('draft');
  });

  test('skip the second person, who approves it in the dashboard', async () => {
    await set('approval-threshold', '--amount', '1000000');
    const draft = await create([wage(worker(10), 600_000), wage(worker(11), 600_000)]);
    expect((await confirm(draft)).body.data).toMatchObject({ status: 'awaiting_approval', begun_at: null });
    const path = `/clients/${farm.clientId}/test/bulk-payouts/${draft.id}/approve`;
    const seen = { row_count: 2, total_deducted: draft.total_deducted };
    expect((await owner.post(path, seen)).body.data).toMatchObject({ status: 'running' });
    expect((await ended(draft)).progress.completed).toBe(2);
    await set('approval-threshold', '--amount', 'none');
    const asked = await create([wage(worker(12))], { ask_approval: true });
    expect((await confirm(asked)).body.data.status).toBe('awaiting_approval');
    await program.post(`/bulk-payouts/${asked.id}/cancel`, {});
  });
});

describe('the rows that failed', () => {
  test('are retried in a draft of their own, once', async () => {
    const first = await create([wage(worker(13)), wage(nobody, 6_000, { client_reference: 'wage-13' })]);
    expect(codeOf(await program.post(`/bulk-payouts/${first.id}/retry`, {}))).toEqual([422, 'not_pending']);
    await confirm(first);
    await ended(first);
    const retries = await Promise.all(
      Array.from({ length: 4 }, () => program.post(`/bulk-payouts/${first.id}/retry`, {})),
    );
    const ids = new Set(retries.map(({ body }) => body.data.id));
    expect(ids.size).toBe(1);
    const retry = retries[0]?.body.data;
    expect(retry).toMatchObject({ status: 'draft', retry_of: first.id, row_count: 1, amount: 6_000 });
    await confirm(retry);
    expect((await ended(retry)).progress).toMatchObject({ completed: 0, failed: 1 });
    expect((await program.post(`/bulk-payouts/${first.id}/retry`, {})).body.data.id).toBe(retry.id);
    const next = (await program.post(`/bulk-payouts/${retry.id}/retry`, {})).body.data;
    expect(next).toMatchObject({ retry_of: retry.id, status: 'draft' });
    // A draft that was given up before anything was sent makes room for another one.
    await program.post(`/bulk-payouts/${next.id}/cancel`, {});
    const another = (await program.post(`/bulk-payouts/${retry.id}/retry`, {})).body.data;
    expect(another.id).not.toBe(next.id);
  });

  test('are none where all were paid', async () => {
    const paid = await create([wage(worker(14))]);
    await confirm(paid);
    await ended(paid);
    expect(codeOf(await program.post(`/bulk-payouts/${paid.id}/retry`, {}))).toEqual([422, 'not_pending']);
  });
});

test('a draft ends a day after it was created, and can then not be confirmed', async () => {
  const draft = await create([wage(worker(15))]);
  await world.database.pool.query(
    `UPDATE bulk_payout SET expires_at = trusted_now() - interval '1 second' WHERE bulk_payout_id = $1`,
    [draft.id],
  );
  expect(codeOf(await confirm(draft))).toEqual([422, 'not_pending']);
  await waitUntil('it is expired', async () => {
    const { data } = (await program.get(`/bulk-payouts/${draft.id}`)).body;
    return data.status === 'expired' && data.progress.cancelled === 1;
  });
});

test('the list has the newest first, by status and page after page', async () => {
  const all = (await program.get('/bulk-payouts?limit=100')).body.data.map(({ id }: Json) => id);
  expect(all).toEqual(all.toSorted((one: number, other: number) => other - one));
  const paged: number[] = [];
  for (let cursor = ''; ; ) {
    const page = (await program.get(`/bulk-payouts?limit=5${cursor}`)).body;
    paged.push(...page.data.map(({ id }: Json) => id));
    if (!page.pagination.has_more) break;
    cursor = `&cursor=${page.pagination.next_cursor}`;
  }
  expect(paged).toEqual(all);
  const expired = (await program.get('/bulk-payouts?status=expired')).body.data;
  expect(expired.every(({ status }: Json) => status === 'expired')).toBe(true);
  expect(codeOf(await program.get('/bulk-payouts?status=lost'))).toEqual([422, 'invalid_request']);
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registeredName } from '../../src/operators/simulator/names.ts';
import { enableLiveMode } from '../database.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Person, signedIn } from './person.ts';

let world: World;
let farm: Business;
let maker: Person;
let approver: Person;
const at = (path = '') => `/clients/${farm.clientId}/test/bulk-payouts${path}`;
/** Numbers without a fixed end are paid; this one the operator does not know. */
const paid = ['256770000011', '256770000012', '256700000013'] as const;
const unknown = '256770000002';

beforeAll(async () => {
  world = await World.open();
  farm = await world.business('Flower Farm', 100_000_000);
  maker = await signedIn(world, { clients: { [farm.clientId]: 'client_finance' } });
  approver = await signedIn(world, { clients: { [farm.clientId]: 'client_owner' } });
  // In a rehearsal the maker could approve too.
  await enableLiveMode(world.database);
});
afterAll(() => world.close());

async function make(csv: string, more: object = {}): Promise<Json> {
  const { data: check } = (await maker.post(at('/check'), { csv })).body;
  const request = { name: 'Wages', csv, total_deducted: check.total_deducted, ...more };
  const { body } = await maker.post(at(), request, { 'idempotency-key': randomUUID() });
  expect(body, JSON.stringify(body)).toMatchObject({ success: true });
  return body.data;
}

const read = async (id: number): Promise<Json> => (await maker.get(at(`/${id}`))).body.data;
const rowsOf = async (id: number): Promise<Json> => (await maker.get(at(`/${id}/rows`))).body.data;
const retry = async (id: number, person = maker) => (await person.post(at(`/${id}/retry`), {})).body;
const confirm = ({ id, total_deducted }: Json, person = maker) => person.post(at(`/${id}/confirm`), { total_deducted });

/** Waits until every row has its final status. */
async function ended(id: number): Promise<Json> {
  return await waitUntil(`bulk payout ${id} has ended`, async () => {
    const data = await read(id);
    const { waiting, processing } = data.progress;
    return data.ended_at !== null && waiting + processing === 0 && data;
  });
}

const setLimit = (perDay: string) =>
  world.terminal.ask('client', 'limit', '--client', String(farm.clientId), '--mode', 'test', '--per-day', perDay);

/** A bulk payout whose rows are all refused by the limit of the day, which is gone afterwards: a retry pays them. */
async function refusedByLimit(csv: string): Promise<Json> {
  await setLimit('1');
  const { id } = await make(csv);
  const end = await ended(id);
  await setLimit('none');
  return end;
}

async function paymentsTo(phone: string, amount: number): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM transaction
      WHERE wallet_id = $1 AND counterparty_phone = $2 AND net_amount = $3 AND status <> 'failed'`,
    [farm.wallets.test, phone, amount],
  );
  return rows[0]?.count ?? 0;
}

/** The operator reports that it made a payment which failed here; or how a person resolved that. */
async function reportedAsPaid(transactionId: number): Promise<number> {
  const { rows } = await world.database.pool.query<{ review_case_id: string }>(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, found, opened_at)
     VALUES ('test', $1, $2, 'late_success', '{}', clock_timestamp()) RETURNING review_case_id`,
    [farm.wallets.test, transactionId],
  );
  return Number(rows[0]?.review_case_id);
}

async function resolved(reviewCaseId: number, resolution: string): Promise<void> {
  await world.database.pool.query(
    `UPDATE review_case SET resolved_at = clock_timestamp(), resolution = $2, resolution_reason = 'Statement', resolved_by = 'a',
            confirmed_by = 'b' WHERE review_case_id = $1`,
    [reviewCaseId, resolution],
  );
}

describe('a bulk payout that waits for approval', () => {
  let id: number;
  let neighbour: Business;
  beforeAll(async () => {
    neighbour = await world.business('Neighbour');
    const csv = [
      'phone,amount,name,description',
      `${paid[0]},50000,${registeredName(paid[0])},Wages`,
      `${paid[2]},40000,Somebody Else,Wages`,
      `${neighbour.phone},10000,,Wages`,
      `${paid[0]},50000,${registeredName(paid[0])},Wages`,
    ].join('\n');
    id = (await make(csv, { ask_approval: true })).id;
  });

  it('shows each row with the name of the file, its fee, and the line that it repeats', async () => {
    expect(await rowsOf(id)).toMatchObject([
      { line: 2, phone: paid[0], amount: 50_000, fee: 3_000, name: registeredName(paid[0]), same_as_line: null },
      { line: 3, phone: paid[2], amount: 40_000, fee: 2_400, name: 'Somebody Else', same_as_line: null },
      { line: 4, phone: neighbour.phone, amount: 10_000, fee: 0, name: null, same_as_line: null },
      { line: 5, phone: paid[0], amount: 50_000, fee: 3_000, same_as_line: 2 },
    ]);
    const page = await maker.get(at(`/${id}/rows?limit=1&cursor=3`));
    expect(page.body.data).toMatchObject([{ line: 5, same_as_line: 2 }]);
  });

  it('has totals by operator that add up to what leaves the wallet', async () => {
    const { data } = (await approver.get(at(`/${id}/totals`))).body;
    expect(data).toEqual({
      by_operator: [
        { operator: 'MTN', row_count: 2, amount: 100_000, fees: 6_000 },
        { operator: 'Airtel', row_count: 1, amount: 40_000, fees: 2_400 },
        { operator: null, row_count: 1, amount: 10_000, fees: 0 },
      ],
      duplicate_count: 1,
    });
    const sums = data.by_operator.reduce((sum: number, one: Json) => sum + one.amount + one.fees, 0);
    expect(sums).toBe((await read(id)).total_deducted);
  });

  it('shows who decides the names that operators have registered, compared with those of the file', async () => {
    const { data } = (await approver.get(at(`/${id}/names?rows=1,2,3`))).body;
    expect(data).toEqual([
      { row: 1, registered_name: registeredName(paid[0]), name_match: 'match' },
      { row: 2, registered_name: registeredName(paid[2]), name_match: 'different' },
      { row: 3, registered_name: 'Neighbour', name_match: null },
    ]);
    const viewer = await signedIn(world, { clients: { [farm.clientId]: 'client_viewer' } });
    expect((await viewer.get(at(`/${id}/names?rows=1`))).status).toBe(403);
    const tooMany = Array.from({ length: 26 }, (_, index) => index + 1).join(',');
    expect((await approver.get(at(`/${id}/names?rows=${tooMany}`))).status).toBe(422);
    const other = await world.business('Other');
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    expect((await stranger.get(`/clients/${other.clientId}/test/bulk-payouts/${id}/names?rows=1`)).status).toBe(404);
    expect((await stranger.get(`/clients/${other.clientId}/test/bulk-payouts/${id}/totals`)).status).toBe(404);
  });

  it('shows the name that each payment recorded when it has been sent', async () => {
    const seen = { row_count: 4, total_deducted: (await read(id)).total_deducted };
    expect((await approver.post(at(`/${id}/approve`), seen)).status).toBe(200);
    await ended(id);
    expect((await rowsOf(id))[1]).toMatchObject({ name: 'Somebody Else', registered_name: registeredName(paid[2]) });
  });
});

describe('the failed rows of a bulk payout', () => {
  it('are retried once, however many persons ask at once, and each is paid once', async () => {
    const first = await refusedByLimit(`${paid[0]},7001\n${paid[1]},7002\n`);
    expect(first).toMatchObject({ progress: { failed: 2 }, retryable_count: 2, in_review_count: 0, retries: [] });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => retry(first.id, index % 2 === 0 ? maker : approver)),
    );
    const ids = new Set(answers.map(({ data }) => data.id));
    expect(ids.size).toBe(1);
    const draft = answers[0]?.data;
    expect(draft).toMatchObject({ status: 'draft', retry_of: first.id, row_count: 2, amount: 14_003 });
    // Both name each other.
    expect(await read(first.id)).toMatchObject({ retryable_count: 0, retries: [{ id: draft.id, status: 'draft' }] });
    expect(await read(draft.id)).toMatchObject({ retry_of: first.id, draft: { requires_approval: false } });
    expect(await paymentsTo(paid[0], 7_001)).toBe(0);

    const confirmed = await Promise.all([confirm(draft), confirm(draft, approver), confirm(draft)]);
    expect(confirmed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await ended(draft.id)).toMatchObject({ progress: { completed: 2, failed: 0 } });
    expect((await retry(first.id)).data.id).toBe(draft.id);
    expect((await confirm(draft)).body.data.status).toBe('finished');
    expect([await paymentsTo(paid[0], 7_001), await paymentsTo(paid[1], 7_002)]).toEqual([1, 1]);
  });

  it('pass the usual approval: who made the retry cannot approve it', async () => {
    const set = (amount: string) =>
      world.terminal.ask(
        ...['client', 'approval-threshold', '--client', String(farm.clientId), '--mode', 'test', '--amount', amount],
      );
    const first = await refusedByLimit(`${paid[0]},8001\n`);
    await set('5000');
    const draft = (await retry(first.id)).data;
    expect((await read(draft.id)).draft).toMatchObject({ requires_approval: true, is_frozen: false });
    expect((await maker.post(at(`/${draft.id}/confirm`), { total_deducted: 1 })).body.code).toBe('invalid_request');
    expect((await confirm(draft)).body.data).toMatchObject({ status: 'awaiting_approval', begun_at: null });
    const seen = { row_count: 1, total_deducted: draft.total_deducted };
    expect((await maker.post(at(`/${draft.id}/approve`), seen)).body.code).toBe('approver_is_maker');
    expect(await paymentsTo(paid[0], 8_001)).toBe(0);
    expect((await approver.post(at(`/${draft.id}/approve`), seen)).status).toBe(200);
    expect(await ended(draft.id)).toMatchObject({ progress: { completed: 1 } });
    await set('none');
  });

  it('are not retried while a payment of the bulk payout has an unknown result', async () => {
    // The first number stays processing.
    const { id } = await make(`256770000005,9001\n${unknown},9002\n`);
    await waitUntil('the other row has failed', async () => (await read(id)).progress.failed === 1);
    await waitUntil('the bulk payout has ended', async () => (await read(id)).ended_at !== null);
    expect(await read(id)).toMatchObject({ progress: { processing: 1 }, retryable_count: 0 });
    expect(await retry(id)).toMatchObject({ code: 'not_pending', message: expect.stringContaining('no final status') });
    expect((await read(id)).retries).toEqual([]);
  });

  it('can be retried again when a retry was given up, and only those', async () => {
    const first = await refusedByLimit(`${paid[0]},6001\n${paid[1]},6002\n`);
    const draft = (await retry(first.id)).data;
    expect((await maker.post(at(`/${draft.id}/cancel`), {})).body.data.status).toBe('cancelled');
    const next = (await retry(first.id)).data;
    expect(next.id).not.toBe(draft.id);
    expect(await read(first.id)).toMatchObject({
      retries: [
        { id: next.id, status: 'draft' },
        { id: draft.id, status: 'cancelled' },
      ],
    });
    expect((await confirm(draft)).body.code).toBe('not_pending');
    await confirm(next);
    await ended(next.id);
    expect([await paymentsTo(paid[0], 6_001), await paymentsTo(paid[1], 6_002)]).toEqual([1, 1]);
  });

  it('are left out while they are in review, because the operator reports them as paid, and retried when it has not', async () => {
    const { id } = await make(`${unknown},4001\n${unknown},4002\n`);
    await ended(id);
    const [one, two] = (await rowsOf(id)).map((row: Json) => row.transaction_id);
    const reviewCase = await reportedAsPaid(one);
    expect(await read(id)).toMatchObject({ retryable_count: 1, in_review_count: 1 });
    const draft = (await retry(id)).data;
    expect(draft).toMatchObject({ row_count: 1, amount: 4_002 });
    await confirm(draft);
    await ended(draft.id);
    // Nothing but the row in review is left, and the newest retry is the answer.
    expect((await retry(id)).data.id).toBe(draft.id);
    await resolved(reviewCase, 'charged');
    expect(await read(id)).toMatchObject({ retryable_count: 0, in_review_count: 1 });
    await resolved(reviewCase, 'returned');
    expect(await read(id)).toMatchObject({ retryable_count: 1, in_review_count: 0 });
    expect((await retry(id)).data).toMatchObject({ row_count: 1, amount: 4_001 });
    expect(two).not.toBe(one);
  });

  it('say that they are in review where all of them are', async () => {
    const { id } = await make(`${unknown},4101\n`);
    await ended(id);
    await reportedAsPaid((await rowsOf(id))[0].transaction_id);
    expect(await retry(id)).toMatchObject({ code: 'not_pending', message: expect.stringContaining('in review') });
  });

  it('are not sent by a retry when their operator reports them as paid before it begins', async () => {
    const { id } = await make(`${unknown},4201\n`);
    await ended(id);
    const draft = (await retry(id)).data;
    const { transaction_id: before } = (await rowsOf(id))[0];
    const reviewCase = await reportedAsPaid(before);
    await confirm(draft);
    const end = await ended(draft.id);
    expect(end).toMatchObject({ progress: { failed: 1 }, retryable_count: 0, in_review_count: 1 });
    expect(await rowsOf(draft.id)).toMatchObject([
      { transaction_id: null, code: 'not_pending', reason: expect.stringContaining(`transaction ${before}`) },
    ]);
    await resolved(reviewCase, 'returned');
    expect(await read(draft.id)).toMatchObject({ retryable_count: 1, in_review_count: 0 });
  });

  it('in review are named as such after a retry that was cancelled', async () => {
    const { id } = await make(`${unknown},4261\n`);
    await ended(id);
    const draft = (await retry(id)).data;
    await maker.post(at(`/${draft.id}/cancel`), {});
    const reviewCase = await reportedAsPaid((await rowsOf(id))[0].transaction_id);
    expect(await retry(id)).toMatchObject({ success: false, message: expect.stringContaining('in review') });
    await resolved(reviewCase, 'returned');
    expect((await retry(id)).data.id).not.toBe(draft.id);
  });

  it('belong to who may move money', async () => {
    const { id } = await make(`${unknown},4301\n`);
    await ended(id);
    const viewer = await signedIn(world, { clients: { [farm.clientId]: 'client_viewer' } });
    expect((await viewer.post(at(`/${id}/retry`), {})).status).toBe(403);
    const other = await world.business('Stranger');
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    expect((await stranger.post(`/clients/${other.clientId}/test/bulk-payouts/${id}/retry`, {})).status).toBe(404);
    const draft = (await retry(id)).data;
    expect((await viewer.post(at(`/${draft.id}/confirm`), { total_deducted: draft.total_deducted })).status).toBe(403);
  });
});

it('after all this the books agree, but for the review cases that this test invented', async () => {
  await world.database.owner.query(`DELETE FROM review_case WHERE found = '{}'`);
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

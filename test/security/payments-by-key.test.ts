import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, signedIn } from '../dashboard/person.ts';
import { enableLiveMode } from '../database.ts';
import { type Business, type Json, Speaker, World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';

/** Live payments at the approval threshold that an API key makes: who is no second person for them. */

let world: World;
let office: Business;
let partner: Business;
let owner: Person;
let finance: Person;
let administrator: Person;
let desk: string;

beforeAll(async () => {
  world = await World.open();
  office = await world.business('Head Office');
  partner = await world.business('Partner');
  await world.fund(office, 'live', 2_000_000);
  const { clientId } = office;
  owner = await signedIn(world, { clients: { [clientId]: 'client_owner' } });
  finance = await signedIn(world, { clients: { [clientId]: 'client_owner' } });
  administrator = await signedIn(world, { platform: 'platform_administrator' });
  desk = `/clients/${clientId}/live`;
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(clientId), '--mode', 'live', '--amount', '50000'],
  );
  await enableLiveMode(world.database);
});
afterAll(async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
  await world.close();
});

/** The text of a live key that a person makes on the page. */
async function keyOf(person: Person): Promise<{ id: number; api_key: string }> {
  const body = { name: 'Program', permissions: ['wallet:read', 'wallet:send'] };
  const { status, body: answer } = await person.post(`${desk}/keys`, body);
  expect([status, answer.message]).toEqual([200, expect.any(String)]);
  return answer.data;
}

/** A payment that waits, made with a key. */
async function pay(apiKey: string): Promise<number> {
  const { body } = await new Speaker(world.baseUrl, apiKey).send(partner.phone, 60_000);
  expect(body.data).toMatchObject({ status: 'pending', requires_approval: true });
  return body.data.transaction_id;
}

async function seenBy(person: Person, id: number): Promise<Json> {
  return (await person.get(`${desk}/approvals/${id}`)).body.data;
}

async function approve(person: Person, id: number): Promise<Json> {
  const { shown } = await seenBy(person, id);
  return (await person.post(`${desk}/approvals/${id}/approve`, { shown })).body;
}

describe('a live payment of an API key', () => {
  test('is not approved by the person who created the key, and by another one at once', async () => {
    const id = await pay((await keyOf(owner)).api_key);
    expect(await seenBy(owner, id)).toMatchObject({
      responsible: owner.credentials.email,
      approvers_needed: 1,
      is_maker: true,
      may_approve: false,
    });
    expect(await approve(owner, id)).toMatchObject({ code: 'approver_is_maker' });
    expect(await seenBy(finance, id)).toMatchObject({ is_maker: false, may_approve: true });
    expect(await approve(finance, id)).toMatchObject({ success: true, data: { status: 'completed' } });
  });

  test('is not approved by the person who rolled the key last', async () => {
    const { id: apiKeyId } = await keyOf(owner);
    const rolled = await finance.post(`${desk}/keys/${apiKeyId}/roll`, { overlap_hours: 0 });
    const id = await pay(rolled.body.data.api_key);
    expect(await approve(finance, id)).toMatchObject({ code: 'approver_is_maker' });
    expect(await approve(owner, id)).toMatchObject({ data: { status: 'completed' } });
  });

  test('needs two persons where nobody known created the key, such as one made at the command line', async () => {
    const { apiKey } = await world.key(office, { mode: 'live' });
    const id = await pay(apiKey);
    expect(await seenBy(owner, id)).toMatchObject({ responsible: null, approvers_needed: 2, first_approver: null });
    expect(await approve(owner, id)).toMatchObject({
      message: 'Approved. Another person must approve this payment too.',
      data: { status: 'pending' },
    });
    expect(await seenBy(owner, id)).toMatchObject({ first_approver: owner.credentials.email, may_approve: false });
    expect(await approve(owner, id)).toMatchObject({ data: { status: 'pending' } });
    expect(await approve(administrator, id)).toMatchObject({ data: { status: 'completed' } });
    const { rows } = await world.database.pool.query(
      "SELECT actor FROM audit_log WHERE subject = $1 AND action = 'transaction.approved' ORDER BY at",
      [`transaction ${id}`],
    );
    expect(rows.map(({ actor }) => actor)).toEqual([owner.credentials.email, administrator.credentials.email]);
  });

  test('is not approved at the command line, whatever name is given there', async () => {
    const id = String(await pay((await keyOf(owner)).api_key));
    const { exitCode, errors } = await world.terminal.run('transaction', 'approve', id);
    expect([exitCode, errors]).toEqual([
      1,
      [
        'nsimbi: a live payment is approved in the dashboard or through the API, where the person who approves is known',
      ],
    ]);
    expect((await world.terminal.run('transaction', 'approve', id, '--approver', 'Namutebi')).exitCode).not.toBe(0);
    expect((await seenBy(finance, Number(id))).transaction_id).toBe(Number(id));
  });
});

describe('a live bulk payout of an API key', () => {
  /** One that waits, made and confirmed with a key. */
  async function confirmed(apiKey: string): Promise<Json> {
    const speaker = new Speaker(world.baseUrl, apiKey);
    const rows = [40_000, 40_000].map((amount) => ({ recipient_phone: partner.phone, amount }));
    const { data } = (await speaker.post('/bulk-payouts', { name: 'Wages', rows })).body;
    const answer = await speaker.post(`/bulk-payouts/${data.id}/confirm`, { total_deducted: data.total_deducted });
    expect(answer.body.data).toMatchObject({ status: 'awaiting_approval' });
    return data;
  }

  async function approveBulk(person: Person, { id, row_count, total_deducted }: Json): Promise<Json> {
    return (await person.post(`${desk}/bulk-payouts/${id}/approve`, { row_count, total_deducted })).body;
  }

  async function paid({ id }: Json): Promise<void> {
    await waitUntil(`bulk payout ${id} is paid`, async () => {
      const { progress } = (await owner.get(`${desk}/bulk-payouts/${id}`)).body.data;
      return progress.completed === 2;
    });
  }

  test('is not approved by the person who created the key, and by another one at once', async () => {
    const bulk = await confirmed((await keyOf(owner)).api_key);
    expect(await approveBulk(owner, bulk)).toMatchObject({ code: 'approver_is_maker' });
    expect(await approveBulk(finance, bulk)).toMatchObject({ data: { status: 'running', approvers_needed: 1 } });
    await paid(bulk);
  });

  test('needs two persons where nobody known created the key, such as one made at the command line', async () => {
    const { apiKey } = await world.key(office, { mode: 'live' });
    const bulk = await confirmed(apiKey);
    const first = { status: 'awaiting_approval', first_approver: owner.credentials.email, approvers_needed: 2 };
    for (const times of [1, 2]) {
      expect(await approveBulk(owner, bulk), `${times}`).toMatchObject({
        message: 'Approved. Another person must approve this bulk payout too.',
        data: first,
      });
    }
    expect(await approveBulk(administrator, bulk)).toMatchObject({ data: { status: 'running' } });
    await paid(bulk);
    const { rows } = await world.database.pool.query(
      "SELECT actor FROM audit_log WHERE subject = $1 AND action = 'bulk_payout.approved' ORDER BY at",
      [`bulk_payout ${bulk.id}`],
    );
    expect(rows.map(({ actor }) => actor)).toEqual([owner.credentials.email, administrator.credentials.email]);
  });
});

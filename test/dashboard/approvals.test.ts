import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enableLiveMode } from '../database.ts';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let office: Business;
let program: Speaker;
let owner: SignedIn & { readonly credentials: { readonly email: string } };
let finance: SignedIn;
let viewer: SignedIn;
let desk: string;

beforeAll(async () => {
  world = await World.open();
  office = await world.business('Head Office', 2_000_000);
  program = await world.as(office);
  const { clientId } = office;
  owner = await signedIn(world, { clients: { [clientId]: 'client_owner' } });
  finance = await signedIn(world, { clients: { [clientId]: 'client_finance' } });
  viewer = await signedIn(world, { clients: { [clientId]: 'client_viewer' } });
  desk = `/clients/${clientId}/test`;
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(clientId), '--mode', 'test', '--amount', '50000'],
  );
  await enableLiveMode(world.database);
});
afterAll(() => world.close());

async function pending(amount = 60_000): Promise<Json> {
  const { body } = await program.send('256701234567', amount, { description: 'Rent' });
  expect(body.data.status).toBe('pending');
  return (await owner.get(`${desk}/approvals/${body.data.transaction_id}`)).body.data;
}

const auditOf = async (id: number) =>
  (
    await world.database.pool.query('SELECT actor, action, details FROM audit_log WHERE subject = $1', [
      `transaction ${id}`,
    ])
  ).rows;

describe('a payment that waits for a second person', () => {
  it('is shown with everything that is confirmed, and leaves at once when it is approved', async () => {
    const payment = await pending();
    expect(payment).toMatchObject({
      amount: 63_600,
      fee_amount: 3_600,
      net_amount: 60_000,
      recipient_phone: '256701234567',
      recipient_name: expect.any(String),
      provider: 'Airtel',
      description: 'Rent',
      maker: expect.stringMatching(/^api_key:\d+$/),
      is_maker: false,
      may_approve: true,
      may_reject: true,
    });
    const listed = await owner.get(`${desk}/approvals`);
    expect(listed.body.data).toContainEqual(payment);
    const id = payment.transaction_id;
    const answer = await owner.post(`${desk}/approvals/${id}/approve`, { shown: payment.shown });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { transaction_id: id, reference: payment.reference, status: 'processing' },
    ]);
    expect(await program.end(id)).toMatchObject({ status: 'completed' });
    const { email } = owner.credentials;
    expect(await auditOf(id)).toEqual([{ actor: email, action: 'transaction.approved', details: { approver: email } }]);
    const again = await finance.post(`${desk}/approvals/${id}/approve`, { shown: payment.shown });
    expect([again.status, again.body.code]).toEqual([422, 'not_pending']);
  });

  it('is not approved when it is another than was shown', async () => {
    const [one, other] = [await pending(60_000), await pending(70_000)];
    const answer = await owner.post(`${desk}/approvals/${one.transaction_id}/approve`, { shown: other.shown });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe('The payment has changed; read it again before you approve it.');
    // Somebody changes what is stored behind our back.
    await world.database.owner.query('UPDATE approval SET maker = maker || 0 WHERE transaction_id = $1', [
      one.transaction_id,
    ]);
    const changed = await owner.post(`${desk}/approvals/${one.transaction_id}/approve`, { shown: one.shown });
    expect(changed.body.errors).toHaveProperty('shown');
    expect(await program.transaction(one.transaction_id)).toMatchObject({ status: 'pending' });
    expect(await auditOf(one.transaction_id)).toEqual([]);
    await world.database.owner.query('UPDATE approval SET maker = $2 WHERE transaction_id = $1', [
      one.transaction_id,
      one.maker,
    ]);
  });

  it('is approved once when two people approve it at the same time', async () => {
    const payment = await pending();
    const path = `${desk}/approvals/${payment.transaction_id}/approve`;
    const answers = await Promise.all([owner, finance].map((one) => one.post(path, { shown: payment.shown })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    await program.end(payment.transaction_id);
    expect(await auditOf(payment.transaction_id)).toHaveLength(1);
  });

  it('cannot be approved by its maker, who may take it back', async () => {
    const payment = await pending();
    const id = payment.transaction_id;
    await world.database.owner.query('UPDATE approval SET maker = $2 WHERE transaction_id = $1', [
      id,
      owner.credentials.email,
    ]);
    const own = (await owner.get(`${desk}/approvals/${id}`)).body.data;
    expect(own).toMatchObject({ is_maker: true, may_approve: false, may_reject: true });
    const refused = await owner.post(`${desk}/approvals/${id}/approve`, { shown: own.shown });
    expect([refused.status, refused.body.code]).toEqual([422, 'approver_is_maker']);
    const before = await program.money();
    const back = await owner.post(`${desk}/approvals/${id}/reject`, { reason: 'Typed the wrong amount.' });
    expect(back.status).toBe(200);
    expect((await program.money()).balance).toBe(before.balance + payment.amount);
    expect(await program.transaction(id)).toMatchObject({
      status: 'failed',
      failure_code: 'approval_rejected',
      failure_reason: 'Typed the wrong amount.',
    });
    expect(await auditOf(id)).toMatchObject([
      { action: 'transaction.rejected', details: { reason: 'Typed the wrong amount.' } },
    ]);
  });

  it('is not rejected without a reason, nor decided by those who only read, nor seen by others', async () => {
    const { transaction_id: id, shown } = await pending();
    for (const reason of ['', '   ', undefined]) {
      const answer = await owner.post(`${desk}/approvals/${id}/reject`, { reason });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['reason']]);
    }
    expect((await viewer.get(`${desk}/approvals/${id}`)).body.data).toMatchObject({
      may_approve: false,
      may_reject: false,
    });
    expect((await viewer.post(`${desk}/approvals/${id}/approve`, { shown })).status).toBe(403);
    expect((await viewer.post(`${desk}/approvals/${id}/reject`, { reason: 'No.' })).status).toBe(403);
    const stranger = await world.business('Elsewhere');
    const other = await signedIn(world, { clients: { [stranger.clientId]: 'client_owner' } });
    expect((await other.get(`/clients/${stranger.clientId}/test/approvals/${id}`)).status).toBe(404);
    const foreign = `/clients/${stranger.clientId}/test/approvals/${id}/approve`;
    expect((await other.post(foreign, { shown })).status).toBe(404);
    expect(await program.transaction(id)).toMatchObject({ status: 'pending' });
  });

  it('lists page by page, oldest first', async () => {
    await pending();
    await pending();
    const ids: number[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await owner.get(`${desk}/approvals?limit=1${cursor}`);
      ids.push(...body.data.map((one: Json) => one.transaction_id));
      if (!body.pagination.has_more) break;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
    expect(ids.length).toBeGreaterThan(1);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
  });

  it('leaves the books clean', async () => {
    expect(await auditFindings(world.database.pool)).toEqual([]);
  });
});

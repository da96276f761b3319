import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterByLink, type Person, type SignedIn, signedIn } from '../dashboard/person.ts';
import { beforeLiveMode, enableLiveMode } from '../database.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';

/** One administrator who makes a second account, and tries to be two people with it. No mail server is configured. */

let world: World;
let shop: Business;
let insider: Person;
let colleague: Person;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Shop');
  insider = await signedIn(world, { platform: 'platform_administrator' });
  colleague = await signedIn(world, { platform: 'platform_administrator' });
});
afterAll(async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
  await world.close();
});

let accounts = 0;
let slips = 0;

/** An account that somebody invites as an administrator, and enters with the link that they are shown. */
async function accountOf(inviter: SignedIn): Promise<{ person: SignedIn; personId: string; email: string }> {
  accounts += 1;
  const email = `second${accounts}@example.ug`;
  // Before live mode one administrator invites another alone.
  await beforeLiveMode(world.database);
  const invited = await inviter.post('/platform/people', {
    email,
    name: `Second ${accounts}`,
    role: 'platform_administrator',
  });
  await enableLiveMode(world.database);
  const { link, person } = invited.body.data;
  return { person: await enterByLink(world.baseUrl, link, email), personId: person.id, email };
}

async function propose(maker: SignedIn): Promise<Json> {
  slips += 1;
  const body = { type: 'deposit', direction: 'in', amount: 900_000, reason: 'Slip', external_reference: `S-${slips}` };
  const path = `/platform/clients/${shop.clientId}/live/adjustments`;
  const proposed = await maker.post(path, body, { 'idempotency-key': `form-${slips}` });
  expect(proposed.status).toBe(200);
  return proposed.body.data;
}

async function approve(approver: SignedIn, { id, digest }: Json): Promise<Json> {
  return (await approver.post(`/platform/adjustments/${id}/approve`, { digest })).body;
}

async function vouch(voucher: SignedIn, personId: string): Promise<Json> {
  return (await voucher.post(`/platform/people/${personId}/vouch`, {})).body;
}

/** As if the 72 hours after all invitations were over. */
async function letInvitationsEnd(): Promise<void> {
  await world.database.pool.query("UPDATE person_tie SET at = at - interval '73 hours'");
}

describe('an account whose invitation link its inviter has seen', () => {
  test('does not approve what its inviter made, nor the other way round, also after 72 hours', async () => {
    const { person: second } = await accountOf(insider);
    expect(await approve(second, await propose(insider))).toMatchObject({ code: 'second_person_required' });
    expect(await approve(insider, await propose(second))).toMatchObject({ code: 'second_person_required' });
    await letInvitationsEnd();
    const late = await approve(second, await propose(insider));
    expect(late).toMatchObject({ code: 'second_person_required', message: expect.stringContaining('password link') });
  });

  test('does not approve what another account of the same inviter made, nor an account that it invited itself', async () => {
    const [{ person: second }, { person: third }] = [await accountOf(insider), await accountOf(insider)];
    const { person: fourth } = await accountOf(second);
    await letInvitationsEnd();
    for (const [maker, approver] of [
      [second, third],
      [third, fourth],
      [insider, fourth],
    ] as const) {
      expect(await approve(approver, await propose(maker))).toMatchObject({ code: 'second_person_required' });
    }
  });

  test('is vouched for by a third person only, and then counts as another one when 72 hours are over', async () => {
    const { person: second, personId, email } = await accountOf(insider);
    const { person: other, personId: otherId } = await accountOf(insider);
    for (const accomplice of [insider, second, other]) {
      expect(await vouch(accomplice, personId)).toMatchObject({ code: 'second_person_required' });
    }
    expect(await vouch(second, otherId)).toMatchObject({ code: 'second_person_required' });
    expect(await vouch(colleague, personId)).toMatchObject({ success: true, data: { link_seen_by: [] } });
    expect(await approve(second, await propose(insider))).toMatchObject({
      code: 'second_person_required',
      message: expect.stringContaining('72 hours'),
    });
    await letInvitationsEnd();
    expect(await approve(second, await propose(insider))).toMatchObject({ data: { status: 'booked' } });
    const { rows } = await world.database.pool.query(
      "SELECT actor, details FROM audit_log WHERE action = 'person.vouched_for'",
    );
    expect(rows).toEqual([
      { actor: colleague.credentials.email, details: { email, link_seen_by: [insider.credentials.email] } },
    ]);
  });

  test('is marked again when a new link is shown, and a colleague’s account when a link of it is', async () => {
    const { person: second, personId } = await accountOf(insider);
    await vouch(colleague, personId);
    await letInvitationsEnd();
    const victim = await signedIn(world, { platform: 'platform_administrator' });
    await beforeLiveMode(world.database);
    for (const id of [personId, victim.credentials.personId]) {
      await insider.post(`/platform/people/${id}/password-link`, {});
    }
    await enableLiveMode(world.database);
    expect(await approve(second, await propose(insider))).toMatchObject({ code: 'second_person_required' });
    expect(await approve(victim, await propose(insider))).toMatchObject({ code: 'second_person_required' });
    expect(await approve(colleague, await propose(insider))).toMatchObject({ data: { status: 'booked' } });
  });
});

test('nobody invites themselves to a client, or gives themselves another role there', async () => {
  const team = `/clients/${shop.clientId}/team`;
  const { email, personId } = insider.credentials;
  const invitation = { email: email.toUpperCase(), name: 'Insider', role: 'client_owner' };
  expect((await insider.post(team, invitation)).body.code).toBe('second_person_required');
  await beforeLiveMode(world.database);
  await colleague.post(team, { ...invitation, role: 'client_viewer' });
  await enableLiveMode(world.database);
  const raised = await insider.put(`${team}/${personId}`, { role: 'client_owner' });
  expect([raised.status, raised.body.code]).toEqual([403, 'second_person_required']);
  const { members } = (await colleague.get(team)).body.data;
  expect(members).toMatchObject([{ email, role: 'client_viewer' }]);
});

test('a payment and a bulk payout of live money need an approver who is no account of the maker', async () => {
  await approve(colleague, await propose(insider));
  const { clientId } = shop;
  const owner = await signedIn(world, { clients: { [clientId]: 'client_owner' } });
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(clientId), '--mode', 'live', '--amount', '50000'],
  );
  const partner = await world.business('Partner');
  const path = `/clients/${clientId}/live`;
  const email = 'clerk@example.ug';
  const invited = await owner.post(`/clients/${clientId}/team`, { email, name: 'Clerk', role: 'client_finance' });
  const clerk = await enterByLink(world.baseUrl, invited.body.data.link, email);
  const sent = await owner.post(
    `${path}/send-money`,
    { recipient_phone: partner.phone, amount: 60_000 },
    { 'idempotency-key': 'insider-1' },
  );
  expect(sent.body).toMatchObject({ data: { status: 'pending' } });
  const seen = (await clerk.get(`${path}/approvals/${sent.body.data.transaction_id}`)).body.data;
  expect(seen).toMatchObject({ may_approve: false, not_independent: 'link_seen' });
  const approved = await clerk.post(`${path}/approvals/${seen.transaction_id}/approve`, { shown: seen.shown });
  expect([approved.status, approved.body.code]).toEqual([403, 'second_person_required']);
  const csv = `phone,amount\n${partner.phone},60000\n`;
  const check = (await owner.post(`${path}/bulk-payouts/check`, { csv })).body.data;
  const { row_count, total_deducted } = check;
  const made = await owner.post(
    `${path}/bulk-payouts`,
    { name: 'Wages', csv, total_deducted },
    { 'idempotency-key': 'insider-2' },
  );
  const bulkPath = `${path}/bulk-payouts/${made.body.data.id}/approve`;
  expect((await clerk.post(bulkPath, { row_count, total_deducted })).body.code).toBe('second_person_required');
  const member = (await colleague.get(`/clients/${clientId}/team`)).body.data.members.find(
    (one: Json) => one.email === email,
  );
  expect(member.link_seen_by).toEqual([owner.credentials.email]);
  expect((await colleague.post(`/clients/${clientId}/team/${member.id}/vouch`, {})).status).toBe(200);
  await letInvitationsEnd();
  const now = await clerk.post(`${path}/approvals/${seen.transaction_id}/approve`, { shown: seen.shown });
  expect(now.body).toMatchObject({ data: { status: 'completed' } });
  expect((await clerk.post(bulkPath, { row_count, total_deducted })).body.data).toMatchObject({ status: 'running' });
});

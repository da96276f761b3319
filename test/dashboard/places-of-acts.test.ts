import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, type Json, World } from '../journeys/world.ts';
import { type Credentials, type SignedIn, signedIn, signIn } from './person.ts';

type Person = SignedIn & { readonly credentials: Credentials };

let world: World;
let office: Business;
let support: SignedIn;
let administrator: Person;
let owner: Person;
let finance: Person;
let desk: string;
beforeAll(async () => {
  world = await World.open({ NSIMBI_TRUST_PROXY: '127.0.0.1' });
  office = await world.business('Head Office', 2_000_000);
  const { clientId } = office;
  support = await signedIn(world, { platform: 'platform_support' });
  administrator = await signedIn(world, { platform: 'platform_administrator' }, at('203.0.113.60'));
  owner = await signedIn(world, { clients: { [clientId]: 'client_owner' } }, at('203.0.113.61'));
  finance = await signedIn(world, { clients: { [clientId]: 'client_finance' } }, at('2001:db8::62'));
  desk = `/clients/${clientId}/test`;
});
afterAll(() => world.close());

/** What a proxy that we trust says of the address. */
function at(address: string): Readonly<Record<string, string>> {
  return { 'x-forwarded-for': address };
}

/** Acts that the log of the platform finds, newest first. */
async function acts(query: string): Promise<Json[]> {
  return (await support.get(`/platform/audit-log?limit=100&${query}`)).body.data;
}

/** How the person's own list of sessions names the one that they use. */
async function sessionOf(person: SignedIn): Promise<string> {
  const { data } = (await person.get('/account/sessions')).body;
  return data.find((session: Json) => session.is_this_one).shown_as;
}

/** A payment of `amount` shillings that finance makes and that waits for approval, as the page shows it to `owner`. */
async function pending(amount: number): Promise<Json> {
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(office.clientId), '--mode', 'test', '--amount', '50000'],
  );
  const { body } = await (await world.as(office)).send('256701234567', amount, { description: 'Rent' });
  return (await owner.get(`${desk}/approvals/${body.data.transaction_id}`)).body.data;
}

describe('an entry of the audit log', () => {
  it('of an approval says who, on whose behalf, from where, in which session, and what was shown', async () => {
    const payment = await pending(60_000);
    const path = `${desk}/approvals/${payment.transaction_id}/approve`;
    expect((await owner.post(path, { shown: payment.shown })).status).toBe(200);
    const [entry] = await acts(`subject=transaction%20${payment.transaction_id}`);
    expect(entry).toMatchObject({
      actor: owner.credentials.email,
      on_behalf_of: `client ${office.clientId}`,
      address: '203.0.113.61',
      session: await sessionOf(owner),
      action: 'transaction.approved',
      shown: {
        transaction_id: payment.transaction_id,
        reference: payment.reference,
        amount: 63_600,
        fee_amount: 3_600,
        net_amount: 60_000,
        recipient_phone: '256701234567',
        recipient_name: payment.recipient_name,
        description: 'Rent',
        maker: payment.maker,
      },
    });
    expect(entry.session).toMatch(/^\w{8}$/);
  });

  it('of a refused approval is not written', async () => {
    const payment = await pending(61_000);
    const path = `${desk}/approvals/${payment.transaction_id}/approve`;
    expect((await owner.post(path, { shown: 'something else' })).status).toBe(422);
    expect(await acts(`subject=transaction%20${payment.transaction_id}`)).toEqual([]);
  });

  it('of a bulk payout, a top-up and a refund has what was shown', async () => {
    const csv = 'phone,amount\n256770000011,200000\n256770000012,300000\n';
    const { body: check } = await finance.post(`${desk}/bulk-payouts/check`, { csv });
    const file = { name: 'Wages', csv, total_deducted: check.data.total_deducted };
    const made = await finance.post(`${desk}/bulk-payouts`, file, { 'idempotency-key': 'wages' });
    const { id, row_count, total_deducted } = made.body.data;
    const approved = await owner.post(`${desk}/bulk-payouts/${id}/approve`, { row_count, total_deducted });
    expect(approved.status).toBe(200);
    const [payout] = await acts('action=bulk_payout.approved');
    expect([payout.address, payout.shown]).toEqual([
      '203.0.113.61',
      expect.objectContaining({ name: 'Wages', rows: 2, amount: 500_000, total_deducted }),
    ]);

    const checker = await signedIn(world, { platform: 'platform_administrator' }, at('203.0.113.64'));
    const topUp = { type: 'deposit', direction: 'in', amount: 250_000, reason: 'Cash', external_reference: 'SLIP-1' };
    const adjustments = `/platform/clients/${office.clientId}/live/adjustments`;
    const proposed = (await administrator.post(adjustments, topUp, { 'idempotency-key': 'slip-1' })).body.data;
    const decision = { digest: proposed.digest };
    expect((await checker.post(`/platform/adjustments/${proposed.id}/approve`, decision)).status).toBe(200);
    const [approval] = await acts('action=adjustment.approved');
    expect(approval).toMatchObject({
      on_behalf_of: 'platform',
      address: '203.0.113.64',
      session: await sessionOf(checker),
      shown: { client_name: 'Head Office', amount: 250_000, reason: 'Cash', external_reference: 'SLIP-1' },
    });
    // The service books it, maybe later and in another process.
    const [booked] = await acts('action=adjustment.booked');
    expect([booked.actor, booked.address, booked.session]).toEqual([checker.credentials.email, null, null]);

    const program = await world.as(office);
    const collected = await program.collect('256772123456', 40_000);
    const collectionId = collected.body.data.transaction_id;
    await program.end(collectionId);
    const refund = await finance.post(`${desk}/transactions/${collectionId}/refund`, {}, { 'idempotency-key': 'back' });
    expect(refund.status).toBe(200);
    const [refunded] = await acts('action=transaction.refunded');
    expect(refunded).toMatchObject({
      address: '2001:db8::62',
      shown: { amount: 40_000, recipient_phone: '256772123456' },
    });
  });

  it('of a payment that a person makes says in which session, and there is none of an API key’s payment', async () => {
    const session = await sessionOf(finance);
    const forms: [string, object, string][] = [
      ['send-money', { recipient_phone: '256701234568', amount: 1_000 }, 'payment_sent'],
      ['withdraw/mobile', { phone: '256701234568', amount: 1_000 }, 'withdrawal'],
      ['collect-payment', { customer_phone: '256701234568', amount: 1_000 }, 'collection'],
    ];
    for (const [path, body, type] of forms) {
      const made = await finance.post(`${desk}/${path}`, body, { 'idempotency-key': `form-${type}` });
      expect([path, made.status]).toEqual([path, 200]);
      // The same form again is the same payment, and one entry.
      await finance.post(`${desk}/${path}`, body, { 'idempotency-key': `form-${type}` });
      expect(await acts(`subject=transaction%20${made.body.data.transaction_id}`)).toMatchObject([
        {
          actor: finance.credentials.email,
          on_behalf_of: `client ${office.clientId}`,
          action: 'transaction.created',
          address: '2001:db8::62',
          session,
          details: { type },
        },
      ]);
    }
    const { body } = await (await world.as(office)).send('256701234568', 1_000);
    expect(await acts(`subject=transaction%20${body.data.transaction_id}`)).toEqual([]);
  });

  it('of an API key has the number of the key, and of the command line says so', async () => {
    const { apiKey, apiKeyId } = await world.key(office);
    const response = await fetch(`${world.baseUrl}/api/v1/webhooks`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...at('203.0.113.65'),
      },
      body: JSON.stringify({ url: 'https://93.184.216.34/hook', events: ['transaction.completed'] }),
    });
    const answer = (await response.json()) as Json;
    expect(answer).toMatchObject({ success: true });
    expect(await acts(`subject=webhook%20${answer.data.id}`)).toMatchObject([
      { on_behalf_of: `client ${office.clientId}`, address: '203.0.113.65', session: `api_key ${apiKeyId}` },
    ]);
    expect(await acts(`session=api_key%20${apiKeyId}`)).toHaveLength(1);
    // The beginning of a key's number is another key.
    expect(await acts('session=api_key')).toEqual([]);
    await world.terminal.ask('client', 'freeze', '--client', String(office.clientId), '--mode', 'live');
    const [frozen] = await acts('action=wallet.frozen');
    expect(frozen).toMatchObject({ on_behalf_of: 'platform', address: 'command line', session: null, shown: null });
  });

  it('of a sign-in names the session that began, and stays when the session has ended', async () => {
    const again = await signIn(world.baseUrl, owner.credentials, at('203.0.113.66'));
    const session = await sessionOf(again);
    const { data } = (await owner.get('/account/sessions')).body;
    const other = data.find((one: Json) => one.shown_as === session);
    expect(other.address).toBe('203.0.113.66');
    expect((await owner.delete(`/account/sessions/${other.id}`)).status).toBe(200);
    expect((await again.get('/me')).status).toBe(401);
    expect(await acts(`session=${session}`)).toMatchObject([
      { action: 'person.signed_in', on_behalf_of: null, address: '203.0.113.66', session },
    ]);
    const [ended] = await acts('action=person.signed_out');
    expect([ended.session, ended.details.ended_session]).toEqual([await sessionOf(owner), session]);
    const { rows } = await world.database.pool.query<{ is_in_log: boolean }>(
      `SELECT EXISTS (SELECT FROM audit_log WHERE strpos(to_jsonb(audit_log)::text, token) > 0) AS is_in_log
         FROM person_session`,
    );
    expect(rows.every(({ is_in_log }) => !is_in_log)).toBe(true);
  });
});

describe('the audit log is searched', () => {
  it('by client, which finds acts on its behalf and on the client itself', async () => {
    const other = await world.business('Other Shop');
    await administrator.put(`/platform/clients/${other.clientId}/test/frozen`, { frozen: true });
    const otherOwner = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    await otherOwner.put(`/clients/${other.clientId}/second-factor`, { required: false });
    const found = await acts(`client_id=${other.clientId}`);
    expect(found.map(({ action, on_behalf_of }) => [action, on_behalf_of])).toEqual(
      expect.arrayContaining([
        ['wallet.frozen', 'platform'],
        ['client.created', 'platform'],
      ]),
    );
    expect(found.every(({ subject }) => subject.startsWith(`client ${other.clientId}`))).toBe(true);
    expect((await support.get('/platform/audit-log?client_id=seven')).body.errors).toHaveProperty('client_id');
  });

  it('by address, also of entries that have it among their details only', async () => {
    await world.database.pool.query(
      `INSERT INTO audit_log (actor, action, subject, details)
       VALUES ('old@example.ug', 'person.signed_in', 'person 1', '{"address": "203.0.113.99"}')`,
    );
    expect(await acts('address=203.0.113.99')).toMatchObject([
      { actor: 'old@example.ug', address: null, on_behalf_of: null, session: null, shown: null },
    ]);
    const found = await acts('address=203.0.113.60');
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map(({ actor }) => actor))).toEqual(new Set([administrator.credentials.email]));
  });

  it('by owners, for what was done on behalf of their client', async () => {
    const path = `/clients/${office.clientId}/team/activity`;
    const found = (await owner.get(`${path}?address=203.0.113.61&limit=100`)).body.data;
    expect(found.map(({ action }: Json) => action)).toEqual(
      expect.arrayContaining(['bulk_payout.approved', 'transaction.approved', 'person.signed_in']),
    );
    const session = await sessionOf(finance);
    const ofFinance = (await owner.get(`${path}?session=${session}`)).body.data;
    expect(ofFinance.map(({ session }: Json) => session)).toEqual(ofFinance.map(() => session));
    expect(ofFinance.map(({ action }: Json) => action)).toContain('transaction.refunded');
    // What staff does for the platform is not theirs to see.
    const all = (await owner.get(`${path}?limit=100`)).body.data;
    expect(all.map(({ action }: Json) => action)).not.toContain('adjustment.approved');
    const { text } = await owner.get(`${path}.csv?session=${session}`);
    expect(text).toContain(`,client ${office.clientId},2001:db8::62,${session},`);
  });
});

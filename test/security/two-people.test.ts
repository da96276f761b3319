import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findApiKey } from '../../src/access/api-keys.ts';
import { serviceActor } from '../../src/access/audit-log.ts';
import { setSigningKeys } from '../../src/access/set-signing-keys.ts';
import { createPerson, giveApp, type Person, type SignedIn, signedIn } from '../dashboard/person.ts';
import { enableLiveMode } from '../database.ts';
import { drawKeyPair } from '../http/request-signer.ts';
import { type Answer, type Business, type Json, Speaker, World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';

/** One administrator, alone, tries everything that would let them move money or take another's place. A colleague decides. */

let world: World;
let shop: Business;
let insider: Person;
let colleague: Person;
let partner: Person;
let wallet: string[];

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Shop');
  insider = await signedIn(world, { platform: 'platform_administrator' });
  colleague = await signedIn(world, { platform: 'platform_administrator' });
  partner = await signedIn(world, { platform: 'platform_administrator' });
  wallet = ['--client', String(shop.clientId), '--mode', 'live'];
  await world.terminal.ask('client', 'approval-threshold', ...wallet, '--amount', '50000');
  await world.terminal.ask('client', 'limit', ...wallet, '--per-transaction', '400000', '--per-day', '900000');
  await world.terminal.ask('client', 'withdrawal-numbers', ...wallet, '--add', '256772000001', '--only-listed');
  await enableLiveMode(world.database);
});
afterAll(async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
  await world.close();
});

const atClient = () => `/platform/clients/${shop.clientId}/live`;

/** The number of the proposal that an answer says it is now. */
function proposed({ status, body }: Answer): number {
  expect([status, body.message]).toEqual([202, 'Proposed. Another person must approve it.']);
  return body.data.proposal;
}

/** The number of the proposal that a command says it is now. */
async function proposedAtTerminal(...words: string[]): Promise<number> {
  const [record] = await world.terminal.ask(...words);
  expect(record).toEqual({ proposal: expect.any(Number), status: 'waiting' });
  return record.proposal;
}

async function decide(person: SignedIn, id: number, what: 'approve' | 'reject' = 'approve'): Promise<Answer> {
  const { digest } = (await person.get(`/platform/proposals/${id}`)).body.data;
  return await person.post(`/platform/proposals/${id}/${what}`, { digest });
}

/** Two people approve what was proposed at the command line. @returns the second answer. */
async function decideTogether(id: number): Promise<Answer> {
  const first = await decide(colleague, id);
  expect([first.status, first.body.data.status]).toEqual([200, 'waiting']);
  return await decide(partner, id);
}

async function seen(id: number): Promise<Json> {
  return (await colleague.get(`/platform/proposals/${id}`)).body.data;
}

async function liveWallet(): Promise<Json> {
  const { data } = (await colleague.get(`/platform/clients/${shop.clientId}`)).body;
  return data.live;
}

describe('alone, an administrator does not', () => {
  test.each<[string, () => Promise<number>]>([
    [
      'raise a threshold',
      async () => proposed(await insider.put(`${atClient()}/approval-threshold`, { threshold: 900_000 })),
    ],
    [
      'remove a threshold',
      async () => proposed(await insider.put(`${atClient()}/approval-threshold`, { threshold: null })),
    ],
    [
      'raise a limit',
      async () => proposed(await insider.put(`${atClient()}/limits`, { per_transaction: 400_000, per_day: null })),
    ],
    [
      'allow a number',
      async () =>
        proposed(
          await insider.put(`${atClient()}/withdrawal-numbers`, {
            listed_only: true,
            phones: ['256772000001', '256772000099'],
          }),
        ),
    ],
    [
      'allow every number',
      async () =>
        proposed(
          await insider.put(`${atClient()}/withdrawal-numbers`, { listed_only: false, phones: ['256772000001'] }),
        ),
    ],
    [
      'raise a threshold at the command line',
      () => proposedAtTerminal('client', 'approval-threshold', ...wallet, '--amount', 'none'),
    ],
    ['raise a limit at the command line', () => proposedAtTerminal('client', 'limit', ...wallet, '--per-day', 'none')],
    [
      'allow a number at the command line',
      () => proposedAtTerminal('client', 'withdrawal-numbers', ...wallet, '--add', '256772000099'),
    ],
  ])('%s', async (_what, ask) => {
    const before = await liveWallet();
    const id = await ask();
    expect(await liveWallet()).toEqual(before);
    const isOfPerson = (await seen(id)).proposed_by === insider.credentials.email;
    if (isOfPerson) expect((await decide(insider, id)).body.code).toBe('approver_is_maker');
    expect((await decide(colleague, id, 'reject')).status).toBe(200);
    expect(await liveWallet()).toEqual(before);
  });

  test('make the changes that were rejected', async () => {
    const before = await liveWallet();
    const id = proposed(await insider.put(`${atClient()}/approval-threshold`, { threshold: 800_000 }));
    expect((await decide(colleague, id, 'reject')).status).toBe(200);
    expect((await decide(colleague, id)).body.code).toBe('not_pending');
    expect(await liveWallet()).toEqual(before);
  });

  test.each([
    ['for everybody', {}],
    ['for one client', { own: true }],
  ])('set fees %s', async (_whom, { own = false }: { own?: boolean }) => {
    const bands = [{ up_to: null, fixed: 0, basis_points: 9_000, minimum: 0, maximum: null }];
    const body = { operation: 'collection', bands, ...(own ? { client_id: shop.clientId } : {}) };
    const schedules = async () =>
      (await colleague.get(`/platform/fees?client_id=${shop.clientId}`)).body.data.schedules;
    const before = await schedules();
    const form = { 'idempotency-key': `fees-${own}` };
    const ids = [
      proposed(await insider.post('/platform/fees', body, form)),
      proposed(await insider.post('/platform/fees', body, form)),
    ];
    expect(new Set(ids).size).toBe(1);
    expect(await schedules()).toEqual(before);
    expect((await decide(colleague, ids[0] ?? 0)).body.data.status).toBe('made');
    expect(await schedules()).toMatchObject([{ bands, state: 'in_force' }, ...before.map(() => ({}))]);
    const clear = async () =>
      await insider.post('/platform/fees/clear', { operation: 'collection', client_id: shop.clientId });
    if (own) expect((await decide(colleague, proposed(await clear()))).body.data.status).toBe('made');
  });

  test('give a phone a live wallet, which would take the payments that others send to it', async () => {
    const accomplice = { name: 'Accomplice', phone: '256772777001' };
    const holder = async () => {
      const { rows } = await world.database.pool.query(
        "SELECT client_id FROM wallet_phone JOIN wallet USING (wallet_id) WHERE wallet_phone.mode = 'live' AND wallet_phone.phone = $1",
        [accomplice.phone],
      );
      return rows.map(({ client_id }) => Number(client_id));
    };
    const ids = [
      proposed(await insider.post('/platform/clients', accomplice)),
      await proposedAtTerminal('client', 'create', '--name', accomplice.name, '--phone', accomplice.phone),
    ];
    expect(await holder()).toEqual([]);
    expect((await colleague.get('/platform/clients?search=Accomplice')).body.data).toEqual([]);
    const [first = 0, second = 0] = ids;
    expect((await decide(insider, first)).body.code).toBe('approver_is_maker');
    expect((await decide(colleague, first, 'reject')).status).toBe(200);
    expect(await holder()).toEqual([]);
    // What two people want is created, and its proposal says which client it is.
    const made = (await decideTogether(second)).body.data;
    expect(made).toMatchObject({ status: 'made', created_client_id: expect.any(Number) });
    expect(await holder()).toEqual([made.created_client_id]);
    expect((await seen(second)).created_client_id).toBe(made.created_client_id);
    // A phone that has a live wallet has no second one, when it is proposed and when it is approved.
    const taken = await insider.post('/platform/clients', accomplice);
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['phone']]);
    const twins = [
      proposed(await insider.post('/platform/clients', { name: 'Twin', phone: '256772777002' })),
      proposed(await insider.post('/platform/clients', { name: 'Twin', phone: '256772777002' })),
    ];
    expect((await decide(colleague, twins[0] ?? 0)).body.data.status).toBe('made');
    const late = await decide(colleague, twins[1] ?? 0);
    expect([late.status, late.body.errors]).toEqual([422, { phone: [expect.stringContaining('another client')] }]);
  });

  test('take the place of an owner, or give an accomplice a role', async () => {
    const team = `/clients/${shop.clientId}/team`;
    const self = { email: insider.credentials.email, name: 'Insider', role: 'client_owner' };
    expect((await insider.post(team, self)).body.code).toBe('second_person_required');
    const id = proposed(await insider.post(team, { ...self, email: 'accomplice@example.ug' }));
    expect((await colleague.get(team)).body.data.members).toEqual([]);
    const made = await decide(colleague, id);
    // Whoever completes an invitation sees its link, and is tied to the account.
    expect(made.body.data.link).toContain('/set-password?token=');
    const { members } = (await colleague.get(team)).body.data;
    expect(members).toMatchObject([
      { email: 'accomplice@example.ug', role: 'client_owner', link_seen_by: [colleague.credentials.email] },
    ]);
    const raised = ['--client', String(shop.clientId), '--role', 'client_finance'];
    await proposedAtTerminal('person', 'invite', '--email', 'other@example.ug', '--name', 'Other', ...raised);
    expect((await colleague.get(team)).body.data.members).toHaveLength(1);
  });

  test('make another administrator', async () => {
    const body = { email: 'second@example.ug', name: 'Second', role: 'platform_administrator' };
    const id = proposed(await insider.post('/platform/people', body));
    expect((await colleague.get('/platform/people?search=second@example.ug')).body.data).toEqual([]);
    expect((await decide(insider, id)).body.code).toBe('approver_is_maker');
    const support = await createPerson(world, { platform: 'platform_support' });
    proposed(await insider.put(`/platform/people/${support.personId}/role`, { role: 'platform_administrator' }));
    await proposedAtTerminal(
      'person',
      'invite',
      '--email',
      'third@example.ug',
      '--name',
      'Third',
      '--platform-role',
      'platform_administrator',
    );
    const staff = (await colleague.get('/platform/people?staff=true')).body.data;
    const administrators = staff.filter((one: Json) => one.platform_role === 'platform_administrator');
    // The first start made one, and the test three.
    expect(administrators).toHaveLength(4);
    // To take a role away needs nobody else.
    expect((await insider.put(`/platform/people/${support.personId}/role`, { role: null })).status).toBe(200);
  });

  test('enter a colleague’s account', async () => {
    const { personId, email } = colleague.credentials;
    await giveApp(world, personId);
    const ids = [
      proposed(await insider.delete(`/platform/people/${personId}/second-factor`)),
      proposed(await insider.post(`/platform/people/${personId}/password-link`, {})),
      await proposedAtTerminal('person', 'remove-second-factor', email),
      await proposedAtTerminal('person', 'reset-password', email),
    ];
    expect((await colleague.get('/me')).body.data.person).toMatchObject({ two_factor_enabled: true });
    for (const id of ids.slice(0, 2)) expect((await decide(insider, id)).body.code).toBe('approver_is_maker');
    const { rows } = await world.database.pool.query('SELECT FROM person_verification WHERE value = $1', [personId]);
    expect(rows).toEqual([]);
    await world.database.pool.query('DELETE FROM person_two_factor WHERE person_id = $1', [personId]);
  });

  test('allow more addresses of a client’s pages, which its owner does alone', async () => {
    const atPlatform = `/platform/clients/${shop.clientId}/dashboard-ips`;
    const list = async () => (await colleague.get(atPlatform)).body.data.allowed_ips;
    const office = ['196.0.3.0/24', '127.0.0.1'];
    // A first list, or a shorter one, keeps people out and lets nobody in.
    expect((await insider.put(atPlatform, { allowed_ips: [...office, '10.0.0.0/8'] })).body.data.proposal).toBeNull();
    expect((await insider.put(atPlatform, { allowed_ips: office })).body.data).toMatchObject({
      allowed_ips: office,
      proposal: null,
    });
    const wider = { allowed_ips: [...office, '203.0.113.9'] };
    const ids = [
      proposed(await insider.put(atPlatform, wider)),
      proposed(await insider.put(`/clients/${shop.clientId}/dashboard-ips`, wider)),
      proposed(await insider.put(atPlatform, { allowed_ips: [] })),
      await proposedAtTerminal('client', 'dashboard-ips', '--client', String(shop.clientId), '--any-address'),
    ];
    expect(await list()).toEqual(office);
    expect((await insider.put(atPlatform, { allowed_ips: ['the office'] })).status).toBe(422);
    const [first = 0, second = 0] = ids;
    expect((await decide(insider, first)).body.code).toBe('approver_is_maker');
    expect((await decide(colleague, first)).body.data.status).toBe('made');
    expect(await list()).toEqual(wider.allowed_ips);
    // The others would replace the list before.
    expect((await decide(colleague, second)).body.code).toBe('not_pending');
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const own = await owner.put(`/clients/${shop.clientId}/dashboard-ips`, { allowed_ips: [] });
    expect([own.status, own.body.data.proposal]).toEqual([200, null]);
    expect(await list()).toEqual([]);
  });

  test('make a live key, whose text only the last approver sees', async () => {
    const words = ['key', 'create', ...wallet, '--permissions', 'wallet:read'];
    const id = await proposedAtTerminal(...words);
    const keys = async () => (await world.terminal.ask('key', 'list', '--client', String(shop.clientId))).length;
    expect(await keys()).toBe(0);
    const { data } = (await decideTogether(id)).body;
    expect(data).toMatchObject({ status: 'made', api_key: expect.stringMatching(/^nsk_live_/) });
    expect((await new Speaker(world.baseUrl, data.api_key).money()).balance).toBe(0);
    expect(JSON.stringify(await seen(id))).not.toContain(data.api_key);
    const { rows } = await world.database.pool.query("SELECT api_key_id, created_by FROM api_key WHERE mode = 'live'");
    expect(rows).toMatchObject([{ created_by: partner.credentials.email }]);
    await proposedAtTerminal('key', 'roll', String(rows[0]?.api_key_id));
    expect(await keys()).toBe(1);
  });

  test('let unsigned requests of a live key in, or let a key pair of their own sign', async () => {
    const [program, own] = [drawKeyPair(), drawKeyPair()];
    const { apiKeyId } = await world.key(shop, { mode: 'live' });
    const change = ['key', 'signing-keys', String(apiKeyId)];
    const fingerprints = async () => {
      const listed = await world.terminal.ask('key', 'list', '--client', String(shop.clientId));
      return listed.find(({ api_key_id: id }: Json) => id === apiKeyId).signing_keys;
    };
    // The first signing key lets nothing in that was refused before.
    expect(await world.terminal.ask(...change, '--add', program.x)).toMatchObject([{ signing_keys: [program.keyId] }]);
    const removal = await proposedAtTerminal(...change, '--remove', program.keyId);
    const exchange = await proposedAtTerminal(...change, '--remove', program.keyId, '--add', own.x);
    const second = await proposedAtTerminal(...change, '--add', own.x);
    expect(await fingerprints()).toEqual([program.keyId]);
    expect((await decide(colleague, exchange, 'reject')).status).toBe(200);
    expect(await fingerprints()).toEqual([program.keyId]);
    // What two people want is made; what was proposed before would replace something else now.
    expect((await decideTogether(second)).body.data.status).toBe('made');
    expect((await fingerprints()).toSorted()).toEqual([program.keyId, own.keyId].toSorted());
    expect((await decide(colleague, removal)).body.data.status).toBe('waiting');
    expect((await decide(partner, removal)).body.code).toBe('not_pending');
    // To take one of two away is no loosening; to take the last one away is.
    expect(await world.terminal.ask(...change, '--remove', own.keyId)).toMatchObject([
      { signing_keys: [program.keyId] },
    ]);
    const last = await proposedAtTerminal(...change, '--remove', program.keyId);
    expect((await decideTogether(last)).body.data.status).toBe('made');
    expect(await fingerprints()).toEqual([]);
    // The client's own people set them alone.
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const path = `/clients/${shop.clientId}/live/keys/${apiKeyId}/signing-keys`;
    for (const keys of [[program.pem], []]) {
      const { status, body } = await owner.put(path, { signing_keys: keys });
      expect([status, body.data.proposal]).toEqual([200, null]);
    }
  });

  test('exchange a signing key by a change that was none when it was judged', async () => {
    const [kept, leaked] = [drawKeyPair(), drawKeyPair()];
    const signingKeys = [kept.pem, leaked.pem];
    const { apiKeyId } = await world.key(shop, { mode: 'live', signingKeys });
    const { pool } = world.database;
    const other = await pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`changes of client ${shop.clientId}`]);
    const asked = world.terminal.run('key', 'signing-keys', String(apiKeyId), '--remove', kept.keyId);
    await waitUntil('the change waits for its turn', async () => {
      const { rows } = await pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
      return rows.length > 0;
    });
    await setSigningKeys(other, { apiKeyId, signingKeys: [kept.pem], actor: serviceActor('owner') });
    await other.query('COMMIT');
    other.release();
    const said = await asked;
    expect([said.exitCode, said.errors.join()]).toEqual([1, expect.stringContaining('has changed; review it')]);
    const { rows } = await pool.query('SELECT signing_keys FROM api_key WHERE api_key_id = $1', [apiKeyId]);
    expect(rows[0].signing_keys).toHaveLength(1);
    expect((await findApiKey(pool, apiKeyId))?.signingKeys).toEqual([kept.x]);
  });

  test('top up a wallet or move a float at the command line', async () => {
    const money = ['--amount', '900000', '--reason', 'Slip', '--external-reference', 'SLIP-1'];
    const id = await proposedAtTerminal('wallet', 'fund', ...wallet, ...money);
    const waiting = (await colleague.get('/platform/adjustments?open=true')).body.data;
    expect(waiting).toMatchObject([{ id, amount: 900_000, status: 'waiting' }]);
    const { rows } = await world.database.owner.query(
      `INSERT INTO operator_account (mode, operator, host, environment, api_user)
       VALUES ('live', 'MTN', '127.0.0.1', 'test', 'test') RETURNING operator_account_id`,
    );
    await world.database.owner.query(
      `INSERT INTO system_account (mode, kind, operator_account_id, normal)
       VALUES ('live', 'collection_float', $1, 'debit'), ('live', 'disbursement_float', $1, 'debit'),
              ('live', 'suspense', $1, 'credit')`,
      [rows[0].operator_account_id],
    );
    const booking = ['--operator', 'mtn', '--mode', 'live', '--float', 'disbursement', '--amount', '70000'];
    const words = ['float', 'fund', ...booking, '--reason', 'From the bank', '--reference', 'BANK-1'];
    const float = await proposedAtTerminal(...words);
    const decided = await decideTogether(float);
    expect(decided.body.message).toBe('Approved. The change was made.');
    const made = decided.body.data;
    expect(made).toMatchObject({ status: 'made', transaction_id: expect.any(Number) });
    const booked = await world.database.pool.query('SELECT details FROM transaction WHERE transaction_id = $1', [
      made.transaction_id,
    ]);
    expect(booked.rows[0]?.details).toMatchObject({ approver: partner.credentials.email });
    // Cut off after the ledger booked it: the duty finds that booking, and books no other one.
    await world.database.owner.query('DELETE FROM change_outcome WHERE change_proposal_id = $1', [float]);
    await waitUntil('the booking is found', async () => (await seen(float)).status === 'made');
    expect((await seen(float)).transaction_id).toBe(made.transaction_id);
    // Cut off before the ledger booked it: the duty books it.
    const cutOff = await proposedAtTerminal(
      'float',
      'fund',
      ...booking,
      '--reason',
      'From the bank',
      '--reference',
      'BANK-2',
    );
    await world.database.pool.query(
      `WITH decided AS (
         INSERT INTO change_decision (change_proposal_id, proposed_by, decision, decided_by, decided_at, digest)
         SELECT change_proposal_id, proposed_by, 'approved', $2, now(), $3 FROM change_proposal WHERE change_proposal_id = $1
         RETURNING *)
       INSERT INTO audit_log (actor, action, subject, details)
       SELECT decided_by, 'proposal.approved', 'service', jsonb_build_object('proposal', change_proposal_id) FROM decided`,
      [cutOff, colleague.credentials.email, (await seen(cutOff)).digest],
    );
    await waitUntil('the approved booking is made', async () => (await seen(cutOff)).status === 'made');
    // The same slip again: proposed, and refused by the ledger.
    const again = (await decideTogether(await proposedAtTerminal(...words))).body.data;
    expect(again).toMatchObject({ status: 'refused', refusal: expect.stringContaining('already booked') });
  });
});

describe('a proposal', () => {
  const raise = async (threshold: number) =>
    proposed(await insider.put(`${atClient()}/approval-threshold`, { threshold }));

  test('is approved once, with what the approver saw, and the change and its two people are in the audit log', async () => {
    const id = await raise(60_000);
    const { digest } = await seen(id);
    const stale = await colleague.post(`/platform/proposals/${id}/approve`, { digest: 'f'.repeat(64) });
    expect(stale.body.code).toBe('not_pending');
    const answers = await Promise.all(
      [1, 2, 3].map(() => colleague.post(`/platform/proposals/${id}/approve`, { digest })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await liveWallet()).toMatchObject({ approval_threshold: 60_000 });
    const { rows } = await world.database.pool.query(
      `SELECT actor, action, details->'change'->>'threshold' AS threshold, on_behalf_of, address,
              (SELECT email FROM person_session JOIN person ON person.id = person_id WHERE person_session.id = session) AS whose,
              shown->'change'->>'threshold' AS shown, shown->'replaces'->>'threshold' AS replaces, shown->>'digest' AS digest
         FROM audit_log WHERE details->>'proposal' = $1 ORDER BY audit_log_id`,
      [String(id)],
    );
    const place = { threshold: '60000', on_behalf_of: 'platform', address: '127.0.0.1' };
    const made = { actor: insider.credentials.email, whose: insider.credentials.email, action: 'proposal.made' };
    const approver = { actor: colleague.credentials.email, whose: colleague.credentials.email };
    expect(rows).toEqual([
      { ...place, ...made, shown: null, replaces: null, digest: null },
      { ...place, ...approver, action: 'proposal.approved', shown: '60000', replaces: '50000', digest },
    ]);
    // What was proposed is written under the name that the proposal has, and not from the address of who approved it.
    const changed = await world.database.pool.query(
      `SELECT actor, address, session, on_behalf_of FROM audit_log
        WHERE action = 'wallet.approval_threshold_set' ORDER BY audit_log_id DESC LIMIT 1`,
    );
    expect(changed.rows).toEqual([
      { actor: insider.credentials.email, address: null, session: null, on_behalf_of: 'platform' },
    ]);
  });

  test('is refused where something else would be replaced by now', async () => {
    const id = await raise(300_000);
    // A tighter threshold needs nobody else.
    expect((await insider.put(`${atClient()}/approval-threshold`, { threshold: 10_000 })).status).toBe(200);
    const answer = await decide(colleague, id);
    expect([answer.body.code, answer.body.message]).toEqual([
      'not_pending',
      expect.stringContaining('has changed since'),
    ]);
    expect(await liveWallet()).toMatchObject({ approval_threshold: 10_000 });
  });

  test('expires', async () => {
    const id = await raise(200_000);
    await world.database.owner.query(
      "UPDATE change_proposal SET proposed_at = proposed_at - interval '8 days' WHERE change_proposal_id = $1",
      [id],
    );
    expect((await seen(id)).status).toBe('expired');
    expect((await decide(colleague, id)).body.code).toBe('not_pending');
  });

  test('of test money is none', async () => {
    const at = `/platform/clients/${shop.clientId}/test`;
    expect((await insider.put(`${at}/approval-threshold`, { threshold: 5 })).body.data.proposal).toBeNull();
    expect((await insider.put(`${at}/approval-threshold`, { threshold: null })).body.data.proposal).toBeNull();
  });

  test('is not decided by support, nor shown to a client’s people', async () => {
    const id = await raise(100_000);
    const support = await signedIn(world, { platform: 'platform_support' });
    expect((await decide(support, id)).status).toBe(403);
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    expect((await owner.get(`/platform/proposals/${id}`)).status).toBe(403);
    expect((await owner.get('/service-state')).body.data).toMatchObject({ waiting_on_platform: null });
    const state = (await support.get('/service-state')).body.data;
    const waiting = (await support.get('/platform/waiting')).body.data;
    expect(waiting.map(({ page }: Json) => page)).toContain(`/platform/proposals/${id}`);
    expect(state).toMatchObject({ is_rehearsal: false, is_live_enabled: true, waiting_on_platform: waiting.length });
  });

  test('of one person is not approved by the database either', async () => {
    const id = await raise(150_000);
    const { email } = insider.credentials;
    await expect(
      world.database.pool.query(
        `INSERT INTO change_decision (change_proposal_id, proposed_by, decision, decided_by, decided_at, digest)
         VALUES ($1, $2, 'approved', $2, now(), repeat('0', 64))`,
        [id, email],
      ),
    ).rejects.toThrow(/two_people/);
  });
});

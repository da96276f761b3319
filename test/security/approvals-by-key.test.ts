import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeApiKey } from '../../src/access/api-keys.ts';
import { serviceActor } from '../../src/access/audit-log.ts';
import { enterByLink, type Person, type SignedIn, signedIn } from '../dashboard/person.ts';
import { enableLiveMode } from '../database.ts';
import { type Answer, type Business, type Json, Speaker, World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';

/** Decisions of API keys about payments that wait: who is no second person through a key either. */

let world: World;
let office: Business;
let partner: Business;
let owner: Person;
let colleague: Person;
let developer: Person;
let desk: string;

beforeAll(async () => {
  // More keys than a client has: nearly each case uses new ones.
  world = await World.open({ NSIMBI_CLIENT_LIVE_KEYS: '1000' });
  office = await world.business('Head Office', 2_000_000);
  partner = await world.business('Partner');
  await world.fund(office, 'live', 5_000_000);
  const { clientId } = office;
  owner = await signedIn(world, { clients: { [clientId]: 'client_owner' } });
  colleague = await signedIn(world, { clients: { [clientId]: 'client_owner' } });
  developer = await signedIn(world, { clients: { [clientId]: 'client_developer' } });
  desk = `/clients/${clientId}/live`;
  for (const mode of ['live', 'test']) {
    const wallet = ['--client', String(clientId), '--mode', mode];
    await world.terminal.ask('client', 'approval-threshold', ...wallet, '--amount', '50000');
  }
  await enableLiveMode(world.database);
});
afterAll(async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
  await world.close();
});

const permissions = ['wallet:read', 'wallet:send', 'approvals:decide'];

interface Program extends Speaker {
  readonly apiKeyId: number;
}

/** A program with a key that a person creates on the page. Each key has a window of its own. */
async function programOf(person: SignedIn, mode: 'live' | 'test' = 'live'): Promise<Program> {
  const path = `/clients/${office.clientId}/${mode}/keys`;
  const { body } = await person.post(path, { name: 'Program', permissions });
  return Object.assign(new Speaker(world.baseUrl, body.data.api_key), { apiKeyId: body.data.id });
}

/** A payment of 60,000 shillings to another wallet that waits, so that its end is known with its approval. */
async function pay(program: Speaker): Promise<number> {
  const { body } = await program.send(partner.phone, 60_000);
  expect(body.data).toMatchObject({ status: 'pending', requires_approval: true });
  return body.data.transaction_id;
}

const approve = (program: Speaker, id: number, amount = 60_000) => program.post(`/approvals/${id}/approve`, { amount });
const reject = (program: Speaker, id: number, body: object = {}) => program.post(`/approvals/${id}/reject`, body);

const refused = ({ status, body }: Answer) => [status, body.code];

async function actsOn(id: number): Promise<Json[]> {
  const { rows } = await world.database.pool.query(
    "SELECT actor, action, details, shown FROM audit_log WHERE subject = $1 AND action ~ '^transaction[.]' ORDER BY audit_log_id",
    [`transaction ${id}`],
  );
  return rows;
}

describe('a live payment', () => {
  test('is approved with a key of another person than the one behind the key that made it', async () => {
    const id = await pay(await programOf(owner));
    const program = await programOf(colleague);
    const { data } = (await program.get(`/approvals/${id}`)).body;
    expect(data).toMatchObject({ amount: 60_000, responsible: owner.credentials.email, approvers_needed: 1 });
    expect((await approve(program, id)).body).toMatchObject({
      message: 'The payment was approved.',
      data: { transaction_id: id, status: 'completed' },
    });
    const { email } = colleague.credentials;
    expect(await actsOn(id)).toEqual([
      {
        actor: `api_key:${program.apiKeyId}`,
        action: 'transaction.approved',
        details: { approver: email, person_behind_key: email },
        shown: data,
      },
    ]);
  });

  test('is not approved with the key that made it, nor with another key of the same person', async () => {
    const maker = await programOf(owner);
    const id = await pay(maker);
    expect(refused(await approve(maker, id))).toEqual([422, 'approver_is_maker']);
    expect(refused(await approve(await programOf(owner), id))).toEqual([422, 'approver_is_maker']);
    expect((await maker.transaction(id)).status).toBe('pending');
  });

  test('is not approved with a key of the person who made it in the dashboard', async () => {
    const { body } = await owner.post(
      `${desk}/send-money`,
      { recipient_phone: partner.phone, amount: 60_000 },
      { 'idempotency-key': 'rent-1' },
    );
    const id = body.data.transaction_id;
    expect(refused(await approve(await programOf(owner), id))).toEqual([422, 'approver_is_maker']);
    expect((await approve(await programOf(colleague), id)).body).toMatchObject({ data: { status: 'completed' } });
  });

  test('is not approved with a key that the maker has rolled, and is with one that another person has rolled', async () => {
    const maker = await programOf(owner);
    const id = await pay(maker);
    const roll = async (person: SignedIn, { apiKeyId }: Program) => {
      const { body } = await person.post(`${desk}/keys/${apiKeyId}/roll`, { overlap_hours: 0 });
      return Object.assign(new Speaker(world.baseUrl, body.data.api_key), { apiKeyId: body.data.id });
    };
    const byMaker = await roll(owner, await programOf(colleague));
    expect(refused(await approve(byMaker, id))).toEqual([422, 'approver_is_maker']);
    expect((await approve(await roll(colleague, byMaker), id)).body).toMatchObject({ data: { status: 'completed' } });
  });

  test('is decided about with no key behind which no person is known', async () => {
    const id = await pay(await programOf(owner));
    const unknown = await world.as(office, { mode: 'live' });
    expect(refused(await approve(unknown, id))).toEqual([403, 'second_person_required']);
    expect(refused(await reject(unknown, id))).toEqual([403, 'second_person_required']);
  });

  test('is decided about with no key of a developer, who creates keys and may not decide', async () => {
    const id = await pay(await programOf(owner));
    const program = await programOf(developer);
    expect(refused(await approve(program, id))).toEqual([403, 'forbidden']);
    expect(refused(await reject(program, id))).toEqual([403, 'forbidden']);
    expect((await program.get(`/approvals/${id}`)).status).toBe(200);
  });

  test('is decided about with no key of a person who has left', async () => {
    const id = await pay(await programOf(owner));
    const former = await signedIn(world, { clients: { [office.clientId]: 'client_owner' } });
    const program = await programOf(former);
    const removed = await colleague.delete(`/clients/${office.clientId}/team/${former.credentials.personId}`);
    expect(removed.status).toBe(200);
    expect(refused(await approve(program, id))).toEqual([403, 'forbidden']);
  });

  test('is not approved with a key of an account whose password link the maker has seen', async () => {
    const email = 'accomplice@example.ug';
    const invitation = { email, name: 'Accomplice', role: 'client_owner' };
    const invited = await owner.post(`/clients/${office.clientId}/team`, invitation);
    const accomplice = await enterByLink(world.baseUrl, invited.body.data.link, email);
    const program = await programOf(accomplice);
    const id = await pay(await programOf(owner));
    expect(refused(await approve(program, id))).toEqual([403, 'second_person_required']);
    expect(refused(await approve(await programOf(owner), await pay(program)))).toEqual([403, 'second_person_required']);
    expect((await approve(await programOf(colleague), id)).body).toMatchObject({ data: { status: 'completed' } });
  });

  test('needs two persons where nobody known is behind its key, through keys too', async () => {
    const id = await pay(await world.as(office, { mode: 'live' }));
    const first = await programOf(owner);
    const second = await programOf(colleague);
    for (const program of [first, first, await programOf(owner)]) {
      expect((await approve(program, id)).body).toMatchObject({
        message: 'The payment was approved; another person must approve it too.',
        data: { status: 'pending' },
      });
    }
    const seen = (await owner.get(`${desk}/approvals/${id}`)).body.data;
    expect(seen).toMatchObject({ first_approver: owner.credentials.email, may_approve: false });
    expect((await approve(second, id)).body).toMatchObject({ data: { status: 'completed' } });
    for (const program of [first, second]) {
      expect((await approve(program, id)).body).toMatchObject({ data: { status: 'completed' } });
    }
    expect((await actsOn(id)).map(({ actor }) => actor)).toEqual([
      `api_key:${first.apiKeyId}`,
      `api_key:${second.apiKeyId}`,
    ]);
    // The audit at the end compares a first approval that still waits for the second one with the act.
    const waiting = await pay(await world.as(office, { mode: 'live' }));
    expect((await approve(first, waiting)).body).toMatchObject({ data: { status: 'pending' } });
  });

  test('counts one approval of a person who approves first with a key and then in the dashboard', async () => {
    const id = await pay(await world.as(office, { mode: 'live' }));
    await approve(await programOf(owner), id);
    const { shown } = (await owner.get(`${desk}/approvals/${id}`)).body.data;
    const again = await owner.post(`${desk}/approvals/${id}/approve`, { shown });
    expect(again.body).toMatchObject({ data: { status: 'pending' } });
    const other = (await colleague.get(`${desk}/approvals/${id}`)).body.data;
    const ended = await colleague.post(`${desk}/approvals/${id}/approve`, { shown: other.shown });
    expect(ended.body).toMatchObject({ data: { status: 'completed' } });
  });

  test('is approved once when keys of two persons approve it at once', async () => {
    const id = await pay(await programOf(owner));
    const another = await signedIn(world, { clients: { [office.clientId]: 'client_owner' } });
    const programs = [await programOf(colleague), await programOf(another)];
    const answers = await Promise.all(programs.map((program) => approve(program, id)));
    expect(answers.map(refused).toSorted()).toEqual([
      [200, undefined],
      [422, 'not_pending'],
    ]);
    expect(await actsOn(id)).toHaveLength(1);
  });

  test('is approved once when the same request arrives several times at once, and each has the same answer', async () => {
    const id = await pay(await programOf(owner));
    const program = await programOf(colleague);
    const answers = await Promise.all([1, 2, 3, 4].map(() => approve(program, id)));
    for (const { status, body } of answers) {
      expect([status, body.data]).toMatchObject([200, { transaction_id: id, status: 'completed' }]);
    }
    expect(await actsOn(id)).toHaveLength(1);
  });

  test('is not seen and not decided about with a test key, a key of another client, or one that lacks the permission', async () => {
    const id = await pay(await programOf(owner));
    const strangers = [await programOf(colleague, 'test'), await world.as(partner, { mode: 'live' })];
    const others = await signedIn(world, { clients: { [partner.clientId]: 'client_owner' } });
    const made = await others.post(`/clients/${partner.clientId}/live/keys`, { name: 'Program', permissions });
    strangers.push(new Speaker(world.baseUrl, made.body.data.api_key) as Program);
    for (const stranger of strangers) {
      expect((await stranger.get(`/approvals/${id}`)).status).toBe(404);
      expect((await stranger.get('/approvals')).body.data).toEqual([]);
      expect([403, 404]).toContain((await approve(stranger, id)).status);
      expect([403, 404]).toContain((await reject(stranger, id)).status);
    }
    const reader = await world.as(office, { mode: 'live', permissions: ['approvals:read', 'wallet:send'] });
    expect(refused(await approve(reader, id))).toEqual([403, 'forbidden']);
    expect(refused(await reject(reader, id))).toEqual([403, 'forbidden']);
    expect((await reader.get(`/approvals/${id}`)).status).toBe(200);
  });

  test('is not approved with a key that was revoked', async () => {
    const id = await pay(await programOf(owner));
    const program = await programOf(colleague);
    expect((await program.get(`/approvals/${id}`)).status).toBe(200);
    await revokeApiKey(world.database.pool, { apiKeyId: program.apiKeyId, actor: serviceActor('test') });
    // A process knows it within a second.
    await expect.poll(async () => (await program.get(`/approvals/${id}`)).status).toBe(401);
    expect(refused(await approve(program, id))).toEqual([401, 'unauthorized']);
    expect((await (await programOf(owner)).transaction(id)).status).toBe('pending');
  });
});

describe('a payment that waits', () => {
  test('is approved only with its amount, also when that is repeated', async () => {
    const id = await pay(await programOf(owner));
    const program = await programOf(colleague);
    const wrong = { code: 'invalid_request', errors: { amount: ['amount must be 60000, as the approval says.'] } };
    expect((await approve(program, id, 59_999)).body).toMatchObject(wrong);
    expect((await program.post(`/approvals/${id}/approve`, {})).body).toMatchObject({ code: 'invalid_request' });
    expect((await approve(program, id)).status).toBe(200);
    expect((await approve(program, id, 59_999)).body).toMatchObject(wrong);
  });

  test('is not approved while its wallet is frozen, and is rejected', async () => {
    const maker = await programOf(owner);
    const id = await pay(maker);
    const program = await programOf(colleague);
    const wallet = ['--client', String(office.clientId), '--mode', 'live'];
    await world.terminal.ask('client', 'freeze', ...wallet);
    expect(refused(await approve(program, id))).toEqual([422, 'wallet_frozen']);
    expect((await reject(program, id)).body).toMatchObject({ data: { status: 'failed' } });
    await world.terminal.ask('client', 'unfreeze', ...wallet);
  });

  test('is rejected with a reason, once, by its own maker too, and is not approved afterwards', async () => {
    const maker = await programOf(owner);
    const id = await pay(maker);
    const { balance } = await maker.money();
    const program = await programOf(colleague);
    for (const times of [1, 2]) {
      const answer = await reject(program, id, { reason: ' Paid before ' });
      expect(answer.body, `${times}`).toMatchObject({ success: true, data: { status: 'failed' } });
    }
    expect(await maker.transaction(id)).toMatchObject({
      failure_code: 'approval_rejected',
      failure_reason: 'Paid before',
    });
    expect((await maker.money()).balance).toBe(balance + 60_000);
    expect(refused(await approve(program, id))).toEqual([422, 'not_pending']);
    expect(refused(await reject(maker, id))).toEqual([422, 'not_pending']);
    expect(await actsOn(id)).toMatchObject([
      { action: 'transaction.rejected', details: { reason: 'Paid before', approver: colleague.credentials.email } },
    ]);
    const own = await pay(maker);
    expect((await reject(maker, own)).body).toMatchObject({ data: { status: 'failed' } });
    const types = (await (await world.as(office, { mode: 'live' })).events())
      .filter(({ data }) => data.id === own)
      .map(({ type }) => type);
    expect(types).toEqual([
      ...['transaction.created', 'wallet.debited', 'transaction.pending'],
      ...['transaction.failed', 'send_money.failed', 'wallet.credited'],
    ]);
  });

  test('is not approved with a key when its time is over, also before a worker has failed it', async () => {
    const id = await pay(await programOf(owner));
    // No worker claims it.
    await world.database.pool.query(
      "UPDATE approval SET due_at = trusted_now() - interval '1 s', lease_token = gen_random_uuid(), lease_until = trusted_now() + interval '1 h' WHERE transaction_id = $1",
      [id],
    );
    expect(refused(await approve(await programOf(colleague), id))).toEqual([422, 'not_pending']);
    await reject(await programOf(colleague), id);
  });
});

describe('a test payment', () => {
  test('is approved with another key than the one that made it, of the same person too, and by none that made it', async () => {
    const maker = await programOf(owner, 'test');
    const id = await pay(maker);
    expect(refused(await approve(maker, id))).toEqual([422, 'approver_is_maker']);
    const program = await programOf(owner, 'test');
    expect((await approve(program, id)).body).toMatchObject({ data: { status: 'completed' } });
    expect((await approve(program, id)).body).toMatchObject({ data: { status: 'completed' } });
    expect(await actsOn(id)).toMatchObject([
      {
        actor: `api_key:${program.apiKeyId}`,
        details: { approver: `api_key:${program.apiKeyId}`, person_behind_key: owner.credentials.email },
      },
    ]);
  });

  test('is not approved with a live key', async () => {
    const id = await pay(await programOf(owner, 'test'));
    expect(refused(await approve(await programOf(colleague), id))).toEqual([404, 'not_found']);
  });
});

test('the payments that wait come in pages, the oldest first', async () => {
  const maker = await programOf(owner, 'test');
  const made: number[] = [];
  for (let count = 0; count < 3; count += 1) made.push(await pay(maker));
  const read: number[] = [];
  for (let cursor: string | null = String(Number(made[0]) - 1); cursor !== null; ) {
    const { body }: Answer = await maker.get(`/approvals?limit=2&cursor=${cursor}`);
    read.push(...body.data.map((one: Json) => one.transaction_id));
    cursor = body.pagination.next_cursor;
  }
  expect(read).toEqual(made);
  for (const id of made) await reject(maker, id);
});

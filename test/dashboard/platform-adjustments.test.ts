import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceActor } from '../../src/access/audit-log.ts';
import { decideAdjustment } from '../../src/adjustments/decide.ts';
import { findProposal } from '../../src/adjustments/find-proposals.ts';
import { commandOf, digestOf } from '../../src/adjustments/proposal.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { enableLiveMode } from '../database.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Credentials, type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let maker: SignedIn & { readonly credentials: Credentials };
let checker: SignedIn & { readonly credentials: Credentials };
let support: SignedIn;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop');
  maker = await signedIn(world, { platform: 'platform_administrator' });
  checker = await signedIn(world, { platform: 'platform_administrator' });
  support = await signedIn(world, { platform: 'platform_support' });
  await enableLiveMode(world.database);
});
afterAll(() => world.close());

const topUp = { type: 'deposit', direction: 'in', amount: 250_000, reason: 'Cash at the counter' };
let forms = 0;

function propose(body: object, mode = 'live', key?: string, who = maker as SignedIn) {
  forms += 1;
  const path = `/platform/clients/${shop.clientId}/${mode}/adjustments`;
  return who.post(path, body, { 'idempotency-key': key ?? `form-${forms}` });
}

async function balance(mode: 'live' | 'test'): Promise<number> {
  return (await support.get(`/platform/clients/${shop.clientId}`)).body.data[mode].balance;
}

async function decisionOf(id: number): Promise<Json> {
  return (await support.get(`/platform/adjustments/${id}`)).body.data;
}

describe('a top-up of live money', () => {
  it('is booked once, when another person approves exactly what was proposed', async () => {
    const proposed = await propose({ ...topUp, external_reference: 'SLIP-1' });
    expect(proposed.body.data).toMatchObject({ status: 'waiting', amount: 250_000, client_name: 'Corner Shop' });
    const { id, digest } = proposed.body.data;
    expect(await balance('live')).toBe(0);

    const alone = await maker.post(`/platform/adjustments/${id}/approve`, { digest });
    expect(alone.body.code).toBe('approver_is_maker');
    const other = await checker.post(`/platform/adjustments/${id}/approve`, { digest: 'a'.repeat(64) });
    expect(other.body.code).toBe('not_pending');
    expect((await support.post(`/platform/adjustments/${id}/approve`, { digest })).status).toBe(403);
    expect(await balance('live')).toBe(0);

    const clicks = await Promise.all(
      Array.from({ length: 5 }, () => checker.post(`/platform/adjustments/${id}/approve`, { digest })),
    );
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(clicks.map(({ body }) => body.data.transaction_id)).size).toBe(1);
    expect(await decisionOf(id)).toMatchObject({
      status: 'booked',
      decision: { decision: 'approved', by: checker.credentials.email },
    });
    expect(await balance('live')).toBe(250_000);
    expect(await world.transactionCount(shop.wallets.live)).toBe(1);
  });

  it('is proposed once by a form that is sent twice', async () => {
    const body = { ...topUp, external_reference: 'SLIP-2' };
    const [first, second] = await Promise.all([propose(body, 'live', 'form-a'), propose(body, 'live', 'form-a')]);
    expect(first.body.data.id).toBe(second.body.data.id);
    const changed = await propose({ ...body, amount: 260_000 }, 'live', 'form-a');
    expect(changed.body.code).toBe('idempotency_key_reused');
    expect((await propose(body, 'live', 'form-a', checker)).body.data.id).not.toBe(first.body.data.id);
  });

  it('needs a document that is not booked yet, and a form’s key', async () => {
    expect((await propose(topUp)).body.errors).toHaveProperty('external_reference');
    for (const slip of ['SLIP-1', 'slip-1', 'SLIP 1']) {
      const used = await propose({ ...topUp, external_reference: slip });
      expect([slip, used.body.code, Object.keys(used.body.errors)]).toEqual([
        slip,
        'external_reference_used',
        ['external_reference'],
      ]);
    }
    const out = await propose({ ...topUp, direction: 'out', external_reference: 'SLIP-9' });
    expect(out.body.errors).toHaveProperty('direction');
    expect((await propose({ ...topUp, amount: 0, external_reference: 'SLIP-9' })).body.code).toBe('amount_too_small');
    expect((await propose({ ...topUp, reason: '  ', external_reference: 'SLIP-9' })).body.errors).toHaveProperty(
      'reason',
    );
    const noKey = await maker.post(`/platform/clients/${shop.clientId}/live/adjustments`, topUp);
    expect(noKey.body.errors).toHaveProperty('Idempotency-Key');
    expect((await propose({ ...topUp, at_once: true, external_reference: 'SLIP-9' })).body.errors).toHaveProperty(
      'at_once',
    );
  });

  it('of one document that was proposed twice is booked for the first', async () => {
    const [one, two] = [
      (await propose({ ...topUp, external_reference: 'SLIP-3' })).body.data,
      (await propose({ ...topUp, external_reference: 'slip 3' })).body.data,
    ];
    expect([one.external_reference, two.external_reference]).toEqual(['SLIP-3', 'slip 3']);
    const before = await balance('live');
    const answers = await Promise.all(
      [one, two].map(({ id, digest }) => checker.post(`/platform/adjustments/${id}/approve`, { digest })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'external_reference_used')).toHaveLength(1);
    expect(await balance('live')).toBe(before + 250_000);
  });

  it('that was rejected stays so, and its document may be proposed again', async () => {
    const { id, digest } = (await propose({ ...topUp, external_reference: 'SLIP-4' })).body.data;
    const rejected = await checker.post(`/platform/adjustments/${id}/reject`, { digest, comment: 'Not our slip' });
    expect(rejected.body.data).toMatchObject({ status: 'rejected', decision: { comment: 'Not our slip' } });
    const late = await checker.post(`/platform/adjustments/${id}/approve`, { digest });
    expect([late.status, late.body.code]).toEqual([422, 'not_pending']);
    expect((await propose({ ...topUp, external_reference: 'SLIP-4' })).status).toBe(200);
    const waiting = (await support.get('/platform/adjustments?open=true')).body.data.map((one: Json) => one.id);
    expect(waiting).not.toContain(id);
    expect((await support.get('/platform/adjustments?open=false')).body.data.map((one: Json) => one.id)).toContain(id);
  });

  it('is rejected with a comment of some lines, and none that cannot be kept', async () => {
    const { id, digest } = (await propose({ ...topUp, external_reference: 'SLIP-8' })).body.data;
    const reject = (comment: string) => checker.post(`/platform/adjustments/${id}/reject`, { digest, comment });
    const refused = await reject('No\u0000');
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['comment']]);
    expect((await reject('No slip.\nAsk the counter.')).body.data.decision.comment).toBe('No slip.\nAsk the counter.');
  });

  it('cannot be taken out of a wallet that has too little, and says so', async () => {
    const much = { ...topUp, type: 'adjustment', direction: 'out', amount: 900_000_000, external_reference: 'SLIP-5' };
    const { id, digest } = (await propose(much)).body.data;
    const approved = await checker.post(`/platform/adjustments/${id}/approve`, { digest });
    expect(approved.body.data.status).toBe('refused');
    expect(approved.body.data.refusal).toContain('UGX 900,000,000');
  });

  it('cannot be approved alone past the service either', async () => {
    const { id, digest } = (await propose({ ...topUp, external_reference: 'SLIP-6' })).body.data;
    const { email } = maker.credentials;
    await expect(
      world.database.pool.query(
        `INSERT INTO adjustment_decision (adjustment_proposal_id, mode, proposed_by, decision, decided_by, digest)
         VALUES ($1, 'live', $2, 'approved', $2, $3)`,
        [id, email, digest],
      ),
    ).rejects.toThrow(/live_money_needs_two/);
  });
});

describe('a top-up that is cut off', () => {
  it('after its approval is booked without anybody', async () => {
    const before = await balance('live');
    const { id, digest } = (await propose({ ...topUp, external_reference: 'SLIP-7' })).body.data;
    const actor = serviceActor(checker.credentials.email);
    const decision = {
      proposalId: id,
      decision: 'approved',
      actor,
      digest,
      comment: null,
      settings: { secondPersonAfterMs: 1, rehearsal: false },
    } as const;
    await decideAdjustment(world.database.pool, decision);
    await waitUntil('the approved top-up is booked', async () => (await decisionOf(id)).status === 'booked');
    expect(await balance('live')).toBe(before + 250_000);
  });

  it('after the ledger has booked it is not booked again', async () => {
    const before = await balance('live');
    const { pool, target } = world.database;
    const { id } = (await propose({ ...topUp, external_reference: 'SLIP-8' })).body.data;
    const proposal = await findProposal(pool, id);
    if (proposal === null) throw new Error('nothing was proposed');
    const by = checker.credentials.email;
    // As the process that stops between the ledger and the note of it: the money is there, the outcome is not.
    const writer = new Writer({ target });
    const booked = await writer.submit(commandOf(proposal, by));
    await writer.close();
    if (booked.is !== 'done') throw new Error(`the ledger answered ${booked.is}`);
    await pool.query(
      `INSERT INTO adjustment_decision (adjustment_proposal_id, mode, proposed_by, decision, decided_by, digest)
       VALUES ($1, 'live', $2, 'approved', $3, $4)`,
      [id, proposal.proposedBy, by, digestOf(proposal)],
    );
    await waitUntil('the outcome is noted', async () => (await decisionOf(id)).status !== 'approved');
    expect(await decisionOf(id)).toMatchObject({
      status: 'booked',
      transaction_id: booked.transaction.transactionId,
    });
    expect(await balance('live')).toBe(before + 250_000);
  });
});

describe('a correction of test money', () => {
  it('may be done at once by one person, once', async () => {
    const body = { ...topUp, at_once: true };
    const [first, again] = await Promise.all([propose(body, 'test', 'test-form'), propose(body, 'test', 'test-form')]);
    expect(first.body.data.status).toBe('booked');
    expect(again.body.data.transaction_id).toBe(first.body.data.transaction_id);
    expect(await balance('test')).toBe(250_000);
    const out = { type: 'adjustment', direction: 'out', amount: 50_000, reason: 'Counted twice', at_once: true };
    expect((await propose(out, 'test')).body.data.status).toBe('booked');
    expect(await balance('test')).toBe(200_000);
  });
});

describe('the list', () => {
  it('turns pages without losing or repeating any', async () => {
    const all = (await support.get('/platform/adjustments?limit=100')).body.data.map((one: Json) => one.id);
    const paged: number[] = [];
    for (let cursor = ''; ; ) {
      const { data, pagination } = (await support.get(`/platform/adjustments?limit=3${cursor}`)).body;
      paged.push(...data.map((one: Json) => one.id));
      if (!pagination.has_more) break;
      cursor = `&cursor=${pagination.next_cursor}`;
    }
    expect(paged).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    expect((await owner.get('/platform/adjustments')).status).toBe(403);
  });
});

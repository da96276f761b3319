import { hash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeLiveMode } from '../database.ts';
import { type Answer, type Business, type Json, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let administrator: SignedIn;
let support: SignedIn;
beforeAll(async () => {
  world = await World.open();
  // One administrator alone; with two, as of test/security.
  await beforeLiveMode(world.database);
  shop = await world.business('Corner Shop', 1_000_000);
  administrator = await signedIn(world, { platform: 'platform_administrator' });
  support = await signedIn(world, { platform: 'platform_support' });
});
afterAll(() => world.close());

const band = (more: object = {}) => ({ up_to: null, fixed: 0, basis_points: 0, minimum: 0, maximum: null, ...more });
const tiers = [band({ up_to: 50_000, fixed: 500 }), band({ basis_points: 100, maximum: 5_000 })];

let forms = 0;

/** Sends the form; its key is a new one unless it is given. */
function setFees(body: object, key = `form-${++forms}`): Promise<Answer> {
  return administrator.post('/platform/fees', body, { 'idempotency-key': key });
}

/** Has a schedule be one that a form with this body added, as if its time had come meanwhile. */
async function sentLongAgo(feeScheduleId: number, body: object): Promise<void> {
  const fingerprint = hash('sha256', `POST /platform/fees\n${JSON.stringify(body)}`, 'base64url');
  const client = new pg.Client({ connectionString: world.database.target.connectionString });
  await client.connect();
  await client.query('UPDATE nsimbi.fee_schedule SET fingerprint = $2 WHERE fee_schedule_id = $1', [
    feeScheduleId,
    fingerprint,
  ]);
  await client.end();
}

async function inForce(operation: string, clientId: number | null = null): Promise<Json> {
  const query = clientId === null ? '' : `?client_id=${clientId}`;
  const { schedules } = (await support.get(`/platform/fees${query}`)).body.data;
  return schedules.find(
    (one: Json) => one.operation === operation && one.state === 'in_force' && one.client_id === clientId,
  );
}

describe('fees at the platform’s desk', () => {
  it('show what amounts would cost, by the rule that payments are charged by', async () => {
    const preview = await support.post('/platform/fees/preview', {
      operation: 'withdrawal',
      bands: tiers,
      amounts: [50_000, 50_001, 900_000],
    });
    expect(preview.body.data).toEqual([
      { amount: 50_000, fee: 500, gross: 50_500, net: 50_000, fee_now: 1_750 },
      { amount: 50_001, fee: 500, gross: 50_501, net: 50_001, fee_now: 1_750 },
      { amount: 900_000, fee: 5_000, gross: 905_000, net: 900_000, fee_now: 31_500 },
    ]);
    const much = { operation: 'collection', bands: [band({ fixed: 2_000 })], amounts: [2_000] };
    expect((await support.post('/platform/fees/preview', much)).body.data[0]).toMatchObject({ net: null, fee: 2_000 });
  });

  it('that were set are charged by every process a moment later, and the ones before stay as history', async () => {
    const other = await world.startAnother();
    const before = await inForce('withdrawal');
    const set = await setFees({ operation: 'withdrawal', bands: tiers });
    expect(set.body.data).toMatchObject({ state: 'in_force', bands: tiers });
    const api = await world.as(shop);
    for (const speaker of [api, api.at(other)]) {
      await waitUntil('the new fee is charged', async () => {
        const { data } = (await speaker.get('/wallet/fees?operation=withdrawal&amount=40000')).body;
        return data.fee_amount === 500;
      });
    }
    expect((await inForce('withdrawal')).id).toBe(set.body.data.id);
    const { schedules } = (await support.get('/platform/fees')).body.data;
    expect(schedules.find((one: Json) => one.id === before.id).state).toBe('past');
    const acts = (await support.get('/platform/audit-log?action=fees.set')).body.data;
    expect(acts[0].subject).toBe(`fee_schedule ${set.body.data.id}`);
  });

  it('of one client count for it alone, and later ones are planned', async () => {
    const own = { operation: 'collection', client_id: shop.clientId, bands: [band({ basis_points: 50 })] };
    expect((await setFees(own)).status).toBe(200);
    const planned = await setFees({ ...own, effective_from: '2099-01-01T00:00:00Z' });
    expect(planned.body.data.state).toBe('planned');
    expect((await inForce('collection', shop.clientId)).bands[0].basis_points).toBe(50);
    expect((await inForce('collection')).bands[0].basis_points).toBe(500);
    const { clients } = (await support.get('/platform/fees')).body.data;
    expect(clients).toEqual([{ client_id: shop.clientId, name: 'Corner Shop' }]);
  });

  it('of one client are taken away again, and those of everybody are charged a moment later', async () => {
    const client = await world.business('Own Fees', 1_000_000);
    const own = { operation: 'collection', client_id: client.clientId };
    const nothing = await administrator.post('/platform/fees/clear', own);
    expect([nothing.status, nothing.body.errors]).toEqual([422, { client_id: [expect.any(String)] }]);
    await setFees({ ...own, bands: [band({ fixed: 7 })] });
    const api = await world.as(client);
    const isCharged = (fee: number) =>
      waitUntil(`the fee is ${fee}`, async () => {
        const { data } = (await api.get('/wallet/fees?operation=collection&amount=10000')).body;
        return data.fee_amount === fee;
      });
    await isCharged(7);
    expect((await support.post('/platform/fees/clear', own)).status).toBe(403);
    const cleared = await administrator.post('/platform/fees/clear', own);
    expect(cleared.body.data).toMatchObject({ state: 'in_force', client_id: client.clientId, bands: null });
    await isCharged(500);
    expect((await inForce('collection', client.clientId)).id).toBe(cleared.body.data.id);
    const [act] = (await support.get('/platform/audit-log?action=fees.cleared')).body.data;
    expect(act.subject).toBe(`fee_schedule ${cleared.body.data.id}`);
    expect((await administrator.post('/platform/fees/clear', own)).status).toBe(422);
  });

  it.each([
    ['no band at all', { bands: [] }, 'bands.0.up_to'],
    ['an end of the last band', { bands: [band({ up_to: 5 })] }, 'bands.0.up_to'],
    ['bands out of order', { bands: [band({ up_to: 9 }), band({ up_to: 5 }), band()] }, 'bands.1.up_to'],
    ['more than everything', { bands: [band({ basis_points: 10_001 })] }, 'bands.0.basis_points'],
    ['a maximum below the minimum', { bands: [band(), band({ minimum: 9, maximum: 5 })] }, 'bands.1.maximum'],
    ['a beginning in the past', { bands: [band()], effective_from: '2020-01-01T00:00:00Z' }, 'effective_from'],
    ['a client that is none', { bands: [band()], client_id: 999_999 }, 'client_id'],
    ['half a shilling', { bands: [band({ fixed: 0.5 })] }, 'bands'],
    ['an operation that is none', { bands: [band()], operation: 'gift' }, 'operation'],
  ])('are refused with %s, beside the field', async (_what, wrong, field) => {
    const before = (await support.get('/platform/fees')).body.data.schedules.length;
    const answer = await setFees({ operation: 'withdrawal', ...wrong });
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_request']);
    expect(Object.keys(answer.body.errors)).toContain(field);
    expect((await support.get('/platform/fees')).body.data.schedules).toHaveLength(before);
  });

  it('are set once by a form that is sent again, also at the same moment', async () => {
    const form = { operation: 'send_money_internal', bands: [band({ fixed: 11 })] };
    const answers = await Promise.all([setFees(form, 'once'), setFees(form, 'once'), setFees(form, 'once')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [first, ...others] = answers.map(({ body }) => body.data);
    expect(others).toEqual([first, first]);
    expect((await setFees({ ...form, bands: [band({ fixed: 12 })] }, 'once')).body.code).toBe('idempotency_key_reused');
    const { schedules } = (await support.get('/platform/fees')).body.data;
    expect(schedules.filter((one: Json) => one.bands?.[0].fixed === 11)).toHaveLength(1);
    const acts = (await support.get('/platform/audit-log?action=fees.set')).body.data;
    expect(acts.filter((act: Json) => act.subject === `fee_schedule ${first.id}`)).toHaveLength(1);
  });

  it('are set once by a form that is sent again when the time in it has come', async () => {
    const form = (effective_from: string) => ({ operation: 'send_money_internal', bands: [band()], effective_from });
    const planned = await setFees(form('2099-01-01T00:00:00Z'), 'planned');
    const past = form('2020-01-01T00:00:00Z');
    await sentLongAgo(planned.body.data.id, past);
    const again = await setFees(past, 'planned');
    expect([again.status, again.body.data.id]).toEqual([200, planned.body.data.id]);
    expect((await setFees(past)).status).toBe(422);
  });

  it('are not set without a key of the form', async () => {
    const answer = await administrator.post('/platform/fees', { operation: 'withdrawal', bands: tiers });
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_request']);
  });

  it('are changed by administrators alone', async () => {
    expect((await support.post('/platform/fees', { operation: 'withdrawal', bands: tiers })).status).toBe(403);
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    expect((await owner.get('/platform/fees')).status).toBe(403);
  });
});

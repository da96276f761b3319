import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceActor } from '../../src/access/audit-log.ts';
import { setClientQuotas } from '../../src/access/clients.ts';
import { drawKeyPair, signedHeaders } from '../http/request-signer.ts';
import { type Business, type Json, Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { signedIn } from './person.ts';

let world: World;
let shop: Business;
let developer: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 50_000);
  developer = await signedIn(world, { clients: { [shop.clientId]: 'client_developer' } });
});
afterAll(() => world.close());

const keys = (mode = 'test') => `/clients/${shop.clientId}/${mode}/keys`;

describe('keys at the desk', () => {
  it('stop at the quota of the client, with a sentence that says what to do', async () => {
    const stall = await world.business('Small Stall');
    const owner = await signedIn(world, { clients: { [stall.clientId]: 'client_owner' } });
    const path = `/clients/${stall.clientId}/live/keys`;
    const quotas = { live_keys: 1 };
    await setClientQuotas(world.database.pool, { clientId: stall.clientId, quotas, actor: serviceActor('test') });
    const key = { name: 'Till', permissions: ['wallet:read'] };
    expect((await owner.post(path, key)).status).toBe(200);
    const refused = await owner.post(path, key);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'limit_exceeded',
      message:
        'The limit of 1 working live API keys is reached; revoke one that is not needed, or ask an administrator for a higher limit.',
    });
  });

  it('are made with a text that works and is told once', async () => {
    const made = await developer.post(keys(), {
      name: 'Web shop',
      permissions: ['wallet:read'],
      expires_in_days: 30,
      allowed_ips: ['127.0.0.0/8', '::1'],
    });
    expect(made.status).toBe(200);
    const { id, api_key: text } = made.body.data;
    const speaker = new Speaker(world.baseUrl, text);
    expect(await speaker.money()).toEqual({ balance: 50_000, held: 0 });
    expect((await speaker.send('256770000001', 1_000)).status).toBe(403);
    const listed = await developer.get(keys());
    expect(listed.text).not.toContain(text);
    expect(listed.body.data.find((key: Json) => key.id === id)).toMatchObject({
      shown_as: text.split('.')[0],
      name: 'Web shop',
      allowed_ips: ['127.0.0.0/8', '::1'],
      created_by: developer.credentials.email,
      revoked_at: null,
    });
    expect((await developer.get(keys('live'))).body.data).toEqual([]);
  });

  it.each([
    ['name', { name: '' }],
    ['permissions', { permissions: [] }],
    ['allowed_ips', { allowed_ips: ['196.0.3'] }],
    ['expires_in_days', { expires_in_days: 0 }],
    ['signing_keys', { signing_keys: ['secret'] }],
    ['signing_keys', { signing_keys: Array(2).fill(drawKeyPair().pem) }],
    ['signing_keys', { signing_keys: Array(3).fill('x') }],
    ['budget', { budget: { per_payment: null, per_day: 0, per_month: null } }],
  ])('are not made with a wrong %s, which stands beside the field', async (field, wrong) => {
    const body = { name: 'Web shop', permissions: ['wallet:read'], ...wrong };
    const refused = await developer.post(keys(), body);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });

  it('have signing keys that are required at once, shown by their fingerprints, changed and taken away', async () => {
    const [first, second] = [drawKeyPair(), drawKeyPair()];
    const body = { name: 'Signer', permissions: ['wallet:read'], signing_keys: [first.pem] };
    const { id, api_key: apiKey } = (await developer.post(keys(), body)).body.data;
    const target = '/api/v1/wallet/balance';
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${world.baseUrl}${target}`, { headers })).status;
    const signed = (pair: typeof first) => ask(signedHeaders({ method: 'GET', target, apiKey }, pair));
    const unsigned = () => ask({ authorization: `Bearer ${apiKey}` });
    expect([await unsigned(), await signed(first), await signed(second)]).toEqual([401, 200, 401]);
    const shown = async () =>
      (await developer.get(keys())).body.data
        .find((key: Json) => key.id === id)
        .signing_keys.map(({ fingerprint }: Json) => fingerprint);
    expect(await shown()).toEqual([first.keyId]);
    const set = (...pairs: (typeof first)[]) =>
      developer.put(`${keys()}/${id}/signing-keys`, { signing_keys: pairs.map(({ pem }) => pem) });
    expect((await set(first, second)).body).toMatchObject({
      message: 'The signing keys were set.',
      data: { proposal: null },
    });
    expect((await shown()).sort()).toEqual([first.keyId, second.keyId].sort());
    await waitUntil('the second key signs', async () => (await signed(second)) === 200);
    expect((await set()).status).toBe(200);
    await waitUntil('no signature is needed', async () => (await unsigned()) === 200);
    await developer.delete(`${keys()}/${id}`);
    expect((await set(first)).body).toMatchObject({ code: 'invalid_request', errors: { key: [expect.any(String)] } });
  });

  it('have a budget that holds at once, is changed, and is shown with what is used of it', async () => {
    const neighbour = await world.business('Neighbour');
    const limits = { per_payment: 2_000, per_day: 3_000, per_month: null };
    const made = await developer.post(keys(), { name: 'Till', permissions: ['wallet:send'], budget: limits });
    const { id, api_key: text } = made.body.data;
    const till = new Speaker(world.baseUrl, text);
    expect((await till.send(neighbour.phone, 2_001)).body.code).toBe('budget_exceeded');
    expect((await till.send(neighbour.phone, 2_000)).status).toBe(200);
    const shown = (await developer.get(keys())).body.data.find((key: Json) => key.id === id);
    expect(shown.budget).toMatchObject({ ...limits, used_today: 2_000, left_today: 1_000, used_this_month: 2_000 });

    const raised = await developer.put(`${keys()}/${id}/budget`, { ...limits, per_day: 4_000 });
    expect(raised.body.data.budget).toMatchObject({ per_day: 4_000, used_today: 2_000 });
    expect((await till.send(neighbour.phone, 2_000)).status).toBe(200);
    const wrong = await developer.put(`${keys()}/${id}/budget`, { ...limits, per_payment: 0.5 });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['per_payment']]);
    const none = { per_payment: null, per_day: null, per_month: null };
    expect((await developer.put(`${keys()}/${id}/budget`, none)).body.data.budget).toBeNull();
    expect((await developer.put(`${keys('live')}/${id}/budget`, none)).status).toBe(404);
    const viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    expect((await viewer.put(`${keys()}/${id}/budget`, limits)).status).toBe(403);
    await developer.delete(`${keys()}/${id}`);
    expect((await developer.put(`${keys()}/${id}/budget`, limits)).body.code).toBe('invalid_request');
  });

  it('are rolled once, and the old one works on until the overlap ends', async () => {
    const { api_key: oldText, id } = await newKey();
    const rolled = await developer.post(`${keys()}/${id}/roll`, { overlap_hours: 1 });
    expect(rolled.status).toBe(200);
    for (const text of [oldText, rolled.body.data.api_key]) await new Speaker(world.baseUrl, text).money();
    expect((await developer.post(`${keys()}/${id}/roll`, { overlap_hours: 1 })).body.code).toBe('invalid_request');
    const atOnce = await developer.post(`${keys()}/${rolled.body.data.id}/roll`, { overlap_hours: 0 });
    expect(atOnce.status).toBe(200);
    await isRefused(rolled.body.data.api_key);
  });

  it('are revoked within a moment', async () => {
    const { api_key: text, id } = await newKey();
    await new Speaker(world.baseUrl, text).money();
    expect((await developer.delete(`${keys()}/${id}`)).body.data.revoked_at).toEqual(expect.any(String));
    await isRefused(text);
  });

  it('of another client or mode do not exist', async () => {
    const other = await world.business('Other Shop');
    const { apiKeyId: foreign } = await world.key(other);
    const { apiKeyId: live } = await world.key(shop, { mode: 'live' });
    for (const id of [foreign, live, 999_999]) {
      expect((await developer.delete(`${keys()}/${id}`)).status).toBe(404);
      expect((await developer.post(`${keys()}/${id}/roll`, { overlap_hours: 1 })).status).toBe(404);
    }
  });
});

async function newKey(): Promise<Json> {
  return (await developer.post(keys(), { name: 'Web shop', permissions: ['wallet:read'] })).body.data;
}

async function isRefused(text: string): Promise<void> {
  await waitUntil('the key is refused', async () => {
    return (await new Speaker(world.baseUrl, text).get('/wallet/balance')).status === 401;
  });
}

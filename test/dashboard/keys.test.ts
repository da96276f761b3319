import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceActor } from '../../src/access/audit-log.ts';
import { setClientQuotas } from '../../src/access/clients.ts';
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
  ])('are not made with a wrong %s, which stands beside the field', async (field, wrong) => {
    const body = { name: 'Web shop', permissions: ['wallet:read'], ...wrong };
    const refused = await developer.post(keys(), body);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
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

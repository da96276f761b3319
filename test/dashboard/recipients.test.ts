import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { savedRecipientsMax } from '../../src/wallet/saved-recipients.ts';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { type Person, signedIn } from './person.ts';

let world: World;
let shop: Business;
let other: Business;
let program: Speaker;
let owner: Person;
let viewer: Person;
const at = (path: string, mode = 'test') => `/clients/${shop.clientId}/${mode}/recipients${path}`;
const grace = { phone: '256772000001', name: 'Grace Namuli', note: 'Rent of the shop' };

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 1_000_000);
  other = await world.business('Elsewhere Ltd', 1_000_000);
  program = await world.as(shop);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
});
beforeEach(() => world.database.owner.query('DELETE FROM saved_recipient'));
afterAll(() => world.close());

async function acts(): Promise<Json[]> {
  const { rows } = await world.database.pool.query(
    `SELECT actor, on_behalf_of, action, subject, details FROM audit_log WHERE action LIKE 'recipient.%' ORDER BY audit_log_id`,
  );
  return rows;
}

describe('a saved recipient', () => {
  it('is saved, renamed and deleted by who may send, and each act is in the audit log', async () => {
    const before = (await acts()).length;
    const saved = await owner.post(at(''), { ...grace, name: ' Grace Namuli ' });
    expect([saved.status, saved.body.data]).toEqual([
      200,
      { ...grace, saved_by: owner.credentials.email, saved_at: expect.any(String) },
    ]);
    const changed = await owner.put(at(`/${grace.phone}`), { name: 'Grace N.' });
    expect(changed.body.data).toMatchObject({ phone: grace.phone, name: 'Grace N.', note: null });
    expect((await owner.get(at(''))).body.data).toEqual([changed.body.data]);
    const deleted = await owner.delete(at(`/${grace.phone}`));
    expect(deleted.body.data).toEqual({ phone: grace.phone, deleted: true });
    expect((await owner.get(at(''))).body.data).toEqual([]);
    const by = {
      actor: owner.credentials.email,
      on_behalf_of: `client ${shop.clientId}`,
      subject: `client ${shop.clientId} test`,
    };
    expect((await acts()).slice(before)).toEqual([
      { ...by, action: 'recipient.saved', details: grace },
      {
        ...by,
        action: 'recipient.changed',
        details: {
          phone: grace.phone,
          name: 'Grace N.',
          note: null,
          before: { name: 'Grace Namuli', note: 'Rent of the shop' },
        },
      },
      { ...by, action: 'recipient.deleted', details: { phone: grace.phone, name: 'Grace N.', note: null } },
    ]);
    const activity = await owner.get(`/clients/${shop.clientId}/team/activity`);
    expect(JSON.stringify(activity.body.data)).toContain('recipient.deleted');
  });

  it('belongs to one client and one mode', async () => {
    await owner.post(at(''), grace);
    expect((await owner.get(at('', 'live'))).body.data).toEqual([]);
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    expect((await stranger.get(at(''))).status).toBe(404);
    const elsewhere = `/clients/${other.clientId}/test/recipients`;
    expect((await stranger.get(elsewhere)).body.data).toEqual([]);
    expect((await stranger.delete(`${elsewhere}/${grace.phone}`)).status).toBe(404);
    expect((await stranger.put(`${elsewhere}/${grace.phone}`, { name: 'Mine' })).status).toBe(404);
    // The same phone can be saved there too.
    expect((await stranger.post(elsewhere, grace)).status).toBe(200);
    expect((await owner.get(at(''))).body.data).toHaveLength(1);
  });

  it('is read by a viewer, who changes none', async () => {
    await owner.post(at(''), grace);
    expect((await viewer.get(at(''))).body.data).toHaveLength(1);
    expect((await viewer.post(at(''), { ...grace, phone: '256772000002' })).status).toBe(403);
    expect((await viewer.put(at(`/${grace.phone}`), { name: 'Mine' })).status).toBe(403);
    expect((await viewer.delete(at(`/${grace.phone}`))).status).toBe(403);
    expect((await owner.get(at(''))).body.data).toMatchObject([grace]);
  });

  it('has a phone of its own, also when two people save it at the same moment', async () => {
    const answers = await Promise.all([
      owner.post(at(''), grace),
      owner.post(at(''), { ...grace, name: 'Somebody else' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    const [{ name }] = (await owner.get(at(''))).body.data;
    expect(refused?.body).toMatchObject({
      code: 'invalid_request',
      errors: { phone: [`phone is saved already, as ${name}.`] },
    });
  });

  it('is refused with every wrong field at once', async () => {
    const wrong = await owner.post(at(''), { phone: '0772', name: ' ', note: 'two\nlines' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['phone', 'name', 'note']]);
    expect((await owner.put(at(`/${grace.phone}`), { name: 'Grace' })).status).toBe(404);
    expect((await owner.delete(at(`/${grace.phone}`))).status).toBe(404);
    expect((await owner.delete(at('/0772'))).status).toBe(404);
  });

  it('is one of a bounded number', async () => {
    await world.database.owner.query(
      `INSERT INTO saved_recipient (wallet_id, phone, name, saved_by)
       SELECT $1, 256770100000 + n, 'Name ' || n, 'test' FROM generate_series(1, $2::integer) AS n`,
      [shop.wallets.test, savedRecipientsMax],
    );
    const refused = await owner.post(at(''), grace);
    expect(refused.body).toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining('delete one first'),
    });
    await owner.delete(at('/256770100001'));
    expect((await owner.post(at(''), grace)).status).toBe(200);
  });
});

describe('recent recipients', () => {
  it('are those of the operation that is filled in, and none of a payment that failed', async () => {
    const sent = (await program.send(other.phone, 20_000)).body.data;
    const refused = await program.withdraw('256770000002', 20_000);
    expect(refused.body.data.status).toBe('failed');
    const withdrawn = await program.withdraw('256770000011', 20_000);
    const collected = await program.collect('256770000001', 20_000, { customer_name: 'Nakato' });
    for (const { body } of [withdrawn, collected]) await program.end(body.data.transaction_id);
    const recent = async (operation: string) => (await viewer.get(at(`/recent?operation=${operation}`))).body.data;
    expect(await recent('send_money')).toEqual([
      { phone: other.phone, name: 'Elsewhere Ltd', last_payment_at: sent.created_at },
    ]);
    expect((await recent('withdrawal')).map(({ phone }: Json) => phone)).toEqual(['256770000011']);
    expect(await recent('collection')).toMatchObject([{ phone: '256770000001', name: 'Nakato' }]);
    expect((await viewer.get(at('/recent'))).body.errors).toHaveProperty('operation');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { giveApp, type Person, SignedIn, signedIn } from './person.ts';

const dayMs = 86_400_000;

let world: World;
let shop: Business;
let other: Business;
let program: Speaker;
let owner: Person;
let stranger: Person;
let support: Person;
/** A collection of the shop, with everything by which it can be found. */
let paid: Json;
/** A payment of another client with the same reference of the client's, name and amount. */
let foreign: Json;
/** A top-up of the shop in live mode. */
let live: Json;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 100_000);
  other = await world.business('Elsewhere Ltd', 100_000);
  await world.fund(shop, 'live', 70_000);
  program = await world.as(shop);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  stranger = await signedIn(world, { clients: { [other.clientId]: 'client_viewer' } });
  support = await signedIn(world, { platform: 'platform_support' });
  paid = await collect(program);
  foreign = await collect(await world.as(other));
  [live] = (await owner.get(`/clients/${shop.clientId}/live/transactions`)).body.data;
});
afterAll(() => world.close());

/** A collection of 12,345 shillings from a customer with a name, a note and a reference of the client's. */
async function collect(by: Speaker): Promise<Json> {
  const noted = { description: 'School shoes, 100% leather', client_reference: 'INV-2041/7' };
  const id = (await by.collect('256770000001', 12_345, { ...noted, customer_name: 'Grace Namuli' })).body.data
    .transaction_id;
  await by.end(id);
  return await by.transaction(id);
}

/** A busy machine may have no time for all of a search; then it is repeated, as a person would do it. */
const search = async (who: SignedIn, path: string, text: string): Promise<Json> =>
  await waitUntil(`a search for ${text} has ended in time`, async () => {
    const { data } = (await who.get(`${path}/search?q=${encodeURIComponent(text)}`)).body;
    const isWhole = data.free_text_from === null || Date.parse(data.free_text_from) < Date.now() - 89 * dayMs;
    return data.is_complete && (isWhole || data.groups.some((group: Json) => group.has_more)) && data;
  });

const inShop = (text: string, mode = 'test', who: SignedIn = owner) =>
  search(who, `/clients/${shop.clientId}/${mode}`, text);

/** The ids of each group of a result. */
const idsByKind = ({ groups }: Json) =>
  Object.fromEntries(groups.map(({ kind, transactions }: Json) => [kind, transactions.map(({ id }: Json) => id)]));

describe('the search of a client', () => {
  it('opens the transaction with this id, reference or receipt', async () => {
    for (const text of [`#${paid.id}`, paid.reference, paid.reference.toLowerCase()]) {
      const found = await inShop(text);
      expect(found, text).toMatchObject({
        opens: { id: paid.id, client_id: shop.clientId, mode: 'test', reference: paid.reference },
        groups: [{ kind: 'transaction', is_exact: true, has_more: false }],
        free_text_from: null,
        other_mode: null,
        is_complete: true,
      });
    }
    for (const text of [paid.external_reference, paid.metadata.operator_receipt]) {
      const found = await inShop(text);
      expect(found.opens.id, text).toBe(paid.id);
      expect(idsByKind(found)).toEqual({ operator: [paid.id] });
    }
    const byClientReference = await inShop('INV-2041/7');
    expect(byClientReference.opens).toMatchObject({ id: paid.id, client_reference: 'INV-2041/7' });
    expect(byClientReference.groups[0].more).toEqual({ client_reference: 'INV-2041/7' });
  });

  it('finds payments of the last 90 days by phone, amount, name and note, and says how far it has looked', async () => {
    const sinceMs = Date.now() - 90 * dayMs;
    const cases: readonly [text: string, kind: string, more: Json][] = [
      ['0770 000 001', 'phone', { phone: '256770000001' }],
      ['+256770000001', 'phone', { phone: '256770000001' }],
      ['UGX 12,345', 'amount', { amount: 12_345 }],
      ['12345', 'amount', { amount: 12_345 }],
      ['namuli GRACE', 'text', { text: 'namuli grace' }],
      ['"school shoes"', 'text', { text: '"school shoes"' }],
      ['100%', 'text', { text: '100%' }],
    ];
    for (const [text, kind, more] of cases) {
      const found = await inShop(text);
      expect(found.groups, text).toMatchObject([{ kind, is_exact: false, has_more: false, more }]);
      expect(idsByKind(found)).toEqual({ [kind]: [paid.id] });
      expect(found.opens).toBeNull();
      expect(Math.abs(Date.parse(found.free_text_from) - sinceMs)).toBeLessThan(dayMs);
    }
    // The list shows the same with the filters of a result.
    const { body } = await owner.get(
      `/clients/${shop.clientId}/test/transactions?text=${encodeURIComponent('"school shoes"')}`,
    );
    expect(body.data.map(({ id }: Json) => id)).toEqual([paid.id]);
  });

  it('finds an amount without its fee, too', async () => {
    expect(idsByKind(await inShop(String(paid.net_amount)))).toEqual({ amount: [paid.id] });
  });

  it('shows five of many, and says that there are more', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const sent = await program.send('256701234567', 500 + count, { description: 'Rent of the market stall' });
      ids.unshift(sent.body.data.transaction_id);
    }
    const { groups } = await inShop('market stall');
    expect(groups).toMatchObject([{ kind: 'text', has_more: true, more: { text: 'market stall' } }]);
    expect(groups[0].transactions.map(({ id }: Json) => id)).toEqual(ids.slice(0, 5));
  });

  it('finds nothing for what nobody has, and nothing for what is too short', async () => {
    expect(await inShop('Nabbosa')).toMatchObject({ opens: null, groups: [], other_mode: null });
    expect(await inShop('x')).toMatchObject({ opens: null, groups: [], free_text_from: null });
    expect(await inShop(' ')).toMatchObject({ groups: [] });
    expect(await inShop('API_COL_1_1')).toMatchObject({ groups: [] });
    expect(await inShop(`SM_1_${paid.id}`)).toMatchObject({ groups: [] });
    expect((await owner.get(`/clients/${shop.clientId}/test/search`)).body.errors).toHaveProperty('q');
    expect((await owner.get(`/clients/${shop.clientId}/test/search?q=${'x'.repeat(101)}`)).status).toBe(422);
  });

  it('says when an exact match is in the other mode', async () => {
    expect(await inShop(paid.reference, 'live')).toMatchObject({
      opens: null,
      groups: [],
      other_mode: { mode: 'test', transactions: [{ id: paid.id, mode: 'test', client_id: shop.clientId }] },
    });
    expect((await inShop('INV-2041/7', 'live')).other_mode.transactions[0].id).toBe(paid.id);
    expect((await inShop(`#${live.id}`)).other_mode).toMatchObject({ mode: 'live', transactions: [{ id: live.id }] });
    // What only reading finds, such as a name, is of the mode at hand.
    expect(await inShop('Namuli', 'live')).toMatchObject({ groups: [], other_mode: null });
  });

  it('finds nothing of other clients, and lets nobody else search', async () => {
    const elsewhere = `/clients/${other.clientId}/test`;
    for (const text of [`#${paid.id}`, paid.reference, paid.external_reference, paid.metadata.operator_receipt]) {
      expect(await search(stranger, elsewhere, text), text).toMatchObject({
        opens: null,
        groups: [],
        other_mode: null,
      });
    }
    expect((await search(stranger, elsewhere, 'INV-2041/7')).opens.id).toBe(foreign.id);
    for (const text of ['Namuli', '12,345', '0770000001']) {
      const [group] = (await search(stranger, elsewhere, text)).groups;
      expect(
        group.transactions.map(({ id }: Json) => id),
        text,
      ).toEqual([foreign.id]);
    }
    expect((await stranger.get(`/clients/${shop.clientId}/test/search?q=Namuli`)).status).toBe(404);
    expect((await stranger.get('/platform/search?q=Namuli')).status).toBe(403);
  });
});

describe('a search that takes too long', () => {
  it('shows what it has found, and says that this is not all', async () => {
    const lock = await world.database.owner.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE client_reference IN ACCESS EXCLUSIVE MODE');
      for (const [who, path] of [
        [owner, `/clients/${shop.clientId}/test`],
        [support, '/platform'],
      ] as const) {
        const { status, body } = await who.get(`${path}/search?q=${paid.reference}`);
        expect([status, body.data]).toMatchObject([200, { is_complete: false }]);
      }
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    expect((await inShop(paid.reference)).opens.id).toBe(paid.id);
  });
});

describe('the search of staff', () => {
  const everywhere = (text: string, who: SignedIn = support) => search(who, '/platform', text);

  it('finds transactions of every client in both modes, by what is exact', async () => {
    for (const text of [`#${paid.id}`, paid.reference, paid.external_reference, paid.metadata.operator_receipt]) {
      const found = await everywhere(text);
      // A client can have the number of a transaction.
      if (text !== `#${paid.id}`) expect(found.opens, text).toMatchObject({ id: paid.id, client_id: shop.clientId });
      expect(found.groups[0]).toMatchObject({
        is_exact: true,
        more: null,
        transactions: [{ id: paid.id, mode: 'test' }],
      });
      expect(found.client_names).toEqual({ [shop.clientId]: 'Corner Shop' });
    }
    expect((await everywhere(live.reference)).opens).toMatchObject({ id: live.id, mode: 'live' });
    const both = await everywhere('INV-2041/7');
    expect(both.opens).toBeNull();
    expect(idsByKind(both)).toEqual({ client_reference: [foreign.id, paid.id] });
  });

  it('finds payments of every client by phone, amount, name and note', async () => {
    for (const text of ['0770000001', 'UGX 12,345', 'grace namuli', '"100% leather"']) {
      const [group] = (await everywhere(text)).groups;
      expect(
        group.transactions.map(({ id }: Json) => id),
        text,
      ).toEqual([foreign.id, paid.id]);
    }
  });

  it('finds clients by name, phone and number', async () => {
    const expected = { client_id: other.clientId, name: 'Elsewhere Ltd', phone: other.phone };
    for (const text of [
      'elsewhere',
      '"Elsewhere Ltd"',
      other.phone,
      `0${other.phone.slice(3)}`,
      `#${other.clientId}`,
    ]) {
      expect((await everywhere(text)).clients, text).toContainEqual(expected);
    }
    expect((await everywhere('Nabbosa')).clients).toEqual([]);
  });

  it('leaves out transactions of a client whose pages this person cannot open', async () => {
    const { owner: db } = world.database;
    const setClient = (change: string) => db.query(`UPDATE client SET ${change} WHERE client_id = ${shop.clientId}`);
    const found = async () => {
      const results = await Promise.all(
        [paid.reference, 'INV-2041/7', paid.external_reference, 'Namuli'].map((text) => everywhere(text)),
      );
      return new Set(
        results.flatMap(({ groups }) =>
          groups.flatMap(({ transactions }: Json) => transactions.map(({ id }: Json) => id)),
        ),
      );
    };
    await setClient(`dashboard_ips = '{203.0.113.0/24}'`);
    expect(await found()).toEqual(new Set([foreign.id]));
    await setClient(`dashboard_ips = '{}', two_factor_required = true`);
    expect(await found()).toEqual(new Set([foreign.id]));
    await giveApp(world, support.credentials.personId);
    await db.query('UPDATE person SET two_factor_enabled = true WHERE id = $1', [support.credentials.personId]);
    expect(await found()).toEqual(new Set([foreign.id, paid.id]));
    await setClient('two_factor_required = false');
  });
});

describe('where live mode needs a second factor', () => {
  it('a search in test mode says nothing of live mode to who has none', async () => {
    const strict = await world.startAnother({ NSIMBI_REQUIRE_TWO_FACTOR: 'staff-and-live', NSIMBI_REHEARSAL: 'off' });
    const here = new SignedIn(strict, owner.cookie);
    expect((await inShop(`#${live.id}`, 'test', here)).other_mode).toBeNull();
    expect((await here.get(`/clients/${shop.clientId}/live/search?q=Namuli`)).status).toBe(403);
    expect((await inShop(`#${live.id}`)).other_mode).toMatchObject({ mode: 'live' });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Business, type Json, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Credentials, SignedIn, signedIn } from './person.ts';
import { routesOfApi } from './routes-of-api.ts';

type Person = SignedIn & { readonly credentials: Credentials };

const officeAddress = '196.0.3.7';
const officeNetwork = '196.0.3.0/24';
const elsewhere = '203.0.113.9';

let world: World;
let shop: Business;
let owner: Person;
let finance: Person;
let support: Person;
let administrator: Person;
let path: string;
beforeAll(async () => {
  world = await World.open({ NSIMBI_TRUST_PROXY: '127.0.0.1' });
  shop = await world.business('Corner Shop', 1_000_000);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } }, at(officeAddress));
  finance = await signedIn(world, { clients: { [shop.clientId]: 'client_finance' } }, at(officeAddress));
  support = await signedIn(world, { platform: 'platform_support' }, at('198.51.100.1'));
  administrator = await signedIn(world, { platform: 'platform_administrator' }, at('198.51.100.2'));
  path = `/clients/${shop.clientId}/dashboard-ips`;
});
beforeEach(() => world.database.owner.query("UPDATE client SET dashboard_ips = '{}'"));
afterAll(() => world.close());

/** What a proxy that we trust says of the address. */
function at(address: string): Readonly<Record<string, string>> {
  return { 'x-forwarded-for': address };
}

/** The same session in a browser at another address. */
function moved(person: SignedIn, address: string, baseUrl = person.baseUrl): SignedIn {
  return new SignedIn(baseUrl, person.cookie, at(address));
}

async function limit(): Promise<void> {
  expect((await owner.put(path, { allowed_ips: [officeNetwork] })).status).toBe(200);
}

describe('a client that limits the addresses of its people', () => {
  it('refuses every route of its own to a person elsewhere, who still sees that the client exists', async () => {
    await limit();
    const outside = moved(owner, elsewhere);
    const routes = (await routesOfApi()).filter(({ url }) => url.startsWith('/clients/:clientId'));
    expect(routes.length).toBeGreaterThan(50);
    for (const { method, url } of routes) {
      const wanted = url.replace(':clientId', String(shop.clientId)).replace(':mode', 'test').replace(/:\w+/g, '1');
      const answer = await outside.ask(method, wanted, method === 'GET' ? undefined : '{}', {
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      });
      expect([method, url, answer.status, answer.body?.code]).toEqual([method, url, 403, 'ip_not_allowed']);
      expect(answer.body.message).toContain(`yours, ${elsewhere}, is not one of them`);
    }
    const seen = (await outside.get('/me')).body.data.clients;
    expect(seen).toMatchObject([{ name: 'Corner Shop', address_allowed: false }]);
    expect((await owner.get('/me')).body.data.clients).toMatchObject([{ address_allowed: true }]);
    expect((await owner.get(`/clients/${shop.clientId}/test/home`)).status).toBe(200);
    // The own account belongs to no client.
    expect((await outside.get('/account/sessions')).status).toBe(200);
  });

  it('approves nothing from elsewhere, and the payment waits', async () => {
    await world.terminal.ask(
      ...['client', 'approval-threshold', '--client', String(shop.clientId), '--mode', 'test', '--amount', '50000'],
    );
    const { body } = await (await world.as(shop)).send('256701234567', 60_000);
    const approvals = `/clients/${shop.clientId}/test/approvals/${body.data.transaction_id}`;
    const { shown } = (await owner.get(approvals)).body.data;
    await limit();
    const refused = await moved(owner, elsewhere).post(`${approvals}/approve`, { shown });
    expect([refused.status, refused.body.code]).toEqual([403, 'ip_not_allowed']);
    expect((await owner.get(approvals)).status).toBe(200);
    expect((await owner.post(`${approvals}/approve`, { shown })).status).toBe(200);
  });

  it('does not limit API keys, whose addresses are their own', async () => {
    await limit();
    const speaker = await world.as(shop);
    expect((await speaker.get('/wallet/balance')).status).toBe(200);
  });

  it('holds for staff of the service too, whose own pages stay open', async () => {
    await limit();
    for (const staff of [support, administrator]) {
      const answer = await staff.get(`/clients/${shop.clientId}/test/transactions`);
      expect([answer.status, answer.body.code]).toEqual([403, 'ip_not_allowed']);
      expect((await staff.get(`/platform/clients/${shop.clientId}`)).status).toBe(200);
    }
    expect((await moved(support, officeAddress).get(`/clients/${shop.clientId}/test/transactions`)).status).toBe(200);
  });

  it('ends the event stream of a person elsewhere, at another process, and keeps that of a person inside', async () => {
    const otherUrl = await world.startAnother();
    const leaving = new AbortController();
    const listen = async (person: SignedIn) => {
      const response = await fetch(`${person.baseUrl}/dashboard/api/clients/${shop.clientId}/test/events/stream`, {
        headers: { cookie: person.cookie, ...person.headers },
        signal: leaving.signal,
      });
      expect(response.status).toBe(200);
      const stream = { ended: false };
      response.text().then(
        () => {
          stream.ended = true;
        },
        () => undefined,
      );
      return stream;
    };
    const outside = await listen(moved(finance, elsewhere, otherUrl));
    const inside = await listen(moved(finance, officeAddress, otherUrl));
    await limit();
    await waitUntil('the stream elsewhere has ended', () => outside.ended, 10_000);
    expect(inside.ended).toBe(false);
    leaving.abort();
  });

  it('gives a person elsewhere no file', async () => {
    const file = `/clients/${shop.clientId}/test/exports/transactions.csv`;
    expect((await moved(finance, elsewhere).get(file)).status).toBe(200);
    await limit();
    const refused = await moved(finance, elsewhere).get(file);
    expect([refused.status, refused.body.code]).toEqual([403, 'ip_not_allowed']);
  });
});

describe('the list of addresses', () => {
  it('is read with the own address, and set by owners, with an entry in the audit log', async () => {
    expect((await finance.get(path)).body.data).toEqual({ allowed_ips: [], your_address: officeAddress });
    const entries = [officeNetwork, '2c0f:fe38::/32', officeNetwork];
    const { status, body } = await owner.put(path, { allowed_ips: entries });
    expect([status, body.data.allowed_ips]).toEqual([200, [officeNetwork, '2c0f:fe38::/32']]);
    expect((await finance.put(path, { allowed_ips: [] })).status).toBe(403);
    // The same again changes nothing, and is no second entry.
    expect((await owner.put(path, { allowed_ips: entries })).status).toBe(200);
    expect(await entriesInLog()).toEqual([
      {
        actor: owner.credentials.email,
        on_behalf_of: `client ${shop.clientId}`,
        address: officeAddress,
        details: { allowed_ips: [officeNetwork, '2c0f:fe38::/32'], before: [] },
      },
    ]);
  });

  it('says what is wrong with each line, and changes nothing', async () => {
    const { status, body } = await owner.put(path, { allowed_ips: [officeNetwork, '196.0.3', 'the office'] });
    expect([status, body.code, body.errors.allowed_ips]).toEqual([
      422,
      'invalid_request',
      [expect.stringContaining('"196.0.3" is neither'), expect.stringContaining('"the office" is neither')],
    ]);
    expect((await owner.get(path)).body.data.allowed_ips).toEqual([]);
  });

  it('that lacks the address of the owner who sets it is refused', async () => {
    const { status, body } = await owner.put(path, { allowed_ips: ['10.0.0.0/8'] });
    expect([status, body.errors.allowed_ips]).toEqual([
      422,
      [`This list does not contain your own address, ${officeAddress}: you would lock yourself out. Add it.`],
    ]);
    // An administrator at the client's own pages would be locked out of these as well.
    const atTheirPages = await administrator.put(path, { allowed_ips: [officeNetwork] });
    expect(atTheirPages.status).toBe(422);
    expect((await owner.get(path)).body.data.allowed_ips).toEqual([]);
  });

  it('is set by administrators from anywhere, for a client that is locked out', async () => {
    const atPlatform = `/platform/clients/${shop.clientId}/dashboard-ips`;
    expect((await support.put(atPlatform, { allowed_ips: [] })).status).toBe(403);
    expect((await administrator.put(atPlatform, { allowed_ips: ['10.1.2.3'] })).status).toBe(200);
    expect((await owner.get(path)).status).toBe(403);
    expect((await support.get(atPlatform)).body.data.allowed_ips).toEqual(['10.1.2.3']);
    expect((await administrator.put(atPlatform, { allowed_ips: [] })).status).toBe(200);
    expect((await owner.get(path)).status).toBe(200);
    expect((await entriesInLog()).at(-1)).toMatchObject({ on_behalf_of: 'platform', address: '198.51.100.2' });
  });

  it('is shown and changed at the command line, which nobody can be locked out of', async () => {
    const command = ['client', 'dashboard-ips', '--client', String(shop.clientId)];
    const ask = async (...options: string[]): Promise<Json> => (await world.terminal.ask(...command, ...options))[0];
    expect(await ask('--add', '10.0.0.0/8', '--add', '::1')).toEqual({
      client_id: shop.clientId,
      allowed_ips: ['10.0.0.0/8', '::1'],
    });
    expect((await owner.get(path)).status).toBe(403);
    expect((await ask('--remove', '::1')).allowed_ips).toEqual(['10.0.0.0/8']);
    const refusals = [
      [['--remove', '::1'], 'the list has no entry ::1'],
      [['--remove', '10.0.0.0/8'], 'this would remove the limit'],
      [['--any-address', '--add', '::1'], 'give --any-address alone'],
    ] as const;
    for (const [options, sentence] of refusals) {
      const refused = await world.terminal.run(...command, ...options);
      expect([refused.exitCode, refused.errors.join()]).toEqual([1, expect.stringContaining(sentence)]);
    }
    expect((await ask()).allowed_ips).toEqual(['10.0.0.0/8']);
    expect((await ask('--any-address')).allowed_ips).toEqual([]);
    expect((await owner.get(path)).status).toBe(200);
    expect((await entriesInLog()).at(-1)).toMatchObject({ address: 'command line', on_behalf_of: 'platform' });
  });
});

async function entriesInLog(): Promise<Json[]> {
  const { rows } = await world.database.pool.query(
    `SELECT actor, on_behalf_of, address, details FROM audit_log
      WHERE action = 'client.dashboard_ips_set' AND audit_log_id > $1 ORDER BY audit_log_id`,
    [logBegan],
  );
  return rows;
}

let logBegan = 0;
beforeEach(async () => {
  const { rows } = await world.database.pool.query('SELECT max(audit_log_id) AS last FROM audit_log');
  logBegan = Number(rows[0].last);
});

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { createPerson, SignedIn, signedIn, signIn } from './person.ts';

let world: World;
let shop: Business;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop');
});
afterAll(() => world.close());

describe('the door of the dashboard', () => {
  it('tells a signed-in person who they are and what they may do', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { status, body, headers } = await owner.get('/me');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.data).toMatchObject({
      person: { email: owner.credentials.email, two_factor_enabled: false, two_factor_required: 'nothing' },
      platform_role: null,
      rights: [],
      clients: [{ client_id: shop.clientId, name: 'Corner Shop', role: 'client_owner' }],
    });
    expect(body.data.clients[0].rights.live).toContain('money.move');
  });

  it('keeps the connection of a signed-in person where an address has as many as it may', async () => {
    const person = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const crowded = await world.startAnother({ NSIMBI_CONNECTIONS_PER_ADDRESS: '1' });
    const open = async (cookie: string) => {
      const socket = connect(Number(new URL(crowded).port), '127.0.0.1');
      socket.write(`GET /dashboard/api/me HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
      const [answer] = await once(socket, 'data');
      return { socket, status: String(answer).slice(9, 12) };
    };
    const inside = await open(person.cookie);
    const stranger = await open('none=1');
    const next = await open('none=1');
    expect([inside.status, stranger.status, next.status]).toEqual(['200', '401', '401']);
    await waitUntil('the older connection of a stranger is closed', () => stranger.socket.closed);
    expect(inside.socket.closed).toBe(false);
    for (const { socket } of [inside, next]) socket.destroy();
  });

  it('lets nobody in without a session, with somebody’s guess, or after signing out', async () => {
    const person = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    expect((await new SignedIn(world.baseUrl, '').get('/me')).status).toBe(401);
    const guessed = person.cookie.replace(/=(.)/, (_, first) => (first === 'X' ? '=Y' : '=X'));
    expect((await new SignedIn(world.baseUrl, guessed).get('/me')).body).toMatchObject({ code: 'unauthorized' });
    expect((await person.post('/auth/sign-out', {})).status).toBe(200);
    expect((await person.get('/me')).status).toBe(401);
  });

  it('refuses a wrong password, an unknown person and signing up', async () => {
    const { email } = await createPerson(world);
    const visitor = new SignedIn(world.baseUrl, '');
    const wrong = await visitor.post('/auth/sign-in/email', { email, password: 'not this one' });
    const unknown = await visitor.post('/auth/sign-in/email', { email: 'nobody@example.ug', password: 'not this one' });
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(wrong.status).toBe(401);
    const upstart = { email: 'me@example.ug', password: 'a long password', name: 'Me' };
    expect((await visitor.post('/auth/sign-up/email', upstart)).status).toBe(404);
  });

  it('shuts out a person who was shut out, also with an open session', async () => {
    const credentials = await createPerson(world, { platform: 'platform_support' });
    const before = await signIn(world.baseUrl, credentials);
    expect((await before.get('/me')).status).toBe(200);
    await world.database.pool.query('UPDATE person SET disabled_at = now() WHERE id = $1', [credentials.personId]);
    expect((await before.get('/me')).status).toBe(401);
    await expect(signIn(world.baseUrl, credentials)).rejects.toThrow(/sign-in answered/);
  });

  it.each([
    ['was shut out', 401, 'UPDATE person SET disabled_at = now() WHERE id = $1'],
    ['lost the role', 404, 'DELETE FROM person_client_role WHERE person_id = $1'],
  ])('takes nothing of a person who %s while the rest of the request was on its way', async (_how, status, change) => {
    const { pool } = world.database;
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { personId } = owner.credentials;
    await pool.query("UPDATE person_session SET expires_at = now() + interval '1 day' WHERE person_id = $1", [
      personId,
    ]);
    const keys = `/clients/${shop.clientId}/test/keys`;
    const body = JSON.stringify({ name: 'Mine', permissions: ['wallet:read'] });
    const posting = request(`${world.baseUrl}/dashboard/api${keys}`, {
      method: 'POST',
      headers: {
        cookie: owner.cookie,
        origin: owner.baseUrl,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    const answered = once(posting, 'response');
    posting.write(body.slice(0, 10));
    await waitUntil('the guard has seen the session', async () => {
      const { rowCount } = await pool.query(
        "SELECT FROM person_session WHERE person_id = $1 AND expires_at > now() + interval '6 days'",
        [personId],
      );
      return rowCount === 1;
    });
    // By when the guard has looked again for somebody else, it is done with the first.
    const other = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const before = (await other.get(keys)).body;
    await pool.query(change, [personId]);
    posting.end(body.slice(10));
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(status);
    expect((await other.get(keys)).body).toEqual(before);
  });

  it('takes a change from its own pages only', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    for (const origin of ['https://evil.example', 'null', `${world.baseUrl}0`]) {
      const answer = await owner.post('/auth/sign-out', {}, { origin });
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    }
    expect((await owner.get('/me')).status).toBe(200);
  });

  it('behind a proxy that ends TLS takes them from the public address only, whatever host the proxy names', async () => {
    const baseUrl = await world.startAnother({
      NSIMBI_PUBLIC_URL: 'https://pay.example.ug',
      NSIMBI_TRUST_PROXY: '127.0.0.1',
    });
    const { email, password } = await createPerson(world);
    const visitor = new SignedIn(baseUrl, '');
    const from = (origin: string, headers: Record<string, string> = {}) =>
      visitor.post('/auth/sign-in/email', { email, password }, { origin, 'x-forwarded-proto': 'https', ...headers });
    const taken = await from('https://pay.example.ug');
    expect(taken.status).toBe(200);
    const [cookie] = taken.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-.*; Secure/);
    const host = { 'x-forwarded-host': 'pay.example.ug' };
    expect((await from('https://pay.example.ug', host)).status).toBe(200);
    for (const origin of ['http://pay.example.ug', 'https://evil.example', 'https://pay.example.ug:8443', 'null']) {
      expect([origin, (await from(origin, host)).status]).toEqual([origin, 403]);
    }
    const whole = new SignedIn(baseUrl, cookie?.split(';')[0] ?? '');
    const session = (headers: object) => whole.ask('DELETE', '/account/sessions', undefined, { ...headers });
    expect((await session({ origin: 'http://pay.example.ug', 'x-forwarded-proto': 'https', ...host })).status).toBe(
      403,
    );
    expect((await session({ origin: 'https://pay.example.ug', 'x-forwarded-proto': 'https' })).status).toBe(200);
  });

  it('offers nothing of the sign-in library that the dashboard does not use', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { password } = owner.credentials;
    expect((await owner.post('/auth/verify-password', { password })).status).toBe(404);
    expect((await owner.get('/auth/error?error=x')).status).toBe(404);
  });

  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const credentials = await createPerson(world);
    const answer = await new SignedIn(world.baseUrl, '').post('/auth/sign-in/email', credentials);
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/i);
  });
});

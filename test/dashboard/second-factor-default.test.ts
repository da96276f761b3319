import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isClientRight, mayAtClient } from '../../src/access/people/rights.ts';
import { readCredentials } from '../../src/first-start.ts';
import { enableLiveMode } from '../database.ts';
import { type Answer, type Business, type Json, World } from '../journeys/world.ts';
import { Authenticator } from './authenticator.ts';
import { cookiesOf, SignedIn, signedIn, signIn } from './person.ts';
import { type ApiRoute, routesOfApi } from './routes-of-api.ts';
import { totpCode } from './totp.ts';

const routes = await routesOfApi();

let world: World;
let shop: Business;
beforeAll(async () => {
  // As a service that sets nothing.
  world = await World.open({ NSIMBI_REQUIRE_TWO_FACTOR: 'staff-and-live' });
  shop = await world.business('Corner Shop', 10_000);
  // Where live mode was never enabled, the services of tests rehearse, and a rehearsal asks for no second factor.
  await enableLiveMode(world.database);
});
afterAll(() => world.close());

/** Asks for nothing that exists below the client, and sends nothing that could be done. */
async function ask({ baseUrl, cookie }: SignedIn, { method, url }: ApiRoute, mode: string): Promise<boolean> {
  const path = url.replace(':clientId', String(shop.clientId)).replace(':mode', mode).replace(/:\w+/g, '999999999');
  const sends = method !== 'GET' && method !== 'DELETE';
  const stop = new AbortController();
  const response = await fetch(`${baseUrl}/dashboard/api${path}`, {
    method,
    headers: { cookie, origin: baseUrl, ...(sends ? { 'content-type': 'application/json' } : {}) },
    ...(sends ? { body: '{}' } : {}),
    signal: stop.signal,
  });
  const isRefused = response.status === 403 && isForSecondFactor((await response.json()) as Json);
  // A stream of events would never end by itself.
  stop.abort();
  return isRefused;
}

function isForSecondFactor(body: Json): boolean {
  return body.data?.second_factor_required === true;
}

function goOn(person: SignedIn, { headers }: Answer): SignedIn {
  return new SignedIn(person.baseUrl, [person.cookie, cookiesOf(headers)].join('; '), person.headers);
}

describe('without a second factor', () => {
  it('a member of a client uses its test mode and nothing else', { timeout: 240_000 }, async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    expect((await owner.get('/me')).body.data.person.two_factor_required).toBe('staff_and_live');
    const wrong: string[] = [];
    for (const route of routes) {
      const { right, url } = route;
      if (right === 'signed_in' || !isClientRight(right) || !mayAtClient(['client_owner'], right, 'test')) continue;
      const hasMode = url.includes('/:mode') || url.includes('/test/');
      for (const mode of url.includes('/:mode') ? ['test', 'live'] : ['test']) {
        const isRefused = await ask(owner, route, mode);
        if (isRefused !== (mode === 'live' || !hasMode)) wrong.push(`${route.method} ${url} ${mode}: ${isRefused}`);
      }
    }
    expect(wrong).toEqual([]);
    const refused = await owner.get(`/clients/${shop.clientId}/live/home`);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'forbidden',
      'Add a passkey or an authenticator app to your account first.',
    ]);
  });

  it('staff may sign in, see their account and set one up', { timeout: 240_000 }, async () => {
    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    const wrong: string[] = [];
    for (const route of routes) {
      const { right } = route;
      if (right !== 'signed_in' && isClientRight(right) && !mayAtClient(['platform_administrator'], right, 'test')) {
        continue;
      }
      // These would end the session.
      if (route.method === 'DELETE' && route.url === '/account/sessions') continue;
      for (const mode of route.url.includes('/:mode') ? ['test', 'live'] : ['test']) {
        const isRefused = await ask(administrator, route, mode);
        if (isRefused !== (right !== 'signed_in')) wrong.push(`${route.method} ${route.url} ${mode}: ${isRefused}`);
      }
    }
    expect(wrong).toEqual([]);
    const { password } = administrator.credentials;
    const { totpURI } = (await administrator.post('/auth/two-factor/enable', { password })).body;
    const confirmed = await administrator.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    const now = new SignedIn(world.baseUrl, cookiesOf(confirmed.headers));
    expect((await now.get('/platform/clients')).status).toBe(200);
  });

  it('the administrator of the first start tries the service with test money', async () => {
    const credentials = readCredentials(world.dataDir);
    if (credentials === null) throw new Error('the first start wrote no credentials');
    const administrator = await signIn(world.baseUrl, credentials.dashboard);
    const demo = `/clients/${credentials.client_id}`;
    expect((await administrator.get(`${demo}/test/home`)).status).toBe(200);
    const key = await administrator.post(`${demo}/test/keys`, { name: 'Mine', permissions: ['wallet:read'] });
    expect(key.status).toBe(200);
    expect((await administrator.get(`${demo}/live/home`)).status).toBe(403);
    expect((await administrator.get('/platform/people')).status).toBe(403);
  });
});

describe('a passkey', () => {
  it('is a second factor for live money and for staff, also where the person signed in with a password before', async () => {
    const person = await signedIn(world, {
      platform: 'platform_support',
      clients: { [shop.clientId]: 'client_owner' },
    });
    const offered = await person.post('/auth/passkey/generate-register-options', {});
    const origin = world.baseUrl.replace('127.0.0.1', 'localhost');
    const response = new Authenticator({ rpId: 'localhost', origin }).create(offered.body);
    const added = await goOn(person, offered).post('/auth/passkey/verify-registration', { response, name: 'Phone' });
    const now = new SignedIn(world.baseUrl, cookiesOf(added.headers));
    expect((await now.get(`/clients/${shop.clientId}/live/home`)).status).toBe(200);
    expect((await now.get('/platform/people')).status).toBe(200);
    expect((await now.get(`/clients/${shop.clientId}/team`)).status).toBe(200);
    // Removing it is allowed, and ends what it allowed.
    const [{ id }] = (await now.get('/account/passkeys')).body.data;
    const removed = await now.post('/auth/passkey/delete-passkey', { id });
    const then = new SignedIn(world.baseUrl, cookiesOf(removed.headers));
    expect((await then.get('/platform/people')).body.data).toEqual({ second_factor_required: true });
  });
});

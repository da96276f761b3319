import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientRole,
  clientRights,
  clientRoles,
  isClientRight,
  mayAtClient,
  mayAtPlatform,
  type PlatformRole,
  platformRights,
  platformRoles,
  type Right,
  type Role,
} from '../../src/access/people/rights.ts';
import { peoplePage } from '../docs/people-page.ts';
import { type Business, World } from '../journeys/world.ts';
import { SignedIn, signedIn } from './person.ts';
import { routesOfApi } from './routes-of-api.ts';

interface DeskRoute {
  readonly method: string;
  readonly url: string;
  readonly right: Right;
}

const modes = ['test', 'live'] as const;
const roles: readonly Role[] = [...platformRoles, ...clientRoles];
const routes = (await routesOfApi()).flatMap(({ method, url, right }) =>
  right === 'signed_in' ? [] : [{ method, url, right }],
);

let world: World;
let shop: Business;
let otherShop: Business;
const people = new Map<Role, SignedIn>();
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 10_000);
  otherShop = await world.business('Other Shop');
  for (const role of roles) {
    const isStaff = platformRoles.includes(role as PlatformRole);
    const has = isStaff ? { platform: role as PlatformRole } : { clients: { [shop.clientId]: role as ClientRole } };
    people.set(role, await signedIn(world, has));
  }
});
afterAll(() => world.close());

describe('rights', () => {
  it('docs/people.md says what the code says (write it again with UPDATE_DOCS=1)', () => {
    const path = join(import.meta.dirname, '../../docs/people.md');
    if (process.env.UPDATE_DOCS === '1') writeFileSync(path, peoplePage());
    expect(readFileSync(path, 'utf8')).toBe(peoplePage());
  });

  it('are each asked for by a route', () => {
    const asked = new Set(routes.map(({ right }) => right));
    expect(
      [...Object.keys(clientRights), ...Object.keys(platformRights)].filter((right) => !asked.has(right as Right)),
    ).toEqual([]);
  });

  it.each(roles)('let %s do what the table says, and nothing else', { timeout: 240_000 }, async (role) => {
    const person = people.get(role);
    if (person === undefined) throw new Error(`nobody is ${role}`);
    // Where this takes longer than a factor counts, routes would refuse for another reason.
    await world.database.pool.query('UPDATE person_session SET factor_given_at = trusted_now()');
    const wrong: string[] = [];
    for (const route of routes) {
      for (const mode of route.url.includes('/:mode') ? modes : (['test'] as const)) {
        const may = isClientRight(route.right)
          ? mayAtClient([role], route.right, mode)
          : mayAtPlatform(platformRoles.find((one) => one === role) ?? null, route.right);
        const status = await ask(person, route, shop.clientId, mode);
        const isRefused = status === 401 || status === 403;
        if (isRefused === may || (!may && status !== 403))
          wrong.push(`${route.method} ${route.url} ${mode}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('show no client to whoever has no role there, and nothing to whoever is not signed in', {
    timeout: 240_000,
  }, async () => {
    const wrong: string[] = [];
    const owner = people.get('client_owner');
    if (owner === undefined) throw new Error('nobody is an owner');
    const nobody = new SignedIn(world.baseUrl, '');
    for (const route of routes) {
      const unsigned = await ask(nobody, route, shop.clientId, 'test');
      if (unsigned !== 401) wrong.push(`${route.method} ${route.url} without a session: ${unsigned}`);
      if (!isClientRight(route.right)) continue;
      const foreign = await ask(owner, route, otherShop.clientId, 'test');
      if (foreign !== 404) wrong.push(`${route.method} ${route.url} of another client: ${foreign}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Asks for nothing that exists below the client, and sends nothing that could be done: only the door is tried. */
async function ask({ baseUrl, cookie }: SignedIn, route: DeskRoute, clientId: number, mode: string): Promise<number> {
  const path = route.url.replace(':clientId', String(clientId)).replace(':mode', mode).replace(/:\w+/g, '999999999');
  const sends = route.method !== 'GET' && route.method !== 'DELETE';
  const stop = new AbortController();
  const response = await fetch(`${baseUrl}/dashboard/api${path}`, {
    method: route.method,
    headers: { cookie, origin: baseUrl, ...(sends ? { 'content-type': 'application/json' } : {}) },
    ...(sends ? { body: '{}' } : {}),
    signal: stop.signal,
  });
  const { status } = response;
  // A stream of events would never end by itself.
  stop.abort();
  return status;
}

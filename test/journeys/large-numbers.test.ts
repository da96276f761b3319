import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, signedIn } from '../dashboard/person.ts';
import { routesOfApi } from '../dashboard/routes-of-api.ts';
import { type Business, type Speaker, World } from './world.ts';

/** Numbers that neither JavaScript counts exactly nor PostgreSQL takes as a bigint, in every way to write them. */
const tooLarge = ['1e30', '9007199254740993', '9223372036854775808', '99999999999999999999', `1${'0'.repeat(30)}`];

let world: World;
let shop: Business;
let program: Speaker;
let administrator: SignedIn;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 10_000);
  program = await world.as(shop);
  administrator = await signedIn(world, {
    platform: 'platform_administrator',
    clients: { [shop.clientId]: 'client_owner' },
  });
});
afterAll(() => world.close());

const routes = await routesOfApi();

function isInteger(property: object): boolean {
  const { type, anyOf } = property as { type?: string; anyOf?: { type?: string }[] };
  return type === 'integer' || anyOf?.some((one) => one.type === 'integer') === true;
}

function pathOf(url: string, id = '1'): string {
  return url.replace(':clientId', String(shop.clientId)).replace(':mode', 'test').replace(/:\w+/g, id);
}

describe('a number too large to be one', () => {
  it('in a path or a query of the API is not found or refused, and never a failure of ours', async () => {
    const wrong: string[] = [];
    for (const number of tooLarge) {
      for (const path of [
        `/wallet/transactions/${number}`,
        `/wallet/collections/${number}/status`,
        `/wallet/transactions?limit=${number}`,
        `/wallet/transactions?cursor=${number}`,
        `/wallet/fees?operation=collection&amount=${number}`,
        `/webhooks/${number}`,
        `/webhooks/${number}/deliveries`,
        `/webhooks/1/deliveries?cursor=${number}`,
        `/events?after=${number}`,
        `/events/stream?after=${number}`,
      ]) {
        const { status } = await program.get(path);
        if (status !== 404 && status !== 422) wrong.push(`${path}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('in a query of the dashboard is refused', async () => {
    const wrong: string[] = [];
    const tried: string[] = [];
    for (const { method, url, query } of routes) {
      for (const [name, property] of Object.entries(query?.properties ?? {})) {
        if (method !== 'GET' || !isInteger(property)) continue;
        tried.push(`${url} ${name}`);
        for (const number of tooLarge) {
          const { status } = await administrator.get(`${pathOf(url)}?${name}=${number}`);
          if (status !== 422) wrong.push(`${url}?${name}=${number}: ${status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toEqual(expect.arrayContaining(['/platform/fees client_id', '/platform/adjustments client_id']));
  });

  it('in a body of the dashboard is refused', async () => {
    const wrong: string[] = [];
    const tried: string[] = [];
    for (const { method, url, body } of routes) {
      for (const [name, property] of Object.entries(body?.properties ?? {})) {
        if (!isInteger(property)) continue;
        tried.push(`${url} ${name}`);
        for (const number of tooLarge) {
          const text = `{${JSON.stringify(name)}:${number}}`;
          const answer = await administrator.ask(method, pathOf(url), text, { 'content-type': 'application/json' });
          const named = answer.status === 404 || Object.hasOwn(answer.body.errors ?? {}, name);
          if (!named) wrong.push(`${method} ${url} ${text}: ${answer.status} ${answer.text}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toEqual(expect.arrayContaining(['/platform/fees client_id', '/platform/fees/clear client_id']));
  });

  it('in a path of the dashboard is not found or refused', async () => {
    const wrong: string[] = [];
    for (const { method, url } of routes) {
      if (method !== 'GET' || !/:(?!clientId|mode)\w+/.test(url)) continue;
      for (const number of tooLarge) {
        const { status } = await administrator.get(pathOf(url, number));
        if (status >= 500) wrong.push(`${url} with ${number}: ${status}`);
      }
    }
    for (const number of tooLarge) {
      const { status } = await administrator.get(`/clients/${number}/test/home`);
      if (status !== 404) wrong.push(`client ${number}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

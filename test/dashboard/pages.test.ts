import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from '../journeys/world.ts';

const built = new URL('../../packages/dashboard/dist/', import.meta.url);

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

const get = (path: string) => fetch(`${world.baseUrl}${path}`, { redirect: 'manual' });

it('every address that a browser may open gets the page, without a script in it and without anything from outside', async () => {
  const paths = ['/', '/sign-in', '/set-password?token=x', '/account', '/clients/1/test/keys', '/platform/fees'];
  for (const path of paths) {
    const page = await get(path);
    const html = await page.text();
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  }
});

it('files whose name has their content’s hash are kept by browsers for ever, and no other', async () => {
  const asset = readdirSync(new URL('assets', built)).find((name) => name.endsWith('.js'));
  const kept = await get(`/assets/${asset}`);
  expect([kept.status, kept.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  for (const name of readdirSync(built).filter((one) => one !== 'assets' && one !== 'index.html')) {
    const file = await get(`/${name}`);
    expect([name, file.status, file.headers.get('cache-control')]).toEqual([name, 200, 'no-cache']);
  }
});

it('a file goes over the line compressed, to whoever takes it so', async () => {
  const large = readdirSync(new URL('assets', built))
    .find((name) => name.endsWith('.js.br'))
    ?.slice(0, -3);
  const asked = async (encoding: string) => {
    const file = await fetch(`${world.baseUrl}/assets/${large}`, { headers: { 'accept-encoding': encoding } });
    return {
      encoding: file.headers.get('content-encoding'),
      type: file.headers.get('content-type'),
      text: await file.text(),
    };
  };
  const plain = await asked('identity');
  expect(plain.encoding).toBe(null);
  expect(await asked('gzip, deflate, br')).toEqual({ ...plain, encoding: 'br' });
  expect(await asked('gzip')).toEqual({ ...plain, encoding: 'gzip' });
});

it('an asset that is not there is not the page', async () => {
  expect((await get('/assets/gone-12345678.js')).status).toBe(404);
});

it('what is neither a page nor part of the API stays unknown', async () => {
  for (const path of ['/wp-login.php', '/api/v2/wallet', '/.env', '/assets/../package.json']) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
});

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

it('the manifest of the installed dashboard has its type, and its icons exist', async () => {
  const answer = await get('/manifest.webmanifest');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/manifest+json']);
  expect((await get('/')).headers.get('content-security-policy')).toContain("manifest-src 'self';");
  const { icons } = (await answer.json()) as {
    readonly icons: readonly { readonly src: string; readonly type: string }[];
  };
  expect(icons.length).toBeGreaterThan(0);
  for (const { src, type } of icons) {
    const icon = await get(src);
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type]);
  }
});

it('files whose name has their content’s hash are kept by browsers for ever, and no other', async () => {
  const asset = readdirSync(new URL('assets', built)).find((name) => name.endsWith('.js'));
  const kept = await get(`/assets/${asset}`);
  expect([kept.status, kept.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  for (const name of readdirSync(built).filter((one) => one !== 'assets' && !one.startsWith('index.html'))) {
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

it('browsers are told to come by https only where the public address is https', async () => {
  const publicUrl = 'https://pay.example.ug';
  const secure = await world.startAnother({ NSIMBI_PUBLIC_URL: publicUrl });
  for (const path of ['/', '/favicon.svg', '/dashboard/api/me']) {
    const answer = await fetch(`${secure}${path}`);
    expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
    expect([path, (await get(path)).headers.get('strict-transport-security')]).toEqual([path, null]);
  }
});

it('an asset that is not there is not the page', async () => {
  expect((await get('/assets/gone-12345678.js')).status).toBe(404);
});

it('an unknown address that a browser opens is a page that says so, and JSON for programs', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const stored = (await get('/')).headers.get('etag') ?? '';
  for (const path of ['/nothing-here', '/dashboard', '/dashboard/nothing', '/wp-login.php?a=b', '/assets/gone.js']) {
    const page = await fetch(`${world.baseUrl}${path}`, { headers: { accept, 'if-none-match': stored } });
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(await page.text()).toContain('<div id="root">');
    for (const program of ['*/*', 'application/json']) {
      const answer = await fetch(`${world.baseUrl}${path}`, { headers: { accept: program } });
      expect([path, answer.status, Object(await answer.json()).code]).toEqual([path, 404, 'not_found']);
    }
    const posted = await fetch(`${world.baseUrl}${path}`, { method: 'POST', headers: { accept } });
    expect([path, posted.headers.get('content-type')?.split(';')[0]]).toEqual([path, 'application/json']);
  }
  const known = await fetch(`${world.baseUrl}/callbacks/airtel`, { headers: { accept } });
  expect([known.status, Object(await known.json()).code]).toEqual([405, 'method_not_allowed']);
  const ofApi = await fetch(`${world.baseUrl}/api/v1/nothing`, { headers: { accept } });
  expect([ofApi.status, Object(await ofApi.json()).code]).toEqual([401, 'unauthorized']);
});

it('what is neither a page nor part of the API stays unknown', async () => {
  for (const path of ['/wp-login.php', '/api/v2/wallet', '/.env', '/assets/../package.json']) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
});

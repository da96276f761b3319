import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeParts } from '../../../test/http/fakes.ts';
import { createServer } from '../server.ts';
import { guideNames } from './guide.ts';

const docs = join(import.meta.dirname, '../../../docs');
let server: FastifyInstance;
beforeAll(async () => {
  const parts = fakeParts();
  const settings = { ...parts.settings, publicUrl: 'https://pay.example.ug', brand: 'Acme' };
  server = await createServer({ ...parts, settings });
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ method: 'GET', url, headers });
const decoded = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The addresses of a page's links. */
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => decoded(href));
const anchorsOf = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => decoded(id));

describe.each(guideNames)('the guide %s', (name) => {
  const markdown = readFileSync(join(docs, `${name}.md`), 'utf8');

  it('has every heading of its page, each with an anchor of its own', async () => {
    const { statusCode, headers, body } = await get(`/docs/guides/${name}`);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const written = [...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/^#{1,6} (.*)$/gm)].map(([, text]) => text);
    const shown = [...body.matchAll(/<h[1-6](?: id="[^"]*")?>(.*?)<\/h[1-6]>/g)]
      .map(([, text = '']) => decoded(text.replace(/<a class="anchor".*<\/a>/, '').replaceAll(/<[^>]*>/g, '')).trim())
      .filter((text) => text !== 'On this page');
    expect(shown).toEqual(written);
    const anchors = anchorsOf(body);
    expect(anchors).toHaveLength(written.length - 1);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('has links that all lead somewhere', async () => {
    const { body } = await get(`/docs/guides/${name}`);
    const links = linksOf(body);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      const { pathname, hash, origin } = new URL(link, `http://nsimbi.test/docs/guides/${name}`);
      if (origin !== 'http://nsimbi.test') {
        expect(link).toMatch(/^https:\/\//);
        continue;
      }
      const target = await get(pathname);
      expect([link, target.statusCode]).toEqual([link, 200]);
      if (hash !== '') expect(anchorsOf(target.body)).toContain(decodeURIComponent(hash.slice(1)));
    }
  });

  it('allows no script, and nothing from elsewhere', async () => {
    const { headers, body } = await get(`/docs/guides/${name}`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe|https?:/);
    expect(body).not.toMatch(/<script|<iframe|<object| on[a-z]+=|javascript:| style=| src=/i);
  });

  it('has the address of the installation in its samples, and its name in the headers of webhooks', async () => {
    const { body } = await get(`/docs/guides/${name}`);
    expect(body).not.toMatch(/127\.0\.0\.1:4500|pay\.example\.com|credentials\.json|nsk_test_…|X-Service-/);
  });
});

it('a sample has the public address of the installation, or else the address that its reader used', async () => {
  const { body } = await get('/docs/guides/api');
  expect(decoded(body)).toContain('curl https://pay.example.ug/api/v1/wallet/send-money');
  expect(decoded(body)).toContain('-H "Authorization: Bearer $NSIMBI_KEY"');
  expect((await get('/docs/guides/webhooks')).body).toContain('<code>X-Acme-Signature</code>');
  const local = await createServer(fakeParts());
  const here = await local.inject({ url: '/docs/guides/api', headers: { host: '127.0.0.1:4623' } });
  expect(here.body).toContain('curl http://127.0.0.1:4623/api/v1/wallet/send-money');
  const there = await local.inject({ url: '/docs/guides/api', headers: { host: 'localhost:4500' } });
  expect(there.body).toContain('curl http://localhost:4500/api/v1/wallet/send-money');
  await local.close();
});

it('a page that is not served is named and not linked', async () => {
  const { body } = await get('/docs/guides/api');
  expect(body).toContain('settings (<code>docs/settings.md</code>)');
  expect(linksOf(body).filter((link) => link.includes('.md'))).toEqual([]);
  expect((await get('/docs/guides/settings')).statusCode).toBe(404);
  expect((await get('/docs/guides/..%2f..%2fpackage.json')).statusCode).toBe(404);
});

it('the list names every section of every guide, and the API reference leads to it', async () => {
  const { body } = await get('/docs/guides');
  const links = linksOf(body);
  expect(links).toContain('/docs/guides/api#test-mode');
  expect(links).toContain('/docs/guides/receipts#verify-one');
  for (const name of guideNames) expect(links).toContain(`/docs/guides/${name}`);
  expect(linksOf((await get('/docs/')).body)).toContain('/docs/guides');
});

describe('the search', () => {
  const search = (query: string) => get(`/docs/guides?q=${encodeURIComponent(query)}`);

  it('finds a term in a title before one in a text, with a link to its section', async () => {
    const { statusCode, headers, body } = await search('retries');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const hits = linksOf(/<ol class="hits">.*<\/ol>/s.exec(body)?.[0] ?? '');
    expect(hits[0]).toBe('/docs/guides/webhooks#retries');
    expect(hits.length).toBeGreaterThan(1);
  });

  it('finds a code of a failure in its table', async () => {
    expect((await search('insufficient_funds')).body).toContain('/docs/guides/api#a-response');
  });

  it('shows words that no guide has as text', async () => {
    const { body } = await search('"><script>alert(1)</script>');
    expect(body).toContain('No guide has all of these words');
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(body).not.toContain('<script');
  });

  it('takes several parameters and long ones', async () => {
    expect((await get('/docs/guides?q=signature&q=secret')).statusCode).toBe(200);
    const { statusCode, body } = await search('x'.repeat(5_000));
    expect(statusCode).toBe(200);
    expect(body).not.toContain('x'.repeat(101));
  });
});

it('a page is sent compressed, and not again to who has it', async () => {
  const first = await get('/docs/guides/webhooks', { 'accept-encoding': 'br' });
  expect(first.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(first.rawPayload).toString()).toContain('<h1>Receiving webhooks</h1>');
  const again = await get('/docs/guides/webhooks', {
    'accept-encoding': 'br',
    'if-none-match': String(first.headers.etag),
  });
  expect(again.statusCode).toBe(304);
});

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeParts } from '../../test/http/fakes.ts';
import { createServer } from './server.ts';

let server: FastifyInstance;
/** The address of the reference's script, as its page names it. */
let scriptPath: string;

beforeAll(async () => {
  server = await createServer(fakeParts());
  scriptPath = /<script src="([^"]+)"/.exec((await server.inject('/docs/')).body)?.[1] ?? '';
});
afterAll(() => server.close());

const documents = ['/openapi.json', '/openapi.yaml', '/docs/', 'the script'] as const;
const addressOf = (name: (typeof documents)[number]) => (name === 'the script' ? scriptPath : name);

async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return server.inject({ method, url, headers });
}

describe.each(documents)('%s', (name) => {
  it('comes in the encoding that the client prefers, the same bytes in each', async () => {
    const plain = await get(addressOf(name));
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers.vary).toBe('Accept-Encoding');
    const zipped = await get(addressOf(name), { 'accept-encoding': 'gzip, deflate' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    for (const accepted of ['gzip, deflate, br', 'br;q=0.9, gzip;q=0.8', 'gzip;q=0.5, br', '*']) {
      const brotli = await get(addressOf(name), { 'accept-encoding': accepted });
      expect(brotli.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
    const refused = await get(addressOf(name), { 'accept-encoding': 'gzip;q=0, br;q=0' });
    expect(refused.headers).not.toHaveProperty('content-encoding');
  });

  it('has a strong ETag of its own in each encoding, and is answered 304 to who has it', async () => {
    const tags = new Set<string>();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const asked = { 'accept-encoding': encoding };
      const { headers } = await get(addressOf(name), asked);
      const etag = String(headers.etag);
      expect(etag).toMatch(/^"[\w-]+"$/);
      tags.add(etag);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get(addressOf(name), { ...asked, 'if-none-match': known });
        expect([answer.statusCode, answer.body]).toEqual([304, '']);
        expect(answer.headers).toMatchObject({ etag, vary: 'Accept-Encoding' });
        expect(answer.headers['cache-control']).toBe(headers['cache-control']);
      }
      expect((await get(addressOf(name), { ...asked, 'if-none-match': '"other"' })).statusCode).toBe(200);
    }
    expect(tags.size).toBe(3);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const asked = { 'accept-encoding': 'gzip' };
    const got = await get(addressOf(name), asked);
    const head = await get(addressOf(name), asked, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const header of ['content-type', 'content-length', 'content-encoding', 'etag', 'cache-control']) {
      expect(head.headers[header]).toBe(got.headers[header]);
    }
    expect(head.headers['content-length']).toBe(String(got.rawPayload.length));
    const etag = String(got.headers.etag);
    expect((await get(addressOf(name), { ...asked, 'if-none-match': etag }, 'HEAD')).statusCode).toBe(304);
  });
});

describe('what a cache may do', () => {
  it('the script has its content in its address and is kept for ever; the others are asked about each time', async () => {
    expect(scriptPath).toMatch(/^\/docs\/js\/reference\.[\w-]{20}\.js$/);
    expect((await get(scriptPath)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/openapi.json', '/openapi.yaml', '/docs/']) {
      expect((await get(path)).headers['cache-control']).toBe('public, no-cache');
    }
  });
});

describe('a document', () => {
  it('is rendered once, however many ask for it at once and later', async () => {
    const fresh = await createServer(fakeParts());
    try {
      const rendered = vi.spyOn(fresh, 'swagger');
      const asked = () => fresh.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
      const answers = await Promise.all(Array.from({ length: 50 }, asked));
      answers.push(await asked());
      for (const { statusCode } of answers) expect(statusCode).toBe(200);
      expect(rendered).toHaveBeenCalledTimes(1);
    } finally {
      await fresh.close();
    }
  });

  it('that could not be rendered is rendered when it is asked for again', async () => {
    const fresh = await createServer(fakeParts());
    try {
      vi.spyOn(fresh, 'swagger').mockImplementationOnce(() => {
        throw new Error('no memory');
      });
      expect((await fresh.inject('/openapi.json')).statusCode).toBe(500);
      expect((await fresh.inject('/openapi.json')).statusCode).toBe(200);
    } finally {
      await fresh.close();
    }
  });
});

describe('/openapi.yaml', () => {
  it('is the document of /openapi.json', async () => {
    const answer = await get('/openapi.yaml');
    expect(answer.headers['content-type']).toBe('application/yaml; charset=utf-8');
    const validator = new Validator();
    expect((await validator.validate(answer.body)).valid).toBe(true);
    expect(validator.specification).toEqual((await get('/openapi.json')).json());
  });
});

import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeParts, testKey } from '../../test/http/fakes.ts';
import type { ServerParts } from './server.ts';
import { createServer } from './server.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const shop = 'https://shop.example.ug';
const stranger = 'https://other.example.ug';

async function call(request: InjectOptions, corsOrigins = [shop, 'http://localhost:5173'], over = {}) {
  const services: ServerParts = fakeParts(over);
  server = await createServer({ ...services, settings: { ...services.settings, corsOrigins } });
  return server.inject(request);
}

const balance = '/api/v1/wallet/balance';
const key = { authorization: `Bearer ${testKey}` };
const preflight = (url: string, origin: string): InjectOptions => ({
  method: 'OPTIONS',
  url,
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  },
});

function corsHeaders(headers: object): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

describe('interface-decisions 11, "CORS"', () => {
  it('a page of a listed origin may read answers and their headers of limits, ids and repeats', async () => {
    const answer = await call({ url: balance, headers: { ...key, origin: shop } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': shop,
      'access-control-expose-headers':
        'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, Idempotent-Replayed, X-As-Of',
      vary: 'Origin',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each<[string, InjectOptions, number]>([
    ['without a key', { url: balance }, 401],
    ['of an unknown address', { url: '/api/v1/nothing', headers: key }, 404],
    ['with a wrong method', { method: 'DELETE', url: balance, headers: key }, 405],
  ])('it may read the failure of a request %s', async (_name, request, status) => {
    const answer = await call({ ...request, headers: { ...request.headers, origin: shop } });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(shop);
  });

  it.each([balance, '/api/v1/wallet/send-money', '/api/v1/wallet/transactions/7', '/api/v1/nothing'])(
    'a preflight of %s needs no key and is not counted',
    async (url) => {
      let counted = 0;
      const count = () => {
        counted += 1;
        throw new Error('counted');
      };
      const answer = await call(preflight(url, shop), [shop], {
        authenticator: { authenticate: count },
        rateLimiter: { hit: count },
      });
      expect(answer.statusCode).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': shop,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, X-Request-Id, Content-Digest, Signature, Signature-Input',
        'access-control-max-age': '600',
        'x-ratelimit-limit': '30',
      });
      expect(answer.headers).toHaveProperty('x-request-id');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(counted).toBe(0);
    },
  );

  it.each([stranger, `${shop}.evil.example`, 'https://SHOP.example.ug', 'http://shop.example.ug', 'null', '*'])(
    'the origin %s, which is not listed, gets no header of CORS',
    async (origin) => {
      const asked = await call({ url: balance, headers: { ...key, origin } });
      expect(asked.statusCode).toBe(200);
      expect(corsHeaders(asked.headers)).toEqual([]);
      // A cache must not give this answer to a page that is listed.
      expect(asked.headers.vary).toBe('Origin');
      await server?.close();
      const before = await call(preflight(balance, origin));
      expect(before.statusCode).toBe(204);
      expect(before.headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(before.headers['x-ratelimit-limit']).toBe('30');
      expect(corsHeaders(before.headers)).toEqual([]);
    },
  );

  it.each(['/healthz', '/openapi.json', '/docs', '/metrics', '/nothing'])(
    '%s, outside of /api/v1, gets none',
    async (url) => {
      const asked = await call({ url, headers: { origin: shop } });
      expect(corsHeaders(asked.headers)).toEqual([]);
      await server?.close();
      expect(corsHeaders((await call(preflight(url, shop))).headers)).toEqual([]);
    },
  );

  it('is off without the setting', async () => {
    const asked = await call({ url: balance, headers: { ...key, origin: shop } }, []);
    expect(corsHeaders(asked.headers)).toEqual([]);
    expect(asked.headers).not.toHaveProperty('vary');
    await server?.close();
    expect(corsHeaders((await call(preflight(balance, shop), [])).headers)).toEqual([]);
  });

  it('leaves the document of the API as it is', async () => {
    const withIt = (await call({ url: '/openapi.json' })).json();
    await server?.close();
    expect((await call({ url: '/openapi.json' }, [])).json()).toEqual(withIt);
  });
});

import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeParts, principalOf, testKey, windowOf } from '../../test/http/fakes.ts';
import { Refusal } from '../refusal.ts';
import { exampleRound } from './schemas/proofs.ts';
import type { ServerParts } from './server.ts';
import { createServer } from './server.ts';

type Json = ReturnType<JSON['parse']>;

/** Told by HTTP itself, and by OpenAPI with the body. */
const ofHttp = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']);
/** Sent with some answers of a status only; the test below each says with which. */
const sometimes = new Set(['idempotent-replayed']);

let document: Json;
let operations: { method: string; path: string; operation: Json }[];
let server: FastifyInstance | undefined;

beforeAll(async () => {
  const probe = await createServer(fakeParts());
  document = (await probe.inject({ method: 'GET', url: '/openapi.json' })).json();
  await probe.close();
  operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Queries without which an operation answers 422. */
const queries: Readonly<Record<string, string>> = {
  readStatement: '?from=2026-11-01&to=2026-11-30',
  quoteFee: '?operation=collection&amount=50000',
  lookupPhone: '?phone=256770000001',
};

/** What each operation sends, where it differs from what is documented for the status; one line each. */
async function differences(
  status: number,
  over: Partial<ServerParts>,
  request: Partial<InjectOptions> = {},
  wanted: (one: (typeof operations)[number]) => boolean = () => true,
): Promise<string[]> {
  server = await createServer(fakeParts(over));
  const wrong: string[] = [];
  let compared = 0;
  for (const one of operations) {
    const { method, path, operation } = one;
    if (operation.responses[status] === undefined || !wanted(one)) continue;
    const body = operation.requestBody?.content['application/json'].example;
    const answer = await server.inject({
      method: method as 'GET',
      url:
        path.replace('{number}', String(exampleRound.number)).replace(/\{\w+\}/g, '1') +
        (queries[operation.operationId] ?? ''),
      headers: { authorization: `Bearer ${testKey}` },
      ...(body === undefined ? {} : { payload: body }),
      ...request,
    });
    const documented = Object.keys(operation.responses[status].headers).map((name) => name.toLowerCase());
    const sent = Object.keys(answer.headers).filter((name) => !ofHttp.has(name));
    const missing = documented.filter((name) => !sent.includes(name) && !sometimes.has(name));
    const more = sent.filter((name) => !documented.includes(name));
    compared += 1;
    if (answer.statusCode !== status || missing.length > 0 || more.length > 0) {
      wrong.push(`${operation.operationId} ${answer.statusCode}: missing ${missing}; not documented ${more}`);
    }
  }
  expect(compared).toBeGreaterThan(0);
  return wrong;
}

const isApi = ({ path }: { path: string }) => path.startsWith('/api/');
const lacking = (code: 'not_found' | 'database_unavailable') => () => {
  throw new Refusal(code, 'It is not there.');
};

describe('the headers that the OpenAPI document tells are those that are sent', () => {
  it('with a success, the health of the service included', async () => {
    expect(operations.map(({ path }) => path)).toEqual(expect.arrayContaining(['/healthz', '/readyz']));
    expect(await differences(200, {})).toEqual([]);
  });

  it('with 401, which says the scheme that is wanted', async () => {
    expect(await differences(401, {}, { headers: {} })).toEqual([]);
    expect(document.components.headers['WWW-Authenticate'].schema.const).toBe('Bearer');
  });

  it('with 403', async () => {
    const needsOne = ({ operation }: Json) => operation.description?.includes('Needs the permission') === true;
    expect(
      await differences(403, { authenticator: { authenticate: () => principalOf('test', []) } }, {}, needsOne),
    ).toEqual([]);
  });

  it('with 404', async () => {
    const nothing = {
      authenticator: { authenticate: lacking('not_found') },
      proofs: { ...fakeParts().proofs, latest: async () => null, round: async () => null },
    };
    expect(await differences(404, nothing)).toEqual([]);
  });

  it('with 415', async () => {
    const form = { headers: { authorization: `Bearer ${testKey}`, 'content-type': 'text/plain' }, payload: 'x' };
    expect(await differences(415, {}, form)).toEqual([]);
  });

  it('with 429', async () => {
    const usedUp = { hit: () => windowOf(60, 0, false) };
    expect(await differences(429, { rateLimiter: usedUp, publicRequests: usedUp })).toEqual([]);
  });

  it('with 503, which carries Retry-After where the body has no data', async () => {
    expect(
      await differences(503, { authenticator: { authenticate: lacking('database_unavailable') } }, {}, isApi),
    ).toEqual([]);
    await server?.close();
    const notReady = { isReady: async () => ({ ready: false, details: {} }) };
    expect(await differences(503, notReady, {}, ({ path }) => path === '/readyz')).toEqual([]);
  });

  it('with a repeat, which alone carries Idempotent-Replayed', async () => {
    const wallet = { ...fakeParts().wallet };
    wallet.sendMoney = async () => ({ is: 'replayed', status: 200, body: '{}' });
    server = await createServer(fakeParts({ wallet }));
    const answer = await server.inject({
      method: 'POST',
      url: '/api/v1/wallet/send-money',
      headers: { authorization: `Bearer ${testKey}`, 'idempotency-key': 'order-17' },
      payload: { recipient_phone: '256770000001', amount: 5_000 },
    });
    expect(answer.headers['idempotent-replayed']).toBe('true');
    expect(document.paths['/api/v1/wallet/send-money'].post.responses['200'].headers).toHaveProperty(
      'Idempotent-Replayed',
    );
  });
});

import { gzipSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import {
  fakeParts,
  fakeWallet,
  liveKey,
  principalOf,
  resetAtSeconds,
  sentBody,
  testKey,
  windowOf,
} from '../../test/http/fakes.ts';
import type { Permission } from '../access/principal.ts';
import { CommitInDoubt, DatabaseUnavailable } from '../postgres/errors.ts';
import { outcomeUnknown, Refusal } from '../refusal.ts';
import type { ServerParts } from './server.ts';
import { createServer } from './server.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function call(request: InjectOptions, services: Partial<ServerParts> = {}) {
  server = await createServer(fakeParts(services));
  return server.inject(request);
}

const key = { authorization: `Bearer ${testKey}` };
const payment = { recipient_phone: '256770000001', amount: 50_000 };
const balance: InjectOptions = { method: 'GET', url: '/api/v1/wallet/balance', headers: key };
const send = (payload: object | string, headers: object = {}): InjectOptions => ({
  method: 'POST',
  url: '/api/v1/wallet/send-money',
  headers: { ...key, 'content-type': 'application/json', ...headers },
  payload,
});

describe('interface-decisions 1, "Success"', () => {
  it('a send-money answers HTTP 200 with the bytes that the wallet rendered', async () => {
    const answer = await call(send(payment));
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(sentBody);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('a balance answers the envelope', async () => {
    const answer = await call(balance);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      success: true,
      message: 'Balance retrieved.',
      data: { balance: 5, held_balance: 0, currency: 'UGX', mode: 'test', as_of: '2026-11-21T00:00:00.000Z' },
    });
  });

  it('a collection status has its fields at the top level', async () => {
    const answer = await call({ ...balance, url: '/api/v1/wallet/collections/42/status' });
    expect(answer.json()).toEqual({ success: true, transaction_id: 42, status: 'processing' });
  });
});

describe('interface-decisions 1, "Failure" and "Statuses and codes"', () => {
  const refusing = (error: unknown) => ({
    wallet: fakeWallet({
      sendMoney: async () => {
        throw error;
      },
    }),
  });
  const strangers = { headers: { authorization: 'Bearer nsk_test_unknown' } };

  it.each<[string, InjectOptions, Partial<ServerParts>, number, string]>([
    ['a body that is no JSON', send('{"amount": 5'), {}, 400, 'malformed_json'],
    ['a body that is no UTF-8', { ...send(''), payload: Buffer.from([0x7b, 0xff, 0x7d]) }, {}, 400, 'malformed_json'],
    ['no key', { ...balance, headers: {} }, {}, 401, 'unauthorized'],
    ['an unknown key', { ...balance, ...strangers }, {}, 401, 'unauthorized'],
    ['an unknown key with a broken body', { ...send('{'), ...strangers }, {}, 401, 'unauthorized'],
    [
      'an expired key',
      balance,
      { authenticator: { authenticate: () => Promise.reject(new Refusal('key_expired', 'This key has expired.')) } },
      401,
      'key_expired',
    ],
    [
      'a key from a wrong address',
      balance,
      { authenticator: { authenticate: () => Promise.reject(new Refusal('ip_not_allowed', 'Not from here.')) } },
      403,
      'ip_not_allowed',
    ],
    [
      'a key without the permission, even with a broken body',
      send('{'),
      { authenticator: { authenticate: () => principalOf('test', ['wallet:read']) } },
      403,
      'forbidden',
    ],
    ['an unknown route', { ...balance, url: '/api/v1/wallet/nothing' }, {}, 404, 'not_found'],
    ['an unknown route without a key', { ...balance, url: '/api/v1/nothing', headers: {} }, {}, 401, 'unauthorized'],
    ['an unknown route outside the interface', { method: 'GET', url: '/nothing' }, {}, 404, 'not_found'],
    ['an id that cannot exist', { ...balance, url: '/api/v1/wallet/transactions/abc' }, {}, 404, 'not_found'],
    ['an id of 0', { ...balance, url: '/api/v1/wallet/transactions/0' }, {}, 404, 'not_found'],
    ['a path that is no URL', { ...balance, url: '/api/v1/wallet/transactions/%zz' }, {}, 404, 'not_found'],
    ['a wrong method', { ...balance, url: '/api/v1/wallet/send-money' }, {}, 405, 'method_not_allowed'],
    ['a QUERY', { ...balance, method: 'QUERY' }, {}, 405, 'method_not_allowed'],
    ['a QUERY of an unknown route', { ...balance, method: 'QUERY', url: '/api/v1/nothing' }, {}, 404, 'not_found'],
    ['a QUERY of a page', { method: 'QUERY', url: '/' }, {}, 405, 'method_not_allowed'],
    ['a body of 64 KiB and one', send(JSON.stringify({ x: 'x'.repeat(65_529) })), {}, 413, 'body_too_large'],
    [
      'another content type',
      send('amount=5', { 'content-type': 'application/x-www-form-urlencoded' }),
      {},
      415,
      'unsupported_media_type',
    ],
    ['an id far too long', { ...balance, url: `/api/v1/wallet/transactions/${'1'.repeat(65)}` }, {}, 404, 'not_found'],
    [
      'a compressed body',
      { ...send('', { 'content-encoding': 'gzip' }), payload: gzipSync(JSON.stringify(payment)) },
      {},
      415,
      'unsupported_media_type',
    ],
    [
      'a compressed body of another content type',
      send('amount=5', { 'content-type': 'text/plain', 'content-encoding': 'br' }),
      {},
      415,
      'unsupported_media_type',
    ],
    ['nothing but a byte-order mark', send('\ufeff'), {}, 400, 'malformed_json'],
    ['two byte-order marks', send(`\ufeff\ufeff${JSON.stringify(payment)}`), {}, 400, 'malformed_json'],
    ['a text body', send('{}', { 'content-type': 'text/plain' }), {}, 415, 'unsupported_media_type'],
    ['a wrong field', send({ ...payment, amount: 'x' }), {}, 422, 'invalid_request'],
    [
      'a rule of the business',
      send(payment),
      refusing(new Refusal('insufficient_funds', 'No.')),
      422,
      'insufficient_funds',
    ],
    [
      'a running request with the same key',
      send(payment),
      refusing(new Refusal('request_in_progress', 'Wait.')),
      409,
      'request_in_progress',
    ],
    ['a request over the limit', balance, { rateLimiter: { hit: () => windowOf(60, 0, false) } }, 429, 'rate_limited'],
    ['a mistake of ours', send(payment), refusing(new Error('secret SELECT text')), 500, 'internal_error'],
    [
      'the operator refusing us',
      send(payment),
      refusing(new Refusal('operator_refused', 'No.')),
      502,
      'operator_refused',
    ],
    [
      'the operator away',
      send(payment),
      refusing(new Refusal('operator_unavailable', 'Later.')),
      503,
      'operator_unavailable',
    ],
    [
      'the database away',
      send(payment),
      refusing(new DatabaseUnavailable(new Error('secret'))),
      503,
      'database_unavailable',
    ],
    [
      'the database refusing connections',
      send(payment),
      refusing(Object.assign(new Error('secret'), { code: 'ECONNREFUSED' })),
      503,
      'database_unavailable',
    ],
    ['a commit in doubt', send(payment), refusing(new CommitInDoubt(new Error('secret'))), 503, 'outcome_unknown'],
    [
      'the database away at authentication',
      balance,
      { authenticator: { authenticate: () => Promise.reject(new DatabaseUnavailable(new Error('secret'))) } },
      503,
      'database_unavailable',
    ],
    [
      'the database away at the rate limit',
      balance,
      { rateLimiter: { hit: () => Promise.reject(new DatabaseUnavailable(new Error('secret'))) } },
      503,
      'database_unavailable',
    ],
  ])('%s', async (_name, request, services, status, code) => {
    const answer = await call(request, services);
    expect(answer.statusCode).toBe(status);
    const body = answer.json();
    expect(body).toMatchObject({ success: false, code });
    expect(body.request_id).toBe(answer.headers['x-request-id']);
    expect(body.message).toMatch(/\.$/);
    expect(answer.body).not.toContain('secret');
    if (String(request.url).startsWith('/api/v1')) {
      expect(answer.headers).toMatchObject({ 'x-ratelimit-reset': String(resetAtSeconds) });
      expect(answer.headers).toHaveProperty('x-ratelimit-limit');
      expect(answer.headers).toHaveProperty('x-ratelimit-remaining');
    }
  });

  it('415 for a compressed body says what to leave out', async () => {
    const answer = await call(send(payment, { 'content-encoding': 'gzip' }));
    expect(answer.json().message).toBe(
      'Send the body uncompressed, without the header Content-Encoding: bodies are read as they are sent.',
    );
  });

  it('403 names the missing permission', async () => {
    const answer = await call(send(payment), {
      authenticator: { authenticate: () => principalOf('test', ['wallet:read']) },
    });
    expect(answer.json().message).toContain('wallet:send');
  });

  it('405 lists the methods that the address takes', async () => {
    const answer = await call({ ...balance, url: '/api/v1/wallet/send-money/?x=1' });
    expect(answer.headers.allow).toBe('POST, OPTIONS');
  });

  it('401 says which scheme is wanted', async () => {
    const answer = await call({ ...balance, headers: {} });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });
});

describe('interface-decisions 1, "503"', () => {
  const failing = (refusal: Refusal) => ({
    wallet: fakeWallet({ sendMoney: async () => ({ is: 'failed', refusal }) }),
  });

  it('carries Retry-After when the body has no data', async () => {
    const answer = await call(send(payment), {
      wallet: fakeWallet({
        sendMoney: async () => {
          throw new Refusal('operator_unavailable', 'Later.', { retryAfterSeconds: 17 });
        },
      }),
    });
    expect(answer.headers['retry-after']).toBe('17');
  });

  it('carries no Retry-After when the body has data', async () => {
    const data = { transaction_id: 42, reference: 'SM_1781000000_42', status: 'failed' };
    const answer = await call(
      send(payment),
      failing(new Refusal('operator_unavailable', 'The money is back.', { data })),
    );
    expect(answer.statusCode).toBe(503);
    expect(answer.json().data).toEqual(data);
    expect(answer.headers).not.toHaveProperty('retry-after');
  });

  it.each([
    [
      null,
      'Whether this request was carried out is not known yet; do not send it again without the same Idempotency-Key.',
      '5',
    ],
    [
      { transaction_id: 42, reference: 'SM_1781000000_42' },
      'Whether this request was carried out is not known yet; do not send it again without the same Idempotency-Key. ' +
        'Repeat it with that key to get its answer, or read the status of transaction 42.',
      undefined,
    ],
  ])('an outcome that is not known, with the data %j, says what to do next', async (data, message, retryAfter) => {
    const answer = await call(send(payment), {
      wallet: fakeWallet({
        sendMoney: async () => {
          throw outcomeUnknown(data);
        },
      }),
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'outcome_unknown', message, ...(data === null ? {} : { data }) });
    expect(answer.headers['retry-after']).toBe(retryAfter);
  });

  it('409 and 429 carry Retry-After', async () => {
    const inProgress = new Refusal('request_in_progress', 'Wait.', { retryAfterSeconds: 3 });
    const conflict = await call(send(payment), {
      wallet: fakeWallet({
        sendMoney: async () => {
          throw inProgress;
        },
      }),
    });
    expect(conflict.headers['retry-after']).toBe('3');
    await server?.close();
    const nextMinute = Math.floor(Date.now() / 1000) + 40;
    const limited = await call(balance, {
      rateLimiter: { hit: async () => ({ limit: 60, remaining: 0, resetAtSeconds: nextMinute, allowed: false }) },
    });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThanOrEqual(30);
    expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(40);
  });
});

describe('interface-decisions 1, "Unknown fields", "Amounts", "Phones", "Texts"', () => {
  it('unknown fields are ignored', async () => {
    const answer = await call(send({ ...payment, colour: 'blue', __proto__: { admin: true } }));
    expect(answer.statusCode).toBe(200);
  });

  it.each(['half of a pair: \ud83d', 'NUL: \0', 'a\nb'])(
    'unknown fields are ignored whatever they hold: %j',
    async (memo) => {
      const answer = await call(send(JSON.stringify({ ...payment, memo }), { 'idempotency-key': 'order-17' }));
      expect(answer.statusCode).toBe(200);
    },
  );

  it.each<[string, unknown, string, string]>([
    ['text', '5000', 'invalid_request', 'amount'],
    ['a fraction', 5000.5, 'invalid_request', 'amount'],
    ['negative', -5000, 'invalid_request', 'amount'],
    ['above 2^53 - 1', 9_007_199_254_740_992, 'invalid_request', 'amount'],
    ['null', null, 'invalid_request', 'amount'],
    ['true', true, 'invalid_request', 'amount'],
    ['499', 499, 'amount_too_small', 'amount'],
    ['0', 0, 'amount_too_small', 'amount'],
    ['5,000,001', 5_000_001, 'amount_too_large', 'amount'],
    ['2^53 - 1', Number.MAX_SAFE_INTEGER, 'amount_too_large', 'amount'],
  ])('send-money of an amount that is %s is refused', async (_name, amount, code, field) => {
    const answer = await call(send({ ...payment, amount }));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe(code);
    expect(answer.json().errors[field]).toHaveLength(1);
  });

  it.each([500, 5_000_000])('send-money of %i shillings is let through', async (amount) => {
    const answer = await call(send({ ...payment, amount }));
    expect(answer.statusCode).toBe(200);
  });

  it.each([
    [999, 'amount_too_small'],
    [1000, undefined],
    [5_000_000, undefined],
    [5_000_001, 'amount_too_large'],
  ])('a collection of %i shillings gives %s', async (amount, code) => {
    const answer = await call({
      ...send({ customer_phone: '256770000001', amount }),
      url: '/api/v1/wallet/collect-payment',
    });
    expect(answer.json().code).toBe(code);
  });

  it.each(['+256770000001', '0770000001', '256 770 000 001', '25677000000', 256770000001, ''])(
    'the phone %j is refused with the expected form',
    async (recipient_phone) => {
      const answer = await call(send({ ...payment, recipient_phone }));
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors.recipient_phone[0]).toContain('256770000001');
    },
  );

  it.each<[string, object, string]>([
    ['a description of 256 characters', { description: 'x'.repeat(256) }, 'description'],
    ['a control character', { description: 'a\u0007b' }, 'description'],
    ['a line break', { description: 'a\nb' }, 'description'],
    ['half a surrogate pair', { description: 'a\ud800b' }, 'description'],
    ['a number as description', { description: 5 }, 'description'],
    ['text as sender_pays_fee', { sender_pays_fee: 'true' }, 'sender_pays_fee'],
  ])('%s is refused', async (_name, more, field) => {
    const answer = await call(send(JSON.stringify({ ...payment, ...more })));
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it('any script passes unchanged, up to 255 characters', async () => {
    const description = 'Ssente z’ekitabo 書籍 📚'.padEnd(255, 'ŋ');
    const asked: unknown[] = [];
    const answer = await call(send({ ...payment, description }), {
      wallet: fakeWallet({
        sendMoney: async (_caller, request) => {
          asked.push(request);
          return { is: 'success', body: sentBody, final: true };
        },
      }),
    });
    expect(answer.statusCode).toBe(200);
    expect(asked).toEqual([{ ...payment, description }]);
  });

  it('a customer_name of 121 characters is refused', async () => {
    const body = { customer_phone: '256770000001', amount: 1000, customer_name: 'x'.repeat(121) };
    const answer = await call({ ...send(body), url: '/api/v1/wallet/collect-payment' });
    expect(Object.keys(answer.json().errors)).toEqual(['customer_name']);
  });

  it('every wrong field is named', async () => {
    const answer = await call(send({ amount: 'x', description: 5 }));
    expect(Object.keys(answer.json().errors).sort()).toEqual(['amount', 'description', 'recipient_phone']);
    expect(answer.json().code).toBe('invalid_request');
  });

  it.each([[[]], ['text'], [5]])('a body that is the JSON %j is refused', async (body) => {
    const answer = await call(send(JSON.stringify(body)));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toHaveProperty('body');
  });

  it('a POST without its body names the fields that are required', async () => {
    const answer = await call({ method: 'POST', url: '/api/v1/wallet/send-money', headers: key });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['recipient_phone', 'amount']);
  });
});

describe('interface-decisions 1, "Header habits of real clients"', () => {
  it.each<[string, InjectOptions]>([
    ['Content-Type on a GET', { ...balance, headers: { ...key, 'content-type': 'application/json' } }],
    [
      'Content-Type on a POST without a body',
      {
        method: 'POST',
        url: '/api/v1/test/prompts/1/approve',
        headers: { ...key, 'content-type': 'application/json' },
      },
    ],
    [
      'a form type on a POST without a body',
      {
        method: 'POST',
        url: '/api/v1/test/prompts/1/decline',
        headers: { ...key, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' },
      },
    ],
    [
      'a POST without a body and without a type',
      { method: 'POST', url: '/api/v1/test/prompts/1/approve', headers: key },
    ],
    ['bearer in lower case', { ...balance, headers: { authorization: `bearer ${testKey}` } }],
    ['BEARER in upper case', { ...balance, headers: { authorization: `BEARER ${testKey}` } }],
    ['an Accept that is not JSON', { ...balance, headers: { ...key, accept: 'text/html' } }],
    ['a trailing slash', { ...balance, url: '/api/v1/wallet/balance/' }],
    ['a charset', send(JSON.stringify(payment), { 'content-type': 'Application/JSON; charset=UTF-8' })],
    ['a byte-order mark before the JSON', send(`\ufeff${JSON.stringify(payment)}`)],
    ['Content-Encoding: identity', send(JSON.stringify(payment), { 'content-encoding': 'Identity' })],
    [
      'Content-Encoding on a POST without a body',
      { method: 'POST', url: '/api/v1/test/prompts/1/approve', headers: { ...key, 'content-encoding': 'gzip' } },
    ],
    ['HEAD', { ...balance, method: 'HEAD' }],
  ])('%s is fine', async (_name, request) => {
    const answer = await call(request);
    expect(answer.statusCode).toBe(200);
  });

  it('OPTIONS answers 204 with the methods, without a key', async () => {
    const answer = await call({ method: 'OPTIONS', url: '/api/v1/wallet/balance' });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(answer.headers['x-ratelimit-limit']).toBe('30');
  });
});

describe('interface-decisions 1, "X-Request-Id"', () => {
  it('a sane one sent by the client is kept', async () => {
    const answer = await call({ ...balance, headers: { ...key, 'x-request-id': 'order-17:try.2' } });
    expect(answer.headers['x-request-id']).toBe('order-17:try.2');
  });

  it.each(['', 'x'.repeat(129), 'a b', '<script>'])('%j is replaced by a new one', async (id) => {
    const answer = await call({ ...balance, headers: { ...key, 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  it('two requests get two ids', async () => {
    const first = await call(balance);
    const second = await server?.inject(balance);
    expect(second?.headers['x-request-id']).toMatch(/^req_/);
    expect(second?.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });
});

describe('interface-decisions 2 and 9: which permission and which window', () => {
  const body = {
    operation: 'send_money',
    phone: '256770000001',
    recipient_phone: '256770000001',
    customer_phone: '256770000001',
    amount: 1000,
  };
  it.each<[string, string, string, readonly Permission[]]>([
    ['GET', '/wallet/balance', 'balance', ['wallet:read']],
    ['POST', '/wallet/send-money', 'send_money', ['wallet:send']],
    ['POST', '/wallet/withdraw/mobile', 'withdrawal', ['wallet:withdraw']],
    ['POST', '/wallet/collect-payment', 'collect', ['wallet:collect']],
    ['POST', '/wallet/collections/1/refund', 'send_money', ['wallet:send']],
    ['GET', '/wallet/collections/1/status', 'collection_status', ['wallet:read', 'wallet:collect']],
    ['GET', '/wallet/transactions', 'history', ['wallet:read']],
    ['GET', '/wallet/transactions/1', 'transaction', ['wallet:read']],
    ['GET', '/wallet/statements?from=2026-11-01&to=2026-11-30', 'statements', ['wallet:read']],
    ['GET', '/wallet/fees?operation=collection&amount=1000', 'fees', ['wallet:read']],
    ['POST', '/wallet/quotes', 'quotes', ['wallet:send']],
    ['GET', '/wallet/quotes/1', 'quotes', ['wallet:send', 'wallet:withdraw']],
    ['GET', '/wallet/lookup?phone=256770000001', 'lookup', ['wallet:read']],
    ['GET', '/approvals', 'approvals', ['approvals:read', 'approvals:decide']],
    ['GET', '/approvals/1', 'approvals', ['approvals:read', 'approvals:decide']],
    ['POST', '/approvals/1/approve', 'approvals', ['approvals:decide']],
    ['POST', '/approvals/1/reject', 'approvals', ['approvals:decide']],
    ['GET', '/events', 'webhooks', ['webhooks:read', 'webhooks:write']],
    ['GET', '/test/prompts', 'webhooks', ['wallet:read', 'wallet:collect', 'webhooks:read']],
    ['POST', '/test/prompts/1/approve', 'webhooks', ['wallet:read']],
    ['POST', '/test/wallet/fund', 'webhooks', ['wallet:read']],
  ])('%s %s counts as %s and takes %j', async (method, path, limit, sufficient) => {
    const counted: string[] = [];
    const services = (permissions: readonly Permission[]): Partial<ServerParts> => ({
      authenticator: { authenticate: () => principalOf('test', permissions) },
      rateLimiter: {
        hit: (name) => {
          counted.push(name);
          return windowOf(60, 59);
        },
      },
    });
    const request = {
      method: method === 'GET' ? 'GET' : 'POST',
      url: `/api/v1${path}`,
      ...(method === 'GET' ? {} : { payload: body }),
    } as const;
    for (const permission of sufficient) {
      const answer = await call(request, services([permission]));
      expect(answer.statusCode).toBe(200);
      await server?.close();
    }
    expect(new Set(counted)).toEqual(new Set([limit]));
    if (path.startsWith('/test')) return;
    const others = (
      ['wallet:read', 'wallet:send', 'wallet:withdraw', 'wallet:collect', 'approvals:read', 'webhooks:read'] as const
    ).filter((permission) => !sufficient.includes(permission));
    const refused = await call(request, services(others));
    expect(refused.statusCode).toBe(403);
  });

  it.each(['/test/prompts', '/test/wallet/fund', '/test/prompts/1/approve'])(
    'with a live key there is nothing at %s',
    async (path) => {
      const answer = await call({
        method: path === '/test/prompts' ? 'GET' : 'POST',
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${liveKey}` },
      });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('not_found');
    },
  );
});

describe('interface-decisions 9, "Limits"', () => {
  it('every answer shows its window', async () => {
    const answer = await call(balance);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
      'x-ratelimit-reset': String(resetAtSeconds),
    });
  });

  it('a request beyond what all keys of the client may use says so', async () => {
    const window = { ...windowOf(600, 0, false), ofClient: true as const };
    const answer = await call(balance, { rateLimiter: { hit: () => window } });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0' });
    expect(answer.headers).toHaveProperty('retry-after');
    expect(answer.json().message).toMatch(
      /^The API keys of this client have together reached the limit of requests per minute; try again in \d+ seconds, or ask for a higher limit\.$/,
    );
  });

  it('a failed authentication shows the window of its address', async () => {
    const answer = await call({ ...balance, headers: {} });
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29' });
  });

  it('too many failed authentications answer 429', async () => {
    const answer = await call(
      { ...balance, headers: {} },
      { failedAuthentication: { hit: () => windowOf(30, 0, false), peek: () => windowOf(30, 0) } },
    );
    expect(answer.statusCode).toBe(429);
    expect(answer.json().code).toBe('rate_limited');
  });

  it('a forwarded address counts only when the proxy is trusted', async () => {
    const addresses: string[] = [];
    const authenticate: ServerParts['authenticator']['authenticate'] = (_authorization, address) => {
      addresses.push(address);
      return principalOf('test');
    };
    const forwarded = { ...balance, headers: { ...key, 'x-forwarded-for': '41.75.1.2' } };
    await call(forwarded, { authenticator: { authenticate } });
    await server?.close();
    await call(forwarded, {
      authenticator: { authenticate },
      settings: { ...fakeParts().settings, trustProxy: ['127.0.0.1'] },
    });
    expect(addresses).toEqual(['127.0.0.1', '41.75.1.2']);
  });
});

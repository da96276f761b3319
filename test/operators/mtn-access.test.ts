import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MtnStandIn, startMtnStandIn } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { MtnCaller } from './mtn-caller.ts';

let mtn: MtnStandIn;
let caller: MtnCaller;

beforeAll(async () => {
  mtn = await startMtnStandIn({ queriesPerSecond: null, settleDelayMs: 0 });
  caller = new MtnCaller(mtn);
});
afterAll(() => mtn.close());

describe('providers.md 1.1, products and keys', () => {
  test.each(['collection', 'disbursement', 'remittance'] as const)(
    '%s is a product with both of its keys',
    async (product) => {
      for (const key of ['primaryKey', 'secondaryKey'] as const) {
        const headers = { 'ocp-apim-subscription-key': mtn.account.credentials[product][key] };
        expect((await caller.login(product, headers)).status).toBe(200);
      }
    },
  );

  test('a key of one product gets 401 on another product’s path, and so does its token', async () => {
    const { collection, disbursement } = mtn.account.credentials;
    const path = '/disbursement/v1_0/account/balance';
    expect((await caller.get(path, { 'ocp-apim-subscription-key': collection.primaryKey })).status).toBe(401);
    const token = await caller.headers('collection');
    const mixed = { ...token, 'ocp-apim-subscription-key': disbursement.primaryKey };
    expect((await caller.raw('GET', path, mixed)).status).toBe(401);
    expect((await caller.get(path)).status).toBe(200);
  });

  test('production takes mtnuganda and UGX, the sandbox takes sandbox and EUR', async () => {
    expect((await caller.collect('256772000001')).status).toBe(202);
    expect((await caller.collect('256772000001', { currency: 'EUR' })).body.code).toBe('INVALID_CURRENCY');
    const wrong = await caller.collect('256772000001', {}, { 'x-target-environment': 'sandbox' });
    expect([wrong.status, wrong.body.code]).toEqual([500, 'NOT_ALLOWED_TARGET_ENVIRONMENT']);
    const sandbox = await startMtnStandIn({ environment: 'sandbox' });
    const guest = new MtnCaller(sandbox);
    expect((await guest.collect('46733123999')).status).toBe(202);
    expect((await guest.collect('46733123999', { currency: 'UGX' })).body.code).toBe('INVALID_CURRENCY');
    await sandbox.close();
  });

  test('an address that is not listed gets 403 FORBIDDEN IP', async () => {
    await caller.raw('PUT', '/_settings', {}, { disbursementAddresses: ['10.1.2.3'] });
    const answer = await caller.transfer('256772000001');
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN IP']);
    expect((await caller.collect('256772000001')).status).toBe(202);
    await caller.raw('PUT', '/_settings', {}, { disbursementAddresses: null, collectionAddresses: ['10.1.2.3'] });
    expect((await caller.collect('256772000001')).status).toBe(403);
    await caller.raw('PUT', '/_settings', {}, { collectionAddresses: null });
  });
});

describe('providers.md 1.2, making an API user in the sandbox', () => {
  let sandbox: MtnStandIn;
  let guest: MtnCaller;
  beforeAll(async () => {
    sandbox = await startMtnStandIn({ environment: 'sandbox' });
    guest = new MtnCaller(sandbox);
  });
  afterAll(() => sandbox.close());
  const subscription = () => ({ 'ocp-apim-subscription-key': sandbox.account.credentials.collection.primaryKey });

  test('a user and its key are made, read, and open a token', async () => {
    const apiUser = randomUUID();
    const made = await guest.raw(
      'POST',
      '/v1_0/apiuser',
      { ...subscription(), 'x-reference-id': apiUser },
      { providerCallbackHost: 'pay.example.org' },
    );
    expect([made.status, made.text]).toEqual([201, '']);
    const key = await guest.raw('POST', `/v1_0/apiuser/${apiUser}/apikey`, subscription());
    expect([key.status, key.body]).toEqual([201, { apiKey: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    const read = await guest.raw('GET', `/v1_0/apiuser/${apiUser}`, subscription());
    expect(read.body).toEqual({ providerCallbackHost: 'pay.example.org', targetEnvironment: 'sandbox' });
    const login = { authorization: `Basic ${btoa(`${apiUser}:${key.body.apiKey}`)}` };
    const token = await guest.login('collection', login);
    expect(token.status).toBe(200);

    // A new key makes the old one and its tokens worthless.
    await guest.raw('POST', `/v1_0/apiuser/${apiUser}/apikey`, subscription());
    expect((await guest.login('collection', login)).status).toBe(401);
    const stale = { authorization: `Bearer ${token.body.access_token}` };
    expect((await guest.get('/collection/v1_0/account/balance', stale)).status).toBe(401);
  });

  test.each([
    ['a UUID that is not version 4', '8f2c4d1e-0000-1000-8000-000000000000', 'pay.example.org', 400],
    ['no UUID', null, 'pay.example.org', 400],
    ['a scheme in the host', randomUUID(), 'https://pay.example.org', 400],
    ['a port in the host', randomUUID(), 'pay.example.org:443', 400],
    ['an address for a host', randomUUID(), '192.0.2.7', 400],
    ['a UUID that is taken', 'c0113c71-0000-4000-8000-000000000001', 'pay.example.org', 409],
  ])('%s is refused', async (_what, reference, host, status) => {
    const headers = { ...subscription(), 'x-reference-id': reference };
    const answer = await guest.raw('POST', '/v1_0/apiuser', headers, { providerCallbackHost: host });
    expect(answer.status).toBe(status);
  });

  test('the key call wants a Content-Length', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const path = `${sandbox.baseUrl}/v1_0/apiuser/${sandbox.account.credentials.collection.apiUser}/apikey`;
      const call = httpRequest(
        path,
        { method: 'POST', headers: { ...subscription(), 'transfer-encoding': 'chunked' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      call.on('error', reject);
      call.end();
    });
    expect(status).toBe(411);
  });

  test('a wrong subscription key gets 401, and production has none of this', async () => {
    const headers = { 'ocp-apim-subscription-key': 'none', 'x-reference-id': randomUUID() };
    expect((await guest.raw('POST', '/v1_0/apiuser', headers, { providerCallbackHost: 'a.example' })).status).toBe(401);
    expect((await caller.raw('POST', '/v1_0/apiuser', headers, { providerCallbackHost: 'a.example' })).status).toBe(
      404,
    );
  });
});

describe('providers.md 1.3, the access token', () => {
  test('its answer: a token, the type access_token, 3600 seconds', async () => {
    const { status, body } = await caller.login('collection');
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'access_token',
      expires_in: 3_600,
    });
  });

  test('a body gets 400, or is ignored where a test sets that', async () => {
    expect((await caller.login('collection', {}, '{}')).status).toBe(400);
    await caller.raw('PUT', '/_settings', {}, { tokenBody: 'ignored' });
    expect((await caller.login('collection', {}, '{}')).status).toBe(200);
    await caller.raw('PUT', '/_settings', {}, { tokenBody: 'refused' });
  });

  test('the path ends with a slash', async () => {
    expect((await caller.raw('POST', '/collection/token')).status).toBe(404);
    expect((await caller.raw('GET', '/collection/token/')).status).toBe(405);
  });

  test('a wrong user or key gets 401 with an error, or 500 as some have seen', async () => {
    const wrong = { authorization: `Basic ${btoa('somebody:secret')}` };
    expect(await caller.login('collection', wrong)).toMatchObject({ status: 401, body: { error: expect.any(String) } });
    await caller.raw('PUT', '/_settings', {}, { wrongLoginStatus: '500' });
    expect((await caller.login('collection', wrong)).status).toBe(500);
    await caller.raw('PUT', '/_settings', {}, { wrongLoginStatus: '401' });
  });

  test('an invalid subscription key gets 401 in the gateway’s own shape', async () => {
    const answer = await caller.login('collection', { 'ocp-apim-subscription-key': 'wrong' });
    expect(answer).toMatchObject({ status: 401, body: { statusCode: 401, message: expect.any(String) } });
  });

  test('the user of one product gets no token of another', async () => {
    const { apiUser, apiKey } = mtn.account.credentials.collection;
    const answer = await caller.login('disbursement', { authorization: `Basic ${btoa(`${apiUser}:${apiKey}`)}` });
    expect(answer.status).toBe(401);
  });

  test('a token is good until it expires, and then gets 401', async () => {
    await caller.raw('PUT', '/_settings', {}, { tokenLifetimeMs: 2_000 });
    const { body } = await caller.login('collection');
    await caller.raw('PUT', '/_settings', {}, { tokenLifetimeMs: 3_600_000 });
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await caller.get('/collection/v1_0/account/balance', headers)).status).toBe(200);
    await expect
      .poll(async () => (await caller.get('/collection/v1_0/account/balance', headers)).status, { interval: 50 })
      .toBe(401);
  });

  test('the word before the token is Bearer, although its type is not', async () => {
    const { authorization } = await caller.headers('collection');
    const other = authorization!.replace('Bearer', 'access_token');
    expect((await caller.get('/collection/v1_0/account/balance', { authorization: other })).status).toBe(401);
  });
});

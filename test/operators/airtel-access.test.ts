import { constants } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AirtelStandIn, startAirtelStandIn } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { AirtelCaller, encrypted, newId } from './airtel-caller.ts';
import { sendRequest } from './send-request.ts';

let airtel: AirtelStandIn;
let caller: AirtelCaller;

beforeAll(async () => {
  airtel = await startAirtelStandIn({ settleDelayMs: 0 });
  caller = new AirtelCaller(airtel);
});
afterAll(() => airtel.close());

const balancePath = '/standard/v1/users/balance';

describe('providers.md 2.1, headers, prefix and addresses', () => {
  test.each([
    ['no X-Country', { 'x-country': null }, 'ROUTER003'],
    ['another country', { 'x-country': 'KE' }, 'ROUTER006'],
    ['no X-Currency', { 'x-currency': null }, 'ROUTER119'],
    ['another currency', { 'x-currency': 'KES' }, 'ROUTER112'],
  ])('a call with %s is refused by the gateway', async (_what, headers, code) => {
    const { status, body } = await caller.get(balancePath, headers);
    expect([status, body]).toEqual([400, { status_code: code, status_message: expect.any(String) }]);
  });

  test('a call with a body says that it is JSON', async () => {
    const { body } = await caller.collect('752000001', { headers: { 'content-type': 'text/plain' } });
    expect(body.status_code).toBe('ROUTER003');
  });

  test('an address that is not listed meets the firewall’s page', async () => {
    await caller.set({ addresses: ['10.1.2.3'] });
    const answer = await caller.get(balancePath);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<html>');
    await caller.set({ addresses: null });
  });

  test('with a prefix the collection, its enquiry and its refund are under it and nowhere else', async () => {
    const simulated = await startAirtelStandIn({ pathPrefix: '/simulate', settleDelayMs: 0 });
    const other = new AirtelCaller(simulated);
    const { id, body } = await other.collect('752000001');
    expect(body.status.success).toBe(true);
    await expect.poll(async () => (await other.enquire(id)).body.data.transaction.status).toBe('TS');
    const { airtel_money_id } = (await other.enquire(id)).body.data.transaction;
    expect((await other.refund(airtel_money_id)).body.data.transaction.status).toBe('SUCCESS');
    expect((await other.get(`/standard/v1/payments/${id}`)).status).toBe(404);
    expect((await other.post('/merchant/v1/payments/', {})).status).toBe(404);
    expect((await other.get(balancePath)).status).toBe(200);
    expect((await other.get(`/simulate${balancePath}`)).status).toBe(200);
    await simulated.close();
  });

  test('a wrong method gets 405 and an unknown path 404', async () => {
    expect((await caller.get('/merchant/v1/payments/')).status).toBe(405);
    expect((await caller.get('/merchant/v1/payments')).status).toBe(404);
  });
});

describe('providers.md 2.2, the token', () => {
  test('its answer: a token, 180 seconds, the type bearer; one serves all products', async () => {
    expect(await caller.login()).toMatchObject({
      status: 200,
      body: { access_token: expect.stringMatching(/\S{20}/), expires_in: 180, token_type: 'bearer' },
    });
    expect((await caller.get(balancePath)).status).toBe(200);
    expect((await caller.get('/standard/v1/users/752000001')).status).toBe(200);
  });

  test('expires_in is a number, or a string', async () => {
    await caller.faults({ always: ['numbers_as_strings'] });
    expect((await caller.login()).body.expires_in).toBe('180');
    await caller.faults({});
  });

  test.each([
    ['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
    ['a wrong id', { client_id: 'wrong' }, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('%s gets 400', async (_what, change, error) => {
    const { status, body } = await caller.login(change);
    expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }]);
  });

  test('an expired token gets 401 invalid_token, or 403 as one mock shows', async () => {
    await caller.set({ tokenLifetimeMs: 100 });
    const { access_token } = (await caller.login()).body;
    await caller.set({ tokenLifetimeMs: 180_000 });
    const old = { authorization: `Bearer ${access_token}` };
    await expect.poll(async () => (await caller.get(balancePath, old)).status, { interval: 20 }).toBe(401);
    expect((await caller.get(balancePath, old)).body).toMatchObject({ error: 'invalid_token' });
    await caller.set({ expiredTokenStatus: '403' });
    expect((await caller.get(balancePath, old)).status).toBe(403);
    await caller.set({ expiredTokenStatus: '401' });
  });
});

describe('providers.md 2.8, signing', () => {
  const body = (id: string) =>
    JSON.stringify({ reference: 'Invoice7', subscriber: { msisdn: '752000001' }, transaction: { amount: 500, id } });

  test('the keys: an id, base64 DER, and a day-month-year; in data or at top level', async () => {
    const keys = { key_id: expect.any(String), valid_upto: expect.stringMatching(/^\d\d-\d\d-\d{4}$/) };
    const inData = (await caller.get('/v1/rsa/encryption-keys')).body;
    expect(inData.data).toEqual({ ...keys, key: airtel.world.keys.signingKey });
    await caller.set({ encryptionKeysAt: 'top' });
    expect((await caller.get('/v1/rsa/encryption-keys')).body).toEqual(inData.data);
    await caller.set({ encryptionKeysAt: 'data' });
    expect((await caller.raw('GET', '/v1/rsa/encryption-keys')).status).toBe(401);
  });

  test('off: headers are not looked at', async () => {
    const answer = await caller.post('/merchant/v2/payments/', body(newId()), { 'x-signature': 'x', 'x-key': 'y' });
    expect(answer.body.status.success).toBe(true);
  });

  test('required: a good signature is taken, none or another’s is DP00800001026', async () => {
    await caller.set({ signing: 'required' });
    const text = body(newId());
    const post = (sent: string, headers: Record<string, string>) =>
      caller.post('/merchant/v2/payments/', sent, headers).then((answer) => answer.body.status);
    const mismatch = { success: false, response_code: 'DP00800001026' };
    expect(await post(text, {})).toMatchObject(mismatch);
    expect(await post(text, caller.signatureOf(`${text} `))).toMatchObject(mismatch);
    const { 'x-signature': signature, 'x-key': key } = caller.signatureOf(text);
    expect(await post(text, { 'x-signature': signature! })).toMatchObject(mismatch);
    const rawKey = encrypted(airtel.world.keys.signingKey, constants.RSA_PKCS1_PADDING, 'x'.repeat(48));
    expect(await post(text, { 'x-signature': signature!, 'x-key': rawKey })).toMatchObject(mismatch);
    expect(await post(text, { 'x-signature': signature!, 'x-key': key! })).toMatchObject({ success: true });
    // Version 1 is never signed.
    expect((await caller.collect('752000001')).body.status.success).toBe(true);
    const payout = await caller.disburse('752000001');
    expect(payout.body.status.response_code).toBe('DP00900001016');
    await caller.set({ signing: 'off' });
  });

  test('optional: unsigned is taken, a wrong signature is not', async () => {
    await caller.set({ signing: 'optional' });
    expect((await caller.post('/merchant/v2/payments/', body(newId()))).body.status.success).toBe(true);
    const wrong = caller.signatureOf('something else');
    const answer = await caller.post('/merchant/v2/payments/', body(newId()), wrong);
    expect(answer.body.status.response_code).toBe('DP00800001026');
    await caller.set({ signing: 'off' });
  });

  test('version 3 of a disbursement is always signed', async () => {
    const { payee, ...rest } = { payee: { msisdn: '752000001', currency: 'UGX', wallet_type: 'NORMAL' }, id: newId() };
    const text = JSON.stringify({
      payee,
      reference: 'Salary7',
      pin: caller.pin(),
      transaction: { amount: 500, id: rest.id, type: 'B2C' },
    });
    const unsigned = await caller.post('/standard/v3/disbursements', text);
    expect(unsigned.body.status.response_code).toBe('DP00900001016');
    const signed = await caller.post('/standard/v3/disbursements', text, caller.signatureOf(text));
    expect(signed.body.status.response_code).toBe('DP00900001001');
  });

  test('after a rotation the old key no longer signs', async () => {
    await caller.set({ signing: 'required' });
    const text = body(newId());
    const headers = caller.signatureOf(text);
    await sendRequest(`${airtel.baseUrl}/_keys/rotate`, 'POST');
    const answer = await caller.post('/merchant/v2/payments/', text, headers);
    expect(answer.body.status.response_code).toBe('DP00800001026');
    const renewed = await caller.post('/merchant/v2/payments/', text, caller.signatureOf(text));
    expect(renewed.body.status.success).toBe(true);
    await caller.set({ signing: 'off' });
  });
});

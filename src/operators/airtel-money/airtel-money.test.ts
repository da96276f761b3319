import { constants, createDecipheriv, createHmac, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { AirtelBench, envelope, never, pinKeys } from '../../../test/operators/contract/airtel.fixture.ts';
import { sendJson } from '../../../test/operators/contract/json-server.fixture.ts';
import { ugx } from '../../money/ugx.ts';
import type { MoneyCall, RefundCall } from '../contract.ts';
import type { AirtelMoneySettings } from './settings.ts';

const signingKeys = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const signingKey = signingKeys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

let bench: AirtelBench;
const open = async (settings: Partial<AirtelMoneySettings> = {}) => {
  bench = await AirtelBench.open(settings);
  return bench;
};
afterEach(() => bench.close());

const callOf = (reference: string): MoneyCall => ({
  reference,
  transactionId: 7,
  phone: '256701234567',
  amount: ugx(50_000),
  description: "Ssente z'essomero 📚",
  merchantName: 'Kampala Books',
});
const refundOf = (reference: string, collectionReceipt: string | null = 'MP1'): RefundCall => ({
  ...callOf(reference),
  collectionReference: '0123456789ab4cde8f0123456789abcd',
  collectionReceipt,
});
const accepted = envelope('DP00800001006', { status: 'SUCCESS' }, { resultCode: 'ESB000010' });
const lastCall = () => {
  const call = bench.calls.at(-1);
  if (call === undefined) throw new Error('Airtel was not called');
  return call;
};

describe('a token (providers.md 2.2)', () => {
  test('is asked for with the client’s id and secret as JSON, and sent as a bearer with country and currency', async () => {
    const { connector } = await open();
    bench.says(200, accepted);
    await connector.collect(callOf(connector.newReference()), never);
    const [request] = bench.tokenRequests;
    expect(request).toMatchObject({ method: 'POST', path: '/auth/oauth2/token' });
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', accept: '*/*' });
    expect(request?.headers.authorization).toBeUndefined();
    expect(JSON.parse(request?.body ?? '')).toEqual({
      client_id: 'client-1',
      client_secret: 'client-secret-1',
      grant_type: 'client_credentials',
    });
    expect(lastCall().headers).toMatchObject({
      authorization: 'Bearer T1',
      'x-country': 'UG',
      'x-currency': 'UGX',
      accept: '*/*',
      'content-type': 'application/json',
    });
  });

  test('rule 12: is asked for once by many calls at once, and serves every product', async () => {
    const { connector } = await open();
    bench.says(200, accepted);
    const calls = Array.from({ length: 10 }, () => callOf(connector.newReference()));
    await Promise.all(calls.map((call) => connector.collect(call, never)));
    await connector.payOut(callOf(connector.newReference()), never);
    await connector.balance('collection', never);
    expect(bench.tokenRequests).toHaveLength(1);
  });

  test.each(['1', 1])('rule 12: lives as long as expires_in says, be it the text or the number %j', async (seconds) => {
    const { connector } = await open();
    bench.says(200, accepted);
    bench.answerToken = (response, count) =>
      sendJson(response, 200, { access_token: `T${count}`, expires_in: seconds, token_type: 'bearer' });
    await connector.balance('collection', never);
    await expect
      .poll(
        async () => {
          await connector.balance('collection', never);
          return bench.tokenRequests.length;
        },
        { interval: 100 },
      )
      .toBeGreaterThan(1);
  });

  test.each([
    [401, { error: 'invalid_token', error_description: 'expired' }],
    [403, { error: 'invalid_token', error_description: 'expired' }],
  ])(
    'rule 12: one that expired on the way (HTTP %i) is renewed, and the call made once more with the same id',
    async (status, body) => {
      const { connector } = await open();
      bench.answer = (request, response) =>
        request.headers.authorization === 'Bearer T1'
          ? sendJson(response, status, body)
          : sendJson(response, 200, accepted);
      const call = callOf(connector.newReference());
      expect(await connector.collect(call, never)).toEqual({ is: 'accepted', paid: false });
      expect(bench.calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer T1', 'Bearer T2']);
      expect(new Set(bench.calls.map(({ body }) => body)).size).toBe(1);
      expect(bench.tokenRequests).toHaveLength(2);
    },
  );

  test('rule 12: a second 401 is the end of it: we are refused, and nothing was created', async () => {
    const { connector } = await open();
    bench.says(401, { error: 'invalid_token', error_description: 'no' });
    const word = await connector.payOut(callOf(connector.newReference()), never);
    expect(word).toMatchObject({ is: 'refused', by: 'configuration', code: 'operator_refused' });
    expect(bench.calls).toHaveLength(2);
  });

  test('that is refused because of wrong credentials refuses us, shows no secret, and no payment is sent', async () => {
    const { connector } = await open();
    bench.answerToken = (response) =>
      sendJson(response, 400, { error: 'invalid_client', error_description: 'Client not found' });
    const word = await connector.collect(callOf(connector.newReference()), never);
    expect(word).toEqual({
      is: 'refused',
      by: 'configuration',
      code: 'operator_refused',
      raw: 'no token: HTTP 400 Client not found',
    });
    expect(await connector.balance('collection', never)).toMatchObject({ is: 'refused' });
    expect(bench.calls).toHaveLength(0);
    expect(JSON.stringify([word, bench.observer])).not.toContain('client-secret-1');
  });

  test.each([
    [500, 'a fault'],
    [403, '<html>Request Rejected</html>'],
    [200, '<html>maintenance</html>'],
    [200, '{"token":"x"}'],
  ])('that does not come (HTTP %i, %s) means that the payment was not sent', async (status, text) => {
    const { connector } = await open();
    bench.answerToken = (response) => response.writeHead(status).end(text);
    expect(await connector.collect(callOf(connector.newReference()), never)).toMatchObject({ is: 'not_reached' });
    const query = { direction: 'payout', reference: connector.newReference() } as const;
    expect(await connector.query(query, never)).toMatchObject({ is: 'unknown' });
    expect(bench.calls).toHaveLength(0);
  });

  test('never reaches the observer, nor is the PIN', async () => {
    const { connector } = await open();
    bench.says(200, accepted);
    await connector.payOut(callOf(connector.newReference()), never);
    const observed = JSON.stringify(bench.observer);
    for (const secret of ['T1', '4321', 'client-secret-1', JSON.parse(lastCall().body).pin]) {
      expect(observed).not.toContain(`"${secret}"`);
    }
    expect(bench.observer.exchanges).toHaveLength(2);
  });
});

describe('a collection (providers.md 2.3)', () => {
  test.each(['v1', 'v2'] as const)('of version %s has exactly this body; rules 13 and 19', async (version) => {
    const { connector } = await open({ collectionVersion: version });
    bench.says(200, accepted);
    const reference = connector.newReference();
    expect(await connector.collect(callOf(reference), never)).toEqual({ is: 'accepted', paid: false });
    expect(lastCall()).toMatchObject({ method: 'POST', path: `/merchant/${version}/payments/` });
    expect(JSON.parse(lastCall().body)).toEqual({
      reference: 'KampalaBooksSsenteZessomero',
      subscriber: { country: 'UG', currency: 'UGX', msisdn: '701234567' },
      transaction: { amount: 50_000, country: 'UG', currency: 'UGX', id: reference },
    });
    expect(lastCall().headers['x-signature']).toBeUndefined();
  });

  test('of a sandbox goes under the path prefix, and the token does not', async () => {
    const { connector } = await open({ pathPrefix: '/simulate' });
    bench.says(200, accepted);
    const reference = connector.newReference();
    await connector.collect(callOf(reference), never);
    await connector.query({ direction: 'collection', reference }, never);
    await connector.refund(refundOf(reference), never);
    expect(bench.calls.map(({ path }) => path)).toEqual([
      '/simulate/merchant/v1/payments/',
      `/simulate/standard/v1/payments/${reference}`,
      '/simulate/standard/v1/payments/refund',
    ]);
    expect(bench.tokenRequests[0]?.path).toBe('/auth/oauth2/token');
  });

  test('rule 14: a number that Airtel does not know ends the attempt, with a clear reason', async () => {
    const { connector } = await open();
    bench.says(200, envelope('DP00800001010', null, { code: '400', success: false }));
    expect(await connector.collect(callOf(connector.newReference()), never)).toMatchObject({
      is: 'refused',
      by: 'payment',
      code: 'recipient_not_found',
    });
  });

  test('rule 2: a call whose connection is lost is unknown, and is not repeated', async () => {
    const { connector } = await open();
    bench.answer = (_request, response) => response.destroy();
    expect(await connector.collect(callOf(connector.newReference()), never)).toMatchObject({ is: 'unknown' });
    expect(bench.calls).toHaveLength(1);
  });

  test('rule 2: half an answer, and a page of the web firewall, are unknown and not repeated', async () => {
    const { connector } = await open();
    bench.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"data":');
      response.destroy();
    };
    expect(await connector.payOut(callOf(connector.newReference()), never)).toMatchObject({ is: 'unknown' });
    bench.answer = (_request, response) => response.writeHead(403).end('<html>Request Rejected</html>');
    expect(await connector.payOut(callOf(connector.newReference()), never)).toMatchObject({ is: 'unknown' });
    expect(bench.calls).toHaveLength(2);
  });

  test('rule 2: a call that is cut is unknown, and its socket is gone', async () => {
    const { connector } = await open();
    const cut = new AbortController();
    let socket: Socket | null = null;
    bench.answer = (_request, response) => {
      socket = response.socket;
      cut.abort();
    };
    expect(await connector.collect(callOf(connector.newReference()), cut.signal)).toMatchObject({ is: 'unknown' });
    await expect.poll(() => socket?.destroyed).toBe(true);
  });

  test('an Airtel that is not there is not reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const { connector } = await open({ baseUrl: `http://127.0.0.1:${port}` });
    expect(await connector.collect(callOf(connector.newReference()), never)).toMatchObject({ is: 'not_reached' });
    expect(await connector.balance('collection', never)).toMatchObject({ is: 'unknown' });
  });
});

describe('a disbursement (providers.md 2.6)', () => {
  const bodies = {
    v1: (reference: string, pin: string) => ({
      payee: { msisdn: '701234567' },
      reference: 'KampalaBooksSsenteZessomero',
      pin,
      transaction: { amount: 50_000, id: reference },
    }),
    v2: (reference: string, pin: string) => ({
      payee: { msisdn: '701234567', currency: 'UGX' },
      reference: 'KampalaBooksSsenteZessomero',
      pin,
      transaction: { amount: 50_000, id: reference, type: 'B2C' },
    }),
  };

  test.each(['v1', 'v2'] as const)(
    'of version %s has exactly this body, with a PIN that Airtel can read',
    async (version) => {
      const { connector } = await open({ disbursementVersion: version });
      const reference = connector.newReference();
      bench.says(200, envelope('DP00900001001', { id: reference, status: 'TS' }));
      expect(await connector.payOut(callOf(reference), never)).toEqual({ is: 'accepted', paid: true });
      expect(lastCall()).toMatchObject({ method: 'POST', path: `/standard/${version}/disbursements/` });
      const body = JSON.parse(lastCall().body);
      expect(body).toEqual(bodies[version](reference, body.pin));
      const pin = privateDecrypt(
        { key: pinKeys.privateKey, padding: constants.RSA_PKCS1_PADDING },
        Buffer.from(body.pin, 'base64'),
      );
      expect(pin.toString()).toBe('4321');
    },
  );

  test.each([
    ['v1', (reference: string) => `/standard/v1/disbursements/${reference}`],
    ['v2', (reference: string) => `/standard/v2/disbursements/${reference}?transactionType=B2C`],
  ] as const)('of version %s is asked about on its own path', async (version, pathOf) => {
    const { connector } = await open({ disbursementVersion: version });
    const reference = connector.newReference();
    bench.says(200, envelope('DP00900001001', { id: reference, status: 'TS', reference_id: '18601' }));
    expect(await connector.query({ direction: 'payout', reference }, never)).toEqual({
      is: 'succeeded',
      receipt: '18601',
      amount: null,
      reported: { reference, phone: null, currency: null },
    });
    expect(lastCall()).toMatchObject({ method: 'GET', path: pathOf(reference), body: '' });
  });

  test('rule 24: a float that is too low is a fault of ours, not of the payment', async () => {
    const { connector } = await open();
    bench.says(200, envelope('DP00900001007', null, { success: false }));
    expect(await connector.payOut(callOf(connector.newReference()), never)).toMatchObject({
      is: 'refused',
      by: 'configuration',
      code: 'operator_float_too_low',
    });
  });

  test.each(['ROUTER114', 'ROUTER115', 'ROUTER116'])('%s, our PIN, is a fault of ours on any call', async (code) => {
    const { connector } = await open();
    bench.says(400, { status_code: code, status_message: 'Invalid PIN' });
    const refused = { is: 'refused', by: 'configuration', code: 'operator_refused' };
    expect(await connector.payOut(callOf(connector.newReference()), never)).toMatchObject(refused);
  });

  test('a wrong PIN is the customer’s where the customer pays, and ours where we do', async () => {
    const { connector } = await open();
    const reference = connector.newReference();
    bench.says(200, envelope('DP00800001002', null, { success: false }));
    expect(await connector.collect(callOf(connector.newReference()), never)).toMatchObject({
      is: 'refused',
      by: 'payment',
      code: 'customer_refused',
    });
    expect(await connector.payOut(callOf(reference), never)).toMatchObject({
      is: 'refused',
      by: 'configuration',
      code: 'operator_refused',
    });
    bench.says(200, envelope('DP00800001002', { id: reference, status: 'TF' }, { success: false }));
    expect(await connector.query({ direction: 'collection', reference }, never)).toMatchObject({
      is: 'failed',
      code: 'customer_refused',
    });
    expect(await connector.query({ direction: 'payout', reference }, never)).toMatchObject({
      is: 'failed',
      code: 'operator_refused',
    });
  });

  test('rule 17: one that timed out inside Airtel is unknown, whatever the envelope says', async () => {
    const { connector } = await open();
    bench.says(200, envelope('DP00900001014', { status: 'TF' }, { success: false }));
    expect(await connector.payOut(callOf(connector.newReference()), never)).toMatchObject({ is: 'unknown' });
    expect(bench.calls).toHaveLength(1);
  });
});

describe('a query (providers.md 2.4)', () => {
  test('rule 5: the first is made after the delay in the settings, and the collection is asked about on its path', async () => {
    const { connector } = await open({ pollDelaysMs: [180_000, 120_000] });
    expect(connector.pollDelaysMs).toEqual([180_000, 120_000]);
    const reference = connector.newReference();
    bench.says(200, envelope('DP00800001001', { id: reference, status: 'TS', airtel_money_id: 'MP1' }));
    expect(await connector.query({ direction: 'collection', reference }, never)).toMatchObject({
      is: 'succeeded',
      receipt: 'MP1',
    });
    expect(lastCall()).toMatchObject({ method: 'GET', path: `/standard/v1/payments/${reference}`, body: '' });
  });

  test('rule 8: however often Airtel says "in progress", nothing fails', async () => {
    const { connector } = await open();
    const query = { direction: 'payout', reference: connector.newReference() } as const;
    for (const status of ['TIP', 'TA', 'TP', 'NEW']) {
      bench.says(200, envelope('DP00900001000', { id: query.reference, status }));
      for (let times = 0; times < 3; times += 1)
        expect(await connector.query(query, never)).toMatchObject({ is: 'pending' });
    }
    expect(bench.observer.unknownWords.map(({ word }) => word)).toEqual(['NEW', 'NEW', 'NEW']);
  });

  test('TE has to be said twice before it fails a payment', async () => {
    const { connector } = await open({ pollDelaysMs: [60, 30] });
    const query = { direction: 'collection', reference: connector.newReference() } as const;
    bench.says(200, envelope('DP00800001029', { id: query.reference, status: 'TE' }));
    expect(await connector.query(query, never)).toEqual({ is: 'pending' });
    await expect
      .poll(() => connector.query(query, never))
      .toMatchObject({ is: 'failed', code: 'prompt_expired', receipt: null });
  });

  test('rule 9: a success that comes after TE, TF or "not found" is reported', async () => {
    const { connector } = await open();
    const query = { direction: 'collection', reference: connector.newReference() } as const;
    const { reference: id } = query;
    for (const before of [
      envelope(null, { id, status: 'TE' }),
      envelope('DP00800001029', { id, status: 'TF' }),
      envelope('DP00800001025'),
    ]) {
      bench.says(200, before);
      await connector.query(query, never);
      bench.says(200, envelope(null, { id, status: 'TS', airtel_money_id: 'MP1' }));
      expect(await connector.query(query, never)).toMatchObject({ is: 'succeeded', receipt: 'MP1' });
    }
  });

  test('rule 18: a code that the table does not have is reported to be counted, with what it was treated as', async () => {
    const { connector } = await open();
    const reference = connector.newReference();
    bench.says(200, envelope('DP00800001998', { id: reference, status: 'TF' }));
    await connector.query({ direction: 'collection', reference }, never);
    bench.says(200, envelope('DP00900001555'));
    await connector.payOut(callOf(reference), never);
    expect(bench.observer.unknownWords).toMatchObject([
      { call: 'enquiry', word: 'DP00800001998', treatedAs: 'failed' },
      { call: 'disbursements', word: 'DP00900001555', treatedAs: 'unknown' },
    ]);
  });

  test('about a refund is not possible: no id of ours is in it', async () => {
    const { connector } = await open();
    expect(connector.refundsCanBeAskedAbout).toBe(false);
    const query = { direction: 'refund', reference: connector.newReference() } as const;
    expect(await connector.query(query, never)).toMatchObject({ is: 'unknown' });
    expect(bench.calls).toHaveLength(0);
  });
});

describe('a refund (providers.md 2.7)', () => {
  test.each(['v1', 'v2'] as const)('of version %s names the airtel_money_id, and nothing of ours', async (version) => {
    const { connector } = await open({ collectionVersion: version });
    bench.says(200, envelope(null, { airtel_money_id: 'MP1', status: 'SUCCESS' }, { resultCode: 'ESB000010' }));
    expect(await connector.refund(refundOf(connector.newReference()), never)).toEqual({ is: 'accepted', paid: true });
    expect(lastCall()).toMatchObject({ method: 'POST', path: `/standard/${version}/payments/refund` });
    expect(JSON.parse(lastCall().body)).toEqual({ transaction: { airtel_money_id: 'MP1' } });
  });

  test('of a collection whose receipt we lost looks it up first', async () => {
    const { connector } = await open();
    const { collectionReference: id } = refundOf('');
    bench.answer = (request, response) =>
      sendJson(
        response,
        200,
        request.method === 'GET'
          ? envelope(null, { id, status: 'TS', airtel_money_id: 'MP9' })
          : envelope(null, { airtel_money_id: 'MP9', status: 'SUCCESS' }),
      );
    expect(await connector.refund(refundOf(connector.newReference(), null), never)).toEqual({
      is: 'accepted',
      paid: true,
    });
    expect(JSON.parse(lastCall().body)).toEqual({ transaction: { airtel_money_id: 'MP9' } });
  });

  test('of a collection that Airtel knows no receipt of is not asked for', async () => {
    const { connector } = await open();
    bench.says(200, envelope('DP00800001025', null, { success: false }));
    expect(await connector.refund(refundOf(connector.newReference(), null), never)).toMatchObject({
      is: 'not_reached',
    });
    expect(bench.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  test.each([
    ['a lost connection', (response: import('node:http').ServerResponse) => void response.destroy()],
    ['a server fault', (response: import('node:http').ServerResponse) => sendJson(response, 500, {})],
    [
      'a time-out of the gateway',
      (response: import('node:http').ServerResponse) => sendJson(response, 408, { status_code: 'CONNECTION_TIMEOUT' }),
    ],
    [
      'a page of the firewall',
      (response: import('node:http').ServerResponse) => void response.writeHead(403).end('<html/>'),
    ],
  ])('rule 16: after %s is unknown, and is not repeated', async (_what, answer) => {
    const { connector } = await open();
    bench.answer = (_request, response) => answer(response);
    expect(await connector.refund(refundOf(connector.newReference()), never)).toMatchObject({ is: 'unknown' });
    expect(bench.calls).toHaveLength(1);
  });
});

describe('a number (providers.md 2.7)', () => {
  const user = (more: object) => ({
    data: { first_name: 'Sarah', last_name: 'Nalwoga', is_barred: false, is_pin_set: true, ...more },
    status: { code: '200', response_code: 'DP02200000001', success: true },
  });

  test('is asked about with 9 digits, and has a name and an active account', async () => {
    const { connector } = await open();
    bench.says(200, user({ msisdn: '701234567' }));
    expect(await connector.lookupName('256701234567', never)).toBe('Sarah Nalwoga');
    expect(await connector.accountStatus('256701234567', never)).toBe('active');
    expect(bench.calls.map(({ path }) => path)).toEqual([
      '/standard/v1/users/701234567',
      '/standard/v1/users/701234567',
    ]);
  });

  test('rule 13: that Airtel does not know is asked about with 256 too, and with nothing else', async () => {
    const { connector } = await open();
    bench.answer = (request, response) =>
      request.path.endsWith('/256701234567')
        ? sendJson(response, 200, user({}))
        : sendJson(response, 200, envelope('DP02200000002', null, { success: false }));
    expect(await connector.lookupName('256701234567', never)).toBe('Sarah Nalwoga');
    bench.says(200, envelope('DP02200000002', null, { success: false }));
    bench.calls.length = 0;
    expect(await connector.accountStatus('256701234567', never)).toBe('inactive');
    expect(await connector.lookupName('256701234567', never)).toBeNull();
    expect(bench.calls).toHaveLength(4);
  });

  test('has a name that never reaches the observer', async () => {
    const { connector } = await open();
    bench.says(200, user({}));
    expect(await connector.lookupName('256701234567', never)).toBe('Sarah Nalwoga');
    expect(bench.observer.exchanges).toHaveLength(2);
    expect(bench.observer.exchanges.join()).not.toContain('Nalwoga');
  });

  test.each([
    ['barred', user({ is_barred: true }), 'inactive', 'Sarah Nalwoga'],
    ['barred, as text', user({ is_barred: 'true' }), 'inactive', 'Sarah Nalwoga'],
    ['without names', { data: { is_barred: false } }, 'active', null],
    ['with one name', user({ last_name: null }), 'active', 'Sarah'],
    ['of which Airtel does not say', { data: { first_name: 'Sarah' } }, 'unknown', 'Sarah'],
    ['while the enquiry fails', envelope('DP02200000000', null, { success: false }), 'unknown', null],
    ['while Airtel says nonsense', [], 'unknown', null],
  ])('%s', async (_what, json, status, name) => {
    const { connector } = await open();
    bench.says(200, json);
    expect(await connector.accountStatus('256701234567', never)).toBe(status);
    expect(await connector.lookupName('256701234567', never)).toBe(name);
  });

  test('has no name while Airtel is slow, and the wait ends when it is cut', async () => {
    const { connector } = await open();
    bench.answer = () => undefined;
    expect(await connector.lookupName('256701234567', AbortSignal.timeout(50))).toBeNull();
    expect(await connector.accountStatus('256701234567', AbortSignal.timeout(50))).toBe('unknown');
  });
});

describe('what Airtel holds for us (providers.md 2.7)', () => {
  test('rules 20 and 24: the collection wallet is text with commas, read as whole shillings', async () => {
    const { connector } = await open();
    bench.says(200, { data: { balance: '37,600.00', currency: 'UGX', account_status: 'Active' }, status: {} });
    expect(await connector.balance('collection', never)).toEqual({ is: 'known', amount: ugx(37_600) });
    expect(lastCall()).toMatchObject({ method: 'GET', path: '/standard/v1/users/balance' });
  });

  test('rule 24: the disbursement wallet has a balance in version v2, and none in v1', async () => {
    const { connector } = await open();
    bench.says(200, { data: { balance: 1_500_000 }, status: {} });
    expect(await connector.balance('payout', never)).toEqual({ is: 'known', amount: ugx(1_500_000) });
    expect(lastCall().path).toBe('/standard/v2/users/balance?type=DISB');
    await bench.close();
    const { connector: ofV1 } = await open({ disbursementVersion: 'v1' });
    expect(await ofV1.balance('payout', never)).toMatchObject({ is: 'unknown' });
    expect(bench.calls).toHaveLength(0);
  });

  test.each([
    [200, envelope('DP02100000000', null, { success: false }), 'unknown'],
    [200, { data: { balance: 'soon' } }, 'unknown'],
    [200, { data: { balance: '-5.00' } }, 'unknown'],
    [200, { status_code: 'ROUTER001', status_message: 'not configured' }, 'refused'],
    [403, { message: 'forbidden' }, 'refused'],
    [500, {}, 'unknown'],
  ])('is not known after HTTP %i with %j: %s', async (status, json, word) => {
    const { connector } = await open();
    bench.says(status, json);
    expect(await connector.balance('collection', never)).toMatchObject({ is: word });
  });
});

describe('signing (providers.md 2.8)', () => {
  const signed = { signing: true, collectionVersion: 'v2', disbursementVersion: 'v2' } as const;
  const keysPath = '/v1/rsa/encryption-keys';

  /** Answers with the key to sign with, and refuses calls whose signature does not hold their exact body. */
  function checkSignatures(): void {
    bench.answer = (request, response) => {
      if (request.path === keysPath)
        return sendJson(response, 200, { key_id: 1, key: signingKey, valid_upto: '31-12-2099' });
      const { headers, body } = request;
      const isRight = headers['x-signature'] === undefined || openSignature(headers) === body;
      sendJson(response, 200, isRight ? accepted : envelope('DP00800001026', null, { success: false }));
    };
  }

  function openSignature(headers: Readonly<Record<string, string | string[] | undefined>>): string {
    const unwrapped = privateDecrypt(
      { key: signingKeys.privateKey, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(String(headers['x-key']), 'base64'),
    ).toString();
    const [key = '', iv = ''] = unwrapped.split(':');
    const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'));
    return decipher.update(String(headers['x-signature']), 'base64', 'utf8') + decipher.final('utf8');
  }

  test('asks for the key once, and signs exactly the bytes that it sends', async () => {
    const { connector } = await open(signed);
    checkSignatures();
    const words = await Promise.all(
      Array.from({ length: 3 }, () => connector.collect(callOf(connector.newReference()), never)),
    );
    words.push(await connector.payOut(callOf(connector.newReference()), never));
    expect(words.map(({ is }) => is)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
    expect(bench.calls.filter(({ path }) => path === keysPath)).toHaveLength(1);
    expect(bench.calls.filter(({ headers }) => headers['x-signature'] !== undefined)).toHaveLength(4);
    expect(bench.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer T1',
      'x-country': 'UG',
      'x-currency': 'UGX',
    });
  });

  test('signs refunds too, and no question', async () => {
    const { connector } = await open(signed);
    checkSignatures();
    await connector.refund(refundOf(connector.newReference()), never);
    expect(openSignature(lastCall().headers)).toBe(lastCall().body);
    await connector.balance('collection', never);
    expect(lastCall().headers['x-signature']).toBeUndefined();
  });

  test('leaves version v1 alone', async () => {
    const { connector } = await open({ ...signed, collectionVersion: 'v1' });
    checkSignatures();
    await connector.collect(callOf(connector.newReference()), never);
    expect(bench.calls.map(({ path }) => path)).toEqual(['/merchant/v1/payments/']);
    expect(lastCall().headers['x-signature']).toBeUndefined();
  });

  test('that Airtel calls wrong is our fault, and the key is asked for again before the next call', async () => {
    const { connector } = await open(signed);
    bench.answer = (request, response) =>
      request.path === keysPath
        ? sendJson(response, 200, { data: { key: signingKey, valid_upto: '31-12-2099' } })
        : sendJson(response, 200, envelope('DP00900001016', null, { success: false }));
    for (let times = 1; times <= 2; times += 1) {
      expect(await connector.payOut(callOf(connector.newReference()), never)).toMatchObject({
        is: 'refused',
        by: 'configuration',
      });
      expect(bench.calls.filter(({ path }) => path === keysPath)).toHaveLength(times);
    }
  });

  test.each([
    [200, {}, 'not_reached'],
    [500, {}, 'not_reached'],
    [403, { message: 'forbidden' }, 'refused'],
    [200, { status_code: 'ROUTER119', status_message: 'no' }, 'refused'],
  ])('without a key (HTTP %i, %j) sends no payment: %s', async (status, json, word) => {
    const { connector } = await open(signed);
    bench.says(status, json);
    expect(await connector.collect(callOf(connector.newReference()), never)).toMatchObject({ is: word });
    expect(bench.calls.map(({ path }) => path)).toEqual([keysPath]);
  });
});

describe('a callback (providers.md 2.9)', () => {
  const transactionOf = (id: string) => ({ id, message: 'Paid UGX 50,000', status_code: 'TS', airtel_money_id: 'MP1' });
  const callback = (value: unknown) => ({ path: '/', body: Buffer.from(JSON.stringify(value)) });

  test('rule 6: the same one, twice, names the same payment twice, and asks Airtel nothing by itself', async () => {
    const { connector } = await open();
    const reference = connector.newReference();
    const one = callback({ transaction: transactionOf(reference) });
    expect(connector.readCallback(one)).toEqual({ reference });
    expect(connector.readCallback(one)).toEqual({ reference });
    expect(bench.calls).toHaveLength(0);
    expect(bench.observer.hashForms).toEqual([]);
  });

  test('rule 7: with a key in the settings a forged one is ignored, and the form that matched is reported', async () => {
    const { connector } = await open({ callbackKey: 'portal-key' });
    const reference = connector.newReference();
    const transaction = transactionOf(reference);
    const hash = createHmac('sha256', 'portal-key').update(JSON.stringify(transaction)).digest('base64');
    expect(connector.readCallback(callback({ transaction, hash }))).toEqual({ reference });
    expect(connector.readCallback(callback({ transaction: { ...transaction, status_code: 'TF' }, hash }))).toBeNull();
    expect(connector.readCallback(callback({ transaction }))).toBeNull();
    expect(bench.observer.hashForms).toEqual(['transaction', null, null]);
  });
});

test('rules 15 and 21: host, prefix and client make an operator account of their own', async () => {
  const { connector } = await open({ baseUrl: 'https://openapi.airtel.ug', pathPrefix: '/simulate', clientId: 'c-2' });
  expect(connector.account).toEqual({ host: 'openapi.airtel.ug', environment: 'UG/simulate', apiUser: 'c-2' });
  expect(connector).toMatchObject({ operator: 'Airtel', mode: 'live', simulated: false, currency: 'UGX' });
});

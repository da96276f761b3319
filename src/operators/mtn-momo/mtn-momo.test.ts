import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { sendJson } from '../../../test/operators/contract/json-server.fixture.ts';
import {
  call,
  collectionCredentials,
  disbursementCredentials,
  MtnBench,
  refund,
  settingsFor,
  successfulState,
} from '../../../test/operators/contract/mtn-momo.fixture.ts';
import { loadConfig } from '../../config.ts';
import { readSettings } from '../../settings/setting.ts';
import { callbackOrigin } from './callback-path.ts';
import { MtnMomo } from './mtn-momo.ts';
import { type MtnMomoSettings, mtnMomoSettings, settings } from './settings.ts';

const benches: MtnBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});

async function open(changes: Partial<MtnMomoSettings> = {}): Promise<MtnBench> {
  const bench = await MtnBench.open(changes);
  benches.push(bench);
  return bench;
}

const patient = new AbortController().signal;
const collectionQuery = { direction: 'collection', reference: call.reference } as const;
const basicOf = ({ apiUser, apiKey }: { apiUser: string; apiKey: string }) =>
  `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString('base64')}`;

describe('the wire (providers.md 1.3 to 1.8)', () => {
  test('a collection is a requesttopay with a token of the collection product', async () => {
    const bench = await open();
    expect(await bench.mtn.collect(call, patient)).toEqual({ is: 'accepted', paid: false });
    expect(bench.tokenRequests).toMatchObject([
      {
        method: 'POST',
        path: '/collection/token/',
        headers: {
          authorization: basicOf(collectionCredentials),
          'ocp-apim-subscription-key': collectionCredentials.subscriptionKey,
          'content-length': '0',
        },
        body: '',
      },
    ]);
    const [request] = bench.received;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/collection/v1_0/requesttopay',
      headers: {
        authorization: 'Bearer token-1-hunter2',
        'x-reference-id': call.reference,
        'x-target-environment': 'mtnuganda',
        'ocp-apim-subscription-key': collectionCredentials.subscriptionKey,
        'content-type': 'application/json',
        'x-callback-url': expect.stringMatching(
          new RegExp(`^https://pay\\.example/callbacks/mtn/${call.reference}/[A-Za-z0-9_-]{43}$`),
        ),
      },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      amount: '50000',
      currency: 'UGX',
      externalId: call.reference,
      payer: { partyIdType: 'MSISDN', partyId: '256772123456' },
      payerMessage: 'Kampala Books - Ssente zessomero',
      payeeNote: 'Transaction 71 - Kampala Books',
    });
  });

  test('a payout is a transfer to a payee, who reads the merchant’s text', async () => {
    const bench = await open();
    expect(await bench.mtn.payOut(call, patient)).toEqual({ is: 'accepted', paid: false });
    expect(bench.received).toMatchObject([{ method: 'POST', path: '/disbursement/v1_0/transfer' }]);
    expect(JSON.parse(bench.received[0]?.body ?? '')).toEqual({
      amount: '50000',
      currency: 'UGX',
      externalId: call.reference,
      payee: { partyIdType: 'MSISDN', partyId: '256772123456' },
      payerMessage: 'Transaction 71 - Kampala Books',
      payeeNote: 'Kampala Books - Ssente zessomero',
    });
  });

  test('a refund names the collection, and nobody’s number', async () => {
    const bench = await open();
    expect(await bench.mtn.refund(refund, patient)).toEqual({ is: 'accepted', paid: false });
    expect(bench.received).toMatchObject([
      { method: 'POST', path: '/disbursement/v1_0/refund', headers: { 'x-reference-id': refund.reference } },
    ]);
    expect(JSON.parse(bench.received[0]?.body ?? '')).toEqual({
      amount: '50000',
      currency: 'UGX',
      externalId: refund.reference,
      payerMessage: 'Transaction 72 - Kampala Books',
      payeeNote: 'Kampala Books',
      referenceIdToRefund: call.reference,
    });
  });

  test.each([
    ['collection', '/collection/v1_0/requesttopay/'],
    ['payout', '/disbursement/v1_0/transfer/'],
    ['refund', '/disbursement/v1_0/refund/'],
  ] as const)('a %s is asked about at %s', async (direction, path) => {
    const bench = await open();
    expect(await bench.mtn.query({ direction, reference: call.reference }, patient)).toEqual({ is: 'not_found' });
    expect(bench.received).toMatchObject([
      { method: 'GET', path: path + call.reference, headers: { 'x-target-environment': 'mtnuganda' }, body: '' },
    ]);
    expect(bench.received[0]?.headers).not.toHaveProperty('content-type');
  });

  test('a base URL with a path keeps it, and the sandbox has its own environment and currency', async () => {
    const other = await open();
    const mtn = new MtnMomo(settingsFor(`${other.origin}/ug`, { targetEnvironment: 'sandbox', currency: 'EUR' }));
    await mtn.collect(call, patient);
    await mtn.close();
    expect(other.tokenRequests).toMatchObject([{ path: '/ug/collection/token/' }]);
    expect(other.received).toMatchObject([
      { path: '/ug/collection/v1_0/requesttopay', headers: { 'x-target-environment': 'sandbox' } },
    ]);
    expect(JSON.parse(other.received[0]?.body ?? '')).toMatchObject({ amount: '50000', currency: 'EUR' });
  });

  test('without a public address the callback header is left out, not sent empty', async () => {
    const bench = await open({ publicUrl: null });
    await bench.mtn.collect(call, patient);
    expect(bench.received[0]?.headers).not.toHaveProperty('x-callback-url');
  });

  test.each([
    ['https://momo.example', 'mtnuganda', null],
    ['https://momo.example', 'sandbox', 'http://pay.example'],
    ['http://127.0.0.1:9000', 'mtnuganda', 'http://pay.example'],
  ])('a public address over http with %s %s sends callbacks to %s', (baseUrl, targetEnvironment, sent) => {
    expect(callbackOrigin({ publicUrl: 'http://pay.example', baseUrl, targetEnvironment })).toBe(sent);
  });

  test('the registered name is the name, or its parts, or null', async () => {
    const bench = await open();
    for (const [body, name] of [
      [{ sub: '0', name: 'Sand Box', given_name: 'Sand', family_name: 'Box', gender: 'MALE' }, 'Sand Box'],
      [{ given_name: 'Nakato', family_name: 'Mugisha' }, 'Nakato Mugisha'],
      [{ given_name: 'Nakato', family_name: null }, 'Nakato'],
      [{ sub: '0', name: ' ' }, null],
      [{ name: 'Nakato\u0000 Sarah\u0007' }, 'Nakato Sarah'],
    ] as const) {
      bench.state(body);
      expect(await bench.mtn.lookupName('256772123456', patient)).toBe(name);
    }
    expect(bench.received[0]?.path).toBe('/collection/v1_0/accountholder/msisdn/256772123456/basicuserinfo');
    expect(JSON.stringify(bench.exchanges)).not.toContain('Sand');
    bench.get = (response) => response.writeHead(404).end();
    expect(await bench.mtn.lookupName('256772123456', patient)).toBeNull();
    bench.get = (response) => sendJson(response, 500, { code: 'INTERNAL_PROCESSING_ERROR', message: '' });
    await expect(bench.mtn.lookupName('256772123456', patient)).rejects.toThrow('INTERNAL_PROCESSING_ERROR');
  });

  test.each([
    [200, '{"result":true}', 'active'],
    [200, '{"result":false}', 'inactive'],
    [200, '{"result":"maybe"}', 'unknown'],
    [404, '{"code":"RESOURCE_NOT_FOUND","message":"…"}', 'inactive'],
    [404, '', 'inactive'],
    [404, '<html>no such page</html>', 'unknown'],
    [500, '{"code":"NOT_ALLOWED","message":"…"}', 'unknown'],
  ])('an account that is answered %i %s is %s', async (status, text, accountStatus) => {
    const bench = await open();
    bench.get = (response) => response.writeHead(status).end(text);
    expect(await bench.mtn.accountStatus('256772123456', patient)).toBe(accountStatus);
    expect(bench.received[0]?.path).toBe('/collection/v1_0/accountholder/msisdn/256772123456/active');
  });

  test('settings come from the environment, and without credentials MTN is off', () => {
    const settingsOf = (env: NodeJS.ProcessEnv) => mtnMomoSettings(readSettings(settings, env), loadConfig(env));
    expect(settingsOf({})).toBeNull();
    const env = {
      NSIMBI_PUBLIC_URL: 'https://pay.example',
      NSIMBI_MTN_COLLECTION_SUBSCRIPTION_KEY: collectionCredentials.subscriptionKey,
      NSIMBI_MTN_COLLECTION_API_USER: collectionCredentials.apiUser,
      NSIMBI_MTN_COLLECTION_API_KEY: collectionCredentials.apiKey,
      NSIMBI_MTN_DISBURSEMENT_SUBSCRIPTION_KEY: disbursementCredentials.subscriptionKey,
      NSIMBI_MTN_DISBURSEMENT_API_USER: disbursementCredentials.apiUser,
      NSIMBI_MTN_DISBURSEMENT_API_KEY: disbursementCredentials.apiKey,
    };
    expect(settingsOf({ ...env, NSIMBI_POLL_DELAYS: '10s' })).toEqual(settingsFor('https://proxy.momoapi.mtn.com'));
  });

  test('no credential and no token shows in what the connector gives away', async () => {
    const bench = await open();
    bench.error(401, { statusCode: 401, message: 'Access denied due to invalid subscription key' });
    const word = await bench.mtn.collect(call, patient);
    const shown = inspect([word, bench.mtn, bench.exchanges], { depth: 20, showHidden: true });
    expect(bench.exchanges.length).toBeGreaterThan(0);
    for (const secret of ['hunter2', 'Basic ', 'Bearer ', collectionCredentials.subscriptionKey]) {
      expect(shown).not.toContain(secret);
    }
  });
});

describe('rule 1: accepted is not paid', () => {
  test('202 is accepted and pending; only SUCCESSFUL to our own query is a success', async () => {
    const bench = await open();
    expect(await bench.mtn.collect(call, patient)).toEqual({ is: 'accepted', paid: false });
    bench.state({ ...successfulState, status: 'PENDING', financialTransactionId: undefined });
    expect(await bench.mtn.query(collectionQuery, patient)).toEqual({ is: 'pending' });
    bench.state(successfulState);
    expect(await bench.mtn.query(collectionQuery, patient)).toEqual({
      is: 'succeeded',
      receipt: '23503452',
      amount: 50_000n,
      reported: { currency: 'UGX', phone: '256772123456', reference: call.reference },
    });
  });

  test('any other 2xx is no acceptance', async () => {
    const bench = await open();
    bench.post = (response) => sendJson(response, 200, { status: 'SUCCESSFUL' });
    expect(await bench.mtn.collect(call, patient)).toMatchObject({ is: 'unknown' });
  });
});

describe('rule 2: what has no readable answer is unknown, and is sent once', () => {
  test.each([
    [500, '{"code":"INTERNAL_PROCESSING_ERROR","message":"…"}'],
    [500, ''],
    [502, '<html>Bad gateway</html>'],
    [503, '{"code":"SERVICE_UNAVAILABLE","message":"…"}'],
    [504, ''],
    [408, ''],
    [403, '<html>Request blocked</html>'],
    [400, '<html>Bad request</html>'],
    [404, '{"statusCode":404,"message":"Resource not found"}'],
    [302, ''],
  ])('HTTP %i %s', async (status, text) => {
    const bench = await open();
    bench.post = (response) => response.writeHead(status).end(text);
    expect(await bench.mtn.payOut(call, patient)).toMatchObject({
      is: 'unknown',
      raw: expect.stringContaining(`HTTP ${status}`),
    });
    expect(bench.received).toHaveLength(1);
    expect(bench.received[0]?.headers['x-reference-id']).toBe(call.reference);
  });

  test('a connection that breaks before the answer', async () => {
    const bench = await open();
    bench.post = (response) => response.socket?.destroy();
    expect(await bench.mtn.payOut(call, patient)).toMatchObject({ is: 'unknown' });
    expect(bench.received).toHaveLength(1);
  });

  test('an answer that does not come before the cut', async () => {
    const bench = await open();
    const cut = new AbortController();
    bench.post = () => cut.abort();
    expect(await bench.mtn.payOut(call, cut.signal)).toMatchObject({ is: 'unknown' });
    expect(bench.received).toHaveLength(1);
  });

  test('but an MTN that is not there is not reached, and nothing happened', async () => {
    const bench = await open();
    await bench.mtn.collect(call, patient);
    await bench.close();
    expect(await bench.mtn.collect(call, patient)).toMatchObject({ is: 'not_reached' });
  });
});

describe('rule 3: a reference that MTN has already is accepted', () => {
  test.each([
    ['{"code":"RESOURCE_ALREADY_EXIST","message":"Duplicated reference id."}'],
    ['{"message":"Duplicated reference id."}'],
    [''],
  ])('409 %s', async (text) => {
    const bench = await open();
    bench.post = (response) => response.writeHead(409).end(text);
    expect(await bench.mtn.collect(call, patient)).toEqual({ is: 'accepted', paid: false });
  });
});

describe('rule 4: the code decides, not the HTTP class', () => {
  test.each([
    [500, { code: 'INVALID_CURRENCY', message: 'Currency not supported.' }],
    [500, { code: 'INVALID_CALLBACK_URL_HOST', message: '…' }],
    [500, { code: 'NOT_ALLOWED_TARGET_ENVIRONMENT', message: '…' }],
    [500, { code: 'NOT_ALLOWED', message: '…' }],
    [400, { code: 'VALIDATION_ERROR', message: '…' }],
    [400, { message: 'bad request' }],
    [403, { code: 'FORBIDDEN IP', message: 'Authorization failed. IP not authorized to use resource' }],
    [403, { statusCode: 403, message: 'Out of call volume quota' }],
    [429, { statusCode: 429, message: 'Rate limit is exceeded' }],
  ])('%i %j is a refusal of us', async (status, body) => {
    const bench = await open();
    bench.error(status, body);
    expect(await bench.mtn.payOut(call, patient)).toEqual({
      is: 'refused',
      by: 'configuration',
      code: 'operator_refused',
      raw: `HTTP ${status} ${JSON.stringify(body)}`,
    });
    expect(bench.received).toHaveLength(1);
  });

  test.each([
    ['collection', 'PAYER_NOT_FOUND', 'payment', 'recipient_not_found'],
    ['collection', 'NOT_ENOUGH_FUNDS', 'payment', 'customer_insufficient_funds'],
    ['collection', 'PAYER_LIMIT_REACHED', 'payment', 'customer_limit_reached'],
    ['collection', 'PAYEE_NOT_FOUND', 'configuration', 'operator_refused'],
    ['collection', 'PAYEE_NOT_ALLOWED_TO_RECEIVE', 'configuration', 'operator_refused'],
    ['payout', 'PAYEE_NOT_FOUND', 'payment', 'recipient_not_found'],
    ['payout', 'PAYEE_NOT_ALLOWED_TO_RECEIVE', 'payment', 'recipient_cannot_receive'],
    ['payout', 'PAYEE_LIMIT_REACHED', 'payment', 'recipient_limit_reached'],
    ['payout', 'NOT_ENOUGH_FUNDS', 'configuration', 'operator_float_too_low'],
    ['payout', 'SENDER_ACCOUNT_NOT_ACTIVE', 'configuration', 'operator_refused'],
  ] as const)(
    'a %s answered 500 %s is refused by the %s: %s, once a query agrees',
    async (direction, code, by, ours) => {
      const bench = await open();
      bench.error(500, { code, message: '…' });
      const word = await (direction === 'collection' ? bench.mtn.collect : bench.mtn.payOut).call(
        bench.mtn,
        call,
        patient,
      );
      expect(word).toMatchObject({ is: 'refused', by, code: ours, raw: expect.stringContaining(code) });
      expect(bench.received.map(({ method }) => method)).toEqual(['POST', 'GET']);
    },
  );

  test.each([
    ['pending', { status: 'PENDING' }, { is: 'accepted', paid: false }],
    ['succeeded', successfulState, { is: 'accepted', paid: false }],
    [
      'failed for another reason',
      { status: 'FAILED', reason: 'PAYEE_NOT_ALLOWED_TO_RECEIVE' },
      { is: 'refused', by: 'payment', code: 'recipient_cannot_receive', recorded: true },
    ],
    ['in a state that we do not know', { status: 'DREAMING' }, { is: 'unknown' }],
  ])('a refusal of the payment is not believed while the query finds it %s', async (_state, body, expected) => {
    const bench = await open();
    bench.error(500, { code: 'PAYEE_NOT_FOUND', message: '…' });
    bench.state(body);
    expect(await bench.mtn.payOut(call, patient)).toMatchObject(expected);
  });

  test('a code that the table does not have is counted, and the HTTP status decides', async () => {
    const bench = await open();
    bench.error(500, { code: 'MOON_IS_FULL', message: '…' });
    expect(await bench.mtn.collect(call, patient)).toMatchObject({ is: 'unknown' });
    bench.error(400, { code: 'MOON_IS_FULL', message: '…' });
    expect(await bench.mtn.collect(call, patient)).toMatchObject({ is: 'refused', by: 'configuration' });
    expect(bench.unknownWords).toMatchObject([
      { call: 'POST /v1_0/requesttopay', word: 'MOON_IS_FULL', treatedAs: 'unknown' },
      { call: 'POST /v1_0/requesttopay', word: 'MOON_IS_FULL', treatedAs: 'refused_us' },
    ]);
  });
});

test('rule 5: asking is the way; a question comes 10 s after the start and one 5 minutes after it, 10 a second', () => {
  const { pollDelaysMs, queriesPerSecond } = readSettings(settings, {});
  const momentsMs = pollDelaysMs.map((_delay, asked) => pollDelaysMs.slice(0, asked + 1).reduce((a, b) => a + b));
  expect(momentsMs[0]).toBe(10_000);
  expect(momentsMs).toContain(300_000);
  expect(queriesPerSecond).toBe(10);
  const mtn = new MtnMomo(settingsFor('https://momo.example', { pollDelaysMs: pollDelaysMs }));
  expect(mtn.pollDelaysMs).toEqual(pollDelaysMs);
  expect(mtn.queriesPerSecond).toBe(10);
  expect(mtn.promptWindowMs).toBe(300_000);
});

describe('rules 6 and 7: a callback is a hint about one payment, and is not believed', () => {
  async function callbackUrlOf(bench: MtnBench, reference = call.reference): Promise<string> {
    await bench.mtn.collect({ ...call, reference }, patient);
    return String(bench.received.at(-1)?.headers['x-callback-url']);
  }
  const callbackTo = (url: string, body: unknown = successfulState) => ({
    path: new URL(url).pathname,
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
  });

  test('rule 6: the same callback any number of times names the same payment, and says nothing else', async () => {
    const bench = await open();
    const callback = callbackTo(await callbackUrlOf(bench));
    for (let copies = 0; copies < 3; copies += 1) {
      expect(bench.mtn.readCallback(callback)).toEqual({ reference: call.reference });
    }
  });

  test('rule 7: a path that we did not make is nobody’s', async () => {
    const bench = await open();
    const url = await callbackUrlOf(bench);
    const other = bench.mtn.newReference();
    const forged = [
      url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A'),
      url.replace(call.reference, other),
      url.replace(/\/[^/]+$/, ''),
      url.replace(/\/[^/]+$/, '/'),
      `${url}/more`,
      'https://pay.example/callbacks/mtn',
      'https://pay.example/',
    ];
    for (const one of forged) {
      expect(bench.mtn.readCallback(callbackTo(one, { ...successfulState, externalId: other })), one).toBeNull();
      expect(bench.mtn.readCallback(callbackTo(one)), one).toBeNull();
    }
  });

  test('rule 7: a body that speaks of another payment is nobody’s, and what it says of money is not read', async () => {
    const bench = await open();
    const url = await callbackUrlOf(bench);
    expect(bench.mtn.readCallback(callbackTo(url, { ...successfulState, externalId: 'x' }))).toBeNull();
    expect(bench.mtn.readCallback(callbackTo(url, { status: 'SUCCESSFUL' }))).toBeNull();
    expect(bench.mtn.readCallback({ ...callbackTo(url), body: Buffer.from('<xml/>') })).toBeNull();
    const lies = { externalId: call.reference, status: 'SUCCESSFUL', amount: '999999999' };
    expect(bench.mtn.readCallback(callbackTo(url, lies))).toEqual({ reference: call.reference });
  });

  test('the path is found behind a public address with a path, and with a query', async () => {
    const bench = await open({ publicUrl: 'https://pay.example/nsimbi' });
    const url = await callbackUrlOf(bench);
    expect(url).toMatch(/^https:\/\/pay\.example\/nsimbi\/callbacks\/mtn\//);
    const callback = callbackTo(url);
    expect(bench.mtn.readCallback(callback)).toEqual({ reference: call.reference });
    expect(bench.mtn.readCallback({ ...callback, path: `${callback.path}?x=1` })).toEqual({
      reference: call.reference,
    });
  });

  test('rule 21: a path of the sandbox, or of other credentials, is nobody’s here; every process of ours makes the same', async () => {
    const bench = await open();
    const url = await callbackUrlOf(bench);
    const readBy = (changes: Partial<MtnMomoSettings>) =>
      new MtnMomo(settingsFor(bench.origin, changes)).readCallback(callbackTo(url));
    expect(readBy({})).toEqual({ reference: call.reference });
    expect(readBy({ targetEnvironment: 'sandbox' })).toBeNull();
    expect(readBy({ baseUrl: 'https://sandbox.momodeveloper.mtn.com' })).toBeNull();
    expect(readBy({ collection: { ...collectionCredentials, apiKey: 'another' } })).toBeNull();
  });
});

test('rule 8: what is PENDING stays pending, however often it is asked about', async () => {
  const bench = await open();
  bench.state({ ...successfulState, status: 'PENDING' });
  for (let asked = 0; asked < 5; asked += 1) {
    expect(await bench.mtn.query(collectionQuery, patient)).toEqual({ is: 'pending' });
  }
});

test('rule 9: a success after a failure is reported as it is', async () => {
  const bench = await open();
  bench.state({ ...successfulState, status: 'FAILED', reason: 'EXPIRED' });
  expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({ is: 'failed', code: 'prompt_expired' });
  bench.state(successfulState);
  expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({ is: 'succeeded', receipt: '23503452' });
});

describe('rule 11: the details of a payment are reported, so that it can be compared', () => {
  test.each([
    ['another amount', { amount: '5000' }, { amount: 5_000n }],
    ['a normalised amount', { amount: '50000.0' }, { amount: 50_000n }],
    ['numbers without quotes', { amount: 50_000, financialTransactionId: 23503452 }, { receipt: '23503452' }],
    ['another currency', { currency: 'EUR' }, { reported: { currency: 'EUR' } }],
    [
      'another number',
      { payer: { partyIdType: 'MSISDN', partyId: 256771000000 } },
      { reported: { phone: '256771000000' } },
    ],
    ['another reference', { externalId: 'x-1' }, { reported: { reference: 'x-1' } }],
    ['a payer who is no number', { payer: { partyIdType: 'EMAIL', partyId: 'a@b.c' } }, { reported: { phone: null } }],
    ['no receipt', { financialTransactionId: undefined }, { receipt: null }],
  ])('%s', async (_what, change, expected) => {
    const bench = await open();
    bench.state({ ...successfulState, ...change });
    expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({ is: 'succeeded', ...expected });
  });

  test.each(['collection', 'payout', 'refund'] as const)(
    'FAILED of another payment is unknown and counted: it fails no %s of ours',
    async (direction) => {
      const bench = await open();
      bench.state({ ...successfulState, status: 'FAILED', reason: 'EXPIRED', externalId: 'x-1' });
      const query = { direction, reference: call.reference };
      expect(await bench.mtn.query(query, patient)).toMatchObject({ is: 'unknown' });
      expect(bench.unknownWords).toMatchObject([{ word: 'FAILED of another payment', treatedAs: 'unknown' }]);
      bench.state({ ...successfulState, status: 'FAILED', reason: 'EXPIRED', externalId: undefined });
      expect(await bench.mtn.query(query, patient)).toMatchObject({ is: 'failed' });
    },
  );

  test('the payee of a payout is reported, and nobody of a refund', async () => {
    const bench = await open();
    const { payer: payee, ...rest } = successfulState;
    bench.state({ ...rest, payee });
    const statusOf = async (direction: 'payout' | 'refund') =>
      bench.mtn.query({ direction, reference: call.reference }, patient);
    expect(await statusOf('payout')).toMatchObject({ reported: { phone: '256772123456' } });
    expect(await statusOf('refund')).toMatchObject({ reported: { phone: null } });
  });

  test.each([['50000.5'], [undefined], ['fifty thousand'], [-50_000]])(
    'a success of %s shillings is unknown and counted: it credits nothing',
    async (amount) => {
      const bench = await open();
      bench.state({ ...successfulState, amount });
      expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({ is: 'unknown' });
      expect(bench.unknownWords).toMatchObject([{ word: 'SUCCESSFUL without a whole amount', treatedAs: 'unknown' }]);
    },
  );
});

describe('rule 12: tokens', () => {
  test('one token serves many calls at once', async () => {
    const bench = await open();
    await Promise.all(
      Array.from({ length: 20 }, () => bench.mtn.collect({ ...call, reference: bench.mtn.newReference() }, patient)),
    );
    expect(bench.tokensGiven).toBe(1);
  });

  test('a token that is no longer accepted is renewed once, and the call made again with the same reference', async () => {
    const bench = await open();
    bench.post = (response, { headers }) => {
      if (headers.authorization === 'Bearer token-1-hunter2') sendJson(response, 401, { error: 'token_expired' });
      else response.writeHead(202).end();
    };
    expect(await bench.mtn.payOut(call, patient)).toEqual({ is: 'accepted', paid: false });
    expect(bench.received.map(({ headers }) => [headers.authorization, headers['x-reference-id']])).toEqual([
      ['Bearer token-1-hunter2', call.reference],
      ['Bearer token-2-hunter2', call.reference],
    ]);
  });

  test('a query renews it too', async () => {
    const bench = await open();
    bench.get = (response, { headers }) => {
      if (headers.authorization === 'Bearer token-1-hunter2') sendJson(response, 401, {});
      else sendJson(response, 200, successfulState);
    };
    expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({ is: 'succeeded' });
  });

  test('401 to a new token as well refuses us; a query that is refused ends nothing', async () => {
    const bench = await open();
    bench.post = (response) => sendJson(response, 401, { statusCode: 401, message: 'Access denied' });
    bench.get = bench.post;
    expect(await bench.mtn.collect(call, patient)).toMatchObject({ is: 'refused', by: 'configuration' });
    expect(bench.received).toHaveLength(2);
    expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({ is: 'unknown' });
  });

  test.each([
    [401, { error: 'login_failed' }, 'refused'],
    [403, { code: 'FORBIDDEN IP' }, 'refused'],
    // Reported for wrong credentials, and for anything else.
    [500, { error: 'server_error' }, 'not_reached'],
    [200, { token_type: 'access_token' }, 'not_reached'],
  ])('a token call answered %i %j sends no payment: %s', async (status, body, is) => {
    const bench = await open();
    bench.token = (response) => sendJson(response, status, body);
    expect(await bench.mtn.payOut(call, patient)).toMatchObject({ is, raw: expect.stringContaining('token') });
    expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({ is: 'unknown' });
    expect(bench.received).toHaveLength(0);
  });

  test('a payment that is cut while it waits for a token is not sent', async () => {
    const bench = await open();
    const cut = new AbortController();
    bench.token = () => cut.abort();
    expect(await bench.mtn.payOut(call, cut.signal)).toMatchObject({ is: 'not_reached' });
    expect(bench.received).toHaveLength(0);
  });

  test('the lifetime may be a text', async () => {
    const bench = await open();
    bench.token = (response) => sendJson(response, 200, { access_token: 'T', expires_in: '3600' });
    await bench.mtn.collect(call, patient);
    await bench.mtn.collect(call, patient);
    expect(bench.tokensGiven).toBe(1);
  });
});

describe('rule 14: the operator’s answer ends an attempt, and no other operator is tried', () => {
  test('a number that MTN does not have is a failure that says so', async () => {
    const bench = await open();
    bench.state({ ...successfulState, status: 'FAILED', reason: 'PAYER_NOT_FOUND' });
    expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({
      is: 'failed',
      code: 'recipient_not_found',
    });
  });
});

describe('rule 15: the credentials of two products never meet', () => {
  test('each product has its own key, user, token, and 401; a refund is the disbursement product’s', async () => {
    const bench = await open();
    bench.token = (response, { path }) =>
      sendJson(response, 200, { access_token: path.split('/')[1], expires_in: 3600 });
    await bench.mtn.collect(call, patient);
    await bench.mtn.payOut(call, patient);
    await bench.mtn.refund(refund, patient);
    await bench.mtn.query(collectionQuery, patient);
    await bench.mtn.query({ direction: 'payout', reference: call.reference }, patient);
    await bench.mtn.query({ direction: 'refund', reference: refund.reference }, patient);
    await bench.mtn.balance('collection', patient);
    await bench.mtn.balance('payout', patient);

    expect(bench.tokenRequests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/collection/token/', basicOf(collectionCredentials)],
      ['/disbursement/token/', basicOf(disbursementCredentials)],
    ]);
    expect(bench.received).toHaveLength(8);
    for (const { path, headers } of bench.received) {
      const product = path.split('/')[1];
      const { subscriptionKey } = product === 'collection' ? collectionCredentials : disbursementCredentials;
      expect([path, headers.authorization]).toEqual([path, `Bearer ${product}`]);
      expect([path, headers['ocp-apim-subscription-key']]).toEqual([path, subscriptionKey]);
    }
    expect(bench.received[2]?.path).toBe('/disbursement/v1_0/refund');
  });
});

test('rules 16 and 17: a refund and a payout that got no answer are asked about, and sent again under the same reference only', async () => {
  const bench = await open();
  expect(bench.mtn.refundsCanBeAskedAbout).toBe(true);
  bench.post = (response) => response.socket?.destroy();
  expect(await bench.mtn.refund(refund, patient)).toMatchObject({ is: 'unknown' });
  expect(await bench.mtn.payOut(call, patient)).toMatchObject({ is: 'unknown' });
  bench.error(409, { code: 'RESOURCE_ALREADY_EXIST', message: '…' });
  expect(await bench.mtn.refund(refund, patient)).toEqual({ is: 'accepted', paid: false });
  expect(await bench.mtn.payOut(call, patient)).toEqual({ is: 'accepted', paid: false });
  expect(bench.received.map(({ headers }) => headers['x-reference-id'])).toEqual([
    refund.reference,
    call.reference,
    refund.reference,
    call.reference,
  ]);
});

describe('rule 18: a reason is a word or an object, and a new one is a failure that is counted', () => {
  test.each([
    ['"EXPIRED"', '"EXPIRED"'],
    ['{"code","message"}', '{"code":"EXPIRED","message":"…"}'],
  ])('%s', async (_shape, reason) => {
    const bench = await open();
    bench.state({ ...successfulState, status: 'FAILED', reason: JSON.parse(reason) });
    expect(await bench.mtn.query(collectionQuery, patient)).toEqual({
      is: 'failed',
      code: 'prompt_expired',
      raw: expect.stringContaining('EXPIRED'),
      receipt: '23503452',
    });
    expect(bench.unknownWords).toEqual([]);
  });

  test.each([
    ['a new word', 'MOON_IS_FULL', 'MOON_IS_FULL'],
    ['a new word in an object', { code: 'MOON_IS_FULL' }, 'MOON_IS_FULL'],
    ['a number', 17, '17'],
    ['nothing', undefined, 'FAILED without a reason'],
    ['a list', ['EXPIRED'], 'FAILED without a reason'],
    ['an object without a code', { message: 'no' }, 'FAILED without a reason'],
  ])('%s fails as "operator failed", raw and counted', async (_what, reason, unknownWord) => {
    const bench = await open();
    bench.state({ ...successfulState, status: 'FAILED', reason });
    expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({
      is: 'failed',
      code: 'operator_failed',
      raw: expect.stringContaining('FAILED'),
    });
    expect(bench.unknownWords).toMatchObject([
      { call: 'GET /v1_0/requesttopay', word: unknownWord, treatedAs: 'failed: operator_failed' },
    ]);
  });

  test.each([
    [200, '{"status":"DREAMING"}'],
    [200, '{}'],
    [200, '[]'],
    [200, '<html>login</html>'],
    [202, JSON.stringify(successfulState)],
    [404, '<html>no such page</html>'],
    [404, '{"statusCode":404,"message":"Resource not found"}'],
    [429, '{"statusCode":429,"message":"Rate limit is exceeded"}'],
    [500, '{"code":"NOT_ENOUGH_FUNDS","message":"…"}'],
    [503, '{"code":"SERVICE_UNAVAILABLE","message":"…"}'],
  ])('a query answered %i %s ends nothing', async (status, text) => {
    const bench = await open();
    bench.get = (response) => response.writeHead(status).end(text);
    expect(await bench.mtn.query(collectionQuery, patient)).toMatchObject({ is: 'unknown' });
  });
});

describe('rule 24: what MTN holds for us', () => {
  test.each([
    ['{"availableBalance":"1500000","currency":"UGX"}', 1_500_000n],
    ['{"availableBalance":"1500000.75","currency":"UGX"}', 1_500_000n],
    ['{"availableBalance":1500000,"currency":"UGX"}', 1_500_000n],
    ['{"availableBalance":"1,500,000","currency":"UGX"}', 1_500_000n],
  ])('%s is known', async (text, amount) => {
    const bench = await open();
    bench.get = (response) => response.writeHead(200).end(text);
    expect(await bench.mtn.balance('payout', patient)).toEqual({ is: 'known', amount });
    expect(bench.received[0]?.path).toBe('/disbursement/v1_0/account/balance');
  });

  test.each([
    [200, '{"availableBalance":"1500000","currency":"EUR"}', 'unknown'],
    [200, '{"availableBalance":"-5","currency":"UGX"}', 'unknown'],
    [200, '<html/>', 'unknown'],
    [503, '', 'unknown'],
    [401, '{}', 'refused'],
    [403, '{"code":"FORBIDDEN IP"}', 'refused'],
    [500, '{"code":"NOT_ALLOWED_TARGET_ENVIRONMENT","message":"…"}', 'refused'],
  ])('%i %s is %s', async (status, text, is) => {
    const bench = await open();
    bench.get = (response) => response.writeHead(status).end(text);
    expect(await bench.mtn.balance('collection', patient)).toMatchObject({ is });
  });

  test('without a token it is refused, or unknown when MTN is not there', async () => {
    const bench = await open();
    bench.token = (response) => sendJson(response, 401, { error: 'login_failed' });
    expect(await bench.mtn.balance('payout', patient)).toMatchObject({
      is: 'refused',
      raw: expect.stringMatching(/^no disbursement token: HTTP 401/),
    });
    await bench.close();
    expect(await bench.mtn.balance('payout', patient)).toMatchObject({ is: 'unknown' });
  });
});

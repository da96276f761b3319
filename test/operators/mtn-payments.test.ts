import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MtnStandIn, startMtnStandIn } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { MtnCaller } from './mtn-caller.ts';

let mtn: MtnStandIn;
let caller: MtnCaller;

beforeAll(async () => {
  mtn = await startMtnStandIn({ queriesPerSecond: null, settleDelayMs: 20 });
  caller = new MtnCaller(mtn);
});
afterAll(() => mtn.close());

const ended = (reference: string, kind = 'requesttopay') =>
  expect
    .poll(async () => (await caller.statusOf(reference, kind)).body?.status, { interval: 10 })
    .not.toBe('PENDING')
    .then(async () => (await caller.statusOf(reference, kind)).body);

describe('providers.md 1.4, requesttopay', () => {
  test('is answered 202 with nothing, and is pending first', async () => {
    const { status, text, reference } = await caller.collect('256772000001');
    expect([status, text]).toEqual([202, '']);
    const booked = await caller.booked(reference);
    expect(booked).toMatchObject({ kind: 'requesttopay', amount: 25_000, phone: '256772000001', calls: 1 });
    // On a crowded machine it may have its end by now.
    expect(booked.turns[0]).toMatchObject({ state: 'PENDING' });
  });

  test.each([
    ['no X-Reference-Id', { 'x-reference-id': null }],
    ['a reference that is not a UUID', { 'x-reference-id': '4711' }],
    ['a UUID of version 1', { 'x-reference-id': '8f2c4d1e-5b7a-11ee-8c99-0242ac120002' }],
    ['no X-Target-Environment', { 'x-target-environment': null }],
    ['no Content-Type', { 'content-type': 'text/plain' }],
    ['an empty X-Callback-Url', { 'x-callback-url': '' }],
    ['an X-Callback-Url that is no URL', { 'x-callback-url': 'localhost' }],
  ])('%s gets 400', async (_what, headers) => {
    expect((await caller.collect('256772000001', {}, headers)).status).toBe(400);
  });

  test.each([
    ['a sub-domain of the registered host', 'https://pay.localhost/x'],
    ['an address', 'https://127.0.0.1/x'],
    ['another host', 'https://example.org/x'],
  ])('X-Callback-Url with %s gets 500 INVALID_CALLBACK_URL_HOST', async (_what, url) => {
    const answer = await caller.collect('256772000001', {}, { 'x-callback-url': url });
    expect([answer.status, answer.body.code]).toEqual([500, 'INVALID_CALLBACK_URL_HOST']);
  });

  test('production takes an https callback and refuses http beyond the loopback address', async () => {
    const own = await startMtnStandIn({ callbackHost: 'pay.example.org' });
    const other = new MtnCaller(own);
    const url = 'http://pay.example.org/cb';
    expect((await other.collect('256772000001', {}, { 'x-callback-url': url })).status).toBe(400);
    const secure = { 'x-callback-url': url.replace('http', 'https') };
    // The receiver does not exist; the number stays open, so nothing is sent to it.
    expect((await other.collect('256773123453', {}, secure)).status).toBe(202);
    await own.close();
  });

  test.each([
    ['an amount that is a number', { amount: 25_000 }],
    ['an amount with separators', { amount: '25,000' }],
    ['an amount with decimals that UGX does not have', { amount: '25000.00' }],
    ['no amount', { amount: undefined }],
    ['an amount of nothing', { amount: '0' }],
    ['no externalId', { externalId: undefined }],
    ['a payerMessage of null', { payerMessage: null }],
    ['a payeeNote of null', { payeeNote: null }],
    ['an apostrophe', { payerMessage: "Ssente z'essomero" }],
    ['an emoji', { payeeNote: 'Books 📚' }],
    ['129 characters', { payerMessage: 'x'.repeat(129) }],
    ['an unknown partyIdType', { payer: { partyIdType: 'PHONE', partyId: '256772000001' } }],
    ['a plus before the number', { payer: { partyIdType: 'MSISDN', partyId: '+256772000001' } }],
    ['a body that is not JSON', null],
  ])('%s gets 400 VALIDATION_ERROR', async (_what, change) => {
    const body = { ...caller.body(), payer: { partyIdType: 'MSISDN', partyId: '256772000001' }, ...change };
    const answer = await caller.post('/collection/v1_0/requesttopay', randomUUID(), change === null ? '{' : body);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('128 characters of letters, digits, space, dot and hyphen are taken', async () => {
    const text = 'Order 7-a. '.repeat(12).slice(0, 128);
    expect((await caller.collect('256772000001', { payerMessage: text, payeeNote: text })).status).toBe(202);
  });

  test.each(['EMAIL', 'PARTY_CODE', 'ALIAS', 'ID'])('a payer may be named by %s', async (partyIdType) => {
    const { status, reference } = await caller.collect('x', { payer: { partyIdType, partyId: 'shop.7' } });
    expect(status).toBe(202);
    expect((await ended(reference)).status).toBe('SUCCESSFUL');
  });

  test('the sandbox takes 5.0 and gives back 5', async () => {
    const sandbox = await startMtnStandIn({ environment: 'sandbox' });
    const guest = new MtnCaller(sandbox);
    const { reference } = await guest.collect('46733123999', { amount: '5.0' });
    expect((await guest.statusOf(reference)).body.amount).toBe('5');
    await sandbox.close();
  });
});

describe('providers.md 1.5, answers to the call itself', () => {
  test('a repeated reference gets 409 RESOURCE_ALREADY_EXIST and creates nothing', async () => {
    const { reference } = await caller.collect('256772000002');
    const body = { ...caller.body(), amount: '1', payer: { partyIdType: 'MSISDN', partyId: '256772000002' } };
    const again = await caller.post('/collection/v1_0/requesttopay', reference, body);
    expect([again.status, again.body.code]).toEqual([409, 'RESOURCE_ALREADY_EXIST']);
    expect(await caller.booked(reference)).toMatchObject({ amount: 25_000, calls: 2 });
  });

  test('the same reference many times at once makes one payment', async () => {
    const reference = randomUUID();
    const body = { ...caller.body(), payee: { partyIdType: 'MSISDN', partyId: '256772000003' } };
    const calls = Array.from({ length: 20 }, () => caller.post('/disbursement/v1_0/transfer', reference, body));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await caller.booked(reference)).toMatchObject({ calls: 20, amount: 25_000 });
  });

  test('an unknown reference, or one of another kind, gets 404 RESOURCE_NOT_FOUND', async () => {
    const { reference } = await caller.collect('256772000001');
    for (const answer of [await caller.statusOf(randomUUID()), await caller.statusOf(reference, 'transfer')]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
  });

  test.each([
    ['PAYER_NOT_FOUND', 500],
    ['PAYEE_NOT_FOUND', 500],
    ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 500],
    ['NOT_ENOUGH_FUNDS', 500],
    ['PAYER_LIMIT_REACHED', 500],
    ['NOT_ALLOWED', 500],
    ['NOT_ALLOWED_TARGET_ENVIRONMENT', 500],
    ['INVALID_CALLBACK_URL_HOST', 500],
    ['INVALID_CURRENCY', 500],
    ['INTERNAL_PROCESSING_ERROR', 500],
    ['SERVICE_UNAVAILABLE', 503],
    ['VALIDATION_ERROR', 400],
    ['FORBIDDEN IP', 403],
  ])('%s on the call is HTTP %i, and nothing is created', async (code, status) => {
    const phone = '256772000099';
    await caller.faults({ numbers: { [phone]: [{ fault: 'refused', code }] } });
    const answer = await caller.transfer(phone);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.message).toMatch(/\w/);
    expect(await caller.booked(answer.reference)).toEqual({ error: 'not in the books' });
    await caller.faults({});
  });

  test('code and message come in either order', async () => {
    const conflict = await caller.statusOf(randomUUID());
    const currency = await caller.collect('256772000001', { currency: 'EUR' });
    expect(Object.keys(conflict.body)).toEqual(['code', 'message']);
    expect(Object.keys(currency.body)).toEqual(['message', 'code']);
  });
});

describe('providers.md 1.6, the status', () => {
  test('a success has an id of digits, our externalId and the payer, and not our reference', async () => {
    const { reference } = await caller.collect('256772000004');
    const body = await ended(reference);
    expect(body).toEqual({
      financialTransactionId: expect.stringMatching(/^\d+$/),
      externalId: '4711',
      amount: '25000',
      currency: 'UGX',
      payer: { partyIdType: 'MSISDN', partyId: '256772000004' },
      payerMessage: 'Invoice 7',
      payeeNote: 'Kampala Books',
      status: 'SUCCESSFUL',
    });
    expect(JSON.stringify(body)).not.toContain(reference);
  });

  test('a failure is 200 with a reason and without financialTransactionId', async () => {
    const { reference } = await caller.collect('256773123451');
    const body = await ended(reference);
    expect(body).toMatchObject({ status: 'FAILED', reason: 'APPROVAL_REJECTED' });
    expect(body).not.toHaveProperty('financialTransactionId');
  });

  test('the reason is a string or an object', async () => {
    await caller.faults({ numbers: { 256773123452: ['reason_object'] } });
    const { reference } = await caller.collect('256773123452');
    expect((await ended(reference)).reason).toEqual({ code: 'EXPIRED', message: expect.any(String) });
    await caller.faults({ numbers: { 256773123452: ['reason_string'] } });
    expect((await caller.statusOf(reference)).body.reason).toBe('EXPIRED');
    await caller.faults({});
  });

  test('numbers come as strings or as numbers', async () => {
    const { reference } = await caller.collect('256772000005');
    await ended(reference);
    await caller.faults({ numbers: { 256772000005: ['numbers_as_numbers'] } });
    expect((await caller.statusOf(reference)).body).toMatchObject({
      amount: 25_000,
      financialTransactionId: expect.any(Number),
      externalId: 4_711,
      payer: { partyId: 256_772_000_005 },
    });
    await caller.faults({ numbers: { 256772000005: ['numbers_as_strings'] } });
    expect((await caller.statusOf(reference)).body.amount).toBe('25000');
    await caller.faults({});
  });

  test.each([
    'APPROVAL_REJECTED',
    'EXPIRED',
    'COULD_NOT_PERFORM_TRANSACTION',
    'NOT_ENOUGH_FUNDS',
    'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED',
    'PAYER_LIMIT_REACHED',
    'PAYEE_LIMIT_REACHED',
    'PAYER_NOT_FOUND',
    'PAYEE_NOT_FOUND',
    'PAYEE_NOT_ALLOWED_TO_RECEIVE',
    'SENDER_ACCOUNT_NOT_ACTIVE',
    'INTERNAL_PROCESSING_ERROR',
    'TRANSACTION_NOT_FOUND',
    'TRANSACTION_CANCELED',
    'A_REASON_OF_NEXT_YEAR',
  ])('any number can be made to fail with %s', async (reason) => {
    await caller.faults({ numbers: { 256772000006: [{ fault: 'fails', code: reason }] } });
    const { reference } = await caller.transfer('256772000006');
    expect(await ended(reference, 'transfer')).toMatchObject({ status: 'FAILED', reason });
    await caller.faults({});
  });

  test('how often a payment was asked for is in the books', async () => {
    const { reference } = await caller.collect('256773123453');
    for (let time = 0; time < 3; time += 1) await caller.statusOf(reference);
    expect(await caller.booked(reference)).toMatchObject({ asked: 3, firstAskedAtMs: expect.any(Number) });
  });
});

describe('providers.md 1.7, look-ups', () => {
  test.each(['collection', 'disbursement', 'remittance'])(
    '%s has a balance as a string, by currency too',
    async (product) => {
      const balance = (await caller.get(`/${product}/v1_0/account/balance`)).body;
      expect(balance).toEqual({ availableBalance: expect.stringMatching(/^\d+$/), currency: 'UGX' });
      expect((await caller.get(`/${product}/v1_0/account/balance/UGX`)).body).toEqual(balance);
      expect((await caller.get(`/${product}/v1_0/account/balance/EUR`)).body.code).toBe('INVALID_CURRENCY');
    },
  );

  test('an account holder is active, is not, or is unknown', async () => {
    const active = (phone: string) => caller.get(`/collection/v1_0/accountholder/msisdn/${phone}/active`);
    expect(await active('256772000001')).toMatchObject({ status: 200, body: { result: true } });
    expect(await active('256773123451')).toMatchObject({ status: 200, body: { result: false } });
    expect((await active('256773123450')).status).toBe(404);
  });

  test('the type segment is lower case', async () => {
    expect((await caller.get('/collection/v1_0/accountholder/MSISDN/256772000001/active')).status).toBe(400);
    expect((await caller.get('/collection/v1_0/accountholder/alias/SHOP7/active')).status).toBe(200);
  });

  test('a name is always the same for a number, and Sand Box in the sandbox', async () => {
    const path = '/disbursement/v1_0/accountholder/msisdn/256772000001/basicuserinfo';
    const { body } = await caller.get(path);
    expect(body).toMatchObject({ name: `${body.given_name} ${body.family_name}`, locale: 'en_UG' });
    expect(Object.keys(body).sort()).toEqual([
      'birthdate',
      'family_name',
      'gender',
      'given_name',
      'locale',
      'name',
      'sub',
      'updated_at',
    ]);
    expect((await caller.get(path)).body).toEqual(body);
    const sandbox = await startMtnStandIn({ environment: 'sandbox' });
    expect((await new MtnCaller(sandbox).get(path)).body.name).toBe('Sand Box');
    await sandbox.close();
  });

  test('a number can be made unknown, inactive or nameless', async () => {
    const about = (what: string) => caller.get(`/collection/v1_0/accountholder/msisdn/256772000007/${what}`);
    await caller.faults({ numbers: { 256772000007: ['person_nameless'] } });
    expect((await about('basicuserinfo')).body).not.toHaveProperty('name');
    await caller.faults({ numbers: { 256772000007: ['person_inactive'] } });
    expect((await about('active')).body).toEqual({ result: false });
    await caller.faults({ numbers: { 256772000007: ['person_unknown'] } });
    expect((await about('active')).status).toBe(404);
    expect((await about('basicuserinfo')).status).toBe(404);
    await caller.faults({});
  });
});

describe('providers.md 1.8, disbursement', () => {
  const balance = async (account: string): Promise<number> => (await caller.raw('GET', '/_accounts')).body[account];

  test('a transfer pays from our wallet and names the payee', async () => {
    const before = await balance('disbursement');
    const { reference } = await caller.transfer('256772000008');
    expect(await ended(reference, 'transfer')).toMatchObject({
      status: 'SUCCESSFUL',
      payee: { partyIdType: 'MSISDN', partyId: '256772000008' },
    });
    expect(await balance('disbursement')).toBe(before - 25_000);
  });

  test('a transfer beyond our wallet fails with NOT_ENOUGH_FUNDS and moves nothing', async () => {
    const before = await balance('disbursement');
    const { reference } = await caller.transfer('256772000008', { amount: String(before + 1) });
    expect(await ended(reference, 'transfer')).toMatchObject({ status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' });
    expect(await balance('disbursement')).toBe(before);
  });

  test('a number without its country code is nobody’s', async () => {
    const collection = await caller.collect('0772000001');
    expect(await ended(collection.reference)).toMatchObject({ status: 'FAILED', reason: 'PAYER_NOT_FOUND' });
    const transfer = await caller.transfer('772000001');
    expect(await ended(transfer.reference, 'transfer')).toMatchObject({ reason: 'PAYEE_NOT_FOUND' });
  });

  test.each(['v1_0', 'v2_0'])('a deposit of %s is asked about at v1', async (version) => {
    const reference = randomUUID();
    const body = { ...caller.body(), payee: { partyIdType: 'MSISDN', partyId: '256772000009' } };
    expect((await caller.post(`/disbursement/${version}/deposit`, reference, body)).status).toBe(202);
    expect((await ended(reference, 'deposit')).status).toBe('SUCCESSFUL');
  });

  const refund = async (version: string, referenceIdToRefund: string, amount = '25000') => {
    const reference = randomUUID();
    const body = { ...caller.body(), amount, referenceIdToRefund };
    const answer = await caller.post(`/disbursement/${version}/refund`, reference, body);
    expect(answer.status).toBe(202);
    return ended(reference, 'refund');
  };

  test.each(['v1_0', 'v2_0'])('a refund of %s pays a successful collection back, in full and once', async (version) => {
    const { reference } = await caller.collect('256772000010');
    await ended(reference);
    expect(await refund(version, reference)).toMatchObject({
      status: 'SUCCESSFUL',
      payee: { partyId: '256772000010' },
    });
    expect(await refund(version, reference)).toMatchObject({ status: 'FAILED', reason: 'NOT_ALLOWED' });
  });

  test('a refund may be partial, as long as something is left', async () => {
    const { reference } = await caller.collect('256772000011');
    await ended(reference);
    expect((await refund('v1_0', reference, '10000')).status).toBe('SUCCESSFUL');
    expect((await refund('v1_0', reference, '15001')).reason).toBe('NOT_ALLOWED');
    expect((await refund('v1_0', reference, '15000')).status).toBe('SUCCESSFUL');
  });

  test('a refund of nothing, or of a failed collection, fails', async () => {
    expect(await refund('v1_0', randomUUID())).toMatchObject({ reason: 'TRANSACTION_NOT_FOUND' });
    const { reference } = await caller.collect('256773123451');
    await ended(reference);
    expect(await refund('v1_0', reference)).toMatchObject({ reason: 'NOT_ALLOWED' });
  });

  test('a refund wants the disbursement key and token', async () => {
    const headers = await caller.headers('collection');
    const body = { ...caller.body(), referenceIdToRefund: randomUUID() };
    expect((await caller.post('/disbursement/v1_0/refund', randomUUID(), body, headers)).status).toBe(401);
  });

  test('one more message goes out after a success, and not before', async () => {
    const notify = (reference: string) =>
      caller.post(`/collection/v1_0/requesttopay/${reference}/deliverynotification`, reference, {
        notificationMessage: 'Thank you',
      });
    const open = await caller.collect('256773123453');
    expect((await notify(open.reference)).body.code).toBe('NOT_ALLOWED');
    const paid = await caller.collect('256772000001');
    await ended(paid.reference);
    expect((await notify(paid.reference)).status).toBe(200);
    expect((await notify(randomUUID())).status).toBe(404);
  });
});

describe('providers.md 1.10, the sandbox numbers', () => {
  const rows: readonly [string, string, string, number | string | boolean][] = [
    ['50', 'INTERNAL_PROCESSING_ERROR', 'INTERNAL_PROCESSING_ERROR', 404],
    ['51', 'APPROVAL_REJECTED', 'APPROVAL_REJECTED', false],
    ['52', 'EXPIRED', 'EXPIRED', 'NOT_ALLOWED'],
    ['55', 'PAYER_NOT_FOUND', 'NOT_ENOUGH_FUNDS', 503],
    ['56', 'PAYEE_NOT_ALLOWED_TO_RECEIVE', 'PAYER_LIMIT_REACHED', true],
    ['57', 'NOT_ALLOWED', 'PAYEE_NOT_FOUND', true],
    ['58', 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'NOT_ALLOWED', true],
    ['59', 'INVALID_CALLBACK_URL_HOST', 'NOT_ALLOWED_TARGET_ENVIRONMENT', true],
    ['60', 'INVALID_CURRENCY', 'INVALID_CALLBACK_URL_HOST', true],
    ['61', 'INTERNAL_PROCESSING_ERROR', 'INVALID_CURRENCY', true],
    ['62', 'SERVICE_UNAVAILABLE', 'INTERNAL_PROCESSING_ERROR', true],
    ['63', 'COULD_NOT_PERFORM_TRANSACTION', 'SERVICE_UNAVAILABLE', true],
  ];

  test.each(rows)(
    '467331234%s: a collection fails with %s, a transfer with %s',
    async (digits, collect, transfer, active) => {
      for (const prefix of ['46733', '256773']) {
        const phone = `${prefix}1234${digits}`;
        expect((await ended((await caller.collect(phone)).reference)).reason).toBe(collect);
        expect((await ended((await caller.transfer(phone)).reference, 'transfer')).reason).toBe(transfer);
        const { status, body } = await caller.get(`/collection/v1_0/accountholder/msisdn/${phone}/active`);
        if (typeof active === 'boolean') expect(body).toEqual({ result: active });
        else expect([status, body.code]).toContain(active);
      }
    },
  );

  test('the same rows with a 2 before them refuse the call itself', async () => {
    const answer = await caller.transfer('256773223457');
    expect([answer.status, answer.body.code]).toEqual([500, 'PAYEE_NOT_FOUND']);
    expect(await caller.booked(answer.reference)).toEqual({ error: 'not in the books' });
  });

  test('of ...453 and ...454 one stays pending and the other is delayed, in either reading', async () => {
    await caller.raw('PUT', '/_settings', {}, { delayedMs: 20 });
    for (const [pendingNumber, other] of [
      ['46733123453', '46733123454'],
      ['46733123454', '46733123453'],
    ] as const) {
      await caller.raw('PUT', '/_settings', {}, { pendingNumber });
      const stays = await caller.collect(pendingNumber, { payer: { partyIdType: 'ID', partyId: pendingNumber } });
      const delayed = await caller.collect(other, { payer: { partyIdType: 'ID', partyId: other } });
      expect((await ended(delayed.reference)).status).toBe('SUCCESSFUL');
      expect((await caller.statusOf(stays.reference)).body.status).toBe('PENDING');
    }
    await caller.raw('PUT', '/_settings', {}, { pendingNumber: '46733123453', delayedMs: 30_000 });
  });

  test.each([
    ['1', 'INTERNAL_PROCESSING_ERROR'],
    ['2', 'APPROVAL_REJECTED'],
    ['3', 'EXPIRED'],
    ['4', null],
    ['5', null],
    ['6', 'NOT_ENOUGH_FUNDS'],
    ['7', 'PAYER_LIMIT_REACHED'],
    ['8', 'PAYEE_NOT_FOUND'],
    ['9', 'NOT_ALLOWED'],
    ['10', 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
    ['11', 'INVALID_CALLBACK_URL_HOST'],
    ['12', 'INVALID_CURRENCY'],
    ['13', 'INTERNAL_PROCESSING_ERROR'],
  ])('a refund of the test id %s is taken, and leads to %s', async (id, reason) => {
    const reference = randomUUID();
    const body = { ...caller.body(), referenceIdToRefund: id };
    expect((await caller.post('/disbursement/v1_0/refund', reference, body)).status).toBe(202);
    // 4 and 5 are the ids that stay open, or are delayed by 30 s.
    if (reason === null) expect((await caller.statusOf(reference, 'refund')).body.status).toBe('PENDING');
    else expect(await ended(reference, 'refund')).toMatchObject({ status: 'FAILED', reason });
  });
});

describe('providers.md 1.11, limits', () => {
  test('more than 10 status queries in a second get 429, and every other call goes on', async () => {
    const { reference } = await caller.collect('256772000012');
    await caller.headers('disbursement');
    await caller.raw('PUT', '/_settings', {}, { queriesPerSecond: 10 });
    const answers = await Promise.all(Array.from({ length: 15 }, () => caller.statusOf(reference)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await caller.statusOf(randomUUID(), 'transfer')).status).toBe(429);
    expect((await caller.collect('256772000012')).status).toBe(202);
    await caller.raw('PUT', '/_settings', {}, { queriesPerSecond: null });
  });
});

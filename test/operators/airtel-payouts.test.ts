import { constants } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AirtelStandIn, startAirtelStandIn } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { AirtelCaller, encrypted, newId } from './airtel-caller.ts';

let airtel: AirtelStandIn;
let caller: AirtelCaller;

beforeAll(async () => {
  airtel = await startAirtelStandIn({ settleDelayMs: 50, openingBalance: 10_000_000 });
  caller = new AirtelCaller(airtel);
});
afterEach(() => caller.faults({}));
afterAll(() => airtel.close());

const stateOf = async (id: string) => (await caller.enquirePayout(id)).body.data?.transaction.status;
const wallet = async (name: string): Promise<number> => (await caller.raw('GET', '/_accounts')).body[name];

describe('providers.md 2.6, disbursement', () => {
  test.each(['v1', 'v2'])(
    '%s succeeds in the answer, with a receipt, our id prefixed, and the balance in text',
    async (version) => {
      const before = await wallet('DISB');
      const { status, body, id } = await caller.disburse('752000001', { version });
      expect(status).toBe(200);
      expect(body.data.transaction).toMatchObject({
        reference_id: expect.stringMatching(/^\d+$/),
        airtel_money_id: expect.stringMatching(new RegExp(`^\\w+${id}$`)),
        id,
        status: 'TS',
        message: expect.stringContaining((before - 25_000).toLocaleString('en')),
      });
      expect(body.status).toMatchObject({ response_code: 'DP00900001001', success: true });
      expect(await wallet('DISB')).toBe(before - 25_000);
      expect(await stateOf(id)).toBe('TS');
      expect((await caller.get(`/standard/v1/disbursements/${id}`)).body.data.transaction.status).toBe('TS');
    },
  );

  test('v2 wants the currency and the type, and takes B2B', async () => {
    const transaction = { amount: 500, id: newId() };
    const missing = await caller.disburse('752000001', { change: { transaction } });
    expect(missing.body.status_code).toBe('ROUTER003');
    const unknown = await caller.disburse('752000001', { change: { transaction: { ...transaction, type: 'C2C' } } });
    expect(unknown.body.status.response_code).toBe('DP00900001013');
    const business = await caller.disburse('752000001', { change: { transaction: { ...transaction, type: 'B2B' } } });
    expect(business.body.status.success).toBe(true);
  });

  test('an enquiry at v2 wants the type of transaction', async () => {
    const { id } = await caller.disburse('752000001');
    const answer = await caller.get(`/standard/v2/disbursements/${id}`);
    expect(answer.body.status.response_code).toBe('DP00900001013');
  });

  test('a number of a wrong length is DP00900001013 with a message about the length', async () => {
    const { body } = await caller.disburse('256752000001');
    expect(body.status).toMatchObject({ response_code: 'DP00900001013', message: expect.stringContaining('length') });
  });

  test('the PIN is decrypted: missing, wrong, in clear, under another key, in another padding', async () => {
    const codeFor = async (pin: unknown) => (await caller.disburse('752000001', { pin })).body.status_code;
    expect(await codeFor(null)).toBe('ROUTER114');
    expect(await codeFor('')).toBe('ROUTER114');
    expect(await codeFor(caller.pin('0000'))).toBe('ROUTER115');
    expect(await codeFor(airtel.account.pin)).toBe('ROUTER116');
    const other = await startAirtelStandIn();
    expect(await codeFor(caller.pin(airtel.account.pin, other.world.keys.pinKey))).toBe('ROUTER116');
    await other.close();
    const oaep = encrypted(airtel.world.keys.pinKey, constants.RSA_PKCS1_OAEP_PADDING, airtel.account.pin);
    expect(await codeFor(oaep)).toBe('ROUTER116');
    // Refused before a payment is looked at, so the id is still free.
    const id = newId();
    await caller.disburse('752000001', { id, pin: caller.pin('0000') });
    expect((await caller.disburse('752000001', { id })).body.status.response_code).toBe('DP00900001001');
  });

  test('the PIN may have a key of its own, and the padding of version 3', async () => {
    const other = await startAirtelStandIn({ separatePinKey: true, pinPadding: 'oaep_sha256' });
    const guest = new AirtelCaller(other);
    const { pin_key, key } = (await guest.get('/v1/rsa/encryption-keys')).body.data;
    expect(pin_key).not.toBe(key);
    const pin = encrypted(pin_key, constants.RSA_PKCS1_OAEP_PADDING, other.account.pin, 'sha256');
    expect((await guest.disburse('752000001', { pin })).body.status.response_code).toBe('DP00900001001');
    expect((await guest.disburse('752000001')).body.status_code).toBe('ROUTER116');
    await other.close();
  });

  test('a payout beyond the float is DP00900001007 and moves nothing', async () => {
    const before = await wallet('DISB');
    const { body, id } = await caller.disburse('752000001', { amount: before + 1 });
    expect(body.status.response_code).toBe('DP00900001007');
    expect(await wallet('DISB')).toBe(before);
    expect((await caller.enquirePayout(id)).body.status.response_code).toBe('DP00900001015');
  });

  test.each(['03', '04', '05', '07', '09', '10', '12', '13', '15', '16', '18', '19'])(
    '7009010%s is refused with its code, and nothing is created',
    async (digits) => {
      const { body, id } = await caller.disburse(`7009010${digits}`);
      expect(body.status).toMatchObject({ response_code: `DP009000010${digits}`, success: false });
      expect(await caller.booked(id)).toEqual({ error: 'not in the books' });
    },
  );

  test.each(['03', '04', '05', '07', '09', '12', '13'])(
    '7009011%s fails with its code, and the enquiry knows',
    async (digits) => {
      const { body, id } = await caller.disburse(`7009011${digits}`);
      expect(body.status).toMatchObject({ response_code: `DP009000010${digits}`, success: false });
      const told = (await caller.enquirePayout(id)).body;
      expect([told.data.transaction.status, told.status.response_code]).toEqual(['TF', `DP009000010${digits}`]);
    },
  );

  test.each([
    ['00', 'TA'],
    ['06', 'TIP'],
    ['14', 'TA'],
  ])('700901?%s is open in the answer as %s; with 0 it ends paid, with 1 failed', async (digits, state) => {
    for (const [block, end] of [
      ['0', 'TS'],
      ['1', 'TF'],
    ] as const) {
      const { body, id } = await caller.disburse(`700901${block}${digits}`);
      expect([body.data.transaction.status, body.status.response_code]).toEqual([state, `DP009000010${digits}`]);
      await expect.poll(() => stateOf(id), { interval: 10 }).toBe(end);
    }
  });

  test.each(['11', '17'])('7009010%s is paid, and answered as if it existed before', async (digits) => {
    const { body, id } = await caller.disburse(`7009010${digits}`);
    expect(body.status.response_code).toBe(`DP009000010${digits}`);
    expect(await stateOf(id)).toBe('TS');
  });

  test('a repeated id is DP00900001011 at v1 and ...017 at v2, and pays nothing again', async () => {
    const before = await wallet('DISB');
    for (const [version, code] of [
      ['v1', 'DP00900001011'],
      ['v2', 'DP00900001017'],
    ] as const) {
      const { id } = await caller.disburse('752000002', { version });
      expect((await caller.disburse('752000002', { version, id })).body.status.response_code).toBe(code);
      expect(await caller.booked(id)).toMatchObject({ calls: 2 });
    }
    expect(await wallet('DISB')).toBe(before - 50_000);
  });

  test('a payout can end late, or never, or otherwise than first said', async () => {
    await caller.faults({ always: [{ fault: 'ends_late', delayMs: 100 }] });
    const late = await caller.disburse('752000003');
    expect(late.body.data.transaction.status).toBe('TA');
    await expect.poll(() => stateOf(late.id), { interval: 10 }).toBe('TS');
    await caller.faults({ always: ['never_ends'] });
    expect((await caller.disburse('752000003')).body.data.transaction.status).toBe('TA');
    await caller.faults({ always: [{ fault: 'late_success', code: 'DP00900001005', delayMs: 100 }] });
    const corrected = await caller.disburse('752000003');
    expect(corrected.body.data.transaction.status).toBe('TF');
    await expect.poll(() => stateOf(corrected.id), { interval: 10 }).toBe('TS');
    await caller.faults({ always: [{ fault: 'late_failure', delayMs: 100 }] });
    const before = await wallet('DISB');
    const reversed = await caller.disburse('752000003');
    expect(reversed.body.data.transaction.status).toBe('TS');
    await expect.poll(() => stateOf(reversed.id), { interval: 10 }).toBe('TF');
    expect(await wallet('DISB')).toBe(before);
  });
});

describe('providers.md 2.7, refund', () => {
  const paidCollection = async () => {
    const { id } = await caller.collect('752000004');
    await expect.poll(async () => (await caller.booked(id)).state, { interval: 10 }).toBe('TS');
    return (await caller.enquire(id)).body.data.transaction.airtel_money_id as string;
  };

  test('a refund by airtel_money_id pays the whole collection back', async () => {
    const airtelMoneyId = await paidCollection();
    const before = await wallet('COLL');
    const { body } = await caller.refund(airtelMoneyId);
    expect(body).toMatchObject({ data: { transaction: { airtel_money_id: airtelMoneyId, status: 'SUCCESS' } } });
    expect(await wallet('COLL')).toBe(before - 25_000);
  });

  test('a second refund is refused and counted, or pays again where a test wants to see it', async () => {
    const airtelMoneyId = await paidCollection();
    await caller.refund(airtelMoneyId);
    const before = await wallet('COLL');
    expect((await caller.refund(airtelMoneyId)).body.status.success).toBe(false);
    expect(await caller.booked(`refund-${airtelMoneyId}`)).toMatchObject({ kind: 'refund', calls: 2 });
    expect(await wallet('COLL')).toBe(before);
    await caller.set({ repeatedRefund: 'pays_again' });
    expect((await caller.refund(airtelMoneyId)).body.status.success).toBe(true);
    expect(await wallet('COLL')).toBe(before - 25_000);
    await caller.set({ repeatedRefund: 'refused' });
  });

  test('an unknown id, and none, are refused', async () => {
    expect((await caller.refund('MP1')).body.status.response_code).toBe('DP00800001025');
    expect((await caller.refund('')).body.status_code).toBe('ROUTER003');
  });
});

describe('providers.md 2.7, users, balances and the list', () => {
  test('a user has a name, and says whether it is barred', async () => {
    const { body } = await caller.get('/standard/v1/users/752000005');
    expect(body.data).toEqual({
      first_name: expect.stringMatching(/\w/),
      last_name: expect.stringMatching(/\w/),
      grade: 'SUBS',
      is_barred: false,
      is_pin_set: true,
      msisdn: '752000005',
      registration: { status: 'SUBS' },
    });
    expect(body.status.response_code).toBe('DP02200000001');
    expect((await caller.get('/standard/v1/users/752000005')).body).toEqual(body);
  });

  test.each([
    ['702200000', 'DP02200000000'],
    ['702200002', 'DP02200000002'],
    ['256752000005', 'DP02200000002'],
  ])('%s is answered %s', async (msisdn, code) => {
    expect((await caller.get(`/standard/v1/users/${msisdn}`)).body.status.response_code).toBe(code);
  });

  test('702200003 is barred, 702200004 has no name, and any number can be made so', async () => {
    const data = async (msisdn: string) => (await caller.get(`/standard/v1/users/${msisdn}`)).body.data;
    expect(await data('702200003')).toMatchObject({ is_barred: true });
    expect(await data('702200004')).toMatchObject({ first_name: '', last_name: '' });
    await caller.faults({ numbers: { '752000006': ['person_barred'], '752000007': ['person_unknown'] } });
    expect(await data('752000006')).toMatchObject({ is_barred: true });
    expect(await data('752000007')).toBeUndefined();
  });

  test('a balance is formatted text; v2 has one for each wallet', async () => {
    await caller.raw('PUT', '/_accounts', {}, { COLL: 37_600, DISB: 1_234_567.5 });
    const { body } = await caller.get('/standard/v1/users/balance');
    expect(body.data).toEqual({ balance: '37,600.00', currency: 'UGX', account_status: 'Active' });
    expect(body.status.response_code).toBe('DP02100000001');
    const disbursement = await caller.get('/standard/v2/users/balance?type=DISB');
    expect(disbursement.body.data.balance).toBe('1,234,567.50');
    expect((await caller.get('/standard/v2/users/balance?type=NONE')).status).toBe(400);
    await caller.raw('PUT', '/_accounts', {}, { COLL: 10_000_000, DISB: 10_000_000 });
  });

  test('the list has payments by time, in pages', async () => {
    const from = Date.now();
    const ids = [];
    for (let time = 0; time < 3; time += 1) ids.push((await caller.collect('752000008')).id);
    const page = (await caller.get(`/merchant/v1/transactions?from=${from}&limit=2&offset=1`)).body.data;
    expect(page.count).toBe(3);
    expect(page.transactions.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1));
    expect((await caller.get('/merchant/v1/transactions?limit=many')).status).toBe(400);
  });
});

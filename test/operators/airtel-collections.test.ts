import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AirtelStandIn, startAirtelStandIn } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { AirtelCaller, newId } from './airtel-caller.ts';
import { type CallbackReceiver, openCallbackReceiver, patientCallbacks } from './callback-receiver.ts';

let airtel: AirtelStandIn;
let caller: AirtelCaller;
let receiver: CallbackReceiver;

beforeAll(async () => {
  receiver = await openCallbackReceiver();
  airtel = await startAirtelStandIn({
    settleDelayMs: 50,
    callbackUrl: `${receiver.baseUrl}/airtel`,
    ...patientCallbacks,
  });
  caller = new AirtelCaller(airtel);
});
afterEach(() => caller.faults({}));
afterAll(async () => {
  await airtel.close();
  await receiver.close();
});

const turned = (id: string) =>
  expect.poll(async () => (await caller.booked(id)).turns.length, { interval: 10 }).toBeGreaterThan(1);

describe('providers.md 2.3, collection', () => {
  test.each(['v1', 'v2'])(
    '%s: SUCCESS means that the prompt was sent, and the payment is in progress',
    async (version) => {
      const { status, body, id } = await caller.collect('752000001', { version });
      expect(status).toBe(200);
      expect(body).toEqual({
        data: { transaction: { id, status: 'SUCCESS' } },
        status: {
          code: '200',
          message: 'SUCCESS',
          result_code: 'ESB000010',
          response_code: 'DP00800001006',
          success: true,
        },
      });
      expect(await caller.booked(id)).toMatchObject({ kind: 'collection', amount: 25_000, phone: '752000001' });
    },
  );

  test.each([
    ['a number with country code', '256752000001', 'ESB000033'],
    ['a number with a leading zero', '075200000', 'ESB000036'],
    ['a number of 10 digits', '0752000001', 'ESB000033'],
  ])('%s gets HTTP 200 and its code inside', async (_what, phone, code) => {
    const { status, body, id } = await caller.collect(phone);
    expect([status, body.status]).toEqual([
      200,
      { code: '400', message: expect.any(String), result_code: code, success: false },
    ]);
    expect(await caller.booked(id)).toEqual({ error: 'not in the books' });
  });

  test.each([
    ['an amount as text', { amount: '25000' }, { result_code: 'ESB000008' }],
    ['an amount of nothing', { amount: 0 }, { response_code: 'DP00800001004' }],
    ['an amount with decimals', { amount: 10.5 }, { response_code: 'DP00800001004' }],
    ['an id with other characters', { id: 'order#7' }, { result_code: 'ESB000008' }],
    ['an id of 65 characters', { id: 'x'.repeat(65) }, { result_code: 'ESB000008' }],
    ['a reference with a space', { change: { reference: 'Invoice 7' } }, { result_code: 'ESB000008' }],
    ['a reference of 3 characters', { change: { reference: 'In7' } }, { result_code: 'ESB000008' }],
  ])('%s is refused', async (_what, change, status) => {
    expect((await caller.collect('752000001', change)).body.status).toMatchObject({ ...status, success: false });
  });

  test('another country or currency inside the body is refused, and neither is needed', async () => {
    const subscriber = { msisdn: '752000001' };
    const inside = (change: object) => caller.collect('', { change: { subscriber: { ...subscriber, ...change } } });
    expect((await inside({ country: 'KE' })).body.status.result_code).toBe('ESB000034');
    expect((await inside({ currency: 'KES' })).body.status.result_code).toBe('ESB000035');
    expect((await inside({})).body.status.success).toBe(true);
  });

  test('a missing parameter is refused in the router’s envelope', async () => {
    const { status, body } = await caller.collect('752000001', { change: { reference: undefined } });
    expect([status, body.status_code]).toEqual([400, 'ROUTER003']);
  });
});

describe('providers.md 2.4, enquiry', () => {
  test('in progress, then success with an airtel_money_id', async () => {
    await caller.faults({ always: [{ fault: 'ends_late', delayMs: 2_000 }] });
    const { id } = await caller.collect('752000002');
    expect((await caller.enquire(id)).body.data.transaction).toMatchObject({ id, status: 'TIP' });
    await turned(id);
    expect((await caller.enquire(id)).body).toEqual({
      data: { transaction: { airtel_money_id: expect.any(String), id, message: expect.any(String), status: 'TS' } },
      status: {
        code: '200',
        message: 'SUCCESS',
        result_code: 'ESB000010',
        response_code: 'DP00800001001',
        success: true,
      },
    });
    expect(await caller.booked(id)).toMatchObject({ asked: 2, paid: true });
  });

  test('the traps of the portal’s samples: TS beside in process, and beside success false', async () => {
    const { id } = await caller.collect('752000003');
    await turned(id);
    await caller.faults({ references: { [id]: ['success_in_process'] } });
    expect((await caller.enquire(id)).body).toMatchObject({
      data: { transaction: { status: 'TS' } },
      status: { response_code: 'DP00800001006', success: true },
    });
    await caller.faults({ references: { [id]: ['success_not_success'] } });
    expect((await caller.enquire(id)).body).toMatchObject({
      data: { transaction: { status: 'TS' } },
      status: { response_code: 'DP00800001006', success: false },
    });
  });

  test('another id than ours comes back when that is wanted', async () => {
    const { id } = await caller.collect('752000003');
    await caller.faults({ references: { [id]: ['other_reference'] } });
    expect((await caller.enquire(id)).body.data.transaction.id).not.toBe(id);
  });
});

describe('providers.md 2.5, codes of collections', () => {
  test.each([
    ['00', 'TA'],
    ['01', 'TS'],
    ['02', 'TF'],
    ['03', 'TF'],
    ['04', 'TF'],
    ['05', 'TF'],
    ['06', 'TIP'],
    ['07', 'TF'],
    ['08', 'TF'],
    ['09', 'TF'],
    ['10', 'TF'],
    ['24', 'TA'],
    ['29', 'TE'],
  ])('7008010%s comes to its code with %s', async (digits, state) => {
    const { id, body } = await caller.collect(`7008010${digits}`);
    expect(body.status.response_code).toBe('DP00800001006');
    await turned(id);
    const told = (await caller.enquire(id)).body;
    expect([told.data.transaction.status, told.status.response_code]).toEqual([state, `DP008000010${digits}`]);
    expect((await caller.booked(id)).paid).toBe(state === 'TS');
  });

  test('700801025 is taken and then not found', async () => {
    const { id } = await caller.collect('700801025');
    await turned(id);
    expect((await caller.enquire(id)).body.status).toMatchObject({
      response_code: 'DP00800001025',
      result_code: 'ESB000045',
      success: false,
    });
  });

  test.each(['03', '08', '10', '26'])(
    '7008011%s is refused on the call with its code, inside HTTP 200',
    async (digits) => {
      const { id, status, body } = await caller.collect(`7008011${digits}`);
      expect([status, body.status.response_code]).toEqual([200, `DP008000010${digits}`]);
      expect(await caller.booked(id)).toEqual({ error: 'not in the books' });
    },
  );

  test.each([
    ['ROUTER001', { status_code: 'ROUTER001' }],
    ['ROUTER110', { status_code: 'ROUTER110' }],
    ['ROUTER117', { status_code: 'ROUTER117' }],
    ['ESB000001', { status: { result_code: 'ESB000001' } }],
    ['ESB000014', { status: { result_code: 'ESB000014' } }],
    ['ESB000039', { status: { result_code: 'ESB000039' } }],
    ['DP00800001009', { status: { response_code: 'DP00800001009' } }],
  ])('any number can be refused with %s, in its own envelope', async (code, body) => {
    await caller.faults({ numbers: { '752000004': [{ fault: 'refused', code }] } });
    expect((await caller.collect('752000004')).body).toMatchObject(body);
  });

  test.each(['DP00800001003', 'DP00800001029', 'DP00800009999'])('any number can fail with %s', async (code) => {
    await caller.faults({ numbers: { '752000005': [{ fault: 'fails', code }] } });
    const { id } = await caller.collect('752000005');
    await turned(id);
    const told = (await caller.enquire(id)).body;
    expect(told.status.response_code).toBe(code);
    expect(told.data.transaction.status).toBe(code === 'DP00800001029' ? 'TE' : 'TF');
  });
});

describe('providers.md 2.9, callbacks of Airtel', () => {
  const arrived = (id: string) => receiver.received.filter(({ body }) => body.transaction.id === id);

  test('a POST to the one URL, with a hash over the compact JSON of transaction', async () => {
    const { id } = await caller.collect('752000006');
    await expect.poll(() => arrived(id).length).toBe(1);
    const [{ method, path, body }] = arrived(id) as [ReturnType<typeof arrived>[number]];
    expect([method, path]).toEqual(['POST', '/airtel']);
    expect(body.transaction).toEqual({
      id,
      message: expect.any(String),
      status_code: 'TS',
      airtel_money_id: (await caller.enquire(id)).body.data.transaction.airtel_money_id,
    });
    expect(body.hash).toBe(hashOf(airtel.account.callbackKey, JSON.stringify(body.transaction)));
  });

  test.each([
    ['body', 'callback_key'],
    ['body', 'client_secret'],
    ['transaction', 'client_secret'],
  ] as const)('the hash may be over the %s with the %s', async (callbackHash, callbackHashKey) => {
    await caller.set({ callbackHash, callbackHashKey });
    const { id } = await caller.collect('752000006');
    await expect.poll(() => arrived(id).length).toBe(1);
    await caller.set({ callbackHash: 'transaction', callbackHashKey: 'callback_key' });
    const { hash, ...rest } = arrived(id)[0]!.body;
    const key = callbackHashKey === 'callback_key' ? airtel.account.callbackKey : airtel.account.clientSecret;
    expect(hash).toBe(hashOf(key, JSON.stringify(callbackHash === 'body' ? rest : rest.transaction)));
  });

  test('without authentication there is no hash', async () => {
    await caller.set({ callbackHash: 'off' });
    const { id } = await caller.collect('752000006');
    await expect.poll(() => arrived(id).length).toBe(1);
    await caller.set({ callbackHash: 'transaction' });
    expect(arrived(id)[0]!.body).not.toHaveProperty('hash');
  });

  test('callback_midway: the state may be intermediate', async () => {
    await caller.faults({ always: ['callback_midway'] });
    const { id } = await caller.collect('752000007');
    await expect.poll(() => arrived(id).map(({ body }) => body.transaction.status_code)).toEqual(['TIP', 'TS']);
  });

  test('callback_forged: success with a hash of somebody else’s key', async () => {
    await caller.faults({ always: ['callback_forged'] });
    const { id } = await caller.collect('700801007');
    await expect.poll(() => arrived(id).map(({ body }) => body.transaction.status_code)).toEqual(['TS', 'TF']);
    const { hash, transaction } = arrived(id)[0]!.body;
    expect(hash).not.toBe(hashOf(airtel.account.callbackKey, JSON.stringify(transaction)));
    expect(await caller.booked(id)).toMatchObject({ paid: false, callbacks: [{ genuine: false }, { genuine: true }] });
  });

  test('callback_early, callback_twice, callback_late and callback_never', async () => {
    await caller.faults({ always: ['callback_early'] });
    expect(arrived((await caller.collect('752000008')).id)).toHaveLength(1);
    await caller.faults({ always: ['callback_twice'] });
    const twice = await caller.collect('752000008');
    await expect.poll(() => arrived(twice.id).length).toBe(2);
    await caller.faults({ always: [{ fault: 'callback_late', delayMs: 200 }] });
    const late = await caller.collect('752000008');
    await expect.poll(() => arrived(late.id).length).toBe(1);
    const { turns } = await caller.booked(late.id);
    expect(arrived(late.id)[0]!.atMs - turns.at(-1).atMs).toBeGreaterThanOrEqual(195);
    await caller.faults({ always: ['callback_never'] });
    const never = await caller.collect('752000008');
    await turned(never.id);
    expect((await caller.booked(never.id)).callbacks).toEqual([]);
  });
});

describe('providers.md 2.11, a repeated id', () => {
  test('a collection answers ESB000041 with DP00800001000 inside HTTP 200, and nobody is debited again', async () => {
    const { id } = await caller.collect('752000009');
    const again = await caller.collect('752000009', { id, amount: 1 });
    expect([again.status, again.body.status]).toEqual([
      200,
      expect.objectContaining({
        code: '500',
        result_code: 'ESB000041',
        response_code: 'DP00800001000',
        success: false,
      }),
    ]);
    expect(again.body).not.toHaveProperty('data');
    expect(await caller.booked(id)).toMatchObject({ calls: 2, amount: 25_000 });
  });

  test('an unknown id is not found', async () => {
    const { status, body } = await caller.enquire(newId());
    expect([status, body.status]).toEqual([
      200,
      expect.objectContaining({ result_code: 'ESB000045', response_code: 'DP00800001025', success: false }),
    ]);
  });
});

function hashOf(key: string, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64');
}

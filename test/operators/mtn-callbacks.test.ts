import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publishedRetryDelaysMs } from '../../packages/operator-stand-ins/src/callbacks.ts';
import { type MtnStandIn, startMtnStandIn } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { type CallbackReceiver, openCallbackReceiver, patientCallbacks } from './callback-receiver.ts';
import { MtnCaller } from './mtn-caller.ts';

let mtn: MtnStandIn;
let caller: MtnCaller;
let receiver: CallbackReceiver;
let paths = 0;

beforeAll(async () => {
  mtn = await startMtnStandIn({ queriesPerSecond: null, settleDelayMs: 100, ...patientCallbacks });
  caller = new MtnCaller(mtn);
  receiver = await openCallbackReceiver();
});
afterEach(() => caller.faults({}));
afterAll(async () => {
  await mtn.close();
  await receiver.close();
});

/** A collection with an address of its own for callbacks, and what arrives there. */
async function collect(phone: string, plan: object = {}) {
  await caller.faults(plan);
  paths += 1;
  const path = `/callbacks/${paths}`;
  const { reference, status } = await caller.collect(phone, {}, { 'x-callback-url': receiver.baseUrl + path });
  const answeredAtMs = Date.now();
  expect(status).toBe(202);
  return { reference, answeredAtMs, arrived: () => receiver.received.filter((one) => one.path === path) };
}

const phone = '256772000021';

describe('providers.md 1.9, callbacks of MTN', () => {
  test('one arrives when the payment ends, with the body of the status and not our reference', async () => {
    const { reference, arrived } = await collect(phone);
    expect(arrived()).toEqual([]);
    await expect.poll(() => arrived().length).toBe(1);
    expect(arrived()[0]!.body).toEqual((await caller.statusOf(reference)).body);
    expect(arrived()[0]!.body).toMatchObject({ status: 'SUCCESSFUL', externalId: '4711' });
    expect(arrived()[0]!.raw).not.toContain(reference);
    await expect
      .poll(async () => (await caller.booked(reference)).callbacks)
      .toMatchObject([{ genuine: true, answer: 200, method: 'PUT' }]);
  });

  test('a failure is called back too', async () => {
    const { arrived } = await collect('256773123451');
    await expect.poll(() => arrived().map(({ body }) => body.status)).toEqual(['FAILED']);
  });

  test('without X-Callback-Url nobody is called', async () => {
    const { reference } = await caller.collect(phone);
    await expect.poll(async () => (await caller.booked(reference)).state).toBe('SUCCESSFUL');
    expect((await caller.booked(reference)).callbacks).toEqual([]);
  });

  test.each([
    ['callback_put', 'PUT'],
    ['callback_post', 'POST'],
  ])('%s: the method is %s', async (fault, method) => {
    const { arrived } = await collect(phone, { numbers: { [phone]: [fault] } });
    await expect.poll(() => arrived().map((one) => one.method)).toEqual([method]);
  });

  test('callback_never: the payment ends and nothing arrives', async () => {
    const { reference, arrived } = await collect(phone, { always: ['callback_never'] });
    await expect.poll(async () => (await caller.booked(reference)).state).toBe('SUCCESSFUL');
    expect((await caller.booked(reference)).callbacks).toEqual([]);
    expect(arrived()).toEqual([]);
  });

  test('callback_twice: the same arrives twice', async () => {
    const { arrived } = await collect(phone, { always: ['callback_twice'] });
    await expect.poll(() => arrived().length).toBe(2);
    expect(arrived()[0]!.raw).toBe(arrived()[1]!.raw);
  });

  test('callback_late: it arrives so long after the end', async () => {
    const { reference, arrived } = await collect(phone, { always: [{ fault: 'callback_late', delayMs: 400 }] });
    await expect.poll(() => arrived().length).toBe(1);
    const { turns } = await caller.booked(reference);
    expect(arrived()[0]!.atMs - turns.at(-1).atMs).toBeGreaterThanOrEqual(395);
  });

  test('callback_early: it arrives before the call is answered, with the payment already ended', async () => {
    const { reference, arrived, answeredAtMs } = await collect(phone, { always: ['callback_early'] });
    expect(arrived()).toHaveLength(1);
    expect(arrived()[0]!.atMs).toBeLessThanOrEqual(answeredAtMs);
    expect((await caller.statusOf(reference)).body.status).toBe('SUCCESSFUL');
  });

  test('callback_forged: a lie about success arrives before the truth, and the books know which is which', async () => {
    const { reference, arrived } = await collect('256773123451', { always: ['callback_forged'] });
    await expect.poll(() => arrived().length).toBe(2);
    expect(arrived().map(({ body }) => body.status)).toEqual(['SUCCESSFUL', 'FAILED']);
    expect(arrived()[0]!.body.amount).not.toBe('25000');
    expect((await caller.booked(reference)).callbacks).toMatchObject([{ genuine: false }, { genuine: true }]);
    expect(await caller.booked(reference)).toMatchObject({ state: 'FAILED', paid: false });
  });

  test('it is sent once when it is refused, or again as one published text has it', async () => {
    receiver.answerWith(503);
    const once = await collect(phone);
    await expect.poll(async () => (await caller.booked(once.reference)).callbacks).toMatchObject([{ answer: 503 }]);
    await caller.raw('PUT', '/_settings', {}, { callbackRetryDelaysMs: [10, 10, 10_000] });
    const again = await collect(phone);
    await expect.poll(() => again.arrived().length).toBe(3);
    receiver.answerWith(200);
    expect(once.arrived()).toHaveLength(1);
    await caller.raw('PUT', '/_settings', {}, { callbackRetryDelaysMs: [] });
    expect(publishedRetryDelaysMs.slice(0, 50)).toEqual([...Array(20).fill(1_000), ...Array(30).fill(120_000)]);
  });

  test('a receiver that is not there is noted, and hurts nobody', async () => {
    const url = { 'x-callback-url': 'http://localhost:1/nobody' };
    const { reference } = await caller.collect(phone, {}, url);
    await expect
      .poll(async () => (await caller.booked(reference)).callbacks)
      .toMatchObject([{ answer: expect.stringContaining('ECONNREFUSED') }]);
  });
});

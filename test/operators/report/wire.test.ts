import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { startAirtelStandIn } from '../../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { startMtnStandIn } from '../../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { CallRecorder } from '../../../packages/operator-stand-ins/src/report/call-recorder.ts';
import type { Report } from '../../../packages/operator-stand-ins/src/report/report.ts';
import { AirtelCaller } from '../airtel-caller.ts';
import { openCallbackReceiver, patientCallbacks } from '../callback-receiver.ts';
import { MtnCaller } from '../mtn-caller.ts';
import { sendRequest } from '../send-request.ts';

// The rules have tests of their own; here clients call the stand-ins, and the admin path says what they did.

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function startMtn(options: Parameters<typeof startMtnStandIn>[0] = {}) {
  const standIn = await startMtnStandIn({ settleDelayMs: 0, ...options });
  open.push(standIn);
  return { standIn, caller: new MtnCaller(standIn) };
}

async function startAirtel(options: Parameters<typeof startAirtelStandIn>[0] = {}) {
  const standIn = await startAirtelStandIn({ settleDelayMs: 0, ...options });
  open.push(standIn);
  return { standIn, caller: new AirtelCaller(standIn) };
}

const oneOf = (sent: Promise<unknown>) => sent.catch(() => null);

/** The verdict on one mistake, when clients have no time at all left for their next step. */
async function verdictOn(number: number, { baseUrl }: { readonly baseUrl: string }) {
  const report: Report = (await sendRequest(`${baseUrl}/_report?patience=0`, 'GET')).body;
  return report.findings[number - 1]?.verdict;
}

describe('MTN sees', () => {
  test('1: a client that does not ask after 202, until it asks', async () => {
    const { standIn, caller } = await startMtn();
    expect(await verdictOn(1, standIn)).toBe('not_observed');
    const { reference } = await caller.collect('256772000001');
    await expect.poll(() => verdictOn(1, standIn)).toBe('made');
    await caller.statusOf(reference);
    expect(await verdictOn(1, standIn)).toBe('avoided');
  });

  test.each(['reset_after', 'error_500_done', 'html_503'])(
    '2: a second collection after %s, and none when the reference is sent again',
    async (fault) => {
      for (const [again, verdict] of [
        [() => randomUUID(), 'made'],
        [(reference: string) => reference, 'avoided'],
      ] as const) {
        const { standIn, caller } = await startMtn();
        await caller.faults({ always: [{ fault, times: 1 }] });
        const first = randomUUID();
        const body = { ...caller.body(), payer: { partyIdType: 'MSISDN', partyId: '256772000001' } };
        await oneOf(caller.post('/collection/v1_0/requesttopay', first, body));
        await caller.post('/collection/v1_0/requesttopay', again(first), body);
        expect(await verdictOn(2, standIn)).toBe(verdict);
      }
    },
  );

  test('2: a client that leaves before the answer, and does not come back', async () => {
    const { standIn, caller } = await startMtn();
    await caller.headers('collection');
    await caller.faults({ always: ['silent_done'] });
    const body = { ...caller.body(), payer: { partyIdType: 'MSISDN', partyId: '256772000001' } };
    await oneOf(caller.post('/collection/v1_0/requesttopay', randomUUID(), body, {}, AbortSignal.timeout(100)));
    await expect.poll(() => verdictOn(2, standIn)).toBe('made');
  });

  test('3: a client that does not ask after 409', async () => {
    const { standIn, caller } = await startMtn();
    await caller.faults({ always: ['conflict_done'] });
    const { reference } = await caller.collect('256772000001');
    await expect.poll(() => verdictOn(3, standIn)).toBe('made');
    await caller.statusOf(reference);
    expect(await verdictOn(3, standIn)).toBe('avoided');
  });

  test('4: INVALID_CURRENCY that is sent three times', async () => {
    const { standIn, caller } = await startMtn();
    await caller.collect('256773223460');
    await expect.poll(() => verdictOn(4, standIn)).toBe('avoided');
    await caller.collect('256773223460');
    await caller.collect('256773223460');
    expect(await verdictOn(4, standIn)).toBe('made');
  });

  test('6 and 7: copies that are refused, and a forged callback that is believed', async () => {
    const receiver = await openCallbackReceiver();
    open.push(receiver);
    const { standIn, caller } = await startMtn(patientCallbacks);
    const headers = { 'x-callback-url': `${receiver.baseUrl}/here` };
    await caller.faults({ numbers: { '256772000001': ['callback_twice'], '256772000002': ['callback_forged'] } });
    await caller.collect('256772000001', {}, headers);
    await expect.poll(() => verdictOn(6, standIn)).toBe('avoided');
    const { reference } = await caller.collect('256772000002', {}, headers);
    await expect.poll(() => verdictOn(7, standIn)).toBe('made');
    await caller.statusOf(reference);
    expect(await verdictOn(7, standIn)).toBe('avoided');
  });

  test('12: a token that is refused in flight, and a payment that is then sent with a new one', async () => {
    const { standIn, caller } = await startMtn();
    await caller.faults({ always: [{ fault: 'unauthorized', times: 1 }] });
    const reference = randomUUID();
    const body = { ...caller.body(), payer: { partyIdType: 'MSISDN', partyId: '256772000001' } };
    await caller.post('/collection/v1_0/requesttopay', reference, body);
    await expect.poll(() => verdictOn(12, standIn)).toBe('made');
    caller.forgetTokens();
    await caller.post('/collection/v1_0/requesttopay', reference, body);
    expect(await verdictOn(12, standIn)).toBe('avoided');
  });

  test('13, 19 and 21: numbers, texts and environments as they were sent, also when they are refused', async () => {
    const { standIn, caller } = await startMtn();
    await caller.collect('256772000001', { payerMessage: 'nsimbitest' });
    for (const number of [13, 19, 21]) expect(await verdictOn(number, standIn)).toBe('avoided');
    await caller.collect('0772000001', { payerMessage: "nsimbitest Amina's" }, { 'x-target-environment': 'sandbox' });
    for (const number of [13, 19, 21]) expect(await verdictOn(number, standIn)).toBe('made');
  });

  test('13: a number in a look-up', async () => {
    const { standIn, caller } = await startMtn();
    await caller.get('/collection/v1_0/accountholder/msisdn/256772000001/basicuserinfo');
    expect(await verdictOn(13, standIn)).toBe('avoided');
    await caller.get('/collection/v1_0/accountholder/msisdn/0772000001/active');
    expect(await verdictOn(13, standIn)).toBe('made');
  });

  test('15: the key and the token of collections on a payout', async () => {
    const { standIn, caller } = await startMtn();
    await caller.transfer('256772000001');
    expect(await verdictOn(15, standIn)).toBe('avoided');
    await caller.transfer('256772000001', {}, await caller.headers('collection'));
    expect(await verdictOn(15, standIn)).toBe('made');
  });

  test('18: an object as reason, and a client that does not understand it', async () => {
    const { standIn, caller } = await startMtn();
    await caller.faults({ always: ['reason_object', { fault: 'fails', code: 'A_NEW_REASON' }] });
    const { reference } = await caller.collect('256772000001');
    await expect.poll(async () => (await caller.statusOf(reference)).body.status).toBe('FAILED');
    await expect.poll(() => verdictOn(18, standIn)).toBe('avoided');
    for (let times = 0; times < 8; times += 1) await caller.statusOf(reference);
    expect(await verdictOn(18, standIn)).toBe('made');
  });

  test('24: a payout for which the float is too low, before and after a look at the balance', async () => {
    const { standIn, caller } = await startMtn({ openingBalance: 30_000 });
    await caller.get('/disbursement/v1_0/account/balance');
    await caller.transfer('256772000001');
    expect(await verdictOn(24, standIn)).toBe('avoided');
    await expect.poll(() => standIn.world.books.balance('disbursement')).toBe(500_000n);
    await caller.get('/disbursement/v1_0/account/balance');
    const { reference } = await caller.transfer('256772000001');
    await expect.poll(async () => (await caller.statusOf(reference, 'transfer')).body.status).toBe('FAILED');
    expect(await verdictOn(24, standIn)).toBe('made');
  });
});

describe('Airtel sees', () => {
  test('1 and 3: a collection that is not asked about, and a duplicate inside HTTP 200', async () => {
    const { standIn, caller } = await startAirtel();
    await caller.faults({ always: [{ fault: 'conflict_done', times: 1 }] });
    const { id } = await caller.collect('701234567');
    await expect.poll(() => verdictOn(3, standIn)).toBe('made');
    const second = await caller.collect('701234568');
    await expect.poll(() => verdictOn(1, standIn)).toBe('made');
    await caller.enquire(second.id);
    await caller.enquire(id);
    expect([await verdictOn(1, standIn), await verdictOn(3, standIn)]).toEqual(['avoided', 'avoided']);
  });

  test.each(['went_wrong_done', 'timeout_408_done', 'gateway_timeout_done', 'reset_after'])(
    '17: a payout that is paid again after %s',
    async (fault) => {
      const { standIn, caller } = await startAirtel();
      await caller.faults({ always: [{ fault, times: 1 }] });
      await oneOf(caller.disburse('701234567'));
      await caller.disburse('701234567');
      expect(await verdictOn(17, standIn)).toBe('made');
    },
  );

  test('17: nothing about a payout for whose answer the client still waits', async () => {
    const { standIn, caller } = await startAirtel();
    await caller.faults({ always: ['silent_done'] });
    const sent = oneOf(caller.disburse('701234567'));
    await expect.poll(() => [...standIn.world.books.payments].length).toBe(1);
    expect(await verdictOn(17, standIn)).toBe('not_observed');
    await standIn.close();
    await sent;
  });

  test('16: a refund that is sent twice, and 1: a payout whose answer is its outcome', async () => {
    const { standIn, caller } = await startAirtel();
    await caller.disburse('701234567');
    expect(await verdictOn(1, standIn)).toBe('not_observed');
    const { id } = await caller.collect('701234567');
    await expect.poll(async () => (await caller.enquire(id)).body.data.transaction.status).toBe('TS');
    const { airtel_money_id } = (await caller.enquire(id)).body.data.transaction;
    await caller.faults({ always: ['reset_after'] });
    const refund = () => oneOf(caller.post('/standard/v1/payments/refund', { transaction: { airtel_money_id } }));
    await refund();
    await expect.poll(() => verdictOn(16, standIn)).toBe('avoided');
    await refund();
    expect(await verdictOn(16, standIn)).toBe('made');
  });

  test('20: a success beside the code of a payment in process', async () => {
    const { standIn, caller } = await startAirtel();
    await caller.faults({ always: ['success_in_process'] });
    const { id } = await caller.collect('701234567');
    await expect.poll(async () => (await caller.enquire(id)).body.data.transaction.status).toBe('TS');
    await expect.poll(() => verdictOn(20, standIn)).toBe('avoided');
    for (let times = 0; times < 8; times += 1) await caller.enquire(id);
    expect(await verdictOn(20, standIn)).toBe('made');
  });
});

test('14: two stand-ins with one recorder see that a number is tried at the other operator', async () => {
  const recorder = new CallRecorder();
  const mtn = await startMtn({ recorder });
  const airtel = await startAirtel({ recorder });
  await airtel.caller.disburse('700901012');
  await expect.poll(() => verdictOn(14, mtn.standIn)).toBe('avoided');
  await mtn.caller.transfer('256700901012');
  expect(await verdictOn(14, airtel.standIn)).toBe('made');
});

describe('the report', () => {
  test('is text for people, and refuses a patience that is none', async () => {
    const { standIn, caller } = await startMtn();
    await caller.collect('256772000001');
    const { text, headers } = await sendRequest(`${standIn.baseUrl}/_report?as=text`, 'GET');
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(/^2 calls\. Of 24 mistakes: 0 made/);
    expect((await sendRequest(`${standIn.baseUrl}/_report?patience=soon`, 'GET')).status).toBe(400);
  });

  test('has no secret in it, nor has what it is made from', async () => {
    const { standIn, caller } = await startMtn();
    await caller.collect('256772000001');
    const { authorization, 'ocp-apim-subscription-key': key } = await caller.headers('collection');
    const recorded = JSON.stringify(standIn.recorder.observe(0));
    expect(recorded).toContain('256772000001');
    expect(recorded).not.toContain(key);
    expect(recorded).not.toContain(authorization!.slice('Bearer '.length));
  });

  test('says how many calls came after the recorder was full', async () => {
    const { standIn, caller } = await startMtn({ recorder: new CallRecorder(2) });
    for (let times = 0; times < 3; times += 1) await caller.collect('256772000001');
    const { calls } = (await sendRequest(`${standIn.baseUrl}/_report`, 'GET')).body;
    expect(calls).toEqual({ recorded: 2, leftOut: 2 });
  });
});

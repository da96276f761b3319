import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerFindings } from '../../../test/ledger/fixtures.ts';
import { envelope, usualSettings } from '../../../test/operators/contract/airtel.fixture.ts';
import { JsonServer, type ReceivedRequest, sendJson } from '../../../test/operators/contract/json-server.fixture.ts';
import { type Direction, SettlementBench } from '../../../test/settlement/settlement.fixture.ts';
import { unobserved } from '../connector-observer.ts';
import type { OperatorConnector } from '../contract.ts';
import { AirtelMoney } from './airtel-money.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const phone = '256772123456';

/** An Airtel with books of its own: each payment by its id, with the status that a query gets. */
class SmallAirtel {
  readonly payments = new Map<string, string>();
  posts = 0;
  asked = 0;
  /** Queries do not find the payments that are there. */
  isHidden = false;
  /** What happens to a payment call before it is answered with its acceptance; true when it was answered already. */
  onPayment: (id: string, response: ServerResponse) => boolean = (id) => {
    this.payments.set(id, 'TIP');
    return false;
  };

  answer(request: ReceivedRequest, response: ServerResponse): void {
    if (request.path === '/auth/oauth2/token') {
      sendJson(response, 200, { access_token: 'T', expires_in: '180', token_type: 'bearer' });
    } else if (request.method === 'GET') {
      this.asked += 1;
      sendJson(response, 200, this.#statusOf(/[0-9a-f]{32}/.exec(request.path)?.[0] ?? ''));
    } else {
      this.posts += 1;
      this.#take(request, response);
    }
  }

  /** Decides every payment. */
  decide(status: string): void {
    for (const id of this.payments.keys()) this.payments.set(id, status);
  }

  #take({ body, path }: ReceivedRequest, response: ServerResponse): void {
    const { id } = JSON.parse(body).transaction;
    const duplicate = path.includes('disbursements')
      ? envelope('DP00900001011', { id, status: 'TF' }, { success: false })
      : envelope('DP00800001000', null, { resultCode: 'ESB000041', success: false });
    if (this.payments.has(id)) sendJson(response, 200, duplicate);
    else if (!this.onPayment(id, response))
      sendJson(response, 200, envelope('DP00800001006', { id, status: 'SUCCESS' }));
  }

  #statusOf(id: string): object {
    const status = this.isHidden ? undefined : this.payments.get(id);
    if (status === undefined) return envelope('DP00800001025', null, { success: false });
    const receipt = status === 'TS' ? { airtel_money_id: `MP${id.slice(0, 12)}` } : {};
    return envelope('DP00800001006', { id, status, ...receipt });
  }
}

/** The connector under the name and the mode that the bench has a place for. */
function inPlaceOfMtn(airtel: AirtelMoney): OperatorConnector {
  return {
    operator: 'MTN',
    mode: 'test',
    simulated: false,
    account: airtel.account,
    currency: airtel.currency,
    pollDelaysMs: airtel.pollDelaysMs,
    promptWindowMs: airtel.promptWindowMs,
    queriesPerSecond: airtel.queriesPerSecond,
    refundsCanBeAskedAbout: airtel.refundsCanBeAskedAbout,
    refundsInPart: airtel.refundsInPart,
    refundsLeave: airtel.refundsLeave,
    newReference: () => airtel.newReference(),
    collect: (call, signal) => airtel.collect(call, signal),
    payOut: (call, signal) => airtel.payOut(call, signal),
    refund: (call, signal) => airtel.refund(call, signal),
    query: (query, signal) => airtel.query(query, signal),
    lookupName: (number, signal) => airtel.lookupName(number, signal),
    accountStatus: (number, signal) => airtel.accountStatus(number, signal),
    balance: (direction, signal) => airtel.balance(direction, signal),
    readCallback: (callback) => airtel.readCallback(callback),
  };
}

let bench: SettlementBench;
let server: JsonServer;
let operator: SmallAirtel;
let airtel: AirtelMoney;

beforeAll(async () => {
  bench = await SettlementBench.open();
});
beforeEach(async () => {
  operator = new SmallAirtel();
  server = await JsonServer.open((request, response) => operator.answer(request, response));
  const settings = { ...usualSettings(server.origin, publicKey), pollDelaysMs: [50, 50, 100], queriesPerSecond: 1_000 };
  airtel = new AirtelMoney(settings, unobserved);
});
afterEach(async () => {
  await bench.stopProcesses();
  await airtel.close();
  await server.close();
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
});
afterAll(() => bench.close());

const start = (resendAfterMs = 600_000) =>
  bench.startProcess({ mtn: inPlaceOfMtn(airtel), settings: { resendAfterMs, notFoundAlarm: 1 } });
const directions: readonly Direction[] = ['collection', 'payout'];
const callbackAbout = (reference: string | null, status: string) => ({
  path: '/',
  headers: {},
  body: Buffer.from(JSON.stringify({ transaction: { id: reference, message: 'x', status_code: status } })),
});

describe.each(directions)('a %s over Airtel', (direction) => {
  test('rules 1 and 5: is processing while Airtel says SUCCESS, and completed by a query without any callback', async () => {
    const before = await bench.balance();
    const transaction = await bench.request(await start(), direction, phone);
    await expect.poll(() => operator.asked).toBeGreaterThan(1);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    operator.decide('TS');
    expect(await bench.end(transaction)).toMatchObject({ status: 'completed' });
    const { available, held } = await bench.balance();
    expect({ available: available - before.available, held }).toEqual({
      available: direction === 'collection' ? 47_500 : -53_000,
      held: 0,
    });
  });

  test('rules 2 and 17: whose call was lost after Airtel took it stays processing, and ends as Airtel says', async () => {
    operator.onPayment = (id, response) => {
      operator.payments.set(id, 'TA');
      response.destroy();
      return true;
    };
    const transaction = await bench.request(await start(), direction, phone);
    expect(transaction.status).toBe('processing');
    await expect.poll(() => operator.asked).toBeGreaterThan(2);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    expect((await bench.balance()).held).toBe(direction === 'payout' ? 53_000 : 0);
    operator.decide('TS');
    expect(await bench.end(transaction)).toMatchObject({ status: 'completed' });
    expect(operator.posts).toBe(1);
  });

  test('rule 2: whose call was lost before Airtel took it is sent again with the same id', async () => {
    operator.onPayment = (id, response) => {
      if (operator.posts === 1) response.destroy();
      else operator.payments.set(id, 'TS');
      return operator.posts === 1;
    };
    const transaction = await bench.request(await start(200), direction, phone);
    expect(await bench.end(transaction)).toMatchObject({ status: 'completed' });
    expect([...operator.payments.keys()]).toEqual([transaction.externalReference]);
    expect(operator.posts).toBe(2);
  });

  test('rule 3: that Airtel has, and does not find, is sent again with the same id, and "I have it" fails nothing', async () => {
    operator.isHidden = true;
    operator.onPayment = (id, response) => {
      operator.payments.set(id, 'TIP');
      response.destroy();
      return true;
    };
    const transaction = await bench.request(await start(200), direction, phone);
    await expect.poll(() => operator.posts).toBe(2);
    operator.isHidden = false;
    const { asked } = operator;
    await expect.poll(() => operator.asked).toBeGreaterThan(asked + 1);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    operator.decide('TS');
    expect(await bench.end(transaction)).toMatchObject({ status: 'completed' });
    expect(operator.payments.size).toBe(1);
  });

  test('rule 6: that is called back many times while it is also polled is completed once', async () => {
    const process = await start();
    const before = await bench.balance();
    const transaction = await bench.request(process, direction, phone);
    operator.decide('TS');
    const callback = callbackAbout(transaction.externalReference, 'TS');
    await Promise.all(Array.from({ length: 5 }, () => process.receiveCallback('test', 'MTN', callback)));
    await bench.end(transaction);
    await Promise.all(Array.from({ length: 5 }, () => process.receiveCallback('test', 'MTN', callback)));
    const change = (await bench.balance()).available - before.available;
    expect(change).toBe(direction === 'collection' ? 47_500 : -53_000);
    expect(await bench.reviewKinds(transaction)).toEqual([]);
  });

  test('rule 7: that a forged callback calls paid, or failed, is what Airtel says it is', async () => {
    const process = await start();
    const before = await bench.balance();
    const transaction = await bench.request(process, direction, phone);
    for (const status of ['TS', 'TF']) {
      const asked = operator.asked;
      await process.receiveCallback('test', 'MTN', callbackAbout(transaction.externalReference, status));
      await expect.poll(() => operator.asked).toBeGreaterThan(asked + 1);
      expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    }
    operator.decide('TF');
    expect(await bench.end(transaction)).toMatchObject({ status: 'failed', failure: { code: 'operator_failed' } });
    expect(await bench.balance()).toEqual(before);
  });

  test('rule 9: that expired and was paid after all is booked, and goes to review', async () => {
    const process = await start();
    const transaction = await bench.request(process, direction, phone);
    operator.decide('TE');
    expect(await bench.end(transaction)).toMatchObject({ status: 'failed' });
    operator.decide('TS');
    await process.receiveCallback('test', 'MTN', callbackAbout(transaction.externalReference, 'TS'));
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['late_success']);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('failed');
  });
});

test('rule 21: a callback of another environment changes nothing', async () => {
  const process = await start();
  const transaction = await bench.request(process, 'collection', phone);
  const before = await bench.submission(transaction);
  await process.receiveCallback('test', 'MTN', callbackAbout(airtel.newReference(), 'TS'));
  expect((await bench.submission(transaction))?.hints).toEqual(before?.hints);
  operator.decide('TF');
  await bench.end(transaction);
});

import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendJson } from '../../../test/operators/contract/json-server.fixture.ts';
import { MtnBench } from '../../../test/operators/contract/mtn-momo.fixture.ts';
import { type Direction, SettlementBench } from '../../../test/settlement/settlement.fixture.ts';
import type { CallNotes } from '../../settlement/call-log/call-log.ts';
import type { NotedCall } from '../../settlement/call-log/noted-call.ts';
import type { CallbackRequest, OperatorConnector } from '../contract.ts';
import type { MtnMomo } from './mtn-momo.ts';

// The connector under the machinery that moves money, and MTN's wire between it and books that only MTN can change.

const phone = '256772123456';
let ledger: SettlementBench;
let wire: MtnBench;
let mtn: MtnAtWork;

beforeEach(async () => {
  ledger = await SettlementBench.open();
  wire = await MtnBench.open();
  mtn = new MtnAtWork(wire);
});
afterEach(async () => {
  await ledger.close();
  await wire.close();
});

/** MTN's books of a test, by reference. */
class MtnAtWork {
  readonly books = new Map<string, Record<string, unknown>>();
  /** How the next payment becomes, and what answers its call once it is in the books. */
  next: Record<string, unknown> = { status: 'PENDING' };
  answer = (response: ServerResponse): unknown => response.writeHead(202).end();
  callbackUrls: string[] = [];

  constructor(wire: MtnBench) {
    wire.post = (response, request) => {
      const reference = String(request.headers['x-reference-id']);
      this.callbackUrls.push(String(request.headers['x-callback-url']));
      if (this.books.has(reference)) return sendJson(response, 409, { code: 'RESOURCE_ALREADY_EXIST', message: '…' });
      this.books.set(reference, { ...JSON.parse(request.body), ...this.next });
      this.answer(response);
    };
    wire.get = (response, { path }) => {
      const state = this.books.get(path.split('/').at(-1) ?? '');
      if (state === undefined) sendJson(response, 404, { code: 'RESOURCE_NOT_FOUND', message: '…' });
      else sendJson(response, 200, state);
    };
  }

  change(reference: string | null, change: Record<string, unknown>): void {
    Object.assign(this.books.get(reference ?? '') ?? {}, change);
  }

  callback(body: unknown): CallbackRequest {
    return { path: new URL(this.callbackUrls[0] ?? '').pathname, body: Buffer.from(JSON.stringify(body)) };
  }
}

/** Test shillings move through the connector of live mode. */
function inTestMode(connector: MtnMomo, pollDelaysMs: readonly number[]): OperatorConnector {
  const changed = { mode: 'test', pollDelaysMs, queriesPerSecond: 1_000 };
  return new Proxy<OperatorConnector>(connector, {
    get(target, key) {
      if (key in changed) return Reflect.get(changed, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const startProcess = (
  pollDelaysMs: readonly number[] = [50, 50, 100],
  resendAfterMs = 600_000,
  callNotes: CallNotes | null = null,
) =>
  ledger.startProcess({
    ...(callNotes === null ? {} : { callNotes }),
    mtn: inTestMode(wire.mtn, pollDelaysMs),
    settings: { resendAfterMs, notFoundAlarm: 1, operatorWaitMs: 2_000 },
  });

const paymentsOf = (method: string) => wire.received.filter((request) => request.method === method);
const success = { status: 'SUCCESSFUL', financialTransactionId: '23503452' };

test('a call and a question that were cut are noted as unknown, each under its own transaction', async () => {
  const noted: NotedCall[] = [];
  wire.post = () => undefined;
  wire.get = () => undefined;
  const process = await startProcess([20], 600_000, { note: (call) => noted.push(call) });
  const [one, other] = await Promise.all([
    ledger.open(process, 'collection', phone),
    ledger.open(process, 'payout', phone),
  ]);
  const ended = Promise.all([one, other].map((transaction) => ledger.submit(process, transaction)));
  const asked = () => paymentsOf('GET').filter(({ path }) => /\/(?:requesttopay|transfer)\//.test(path)).length;
  await expect.poll(() => [paymentsOf('POST').length, asked()]).toEqual([2, 2]);
  await process.stop();
  await ended;
  expect(noted.map(({ about, call, sendNo }) => [about.transactionId, call, sendNo]).sort()).toEqual(
    [
      [one.transactionId, 'collect', 1],
      [one.transactionId, 'query', null],
      [other.transactionId, 'pay_out', 1],
      [other.transactionId, 'query', null],
    ].sort(),
  );
  for (const { about, exchange } of noted) {
    const { externalReference } = about.transactionId === one.transactionId ? one : other;
    expect(exchange).toMatchObject({ is: 'unknown', status: null, text: 'cut: no answer in time' });
    expect(`${exchange.path} ${exchange.body}`).toContain(externalReference);
  }
});

test('rule 1: a collection answered 202 credits nothing until MTN says SUCCESSFUL to our question', async () => {
  const process = await startProcess();
  const before = await ledger.balance();
  const transaction = await ledger.request(process, 'collection', phone);
  await expect.poll(() => paymentsOf('GET').length).toBeGreaterThan(2);
  expect(await ledger.balance()).toEqual(before);
  mtn.change(transaction.externalReference, success);
  expect(await ledger.end(transaction)).toMatchObject({ status: 'completed', operatorReceipt: '23503452' });
  expect((await ledger.balance()).available).toBe(before.available + 47_500);
});

describe.each<Direction>(['collection', 'payout'])('rules 2 and 17: a %s whose call broke', (direction) => {
  test('after MTN took it is found by its reference, and is one payment', async () => {
    mtn.next = success;
    mtn.answer = (response) => response.socket?.destroy();
    const process = await startProcess();
    const transaction = await ledger.request(process, direction, phone);
    expect(transaction.status).toBe('processing');
    expect((await ledger.end(transaction)).status).toBe('completed');
    expect(paymentsOf('POST')).toHaveLength(1);
  });

  test('before MTN took it is sent again under the same reference, however often MTN had to be asked', async () => {
    const take = wire.post;
    wire.post = (response) => {
      wire.post = take;
      response.socket?.destroy();
    };
    mtn.next = success;
    const process = await startProcess([50, 50, 100], 300);
    const transaction = await ledger.request(process, direction, phone);
    expect((await ledger.end(transaction)).status).toBe('completed');
    expect(paymentsOf('POST').map(({ headers }) => headers['x-reference-id'])).toEqual([
      transaction.externalReference,
      transaction.externalReference,
    ]);
    expect(mtn.books.size).toBe(1);
  });
});

test('rule 5: a callback makes us ask at once, and without one we ask all the same', async () => {
  const process = await startProcess([60_000]);
  const transaction = await ledger.request(process, 'collection', phone);
  mtn.change(transaction.externalReference, success);
  await process.receiveCallback('test', 'MTN', mtn.callback({ externalId: transaction.externalReference }));
  expect((await ledger.end(transaction, 5_000)).status).toBe('completed');
});

test('rule 6: a callback three times, questions beside it, and one more callback and question after it, credit once', async () => {
  const process = await startProcess();
  const before = await ledger.balance();
  const transaction = await ledger.request(process, 'collection', phone);
  mtn.change(transaction.externalReference, success);
  const callback = mtn.callback({ externalId: transaction.externalReference, ...success });
  await Promise.all(Array.from({ length: 3 }, () => process.receiveCallback('test', 'MTN', callback)));
  await ledger.end(transaction);
  const asked = paymentsOf('GET').length;
  await process.receiveCallback('test', 'MTN', callback);
  await ledger.database.pool.query('UPDATE submission SET due_at = clock_timestamp()');
  await expect.poll(() => paymentsOf('GET').length).toBeGreaterThan(asked);
  await expect.poll(() => ledger.submission(transaction)).toBeUndefined();
  expect((await ledger.balance()).available).toBe(before.available + 47_500);
  expect(await ledger.reviewKinds(transaction)).toEqual([]);
});

test('rule 7: a callback that says SUCCESSFUL moves nothing while MTN itself says PENDING', async () => {
  const process = await startProcess();
  const before = await ledger.balance();
  const transaction = await ledger.request(process, 'collection', phone);
  const lie = { externalId: transaction.externalReference, amount: '50000', ...success };
  await process.receiveCallback('test', 'MTN', mtn.callback(lie));
  const asked = paymentsOf('GET').length;
  await expect.poll(() => paymentsOf('GET').length).toBeGreaterThan(asked + 2);
  expect(await ledger.balance()).toEqual(before);
  expect((await ledger.transaction(transaction.transactionId)).status).toBe('processing');
});

test('rule 11: another amount than was asked for goes to review and credits nothing', async () => {
  const process = await startProcess();
  const before = await ledger.balance();
  const transaction = await ledger.request(process, 'collection', phone);
  mtn.change(transaction.externalReference, { ...success, amount: '5000' });
  await expect.poll(() => ledger.reviewKinds(transaction)).not.toEqual([]);
  expect(await ledger.balance()).toEqual(before);
  expect((await ledger.transaction(transaction.transactionId)).status).toBe('processing');
});

test('rule 12: a token that ends in the middle of everything costs nobody a payment', async () => {
  const process = await startProcess();
  const transactions = [await ledger.request(process, 'payout', phone)];
  const [post, get] = [wire.post, wire.get];
  const expired = `Bearer token-${wire.tokensGiven}-hunter2`;
  wire.post = (response, request) =>
    request.headers.authorization === expired ? sendJson(response, 401, {}) : post(response, request);
  wire.get = (response, request) =>
    request.headers.authorization === expired ? sendJson(response, 401, {}) : get(response, request);
  mtn.next = success;
  transactions.push(await ledger.request(process, 'payout', phone));
  mtn.change(transactions[0]?.externalReference ?? null, { ...success, financialTransactionId: '23503453' });
  for (const transaction of transactions) expect((await ledger.end(transaction)).status).toBe('completed');
  expect(mtn.books.size).toBe(2);
});

test('rule 14: a number without a wallet ends the attempt with a sentence that says so', async () => {
  wire.post = (response) => sendJson(response, 500, { code: 'PAYEE_NOT_FOUND', message: '…' });
  const process = await startProcess();
  const before = await ledger.balance();
  const transaction = await ledger.request(process, 'payout', phone);
  expect(transaction).toMatchObject({ status: 'failed', failure: { code: 'recipient_not_found' } });
  expect(transaction.failure?.reason).toContain('Check the number');
  expect(await ledger.balance()).toEqual(before);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeliveriesBench } from '../../../test/webhooks/deliveries.fixture.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { createDeliveryPool } from './deliveries.ts';
import { fanOut, fanOutStart } from './fan-out.ts';
import type { AttemptOutcome } from './record-results.ts';
import { ResultWriter } from './result-writer.ts';

let bench: DeliveriesBench;
let pool: ReturnType<typeof createDeliveryPool>;

beforeAll(async () => {
  bench = await DeliveriesBench.open();
  pool = createDeliveryPool(bench.database.target);
});

afterAll(async () => {
  await pool.end();
  await bench.close();
});

async function claimed(webhookIds: readonly number[], each: number): Promise<readonly ClaimedDelivery[]> {
  const limits = Object.fromEntries(webhookIds.map((webhookId) => [webhookId, each]));
  return (await fanOut(pool, { after: fanOutStart, momentsMax: 100, handOver: { total: 1_000, limits } })).claimed;
}

function failedForGood(delivery: ClaimedDelivery): AttemptOutcome {
  const at = performance.now();
  const result = {
    atMs: Date.now(),
    durationMs: 1,
    responseStatus: 500,
    error: `The receiver answered delivery ${delivery.deliveryId} with 500.`,
    responseExcerpt: null,
    retryAfterMs: null,
  };
  return { delivery, result, next: { becomes: 'failed', because: 'retries_failed' }, startedAt: at, endedAt: at };
}

test('many deliveries of a webhook that fail for good at once are stored together and disable it once', async () => {
  const walletId = await bench.wallet();
  const hooks = [
    await bench.webhook(walletId, 'http://127.0.0.1:8/a'),
    await bench.webhook(walletId, 'http://127.0.0.1:8/b'),
  ];
  await bench.manyEvents(walletId, 40);
  const outcomes = (
    await claimed(
      hooks.map(({ webhookId }) => webhookId),
      30,
    )
  ).map(failedForGood);
  expect(outcomes).toHaveLength(60);
  // The lease of one has ended: somebody else makes that attempt.
  const [lost] = outcomes;
  await pool.query('UPDATE delivery_due SET lease_token = gen_random_uuid() WHERE delivery_id = $1', [
    lost?.delivery.deliveryId,
  ]);
  const disabled: [webhookId: number, cancelled: number][] = [];
  let databaseTransactions = 0;
  const counted = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') databaseTransactions += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const results = new ResultWriter({
    pool: counted,
    onDisabled: ({ delivery }, cancelled) => disabled.push([delivery.webhookId, cancelled]),
    onNextDue: () => expect.unreachable('no webhook is ordered'),
    onError: (error) => expect.unreachable(String(error)),
  });
  const storedOf = await Promise.all(outcomes.map((outcome) => results.store(outcome)));
  const settled = new Map(outcomes.map(({ delivery }, index) => [delivery.deliveryId, storedOf[index]]));
  expect(databaseTransactions).toBe(hooks.length);
  expect([...settled].filter(([, stored]) => !stored)).toEqual([[lost?.delivery.deliveryId, false]]);
  expect(settled.size).toBe(60);
  // Ten of each waited, and were cancelled.
  expect(disabled.toSorted()).toEqual(hooks.map(({ webhookId }) => [webhookId, 10]));
  const { rows } = await pool.query(
    `SELECT status, count(*)::integer AS count FROM delivery GROUP BY status ORDER BY status`,
  );
  expect(rows).toEqual([
    { status: 'cancelled', count: 20 },
    { status: 'failed', count: 59 },
    { status: 'pending', count: 1 },
  ]);
  expect(await bench.count(`audit_log WHERE action = 'webhook.disabled'`)).toBe(hooks.length);
});

/** An outcome of a claimed delivery, and a writer whose first statements fail with these errors, one after another. */
async function writerThatFails(...failures: readonly Error[]) {
  const walletId = await bench.wallet();
  const { webhookId } = await bench.webhook(walletId, 'http://127.0.0.1:8/fails');
  await bench.manyEvents(walletId, 1);
  const [delivery] = await claimed([webhookId], 1);
  if (delivery === undefined) throw new Error('nothing was claimed');
  const outcome: AttemptOutcome = { ...failedForGood(delivery), next: { becomes: 'retried', inMs: 60_000 } };
  const left = [...failures];
  const failing = new Proxy(pool, {
    get(target, name) {
      const failure = name === 'query' ? left.shift() : undefined;
      if (failure !== undefined) return () => Promise.reject(failure);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const waitedFor: unknown[] = [];
  const givenUpFor: unknown[] = [];
  const results = new ResultWriter({
    pool: failing,
    onDisabled: () => undefined,
    onNextDue: () => undefined,
    onError: (error, about) => (about === null ? waitedFor : givenUpFor).push(error),
  });
  return { outcome, results, waitedFor, givenUpFor };
}

const errorWith = (more: { code?: string; severity?: string }) => Object.assign(new Error('no'), more);
const lost = errorWith({ code: 'ECONNRESET' });

test.each([
  ['no file is left to open', errorWith({ code: 'EMFILE' })],
  ['the network is down', errorWith({ code: 'ENETDOWN' })],
  ['a certificate is refused', errorWith({ code: 'CERT_HAS_EXPIRED' })],
  ['the server speaks no TLS just now', errorWith({})],
  ['the disk is full', errorWith({ code: '53100', severity: 'ERROR' })],
])('while %s a result waits, and is stored afterwards', async (_what, failure) => {
  const { outcome, results, waitedFor, givenUpFor } = await writerThatFails(lost, failure);
  expect(await results.store(outcome)).toBe(true);
  expect(waitedFor).toEqual([lost, failure]);
  expect(givenUpFor).toEqual([]);
  expect(results.failing).toBe(false);
});

test.each([
  ['the database refuses', errorWith({ code: '22003', severity: 'ERROR' })],
  ['breaks a constraint', errorWith({ code: '23514', severity: 'ERROR' })],
  ['we cannot even write down', new TypeError('no')],
])('a result that %s is given up and holds nothing up, also after a lost connection', async (_what, failure) => {
  const { outcome, results, waitedFor, givenUpFor } = await writerThatFails(lost, failure);
  expect(await results.store(outcome)).toBe(false);
  expect(waitedFor).toEqual([lost]);
  expect(givenUpFor).toEqual([failure]);
  expect(results.failing).toBe(false);
});

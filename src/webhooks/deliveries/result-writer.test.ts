import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { DeliveriesBench } from './deliveries.fixture.ts';
import { createDeliveryPool } from './delivery-pool.ts';
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
  const rooms = Object.fromEntries(webhookIds.map((webhookId) => [webhookId, each]));
  return (await fanOut(pool, { after: fanOutStart, momentsMax: 100, handOver: { total: 1_000, rooms } })).claimed;
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
    await bench.webhook(walletId, 'http://127.0.0.1:9/a'),
    await bench.webhook(walletId, 'http://127.0.0.1:9/b'),
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
  const settled = new Map<number, boolean>();
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
    onSettled: ({ delivery }, stored) => settled.set(delivery.deliveryId, stored),
    onDisabled: ({ delivery }, cancelled) => disabled.push([delivery.webhookId, cancelled]),
    onError: (error) => expect.unreachable(String(error)),
  });
  for (const outcome of outcomes) results.add(outcome);
  await results.flushed();
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

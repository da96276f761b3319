import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../../test/service/wait-until.ts';
import {
  answerWith,
  DeliveriesBench,
  type DeliveryProcess,
  type Receiver,
} from '../../../test/webhooks/deliveries.fixture.ts';
import { serviceActor } from '../../access/audit-log.ts';
import type { EventName } from '../../ledger/event-names.ts';
import { updateWebhook, type WebhookChanges } from '../endpoints/update-webhook.ts';
import type { Webhook } from '../webhook.ts';
import { claimDue } from './claim.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { createDeliveryPool } from './deliveries.ts';
import { recordAndDisable } from './disable.ts';
import { readFailing } from './failing.ts';
import { type FannedOut, fanOut, fanOutStart } from './fan-out.ts';
import type { NextStep } from './next-step.ts';
import { recordResults } from './record-results.ts';
import { redeliverOne, redeliverRange } from './redeliver.ts';

let bench: DeliveriesBench;
let pool: pg.Pool;

beforeEach(async () => {
  bench = await DeliveriesBench.open();
  pool = createDeliveryPool(bench.database.target);
});

afterEach(async () => {
  await expectNothingLost();
  await pool.end();
  await bench.close();
});

const created: EventName[] = ['transaction.created'];
const completed: EventName[] = ['transaction.completed'];
const all: EventName[] = ['transaction.created', 'transaction.completed', 'wallet.credited'];
const minute = 60_000;

/** Every pending delivery is due, or waits in the row of an earlier one that is. */
async function expectNothingLost(): Promise<void> {
  const { rows } = await bench.database.pool.query(
    `SELECT delivery_id FROM delivery WHERE status = 'pending'
     EXCEPT (SELECT delivery_id FROM delivery_due
              UNION ALL SELECT one.delivery_id FROM delivery_due CROSS JOIN LATERAL unnest(waiting) AS one)`,
  );
  expect(rows).toEqual([]);
}

async function orderedWebhook(url = 'http://127.0.0.1:8/ordered', events = all) {
  const walletId = await bench.wallet();
  return await bench.webhook(walletId, url, events, { ordered: true });
}

function fanOutNow(db: pg.Pool | pg.PoolClient = pool, momentsMax = 100): Promise<FannedOut> {
  return fanOut(db, { after: fanOutStart, momentsMax, handOver: { total: 10, limits: {} } });
}

/** What is due, claimed as a worker does. */
async function claim({ walletId, webhookId }: Webhook, limit = 10): Promise<ClaimedDelivery[]> {
  const lanes = [false, true].map((isRetry) => ({ walletId, webhookId, isRetry, limit }));
  const claimed = await claimDue(pool, lanes, []);
  return claimed.sort((a, b) => a.sequence - b.sequence);
}

function outcomeOf(delivery: ClaimedDelivery, next: NextStep = { becomes: 'delivered' }) {
  const status = next.becomes === 'delivered' ? 200 : 500;
  const result = {
    ...{ atMs: Date.now() - 5, durationMs: 5, responseStatus: status },
    ...{ error: null, responseExcerpt: null, retryAfterMs: null },
  };
  return { delivery, result, next, startedAt: performance.now() - 5, endedAt: performance.now() };
}

async function end(deliveries: readonly ClaimedDelivery[], next?: NextStep, db: pg.Pool | pg.PoolClient = pool) {
  return await recordResults(
    db,
    deliveries.map((delivery) => outcomeOf(delivery, next)),
  );
}

/** The sequences of what is claimed one after another, each delivered before the next claim. */
async function deliverAll(webhook: Webhook): Promise<number[][]> {
  const steps: number[][] = [];
  for (let claimed = await claim(webhook); claimed.length > 0; claimed = await claim(webhook)) {
    steps.push(claimed.map(({ sequence }) => sequence));
    await end(claimed);
  }
  return steps;
}

async function change(webhook: Webhook, changes: WebhookChanges) {
  const parts = { pool, addressPolicy: bench.addressPolicy, onError: () => expect.unreachable() };
  return await updateWebhook(
    parts,
    { clientId: 1, walletId: webhook.walletId, mode: 'test' },
    webhook.webhookId,
    changes,
    serviceActor('test'),
  );
}

async function listed(process: DeliveryProcess, webhook: Webhook) {
  return (await bench.deliveries(process, webhook)).map(({ id, status, waiting_for, next_attempt_at }) => ({
    id,
    status,
    waiting_for,
    isDue: next_attempt_at !== null,
  }));
}

async function statuses({ webhookId }: Webhook): Promise<string[]> {
  const { rows } = await pool.query('SELECT status FROM delivery WHERE webhook_id = $1 ORDER BY sequence', [webhookId]);
  return rows.map(({ status }) => status);
}

/** A client in a database transaction of its own; the test ends it. */
async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    return await work(client);
  } finally {
    client.release();
  }
}

/** Resolves when some session waits for a lock of another. */
async function someoneWaits(): Promise<void> {
  await waitUntil('a statement waits for a lock', async () => {
    const text = 'pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()';
    return (await bench.count(text)) > 0;
  });
}

describe('an ordered webhook', () => {
  test('receives the second event of a transaction only after the first was accepted, and other transactions at once', async () => {
    let isRefused = true;
    const receiver = await bench.receiver((request, response) => {
      const isFirst = JSON.parse(request.body).id === `evt_${stuck}_1`;
      answerWith(isFirst && isRefused ? 500 : 200)(request, response);
    });
    const webhook = await orderedWebhook(receiver.url);
    const { walletId } = webhook;
    const stuck: number = await bench.moment(walletId, created);
    await bench.moment(walletId, completed, stuck);
    const other = await bench.moment(walletId, created);
    await bench.moment(walletId, completed, other);
    const process = await bench.startProcess();
    await waitUntil('the other transaction was delivered', async () => {
      const text = `delivery WHERE transaction_id = $1 AND status = 'delivered'`;
      return (await bench.count(text, [other])) === 2;
    });
    await waitUntil('the first event waits for its retry', async () => (await bench.count('delivery_attempt')) === 3);
    const before = receiver.received.map(({ body }) => JSON.parse(body).id);
    expect(before.filter((id) => id.startsWith(`evt_${other}_`))).toEqual([`evt_${other}_1`, `evt_${other}_2`]);
    expect(before).not.toContain(`evt_${stuck}_2`);
    const [first] = await bench.deliveries(process, webhook);
    expect(await listed(process, webhook)).toMatchObject([
      { status: 'pending', waiting_for: null, isDue: true },
      { status: 'pending', waiting_for: first?.id, isDue: false },
      { status: 'delivered', waiting_for: null },
      { status: 'delivered', waiting_for: null },
    ]);
    // What waits is not late: only the retry is due, in the future.
    expect(await process.metrics.metrics()).toMatch(/^nsimbi_webhook_queue_age_seconds 0$/m);

    isRefused = false;
    await bench.letPass(minute);
    await waitUntil('all are delivered', async () => (await bench.count(`delivery WHERE status = 'delivered'`)) === 4);
    const ids = receiver.received.map(({ body }) => JSON.parse(body).id);
    expect(ids.filter((id) => id.startsWith(`evt_${stuck}_`))).toEqual([
      `evt_${stuck}_1`,
      `evt_${stuck}_1`,
      `evt_${stuck}_2`,
    ]);
    expect(await bench.count('delivery_due')).toBe(0);
  });

  test('receives the events of one moment in order, and those that it is not subscribed to hold nothing up', async () => {
    const webhook = await orderedWebhook(undefined, ['transaction.created', 'wallet.credited']);
    const { walletId } = webhook;
    const transactionId = await bench.moment(walletId, ['transaction.created', 'transaction.completed']);
    await bench.moment(walletId, ['wallet.credited', 'deposit.completed'], transactionId);
    expect(await fanOutNow()).toMatchObject({ claimed: [], waiting: [{ walletId, webhookId: webhook.webhookId }] });
    expect(await deliverAll(webhook)).toEqual([[1], [3]]);
  });

  test('has its own order beside another one that fails and one that is not ordered', async () => {
    const webhook = await orderedWebhook();
    const failing = await bench.webhook(webhook.walletId, 'http://127.0.0.1:8/b', all, { ordered: true });
    const unordered = await bench.webhook(webhook.walletId, 'http://127.0.0.1:8/c', all);
    await bench.moment(webhook.walletId, all);
    await fanOutNow();
    await end(await claim(failing), { becomes: 'retried', inMs: minute });
    expect(await deliverAll(webhook)).toEqual([[1], [2], [3]]);
    expect(await claim(failing)).toEqual([]);
    const { rows } = await pool.query(
      `SELECT order_transaction_id, order_sequence, waiting FROM delivery_due WHERE webhook_id = $1`,
      [unordered.webhookId],
    );
    expect(rows).toEqual(Array(3).fill({ order_transaction_id: null, order_sequence: null, waiting: null }));
    expect(await deliverAll(unordered)).toEqual([[1, 2, 3]]);
  });

  test('counts what waits for its retries among what waits while it fails', async () => {
    const webhook = await orderedWebhook();
    await bench.moment(webhook.walletId, all);
    await fanOutNow();
    await end(await claim(webhook), { becomes: 'retried', inMs: minute });
    const failing = await readFailing(pool, webhook, [minute]);
    expect(failing.get(webhook.webhookId)).toMatchObject({ waiting: 3 });
  });

  test('that two processes serve keeps the order of a hundred transactions whose receiver refuses some', async () => {
    const accepted = new Map<string, number[]>();
    const early: string[] = [];
    let requests = 0;
    const receiver: Receiver = await bench.receiver((request, response) => {
      const [, transaction = '', no] = String(JSON.parse(request.body).id).split('_');
      const before = accepted.get(transaction) ?? [];
      const isRepeated = before.includes(Number(no));
      if (!isRepeated && before.length !== Number(no) - 1) early.push(`${transaction} ${no}`);
      requests += 1;
      const isRefused = requests % 4 === 0;
      if (!isRefused && !isRepeated) accepted.set(transaction, [...before, Number(no)]);
      answerWith(isRefused ? 500 : 200)(request, response);
    });
    const settings = { webhookRetryDelaysMs: [10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10] };
    const [one, two] = [await bench.startProcess({ settings }), await bench.startProcess({ settings })];
    const webhook = await orderedWebhook(receiver.url);
    const transactions: number[] = [];
    for (let count = 0; count < 100; count += 1) {
      transactions.push(await bench.moment(webhook.walletId, created));
      (count % 2 === 0 ? one : two).wake();
      const earlier = transactions[count - 5];
      if (earlier !== undefined)
        await bench.moment(webhook.walletId, ['transaction.completed', 'wallet.credited'], earlier);
    }
    await waitUntil('everything is delivered', async () => {
      return (await bench.count(`delivery WHERE status = 'delivered'`)) === 100 + 2 * 95;
    });
    expect(early).toEqual([]);
    expect(await bench.count('delivery_due')).toBe(0);
  });
});

describe('at the same moment', () => {
  test('an event that is fanned out while its predecessor ends is due at once', async () => {
    const webhook = await orderedWebhook();
    const transactionId = await bench.moment(webhook.walletId, created);
    await fanOutNow();
    const claimed = await claim(webhook);
    await bench.moment(webhook.walletId, completed, transactionId);
    await inTransaction(async (client) => {
      await end(claimed, undefined, client);
      const fannedOut = fanOutNow();
      await someoneWaits();
      await client.query('COMMIT');
      await fannedOut;
    });
    expect(await deliverAll(webhook)).toEqual([[2]]);
  });

  test('a result that is stored while an event joins continues with that event', async () => {
    const webhook = await orderedWebhook();
    const transactionId = await bench.moment(webhook.walletId, created);
    await fanOutNow();
    const claimed = await claim(webhook);
    await bench.moment(webhook.walletId, completed, transactionId);
    await inTransaction(async (client) => {
      await fanOutNow(client);
      const ended = end(claimed);
      await someoneWaits();
      await client.query('COMMIT');
      expect((await ended).nextDue).toEqual(new Set(claimed.map(({ deliveryId }) => deliveryId)));
    });
    expect(await deliverAll(webhook)).toEqual([[2]]);
  });

  test('a cancellation while an event joins cancels that event too', async () => {
    const webhook = await orderedWebhook();
    const transactionId = await bench.moment(webhook.walletId, created);
    await fanOutNow();
    await bench.moment(webhook.walletId, completed, transactionId);
    await bench.moment(webhook.walletId, ['wallet.credited'], transactionId);
    await fanOutNow(pool, 1);
    await inTransaction(async (client) => {
      await fanOutNow(client);
      // The row that the fan-out holds is left out, as one that is being attempted; the worker's canceller comes again.
      expect(await change(webhook, { isActive: false })).toMatchObject({ cancelled: 0 });
      await client.query('COMMIT');
    });
    const process = await bench.startProcess();
    await waitUntil('all are cancelled', async () => (await statuses(webhook)).every((one) => one === 'cancelled'));
    expect(await bench.count('delivery_due')).toBe(0);
    expect(await listed(process, webhook)).toHaveLength(3);
  });

  test.each([
    ['COMMIT', 'once the other process has committed'],
    ['ROLLBACK', 'although the other process failed'],
  ])('the later moment of a transaction whose earlier one another process takes is behind it (%s): %s', async (way) => {
    const webhook = await orderedWebhook();
    const transactionId = await bench.moment(webhook.walletId, created);
    await bench.moment(webhook.walletId, completed, transactionId);
    const late = await inTransaction(async (client) => {
      expect(await fanOutNow(client, 1)).toMatchObject({ moments: 1 });
      const fannedOut = fanOutNow();
      await someoneWaits();
      await client.query(way);
      return await fannedOut;
    });
    expect(late.moments).toBe(1);
    // What the process that failed had taken is taken again, and adds nothing.
    await fanOutNow();
    expect(await bench.count('event_fan_out')).toBe(0);
    expect(await deliverAll(webhook)).toEqual([[1], [2]]);
    expect(await bench.count('delivery')).toBe(2);
  });
});

describe('after a crash', () => {
  test('a process that died with the first event in hand leaves the second waiting, and another sends both', async () => {
    let hold = true;
    const receiver = await bench.receiver((request, response) => {
      if (!hold) answerWith(200)(request, response);
    });
    const webhook = await orderedWebhook(receiver.url);
    const lost = await bench.startProcess();
    const transactionId = await bench.moment(webhook.walletId, created);
    await bench.moment(webhook.walletId, completed, transactionId);
    lost.wake();
    await waitUntil('the first event was sent', () => receiver.received.length === 1);
    lost.lose();
    hold = false;
    await bench.startProcess();
    await bench.letPass(2 * minute);
    await waitUntil('both are delivered', async () => (await bench.count(`delivery WHERE status = 'delivered'`)) === 2);
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([...created, ...created, ...completed]);
  });

  test('a result whose commit did not happen leaves both, and stored again it continues once', async () => {
    const webhook = await orderedWebhook();
    await bench.moment(webhook.walletId, all);
    await fanOutNow();
    const claimed = await claim(webhook);
    await inTransaction(async (client) => {
      await end(claimed, undefined, client);
      await client.query('ROLLBACK');
    });
    expect(await claim(webhook)).toEqual([]);
    expect((await end(claimed)).nextDue.size).toBe(1);
    expect((await end(claimed)).stored.size).toBe(0);
    expect(await deliverAll(webhook)).toEqual([[2], [3]]);
  });
});

describe('sending again', () => {
  test('an earlier delivery goes before a later one that waits for a retry, which keeps the number of its attempts', async () => {
    const webhook = await orderedWebhook();
    await bench.moment(webhook.walletId, all);
    await fanOutNow();
    const [first] = await claim(webhook);
    if (first === undefined) throw new Error('nothing was due');
    await end([first]);
    await end(await claim(webhook), { becomes: 'retried', inMs: minute });
    await redeliverOne(pool, first);
    const again = await claim(webhook);
    expect(again).toMatchObject([{ sequence: 1, attempts: 1, roundAttempts: 0 }]);
    await end(again);
    expect(await claim(webhook)).toMatchObject([{ sequence: 2, attempts: 1, roundAttempts: 1 }]);
  });

  test('an earlier delivery goes before a later one in flight, whose result is not stored and which is sent again', async () => {
    const webhook = await orderedWebhook();
    await bench.moment(webhook.walletId, created);
    await fanOutNow();
    const [first] = await claim(webhook);
    if (first === undefined) throw new Error('nothing was due');
    await end([first]);
    await bench.moment(webhook.walletId, completed, first.event.transactionId);
    await fanOutNow();
    const inFlight = await claim(webhook);
    expect(inFlight).toMatchObject([{ sequence: 2 }]);
    await redeliverOne(pool, first);
    expect((await end(inFlight)).stored.size).toBe(0);
    expect(await deliverAll(webhook)).toEqual([[1], [2]]);
  });

  test('a later delivery waits for an earlier one that has not ended, and one that waits already goes on waiting', async () => {
    const webhook = await orderedWebhook();
    await bench.moment(webhook.walletId, all);
    await fanOutNow();
    expect(await deliverAll(webhook)).toEqual([[1], [2], [3]]);
    const { rows } = await pool.query('SELECT delivery_id FROM delivery ORDER BY sequence');
    const [one = 0, two = 0, three = 0] = rows.map(({ delivery_id }) => Number(delivery_id));
    for (const deliveryId of [one, three, two, three]) await redeliverOne(pool, { ...webhook, deliveryId });
    expect(await deliverAll(webhook)).toEqual([[1], [2], [3]]);
  });

  test('the missed events of a period arrive in order, also before a newer one that waits for its retry', async () => {
    const webhook = await orderedWebhook();
    const transactionId = await bench.moment(webhook.walletId, ['transaction.created', 'wallet.credited']);
    await fanOutNow();
    await change(webhook, { isActive: false });
    expect(await statuses(webhook)).toEqual(['cancelled', 'cancelled']);
    // Not fanned out while it is disabled.
    await bench.moment(webhook.walletId, ['transaction.pending', 'transaction.completed'], transactionId);
    await fanOutNow();
    await change(webhook, { isActive: true });
    await bench.moment(webhook.walletId, ['wallet.credited'], transactionId);
    await fanOutNow();
    await end(await claim(webhook), { becomes: 'retried', inMs: minute });
    const range = { ...webhook, fromMs: 0, toMs: Date.now() + minute, limit: 100, retentionMs: 90 * 86_400_000 };
    expect(await redeliverRange(pool, range)).toEqual({ queued: 3, hasMore: false, nextFromMs: null });
    expect(await deliverAll(webhook)).toEqual([[1], [2], [4], [5]]);
  });

  test('a period is sent in order when it is queued in several calls', async () => {
    const webhook = await orderedWebhook();
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(await bench.moment(webhook.walletId, created));
    for (const id of ids) await bench.moment(webhook.walletId, ['transaction.completed', 'wallet.credited'], id);
    await fanOutNow();
    await change(webhook, { isActive: false });
    await change(webhook, { isActive: true });
    let from: number | null = 0;
    let queued = 0;
    while (from !== null) {
      const range = { ...webhook, fromMs: from, toMs: Date.now() + minute, limit: 2, retentionMs: 90 * 86_400_000 };
      const step: Awaited<ReturnType<typeof redeliverRange>> = await redeliverRange(pool, range);
      queued += step.queued;
      from = step.nextFromMs;
    }
    expect(queued).toBe(9);
    expect(await deliverAll(webhook)).toEqual([
      [1, 2, 3],
      [4, 6, 8],
      [5, 7, 9],
    ]);
  });
});

describe('a change of the webhook', () => {
  test('that ends the order makes everything due that waited, also behind a delivery in flight', async () => {
    const webhook = await orderedWebhook();
    await bench.moment(webhook.walletId, all);
    await bench.moment(webhook.walletId, all);
    await fanOutNow();
    const [inFlight] = await claim(webhook, 1);
    if (inFlight === undefined) throw new Error('nothing was due');
    expect((await change(webhook, { ordered: false })).webhook.ordered).toBe(false);
    const claimed = await claim(webhook);
    expect(claimed.map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6]);
    expect((await end([...claimed, inFlight])).stored.size).toBe(6);
    expect(await bench.count('delivery_due')).toBe(0);
  });

  test('that begins the order holds for later events; what is due already is sent as it was', async () => {
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, 'http://127.0.0.1:8/later', all);
    const transactionId = await bench.moment(walletId, ['transaction.created', 'transaction.completed']);
    await fanOutNow();
    await change(webhook, { ordered: true });
    await bench.moment(walletId, ['wallet.credited', 'transaction.completed'], transactionId);
    await fanOutNow();
    expect(await deliverAll(webhook)).toEqual([[1, 2, 3], [4]]);
  });

  test('that disables it cancels what waits, and only that behind a delivery in flight follows its result', async () => {
    const webhook = await orderedWebhook();
    await bench.moment(webhook.walletId, all);
    await bench.moment(webhook.walletId, all);
    await fanOutNow();
    const inFlight = await claim(webhook, 1);
    expect((await change(webhook, { isActive: false })).cancelled).toBe(3);
    expect(await statuses(webhook)).toEqual(['pending', 'pending', 'pending', 'cancelled', 'cancelled', 'cancelled']);
    await end(inFlight);
    await bench.startProcess();
    await waitUntil('the rest is cancelled', async () => !(await statuses(webhook)).includes('pending'));
    expect(await statuses(webhook)).toEqual(['delivered', ...Array(5).fill('cancelled')]);
  });

  test('by its last failed retry cancels what waited for that delivery', async () => {
    const webhook = await orderedWebhook();
    await bench.moment(webhook.walletId, all);
    await fanOutNow();
    const [first] = await claim(webhook);
    if (first === undefined) throw new Error('nothing was due');
    const next = { becomes: 'failed', because: 'retries_failed' } as const;
    expect(await recordAndDisable(pool, [{ ...outcomeOf(first, next), next }])).toMatchObject({ cancelled: 2 });
    expect(await statuses(webhook)).toEqual(['failed', 'cancelled', 'cancelled']);
    expect(await bench.count('delivery_due')).toBe(0);
  });
});

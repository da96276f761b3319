import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  answerWith,
  DeliveriesBench,
  type DeliveryProcess,
  pagesOf,
  type Receiver,
} from '../../../test/webhooks/deliveries.fixture.ts';
import { serviceActor } from '../../access/audit-log.ts';
import type { Webhook } from '../webhook.ts';
import { missedWhileDisabled } from './missed.ts';
import { updateWebhook } from './update-webhook.ts';

let bench: DeliveriesBench;
let process: DeliveryProcess;
let receiver: Receiver;
let walletId: number;

beforeEach(async () => {
  bench = await DeliveriesBench.open();
  receiver = await bench.receiver();
  process = await bench.startProcess();
  walletId = await bench.wallet();
});

afterEach(() => bench.close());

const unexpected = (error: unknown) => expect.unreachable(String(error));

async function setActive(
  { webhookId }: Webhook,
  isActive: boolean,
  { pool = bench.database.pool, onError = unexpected as (error: unknown) => void } = {},
) {
  const parts = { pool, addressPolicy: bench.addressPolicy, onError };
  return await updateWebhook(
    parts,
    { clientId: 1, walletId, mode: 'test' },
    webhookId,
    { isActive },
    serviceActor('test'),
  );
}

async function deliveriesWith(status: string): Promise<number> {
  return await bench.count('delivery WHERE status = $1', [status]);
}

async function momentsMs(): Promise<number[]> {
  const { rows } = await bench.database.pool.query<{ at: Date }>('SELECT created_at AS at FROM event ORDER BY 1');
  return rows.map(({ at }) => at.getTime());
}

test('what waited when it was disabled and what happened since is counted, and its range sends all of it', async () => {
  const webhook = await bench.webhook(walletId, receiver.url);
  receiver.answer = answerWith(500);
  await bench.deposit(walletId);
  await bench.deposit(walletId);
  process.wake();
  await expect.poll(() => bench.count('delivery_attempt')).toBe(2);
  await setActive(webhook, false);
  expect(await deliveriesWith('cancelled')).toBe(2);
  expect(await bench.count('delivery_due')).toBe(0);
  await bench.deposit(walletId);
  const { missed } = await setActive(webhook, true);
  const [firstMs = 0] = await momentsMs();
  expect(missed).toEqual({
    failedDeliveries: 0,
    cancelledDeliveries: 2,
    events: 1,
    isMore: false,
    range: { fromMs: firstMs, toMs: expect.any(Number) },
  });
  receiver.answer = answerWith(200);
  const range = { walletId, webhookId: webhook.webhookId, fromMs: 0, toMs: 0, limit: 100, ...missed?.range };
  expect(await process.redeliverRange(range)).toMatchObject({ queued: 3, hasMore: false });
  await expect.poll(() => deliveriesWith('delivered')).toBe(3);
});

test('what was delivered is not counted as missed', async () => {
  const webhook = await bench.webhook(walletId, receiver.url);
  await bench.deposit(walletId);
  process.wake();
  await expect.poll(() => deliveriesWith('delivered')).toBe(1);
  await setActive(webhook, false);
  const { missed } = await setActive(webhook, true);
  expect(missed).toMatchObject({ failedDeliveries: 0, cancelledDeliveries: 0, events: 0, range: null });
});

test('an event from shortly before, which no fan-out had seen yet, counts', async () => {
  await process.stop();
  const webhook = await bench.webhook(walletId, receiver.url);
  await bench.deposit(walletId);
  await setActive(webhook, false);
  const { missed } = await setActive(webhook, true);
  expect(missed).toMatchObject({ events: 1, range: { fromMs: (await momentsMs())[0] } });
});

test('only events that it is subscribed to, of its own key, count', async () => {
  const webhook = await bench.webhook(walletId, receiver.url, ['wallet.credited', 'deposit.completed'], {
    apiKeyId: 5,
  });
  await setActive(webhook, false);
  await bench.deposit(walletId, 5);
  await bench.deposit(walletId, 6);
  await bench.deposit(walletId);
  const { missed } = await setActive(webhook, true);
  expect(missed?.events).toBe(2);
});

test('another webhook of the wallet and its deliveries do not matter', async () => {
  const webhook = await bench.webhook(walletId, receiver.url);
  const other = await bench.webhook(walletId, receiver.url);
  await setActive(webhook, false);
  await bench.deposit(walletId);
  process.wake();
  await expect.poll(() => deliveriesWith('delivered')).toBe(1);
  expect((await setActive(webhook, true)).missed).toMatchObject({ cancelledDeliveries: 0, events: 1 });
  await setActive(other, false);
  expect((await setActive(other, true)).missed).toMatchObject({ cancelledDeliveries: 0, events: 0 });
});

test('when the search fails the webhook is active all the same, and all that it can have missed is offered', async () => {
  const webhook = await bench.webhook(walletId, receiver.url);
  await setActive(webhook, false);
  await bench.deposit(walletId);
  const failure = new Error('canceling statement due to statement timeout');
  const pool = new Proxy(bench.database.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...asked: [{ name?: string }, ...unknown[]]) =>
        asked[0]?.name === 'webhooks.undelivered' ? Promise.reject(failure) : value.apply(target, asked);
    },
  });
  const told: unknown[] = [];
  const { webhook: after, missed } = await setActive(webhook, true, { pool, onError: (error) => told.push(error) });
  expect(after.isActive).toBe(true);
  expect(told).toEqual([failure]);
  expect(missed).toMatchObject({ failedDeliveries: 0, cancelledDeliveries: 0, events: 0, isMore: true });
  const range = { walletId, webhookId: webhook.webhookId, fromMs: 0, toMs: 0, limit: 100, ...missed?.range };
  expect(await process.redeliverRange(range)).toMatchObject({ queued: 1, hasMore: false });
});

test('each event is looked up by its sequence, also in a table that was never analysed', async () => {
  await process.stop();
  const webhook = await bench.webhook(walletId, receiver.url);
  const { pool } = bench.database;
  await bench.asOwner('ALTER TABLE delivery SET (autovacuum_enabled = false)');
  await bench.manyEvents(walletId, 4_000);
  await pool.query(
    `INSERT INTO delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no, event_type, status, delivered_at)
     SELECT wallet_id, $2, transaction_id, first_sequence, first_sequence, 1, 'wallet.credited', 'delivered', now()
       FROM event WHERE wallet_id = $1 ORDER BY first_sequence`,
    [walletId, webhook.webhookId],
  );
  const single = await pool.connect();
  try {
    expect(await missedWhileDisabled(single, webhook, 0, 1_000)).toMatchObject({ events: 0, isMore: true });
    const look = `'${walletId}', '${webhook.webhookId}', '{wallet.credited}', NULL, '0', '1000'`;
    expect(await pagesOf(single, `"webhooks.missed_events"(${look})`)).toBeLessThan(10_000);
  } finally {
    single.release();
  }
});

describe('of more than is looked through', () => {
  /** As if it had been made and disabled at that moment. */
  const look = (webhook: Webhook, sinceMs: number, lookedThrough: number) =>
    missedWhileDisabled(bench.database.pool, { ...webhook, createdAtMs: sinceMs }, sinceMs, lookedThrough);

  test('events are counted as the least there are, and the range begins before all of them', async () => {
    const webhook = await bench.webhook(walletId, receiver.url);
    await setActive(webhook, false);
    await bench.manyEvents(walletId, 5);
    const [firstMs = 0] = await momentsMs();
    const sinceMs = firstMs - 1_000;
    expect(await look(webhook, sinceMs, 4)).toMatchObject({ events: 4, isMore: true, range: { fromMs: sinceMs } });
    expect(await look(webhook, sinceMs, 6)).toMatchObject({ events: 5, isMore: false, range: { fromMs: firstMs } });
  });

  test('deliveries that gave up behind the newest ones are in the range, also when all of the newest were delivered', async () => {
    const webhook = await bench.webhook(walletId, receiver.url);
    receiver.answer = answerWith(500);
    await bench.deposit(walletId);
    process.wake();
    await expect.poll(() => bench.count('delivery_attempt')).toBe(1);
    await setActive(webhook, false);
    await setActive(webhook, true);
    receiver.answer = answerWith(200);
    await bench.manyEvents(walletId, 3);
    process.wake();
    await expect.poll(() => deliveriesWith('delivered')).toBe(3);
    const [firstMs = 0] = await momentsMs();
    const missed = await look(webhook, Date.now() + 1, 3);
    expect(missed).toMatchObject({ cancelledDeliveries: 0, events: 0, isMore: true, range: { fromMs: firstMs } });
    const range = { walletId, webhookId: webhook.webhookId, fromMs: 0, toMs: 0, limit: 100, ...missed.range };
    expect(await process.redeliverRange(range)).toMatchObject({ queued: 1, hasMore: false });
  });
});

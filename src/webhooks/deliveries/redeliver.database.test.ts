import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../../test/service/wait-until.ts';
import {
  answerWith,
  DeliveriesBench,
  type DeliveryProcess,
  pagesOf,
  type Receiver,
} from '../../../test/webhooks/deliveries.fixture.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Webhook } from '../webhook.ts';
import { createDeliveryPool } from './deliveries.ts';
import { firstSequenceSince, redeliverRange } from './redeliver.ts';

const day = 86_400_000;
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

async function statuses({ webhookId }: Webhook): Promise<Record<string, number>> {
  const { rows } = await bench.database.pool.query<{ status: string; count: number }>(
    'SELECT status, count(*)::integer AS count FROM delivery WHERE webhook_id = $1 GROUP BY status',
    [webhookId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function until(webhook: Webhook, expected: Record<string, number>): Promise<void> {
  await expect.poll(() => statuses(webhook)).toEqual(expected);
}

const everything = { fromMs: 0, toMs: Date.now() + day };

function range(webhook: Webhook, over: Partial<Parameters<DeliveryProcess['redeliverRange']>[0]> = {}) {
  return process.redeliverRange({ walletId, webhookId: webhook.webhookId, ...everything, limit: 1_000, ...over });
}

describe('redelivering one', () => {
  test('sends a delivered one again with the same ids, as a new round, and its attempts continue to count', async () => {
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    await until(webhook, { delivered: 1 });
    const [before] = await bench.deliveries(process, webhook);
    receiver.answer = answerWith(500);
    await process.redeliverOne({ walletId, webhookId: webhook.webhookId, deliveryId: before?.id ?? 0 });
    const after = await waitUntil('the second attempt is recorded', async () => {
      const [one] = await bench.deliveries(process, webhook);
      return one?.attempts.length === 2 && one;
    });
    expect(after).toMatchObject({ id: before?.id, event_id: before?.event_id, status: 'pending', delivered_at: null });
    // The first pause of a new round.
    const pauseMs = Date.parse(after.next_attempt_at ?? '') - Date.parse(after.attempts[1]?.at ?? '');
    expect(Math.round(pauseMs / 1_000)).toBe(60);
    expect([...receiver.times.values()]).toEqual([2]);
    const { rows } = await bench.database.pool.query('SELECT attempt_no FROM delivery_attempt ORDER BY 1');
    expect(rows).toEqual([{ attempt_no: 1 }, { attempt_no: 2 }]);
  });

  test('attempts one that waits for its retry now, with all its retries before it again', async () => {
    receiver.answer = answerWith(500);
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    await expect.poll(() => bench.count('delivery_attempt')).toBe(1);
    await expect.poll(() => bench.count('delivery_due WHERE lease_token IS NULL AND round_attempts = 1')).toBe(1);
    await bench.database.pool.query('UPDATE delivery_due SET round_attempts = 5');
    const [waiting] = await bench.deliveries(process, webhook);
    await process.redeliverOne({ walletId, webhookId: webhook.webhookId, deliveryId: waiting?.id ?? 0 });
    await expect.poll(() => bench.count('delivery_attempt')).toBe(2);
    expect(await bench.count('delivery_due WHERE round_attempts = 1')).toBe(1);
  });

  test('leaves one that is being attempted to that attempt', async () => {
    let answer = (): unknown => undefined;
    receiver.answer = (_request, response) => (answer = () => response.end('ok'));
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    await waitUntil('it was received', () => receiver.received.length === 1);
    const [underWay] = await bench.deliveries(process, webhook);
    expect(underWay).toMatchObject({ status: 'pending', next_attempt_at: null });
    await process.redeliverOne({ walletId, webhookId: webhook.webhookId, deliveryId: underWay?.id ?? 0 });
    answer();
    await until(webhook, { delivered: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  test('is refused for what another wallet has, for a disabled webhook, and for a test delivery', async () => {
    const webhook = await bench.webhook(walletId, receiver.url);
    const { webhookId } = webhook;
    await bench.deposit(walletId);
    process.wake();
    await until(webhook, { delivered: 1 });
    const [delivery] = await bench.deliveries(process, webhook);
    const deliveryId = delivery?.id ?? 0;
    const foreign = await bench.wallet();
    await expect(process.redeliverOne({ walletId: foreign, webhookId, deliveryId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(process.redeliverOne({ walletId, webhookId, deliveryId: 999_999 })).rejects.toMatchObject({
      code: 'not_found',
    });
    const { delivery_id: testId } = await process.sendTest({ walletId, webhookId });
    await expect(process.redeliverOne({ walletId, webhookId, deliveryId: testId })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await bench.database.pool.query(
      `UPDATE webhook SET is_active = false, disabled_at = now(), disabled_reason = 'Disabled by its owner.'`,
    );
    await expect(process.redeliverOne({ walletId, webhookId, deliveryId })).rejects.toMatchObject({
      code: 'webhook_disabled',
    });
    await expect(range(webhook)).rejects.toMatchObject({ code: 'webhook_disabled' });
  });

  test('requested twice at once begins one round', async () => {
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    await until(webhook, { delivered: 1 });
    const [delivery] = await bench.deliveries(process, webhook);
    const asked = { walletId, webhookId: webhook.webhookId, deliveryId: delivery?.id ?? 0 };
    await Promise.all(Array.from({ length: 8 }, () => process.redeliverOne(asked)));
    await until(webhook, { delivered: 1 });
    expect(await bench.count('delivery_due')).toBe(0);
  });
});

describe('redelivering a range', () => {
  test('sends failed, cancelled and missed events of the time, and neither pending nor delivered ones', async () => {
    await process.stop();
    await bench.manyEvents(walletId, 40);
    await bench.database.pool.query('DELETE FROM event_fan_out');
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.database.pool.query(
      `INSERT INTO delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no, event_type, status, delivered_at)
       SELECT wallet_id, $2, transaction_id, first_sequence, first_sequence, 1, 'wallet.credited',
              (ARRAY['failed', 'cancelled', 'delivered', 'pending'])[first_sequence],
              CASE WHEN first_sequence = 3 THEN now() END
         FROM event WHERE wallet_id = $1 AND first_sequence <= 4`,
      [walletId, webhook.webhookId],
    );
    expect(await range(webhook)).toEqual({ queued: 38, hasMore: false, nextFromMs: null });
    expect(await statuses(webhook)).toEqual({ pending: 39, delivered: 1 });
    expect(await bench.count('delivery_due')).toBe(38);
    expect(await range(webhook)).toMatchObject({ queued: 0, hasMore: false });
  });

  test('finds a time in a long history by probing, and takes nothing from outside of it', async () => {
    await process.stop();
    await bench.manyEvents(walletId, 20_000);
    await bench.database.pool.query('DELETE FROM event_fan_out');
    const beganMs = Date.now() - 20_000 * 30_000;
    await bench.asOwner(
      `UPDATE event SET created_at = to_timestamp(${beganMs / 1_000}) + first_sequence * interval '30 s'`,
    );
    const at = (sequence: number) => beganMs + sequence * 30_000;
    const asked: string[] = [];
    const query: unknown = (statement: { readonly name: string }) => {
      asked.push(statement.name);
      return bench.database.pool.query(statement as never);
    };
    const counting = { query: query as Queryable['query'] };
    expect(await firstSequenceSince(counting, walletId, at(15_000))).toBe(15_000);
    expect(await firstSequenceSince(counting, walletId, at(15_000) + 1)).toBe(15_001);
    expect(await firstSequenceSince(counting, walletId, 0)).toBe(1);
    expect(await firstSequenceSince(counting, walletId, Date.now() + day)).toBe(20_001);
    expect(asked.length).toBeLessThan(4 * 20);
    const webhook = await bench.webhook(walletId, receiver.url);
    const { queued } = await range(webhook, { fromMs: at(15_000), toMs: at(15_010) });
    expect(queued).toBe(10);
    const { rows } = await bench.database.pool.query('SELECT min(sequence) AS min, max(sequence) AS max FROM delivery');
    expect(rows).toEqual([{ min: '15000', max: '15009' }]);
  });

  test('queues at most its limit, returns where to continue, and then ends with everything queued once', async () => {
    await process.stop();
    for (let index = 0; index < 10; index += 1) await bench.deposit(walletId);
    const webhook = await bench.webhook(walletId, receiver.url, ['transaction.created', 'wallet.credited']);
    const counts = [];
    for (let fromMs: number | null = 0; fromMs !== null; ) {
      const done = await range(webhook, { fromMs, limit: 7 });
      counts.push(done.queued);
      expect(done.hasMore).toBe(done.nextFromMs !== null);
      fromMs = done.nextFromMs;
    }
    expect(counts).toEqual([7, 7, 6]);
    expect(await statuses(webhook)).toEqual({ pending: 20 });
  });

  test('continues behind moments that are of no interest, however many', async () => {
    await process.stop();
    await bench.manyEvents(walletId, 300);
    await bench.database.pool.query('DELETE FROM event_fan_out');
    await bench.deposit(walletId);
    const webhook = await bench.webhook(walletId, receiver.url, ['deposit.completed']);
    const asked = { walletId, webhookId: webhook.webhookId, ...everything, limit: 10, retentionMs: 90 * day };
    expect(await redeliverRange(bench.database.pool, asked, { moments: 20, lookingMs: 60_000 })).toEqual({
      queued: 1,
      hasMore: false,
      nextFromMs: null,
    });
  });

  test('looks each event up by its sequence, also in a table that was never analysed', async () => {
    await process.stop();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.asOwner('ALTER TABLE delivery SET (autovacuum_enabled = false)');
    await bench.manyEvents(walletId, 4_000);
    await bench.database.pool.query(
      `INSERT INTO delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no, event_type, status, delivered_at)
       SELECT wallet_id, $2, transaction_id, first_sequence, first_sequence, 1, 'wallet.credited', 'delivered', now()
         FROM event WHERE wallet_id = $1 ORDER BY first_sequence`,
      [walletId, webhook.webhookId],
    );
    const pool = createDeliveryPool(bench.database.target);
    const { webhookId } = webhook;
    await redeliverRange(pool, { walletId, webhookId, ...everything, limit: 1_000, retentionMs: 90 * day });
    // The pool's one connection, on which the statement is prepared.
    const single = await pool.connect();
    try {
      const step = `'${walletId}', '${webhookId}', '0', '4001', '1000', '0', '${everything.toMs}', '1000'`;
      expect(await pagesOf(single, `"deliveries.redeliver_range"(${step})`)).toBeLessThan(10_000);
    } finally {
      single.release();
      await pool.end();
    }
  });

  test('passes over events of other keys, and over events from before deliveries are kept', async () => {
    await process.stop();
    await bench.deposit(walletId, 77);
    await bench.deposit(walletId, 78);
    await bench.deposit(walletId, 77);
    await bench.asOwner(`UPDATE event SET created_at = now() - interval '91 days' WHERE first_sequence = 1`);
    const webhook = await bench.webhook(walletId, receiver.url, ['wallet.credited'], { apiKeyId: 77 });
    expect((await range(webhook)).queued).toBe(1);
    const { rows } = await bench.database.pool.query('SELECT sequence FROM delivery');
    expect(rows).toEqual([{ sequence: '11' }]);
  });

  test('beside a fan-out of the same events makes each delivery once', async () => {
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.manyEvents(walletId, 1_500);
    process.wake();
    const { webhookId } = webhook;
    const asked = { walletId, webhookId, ...everything, limit: 10_000 };
    await Promise.all([process.redeliverRange(asked), process.redeliverRange(asked)]);
    await until(webhook, { delivered: 1_500 });
    expect(await bench.count('delivery')).toBe(1_500);
    expect(Math.max(...receiver.times.values())).toBe(1);
  });
});

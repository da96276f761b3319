import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeliveriesBench, pagesOf } from '../../../test/webhooks/deliveries.fixture.ts';
import type { HandOver } from './concurrency-window.ts';
import { createDeliveryPool } from './deliveries.ts';
import { type FannedOut, fanOut, fanOutStart } from './fan-out.ts';

const nothing: HandOver = { total: 0, limits: {} };
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

function step(over: Partial<Parameters<typeof fanOut>[1]> = {}): Promise<FannedOut> {
  return fanOut(pool, { after: fanOutStart, momentsMax: 100, handOver: nothing, ...over });
}

async function rowsOf(webhookId: number) {
  const { rows } = await bench.database.pool.query(
    `SELECT event_type, sequence::integer, event_no, status, due_at <= now() AS is_due, lease_token IS NOT NULL AS leased
       FROM delivery JOIN delivery_due USING (wallet_id, webhook_id, delivery_id) WHERE webhook_id = $1
      ORDER BY sequence`,
    [webhookId],
  );
  return rows;
}

describe('the fan-out', () => {
  test('makes a delivery of each event that a webhook is subscribed to, due now, in the order of the wallet', async () => {
    const walletId = await bench.wallet();
    const hook = await bench.webhook(walletId, 'http://127.0.0.1:8/a', ['wallet.credited', 'transaction.created']);
    await bench.deposit(walletId);
    const done = await step();
    expect(done).toMatchObject({ moments: 1, claimed: [], waiting: [{ walletId, webhookId: hook.webhookId }] });
    const common = { status: 'pending', is_due: true, leased: false };
    expect(await rowsOf(hook.webhookId)).toEqual([
      { event_type: 'transaction.created', sequence: 1, event_no: 1, ...common },
      { event_type: 'wallet.credited', sequence: 3, event_no: 3, ...common },
    ]);
    expect(await step()).toMatchObject({ moments: 0, claimed: [], waiting: [] });
  });

  test('passes over webhooks of other keys, disabled ones, and those of other wallets', async () => {
    const walletId = await bench.wallet();
    const url = 'http://127.0.0.1:8/b';
    const ofKey = await bench.webhook(walletId, url, ['wallet.credited'], { apiKeyId: 77 });
    const ofOther = await bench.webhook(walletId, url, ['wallet.credited'], { apiKeyId: 78 });
    const disabled = await bench.webhook(walletId, url);
    const foreign = await bench.webhook(await bench.wallet(), url);
    await bench.deposit(walletId, 77);
    await bench.deposit(walletId, null);
    await bench.database.pool.query(
      `UPDATE webhook SET is_active = false, disabled_at = now(), disabled_reason = 'Disabled by its owner.'
        WHERE webhook_id = $1`,
      [disabled.webhookId],
    );
    await step();
    const counts = [];
    for (const hook of [ofKey, ofOther, disabled, foreign]) counts.push((await rowsOf(hook.webhookId)).length);
    expect(counts).toEqual([1, 0, 0, 0]);
  });

  test('does not read the webhooks that a client deleted, however many', async () => {
    const walletId = await bench.wallet();
    const hook = await bench.webhook(walletId, 'http://127.0.0.1:8/kept');
    await bench.asOwner(`
      INSERT INTO webhook (wallet_id, client_id, mode, url, events, secret, api_version, is_active, disabled_at,
                           disabled_reason, deleted_at)
      SELECT wallet_id, client_id, mode, url, events, secret, api_version, false, now(), 'Deleted by its owner.', now()
        FROM webhook, generate_series(1, 20000) WHERE webhook_id = ${hook.webhookId}`);
    await bench.manyEvents(walletId, 1);
    const single = await pool.connect();
    try {
      await single.query('BEGIN');
      await fanOut(single, { after: fanOutStart, momentsMax: 0, handOver: nothing });
      const values = `0, 0, 100, '{}', 0, 90000, '${crypto.randomUUID()}'`;
      expect(await pagesOf(single, `"deliveries.fan_out"(${values})`)).toBeLessThan(200);
      await single.query('COMMIT');
    } finally {
      single.release();
    }
    expect(await rowsOf(hook.webhookId)).toHaveLength(1);
  });

  test('hands over first deliveries within the limits and leases them, and leaves the others due', async () => {
    const walletId = await bench.wallet();
    const hook = await bench.webhook(walletId, 'http://127.0.0.1:8/c');
    const other = await bench.webhook(walletId, 'http://127.0.0.1:8/d');
    await bench.manyEvents(walletId, 5);
    const limits = { [hook.webhookId]: 3, [other.webhookId]: 2 };
    const done = await step({ handOver: { total: 4, limits } });
    const perWebhook = [hook, other].map(
      ({ webhookId }) => done.claimed.filter((one) => one.webhookId === webhookId).length,
    );
    expect(perWebhook).toEqual([2, 2]);
    expect(done.claimed[0]).toMatchObject({ url: hook.url, mode: 'test', attempts: 0, isRetry: false, sequence: 1 });
    expect(done.claimed[0]?.event).toMatchObject({ type: 'wallet.credited', eventNo: 1, snapshot: '{"id":1}' });
    expect((await rowsOf(hook.webhookId)).map((row) => row.leased)).toEqual([true, true, false, false, false]);
    expect(done.waiting.map((lane) => lane.webhookId).sort()).toEqual([hook.webhookId, other.webhookId].sort());
  });

  test('continues behind its cursor, so that a busy wallet does not delay others', async () => {
    const [busy, quiet] = [await bench.wallet(), await bench.wallet()];
    const hook = await bench.webhook(quiet, 'http://127.0.0.1:8/e');
    await bench.webhook(busy, 'http://127.0.0.1:8/f');
    await bench.manyEvents(busy, 50);
    await bench.manyEvents(quiet, 1);
    const first = await step({ momentsMax: 50 });
    expect(first).toMatchObject({ moments: 50, cursor: { walletId: busy, firstSequence: 50 } });
    await bench.manyEvents(busy, 50);
    // What came meanwhile stands behind the cursor too: the rest of the busy wallet, then the quiet one.
    await step({ momentsMax: 50, after: first.cursor });
    await step({ momentsMax: 50, after: { walletId: busy, firstSequence: 100 } });
    expect(await rowsOf(hook.webhookId)).toHaveLength(1);
  });

  test('by many processes at once makes every delivery exactly once', async () => {
    const walletId = await bench.wallet();
    const hooks = [];
    for (const path of ['g', 'h', 'i']) hooks.push(await bench.webhook(walletId, `http://127.0.0.1:8/${path}`));
    await bench.manyEvents(walletId, 2_000);
    const worker = async () => {
      let moments = 0;
      for (let idle = 0; idle < 3; ) {
        const done = await step({ momentsMax: 37 });
        moments += done.moments;
        idle = done.moments === 0 ? idle + 1 : 0;
      }
      return moments;
    };
    const taken = await Promise.all([worker(), worker(), worker(), worker(), worker()]);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(2_000);
    for (const { webhookId } of hooks) {
      expect(await bench.count('delivery WHERE webhook_id = $1', [webhookId])).toBe(2_000);
      expect(await bench.count('delivery_due WHERE webhook_id = $1', [webhookId])).toBe(2_000);
    }
  });

  test('an event that a redelivery has made a delivery of is not made one again', async () => {
    const walletId = await bench.wallet();
    const hook = await bench.webhook(walletId, 'http://127.0.0.1:8/j');
    await bench.manyEvents(walletId, 1);
    await bench.database.pool.query(
      `INSERT INTO delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no, event_type, status)
       SELECT wallet_id, $2, transaction_id, 1, 1, 1, 'wallet.credited', 'cancelled' FROM event WHERE wallet_id = $1`,
      [walletId, hook.webhookId],
    );
    expect(await step()).toMatchObject({ moments: 1, claimed: [], waiting: [] });
    expect(await rowsOf(hook.webhookId)).toEqual([]);
  });
});

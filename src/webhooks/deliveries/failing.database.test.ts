import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerWith, DeliveriesBench, pagesOf, rowsPerStatement } from '../../../test/webhooks/deliveries.fixture.ts';
import { serviceActor } from '../../access/audit-log.ts';
import { updateWebhook } from '../endpoints/update-webhook.ts';
import type { Webhook } from '../webhook.ts';
import { failingSql, readFailing, waitingCountedMax } from './failing.ts';

const minute = 60_000;
const retryDelaysMs = [minute, 5 * minute, 15 * minute, 60 * minute, 360 * minute];

let bench: DeliveriesBench;
beforeAll(async () => {
  bench = await DeliveriesBench.open();
});
afterAll(() => bench.close());

const failing = async ({ walletId, webhookId }: Webhook) =>
  (await readFailing(bench.database.pool, { walletId }, retryDelaysMs)).get(webhookId);

/** As the webhook stands once it is as `isSo` wants it. */
async function failingOnce(webhook: Webhook, isSo: (one: Awaited<ReturnType<typeof failing>>) => boolean) {
  await expect.poll(async () => isSo(await failing(webhook))).toBe(true);
  return failing(webhook);
}

test('a webhook fails since its first failed attempt, says what waits and when it ends, and a success clears it', async () => {
  const walletId = await bench.wallet();
  const receiver = await bench.receiver(answerWith(503));
  const webhook = await bench.webhook(walletId, receiver.url);
  const process = await bench.startProcess();
  expect(await failing(webhook)).toBeUndefined();
  await bench.deposit(walletId);
  process.wake();
  const first = await failingOnce(webhook, (one) => one?.next_attempt_at != null);
  const [delivery] = await bench.deliveries(process, webhook);
  const failedAtMs = Date.parse(delivery?.attempts[0]?.at ?? '') + (delivery?.attempts[0]?.duration_ms ?? 0);
  // A busy machine notes the end of the attempt late.
  const notedAfterMs = Date.parse(first?.since ?? '') - failedAtMs;
  expect(notedAfterMs).toBeGreaterThan(-20);
  expect(notedAfterMs).toBeLessThan(30_000);
  expect(first).toMatchObject({ waiting: 1, has_more_waiting: false, next_attempt_at: delivery?.next_attempt_at });
  const dueMs = Date.parse(delivery?.next_attempt_at ?? '');
  expect(Date.parse(first?.disabled_at_then ?? '')).toBe(dueMs + (5 + 15 + 60 + 360) * minute);

  // A second failure, and another event, leave the beginning as it is.
  await bench.deposit(walletId);
  await bench.letPass(2 * minute);
  process.wake();
  const second = await failingOnce(
    webhook,
    (one) => one?.waiting === 2 && one.next_attempt_at !== null && receiver.received.length === 3,
  );
  expect(second?.since).toBe(first?.since);

  receiver.answer = answerWith(200);
  await bench.letPass(10 * minute);
  process.wake();
  await failingOnce(webhook, (one) => one === undefined);
  await process.end();
});

test('a webhook that is enabled again begins without failures', async () => {
  const walletId = await bench.wallet();
  const receiver = await bench.receiver(answerWith(500));
  const webhook = await bench.webhook(walletId, receiver.url);
  const process = await bench.startProcess({ settings: { webhookRetryDelaysMs: [1, 1, 1, 1, 1] } });
  await bench.deposit(walletId);
  process.wake();
  const { pool } = bench.database;
  const read = async () =>
    (await pool.query('SELECT is_active, failing_since FROM webhook WHERE webhook_id = $1', [webhook.webhookId]))
      .rows[0];
  await expect.poll(async () => (await read()).is_active).toBe(false);
  expect(await failing(webhook)).toBeUndefined();
  await process.end();
  const { addressPolicy } = bench;
  const owner = { clientId: 1, walletId, mode: 'test' } as const;
  const onError = (error: unknown) => expect.unreachable(String(error));
  await updateWebhook(
    { pool, addressPolicy, onError },
    owner,
    webhook.webhookId,
    { isActive: true },
    serviceActor('test'),
  );
  expect(await read()).toEqual({ is_active: true, failing_since: null });
});

test('with 100,000 deliveries waiting it reads few pages, and counts up to a limit', async () => {
  const walletId = await bench.wallet();
  const webhook = await bench.webhook(walletId, 'https://example.com/hook');
  const { pool } = bench.database;
  const dueAt = new Date(Date.now() + 30 * minute);
  for (let added = 0; added < 100_000; added += rowsPerStatement) {
    await pool.query(
      `INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, attempts, round_attempts, due_at)
       SELECT $1, n, $2, CASE WHEN n = 77777 THEN 5 ELSE 1 END, CASE WHEN n = 77777 THEN 5 ELSE 1 END, $3
         FROM generate_series($4::integer + 1, $4::integer + $5::integer) AS n`,
      [webhook.webhookId, walletId, dueAt, added, rowsPerStatement],
    );
  }
  await pool.query('UPDATE webhook SET failing_since = now() WHERE webhook_id = $1', [webhook.webhookId]);
  expect(await failing(webhook)).toMatchObject({
    waiting: waitingCountedMax,
    has_more_waiting: true,
    next_attempt_at: dueAt.toISOString(),
    disabled_at_then: dueAt.toISOString(),
  });
  const client: pg.PoolClient = await pool.connect();
  try {
    await client.query(`PREPARE failing (bigint, bigint, integer, integer) AS ${failingSql}`);
    for (const plan of ['force_generic_plan', 'force_custom_plan']) {
      await client.query(`SET plan_cache_mode = ${plan}`);
      expect(await pagesOf(client, `failing(${walletId}, NULL, ${waitingCountedMax}, 5)`)).toBeLessThan(1_000);
    }
  } finally {
    client.release(true);
  }
});

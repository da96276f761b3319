import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../../test/service/wait-until.ts';
import {
  answerWith,
  DeliveriesBench,
  type DeliveryProcess,
  type Receiver,
} from '../../../test/webhooks/deliveries.fixture.ts';
import { serviceActor } from '../../access/audit-log.ts';
import { Sealer } from '../../secrets/sealer.ts';
import { updateWebhook } from '../endpoints/update-webhook.ts';
import type { Webhook } from '../webhook.ts';
import { fanOut, fanOutStart } from './fan-out.ts';

let bench: DeliveriesBench;

beforeEach(async () => {
  bench = await DeliveriesBench.open();
});

afterEach(() => bench.close());

const minute = 60_000;

async function statusesOf(process: DeliveryProcess, webhook: Webhook): Promise<string[]> {
  return (await bench.deliveries(process, webhook)).map(({ status }) => status);
}

async function allDelivered(webhook: Webhook, count: number): Promise<void> {
  await waitUntil(`${count} deliveries are recorded`, async () => {
    const text = `delivery WHERE webhook_id = $1 AND status = 'delivered'`;
    return (await bench.count(text, [webhook.webhookId])) === count;
  });
}

async function isActive({ webhookId }: Webhook): Promise<boolean> {
  return (await bench.count('webhook WHERE webhook_id = $1 AND is_active', [webhookId])) === 1;
}

describe('a delivery', () => {
  test('is an HTTP POST of the event, signed, and recorded with its attempt', async () => {
    const receiver = await bench.receiver();
    const process = await bench.startProcess();
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url, ['wallet.credited', 'deposit.completed']);
    await bench.deposit(walletId);
    process.wake();
    await allDelivered(webhook, 2);

    const [first] = receiver.received;
    if (first === undefined) throw new Error('nothing was received');
    const { headers, body } = first;
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', webhook.signingSecret).update(body).digest('hex')}`,
    );
    const verified = new StandardWebhook(webhook.signingSecret).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
    expect(JSON.stringify(verified)).toBe(body);

    const [delivery] = await bench.deliveries(process, webhook);
    expect(verified).toMatchObject({ id: delivery?.event_id, type: 'wallet.credited', data: { amount: 1_000 } });
    expect(headers).toMatchObject({ 'x-service-delivery': String(delivery?.id), 'x-service-sequence': '3' });
    expect(delivery).toMatchObject({
      event_type: 'wallet.credited',
      status: 'delivered',
      attempts: [{ response_status: 200, error: null, response_excerpt: 'ok' }],
      next_attempt_at: null,
    });
    expect(Date.parse(delivery?.delivered_at ?? '')).toBeGreaterThanOrEqual(Date.parse(delivery?.created_at ?? ''));
    expect(await bench.count('delivery_due')).toBe(0);
  });

  test('leaves one line in the log with its ids and without the query of the URL, and is counted', async () => {
    const receiver = await bench.receiver();
    const process = await bench.startProcess();
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, `${receiver.url}?token=hidden`);
    await bench.deposit(walletId);
    process.wake();
    await allDelivered(webhook, 1);
    const lines = process.lines.filter(({ msg }) => msg === 'webhook attempt');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      webhook_id: webhook.webhookId,
      wallet_id: walletId,
      event_type: 'wallet.credited',
      url: receiver.url,
      attempt: 1,
      retry: 0,
      response_status: 200,
      result: 'delivered',
    });
    expect(JSON.stringify(process.lines)).not.toMatch(/hidden|whsec_/);
    const text = await process.metrics.metrics();
    expect(text).toMatch(/^nsimbi_webhook_deliveries_total{result="delivered"} 1$/m);
    expect(text).toMatch(/^nsimbi_webhook_attempt_seconds_count{mode="test",result="delivered"} 1$/m);
    expect(text).toMatch(/^nsimbi_webhook_attempts_in_flight 0$/m);
    expect(text).toMatch(/^nsimbi_webhook_queue_age_seconds 0$/m);
    expect(text).toMatch(/^nsimbi_webhook_fan_out_waiting 0$/m);
  });

  test('leaves soon after the commit although this process is not woken', async () => {
    const receiver = await bench.receiver();
    await bench.startProcess();
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    await allDelivered(webhook, 1);
  });
});

describe('the retry policy', () => {
  test('retries 1 minute, 5 minutes, 15 minutes, 1 hour and 6 hours after the end of the attempt before, then disables', async () => {
    // So that a pause from the end of an attempt differs from one from its beginning.
    const slowMs = 600;
    const receiver = await bench.receiver((request, response) =>
      setTimeout(() => answerWith(500)(request, response), slowMs),
    );
    const process = await bench.startProcess();
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    const pauses = [minute, 5 * minute, 15 * minute, 60 * minute, 360 * minute];
    for (const [index, pauseMs] of pauses.entries()) {
      const delivery = await waitUntil(`attempt ${index + 1} is recorded`, async () => {
        const [one] = await bench.deliveries(process, webhook);
        return one?.attempts.length === index + 1 && one;
      });
      const last = delivery.attempts.at(-1);
      expect(delivery.status).toBe('pending');
      expect(last).toMatchObject({ response_status: 500, response_excerpt: 'answer 500' });
      expect(last?.duration_ms).toBeGreaterThanOrEqual(slowMs - 5);
      const endedAtMs = Date.parse(last?.at ?? '') + (last?.duration_ms ?? 0);
      const dueInMs = Date.parse(delivery.next_attempt_at ?? '') - endedAtMs;
      // A busy machine notes the end late, and then the pause begins late. It never begins before the end, but for the moment by
      // which trusted time and the wall clock may differ.
      expect(dueInMs - pauseMs).toBeGreaterThan(-slowMs / 2);
      expect(dueInMs - pauseMs).toBeLessThan(30_000);
      // Only the database's clock counts: all that is due moves, and nothing else.
      await bench.letPass(pauseMs - 30_000);
      expect(receiver.received).toHaveLength(index + 1);
      await bench.letPass(30_000);
    }
    await waitUntil('the webhook is disabled', async () => !(await isActive(webhook)));
    const [delivery] = await bench.deliveries(process, webhook);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(delivery?.attempts).toHaveLength(6);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
  });

  test('after the fifth failed retry the webhook is disabled with a sentence, what is pending is cancelled, and the wallet is not listened to', async () => {
    let status = 500;
    const receiver = await bench.receiver((request, response) => answerWith(status)(request, response));
    const process = await bench.startProcess({ settings: { webhookRetryDelaysMs: [40, 40, 40, 40, 40] } });
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    await waitUntil('the webhook is disabled', async () => !(await isActive(webhook)));
    expect(receiver.received).toHaveLength(6);
    const { rows } = await bench.database.pool.query(
      `SELECT disabled_at IS NOT NULL AS at, disabled_reason, has_webhooks FROM webhook JOIN wallet USING (wallet_id)`,
    );
    const [delivery] = await bench.deliveries(process, webhook);
    expect(rows).toEqual([
      {
        at: true,
        disabled_reason: expect.stringMatching(`^The last retry of delivery ${delivery?.id} failed\\. .*500.*\\.$`),
        has_webhooks: false,
      },
    ]);
    expect(await bench.count(`audit_log WHERE action = 'webhook.disabled'`)).toBe(1);
    expect(await process.metrics.metrics()).toMatch(/^nsimbi_webhooks_disabled_total{reason="retries_failed"} 1$/m);

    // No further deliveries; what happens meanwhile can be asked for after it is enabled again.
    status = 200;
    await bench.deposit(walletId);
    process.wake();
    expect(await bench.count('event_fan_out')).toBe(0);
    const onError = (error: unknown) => expect.unreachable(String(error));
    const parts = { pool: bench.database.pool, addressPolicy: bench.addressPolicy, onError };
    const owner = { clientId: 1, walletId, mode: 'test' } as const;
    const { missed } = await updateWebhook(parts, owner, webhook.webhookId, { isActive: true }, serviceActor('test'));
    expect(missed).toMatchObject({ failedDeliveries: 1, events: 1 });
    const range = missed?.range ?? { fromMs: 0, toMs: 0 };
    const { webhookId } = webhook;
    expect(await process.redeliverRange({ walletId, webhookId, ...range, limit: 100 })).toMatchObject({ queued: 2 });
    await allDelivered(webhook, 2);
  });

  test('everything that is pending for a disabled webhook is cancelled, what a fan-out adds afterwards too', async () => {
    const receiver = await bench.receiver(answerWith(500));
    const process = await bench.startProcess({ settings: { webhookRetryDelaysMs: [50, 50, 50, 50, 50] } });
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.manyEvents(walletId, 1_800);
    process.wake();
    await waitUntil('the webhook is disabled', async () => !(await isActive(webhook)));
    // As a fan-out that had read the webhook before it was disabled.
    await bench.database.pool.query(
      `WITH added AS (
         INSERT INTO delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no, event_type, status)
         VALUES ($1, $2, 1, 9999, 9999, 1, 'wallet.credited', 'pending') RETURNING *)
       INSERT INTO delivery_due (webhook_id, delivery_id, wallet_id, due_at)
       SELECT webhook_id, delivery_id, wallet_id, now() + interval '1 hour' FROM added`,
      [walletId, webhook.webhookId],
    );
    await waitUntil('nothing is pending', async () => (await bench.count('delivery_due')) === 0);
    expect(await bench.count(`delivery WHERE status = 'pending'`)).toBe(0);
    expect(await bench.count(`delivery WHERE status = 'cancelled'`)).toBeGreaterThan(1_000);
    expect(await bench.count('delivery')).toBe(1_801);
  });

  test('honor_hints: 410 disables at once, and without honor_hints it is one failed attempt', async () => {
    const receiver = await bench.receiver(answerWith(410));
    const process = await bench.startProcess();
    const [one, other] = [await bench.wallet(), await bench.wallet()];
    const honoring = await bench.webhook(one, receiver.url, ['wallet.credited'], { honorHints: true });
    const plain = await bench.webhook(other, receiver.url);
    await bench.deposit(one);
    await bench.deposit(other);
    process.wake();
    await waitUntil('one is disabled', async () => !(await isActive(honoring)));
    await waitUntil('both are recorded', async () => (await bench.count('delivery_attempt')) === 2);
    expect(await isActive(plain)).toBe(true);
    expect(await statusesOf(process, honoring)).toEqual(['failed']);
    expect(await statusesOf(process, plain)).toEqual(['pending']);
  });

  test('honor_hints: Retry-After on 503 lengthens the pause, to at most 6 hours', async () => {
    const receiver = await bench.receiver(answerWith(503, { 'retry-after': '999999' }));
    const process = await bench.startProcess();
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url, ['wallet.credited'], { honorHints: true });
    await bench.deposit(walletId);
    process.wake();
    const delivery = await waitUntil('the attempt is recorded', async () => {
      const [first] = await bench.deliveries(process, webhook);
      return first?.attempts.length === 1 && first;
    });
    const pauseMs = Date.parse(delivery.next_attempt_at ?? '') - Date.now();
    expect(pauseMs).toBeGreaterThan(359 * minute);
    expect(pauseMs).toBeLessThanOrEqual(360 * minute);
  });
});

describe('one webhook and the others', () => {
  test('a webhook with 50,000 deliveries due does not delay another that has one', async () => {
    const slow = await bench.receiver((_request, response) => setTimeout(() => response.end(), 200));
    const quick = await bench.receiver();
    const [busy, quiet] = [await bench.wallet(), await bench.wallet()];
    await bench.webhook(busy, slow.url);
    const webhook = await bench.webhook(quiet, quick.url);
    await bench.manyEvents(busy, 50_000);
    const process = await bench.startProcess();
    await waitUntil('the backlog is fanned out', async () => (await bench.count('event_fan_out')) === 0);
    await waitUntil('the busy one is served', () => slow.received.length > 20);
    await bench.deposit(quiet);
    const committedAt = performance.now();
    process.wake();
    const received = await waitUntil('the quiet one is served', () => quick.received[0]);
    // The backlog alone takes more than two minutes.
    expect(received.atMs - committedAt).toBeLessThan(10_000);
    await allDelivered(webhook, 1);
    expect(await bench.count('delivery_due')).toBeGreaterThan(40_000);
    // One endpoint gets what its window allows and no more, however much is due.
    expect(slow.mostOpen).toBeLessThanOrEqual(64);
  });

  test('endpoints that hang get one attempt at a time, and leave slots to those that answer', async () => {
    const hanging = await bench.receiver(() => undefined);
    const quick = await bench.receiver();
    const process = await bench.startProcess({ slots: 16, deadlineMs: 1_500 });
    const sick = [];
    for (let index = 0; index < 6; index += 1) {
      const walletId = await bench.wallet();
      sick.push(await bench.webhook(walletId, hanging.url));
      await bench.manyEvents(walletId, 30);
    }
    process.wake();
    await waitUntil('attempts hang', () => hanging.received.length >= 8);
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, quick.url);
    await bench.deposit(walletId);
    process.wake();
    await allDelivered(webhook, 1);
    // Half of the slots, for all of them together.
    expect(hanging.mostOpen).toBeLessThanOrEqual(8);
    await waitUntil('their windows are at their smallest', async () => (await bench.count('delivery_attempt')) > 60);
    const text = await process.metrics.metrics();
    expect(Number(/^nsimbi_webhook_attempts_in_flight (\d+)$/m.exec(text)?.[1])).toBeLessThanOrEqual(6);
  });

  test('two processes at once send each of 2,000 deliveries exactly once', async () => {
    const receiver = await bench.receiver();
    const processes = [await bench.startProcess(), await bench.startProcess()];
    const hooks = [];
    for (let index = 0; index < 4; index += 1) {
      const walletId = await bench.wallet();
      hooks.push(await bench.webhook(walletId, receiver.url));
      await bench.manyEvents(walletId, 500);
    }
    for (const process of processes) process.wake();
    for (const webhook of hooks) await allDelivered(webhook, 500);
    expect(receiver.received).toHaveLength(2_000);
    expect(Math.max(...receiver.times.values())).toBe(1);
    const made = processes.map(({ lines }) => lines.filter(({ msg }) => msg === 'webhook attempt').length);
    expect(Math.min(...made)).toBeGreaterThan(0);
  });
});

describe('bad days', () => {
  test('a process that dies between the answer and its record repeats the delivery with the same ids, once', async () => {
    let first: DeliveryProcess | null = null;
    // The process is lost while the receiver works, so that a 200 comes that can no longer be recorded.
    const receiver: Receiver = await bench.receiver((_request, response) => {
      first?.lose();
      first = null;
      setTimeout(() => response.end('ok'), 200);
    });
    first = await bench.startProcess();
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    first.wake();
    await waitUntil('it was received', () => receiver.received.length === 1);
    const second = await bench.startProcess();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(receiver.received).toHaveLength(1);
    expect(await bench.deliveries(second, webhook)).toMatchObject([{ status: 'pending', attempts: [] }]);
    await bench.letPass(90_000);
    await allDelivered(webhook, 1);
    expect([...receiver.times.values()]).toEqual([2]);
    expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    expect((await bench.deliveries(second, webhook))[0]?.attempts).toHaveLength(1);
  });

  test("a result is stored only with its claim's lease: a process that comes late changes nothing", async () => {
    let answerLate = (): unknown => undefined;
    const receiver = await bench.receiver((_request, response) => {
      if (receiver.received.length === 1) answerLate = () => response.end('late');
      else response.end('in time');
    });
    const first = await bench.startProcess();
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    first.wake();
    await waitUntil('it was received', () => receiver.received.length === 1);
    await bench.letPass(90_000);
    const second = await bench.startProcess();
    await allDelivered(webhook, 1);
    answerLate();
    await waitUntil('the late result is refused', () =>
      first.lines.some(({ msg }) => msg === 'a result of a webhook attempt was not stored'),
    );
    const [delivery] = await bench.deliveries(second, webhook);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ response_excerpt: 'in time' }] });
    expect(delivery?.attempts).toHaveLength(1);
  });

  test("a jump of the database's clock by an hour sends what is due then, once, and nothing that is under way", async () => {
    const answers: (() => unknown)[] = [];
    const receiver = await bench.receiver((request, response) => {
      if (request.body.includes('deposit.completed')) answers.push(() => response.end('ok'));
      else answerWith(500)(request, response);
    });
    const process = await bench.startProcess();
    const walletId = await bench.wallet();
    await bench.webhook(walletId, receiver.url, ['wallet.credited', 'deposit.completed']);
    await bench.deposit(walletId);
    process.wake();
    await waitUntil(
      'one hangs and one waits for its retry',
      async () => receiver.received.length === 2 && (await bench.count('delivery_attempt')) === 1,
    );
    await bench.letPass(3_600_000);
    await waitUntil('the retry was made', async () => (await bench.count('delivery_attempt')) === 2);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect([...receiver.times.values()].sort()).toEqual([1, 2]);
    for (const answer of answers) answer();
    await waitUntil('it is recorded', async () => (await bench.count('delivery_attempt')) === 3);
  });

  test('while the database is away results wait: nothing is lost, and nothing that was answered is sent again', async () => {
    const receiver = await bench.receiver((_request, response) => setTimeout(() => response.end('ok'), 30));
    const gate = await bench.databaseGate();
    const process = await bench.startProcess({ target: gate.target, slots: 32 });
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.manyEvents(walletId, 600);
    process.wake();
    for (let outage = 1; outage <= 3; outage += 1) {
      const before = receiver.received.length;
      await waitUntil('deliveries flow', () => receiver.received.length >= before + 100);
      await gate.shut();
      const inHand = receiver.received.length;
      await new Promise((resolve) => setTimeout(resolve, 800));
      // What was claimed is sent, and no more: there is nowhere to store it.
      expect(receiver.received.length).toBeLessThanOrEqual(inHand + 32);
      // Leases end meanwhile, as they do when a database is away for long.
      await bench.letPass(90_000);
      await gate.reopen();
    }
    await allDelivered(webhook, 600);
    expect(await bench.count('delivery_due')).toBe(0);
    expect(await bench.count('delivery_attempt')).toBe(600);
    expect([...receiver.times.values()].filter((times) => times > 1)).toEqual([]);
  });

  test('a process that lacks the encryption key attempts nothing, counts nothing, and leaves it to one that has it', async () => {
    const receiver = await bench.receiver();
    const sealer = new Sealer([{ id: 'other', key: Buffer.alloc(32, 8) }]);
    const keyless = await bench.startProcess({ sealer });
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    keyless.wake();
    await waitUntil('it was left', () => keyless.lines.some(({ msg }) => msg === 'not attempted'));
    expect(await bench.deliveries(keyless, webhook)).toMatchObject([{ status: 'pending', attempts: [] }]);
    await keyless.stop();
    await bench.letPass(90_000);
    await bench.startProcess();
    await allDelivered(webhook, 1);
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    ['the transaction', 'claimed', false],
    ['the transaction', 'handed over by the fan-out', true],
    ['the event itself', 'claimed', false],
  ])(
    'a delivery without %s is put off, when it is %s, and the others of its step leave',
    async (missing, _, isProven) => {
      const receiver = await bench.receiver();
      const walletIds = [await bench.wallet(), await bench.wallet(), await bench.wallet()];
      const webhooks: Webhook[] = [];
      for (const walletId of walletIds) webhooks.push(await bench.webhook(walletId, receiver.url));
      const [, damaged] = webhooks;
      if (damaged === undefined) throw new Error('there are three');
      const process = await bench.startProcess({ start: false });
      if (isProven) {
        for (const walletId of walletIds) await bench.deposit(walletId);
        process.start();
        for (const webhook of webhooks) await allDelivered(webhook, 1);
      }
      const transactionId = await bench.eventWithoutTransaction(damaged.walletId);
      for (const walletId of walletIds) await bench.deposit(walletId);
      if (missing === 'the event itself') {
        for (let moments = 1; moments > 0; ) {
          ({ moments } = await fanOut(bench.database.pool, {
            after: fanOutStart,
            momentsMax: 100,
            handOver: { total: 0, limits: {} },
          }));
        }
        await bench.asOwner(`DELETE FROM event WHERE transaction_id = ${transactionId}`);
      }
      if (!isProven) process.start();
      process.wake();
      for (const webhook of webhooks) await allDelivered(webhook, isProven ? 2 : 1);
      await waitUntil('it is put off', () => process.lines.some(({ transaction_id: id }) => id === transactionId));
      expect(process.lines.filter(({ level }) => Number(level) > 30)).toMatchObject([
        {
          webhook_id: damaged.webhookId,
          event_id: `evt_${transactionId}_2`,
          msg: 'a delivery was put off for an hour: its event or its transaction is not in the database',
        },
      ]);
      expect(await process.metrics.metrics()).toMatch(/^nsimbi_webhook_deliveries_put_off_total 1$/m);
      const waiting = () =>
        bench.count(`delivery_due WHERE lease_token IS NULL AND due_at > now() + interval '59 minutes'`);
      await waitUntil('it waits for an hour', async () => (await waiting()) === 1);
      const [about] = (await bench.deliveries(process, damaged)).filter(({ status }) => status === 'pending');
      expect(about).toMatchObject({ attempts: [] });
      expect(await isActive(damaged)).toBe(true);
    },
  );

  test('a delivery that was put off is sent when its transaction has been restored', async () => {
    const receiver = await bench.receiver();
    const process = await bench.startProcess();
    const webhook = await bench.webhook(await bench.wallet(), receiver.url);
    const transactionId = await bench.eventWithoutTransaction(webhook.walletId);
    process.wake();
    await waitUntil('it is put off', () => process.lines.some(({ transaction_id: id }) => id === transactionId));
    await bench.deposit(webhook.walletId);
    await allDelivered(webhook, 1);
    await bench.database.pool.query(
      `INSERT INTO transaction
       SELECT (jsonb_populate_record(t, jsonb_build_object('transaction_id', $2::bigint))).*
         FROM transaction AS t WHERE wallet_id = $1`,
      [webhook.walletId, transactionId],
    );
    const [due] = (await bench.deliveries(process, webhook)).filter(({ status }) => status === 'pending');
    await process.redeliverOne({ ...webhook, deliveryId: Number(due?.id) });
    await allDelivered(webhook, 2);
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ data: { id: transactionId } });
  });

  test('an answer that PostgreSQL cannot store as it came is recorded all the same', async () => {
    const receiver = await bench.receiver((_request, response) => response.end('\0nul \uFFFD "quotes" \\ {braces}'));
    const process = await bench.startProcess();
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    await allDelivered(webhook, 1);
    expect((await bench.deliveries(process, webhook))[0]?.attempts[0]?.response_excerpt).toContain(
      '"quotes" \\ {braces}',
    );
  });

  test('stopping lets attempts under way end and stores their results', async () => {
    const receiver = await bench.receiver((_request, response) => setTimeout(() => response.end('ok'), 700));
    const process = await bench.startProcess();
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    await waitUntil('it was received', () => receiver.received.length === 1);
    await process.stop();
    expect(await bench.count(`delivery WHERE webhook_id = $1 AND status = 'delivered'`, [webhook.webhookId])).toBe(1);
  });

  test('a stop that cuts an attempt counts it nowhere: the delivery is still owed its first attempt', async () => {
    const receiver = await bench.receiver(() => undefined);
    const process = await bench.startProcess({ settings: { webhookRetryDelaysMs: [1, 1, 1, 1, 1] } });
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    await waitUntil('it was received', () => receiver.received.length === 1);
    await process.end();
    expect(process.lines.filter(({ msg }) => msg === 'webhook attempt')).toEqual([]);
    expect(await bench.count('delivery_attempt WHERE webhook_id = $1', [webhook.webhookId])).toBe(0);
    const owed = 'delivery_due WHERE webhook_id = $1 AND attempts = 0 AND round_attempts = 0';
    expect(await bench.count(owed, [webhook.webhookId])).toBe(1);
    receiver.answer = answerWith(200);
    await bench.letPass(90_000);
    const next = await bench.startProcess();
    await allDelivered(webhook, 1);
    expect((await bench.deliveries(next, webhook))[0]?.attempts).toHaveLength(1);
  });
});
